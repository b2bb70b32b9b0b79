//! The manifests: the house's lints in every crate, every version once and in the root.

use super::tree::Tree;

/// Finds missing lints, versions outside the root, and versions in the root that no crate at `folders` takes.
pub(crate) fn check(tree: &Tree, folders: &[String]) -> Vec<String> {
    let manifest = |folder: &str| tree.text(&format!("{folder}/Cargo.toml")).unwrap_or_default();
    let taken: Vec<&str> = folders
        .iter()
        .flat_map(|folder| entries(manifest(folder)))
        .map(|(_, line)| name(line))
        .collect();
    let complaints = folders.iter().flat_map(|folder| complaints(folder, manifest(folder)));
    let idle = entries(tree.text("Cargo.toml").unwrap_or_default())
        .map(|(_, line)| name(line))
        .filter(|name| !taken.contains(name))
        .map(|name| format!("the root Cargo.toml has a version of `{name}`, which no crate takes"));
    complaints.chain(idle).collect()
}

fn complaints(folder: &str, manifest: &str) -> Vec<String> {
    let linted = manifest.contains("[lints]\nworkspace = true");
    let lints =
        (!linted).then(|| format!("`{folder}/Cargo.toml` does not take the workspace's lints"));
    let own = entries(manifest).filter(|(_, line)| !line.contains("workspace = true")).map(
        |(number, line)| {
            format!("`{folder}/Cargo.toml:{number}` has its own version of `{}`", name(line))
        },
    );
    lints.into_iter().chain(own).collect()
}

/// Returns the lines of all tables of dependencies, with their numbers.
fn entries(manifest: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    manifest.lines().enumerate().filter_map(move |(number, line)| {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
        }
        let entry = inside && !line.starts_with(['[', '#']) && line.contains('=');
        entry.then_some((number + 1, line))
    })
}

fn name(entry: &str) -> &str {
    entry.split(['.', '=', ' ']).next().unwrap_or(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_lints_own_versions_and_idle_ones_are_found() {
        let root =
            "[workspace.dependencies]\nserde = \"1\"\ntoml = \"1\"\n\n[profile.dev]\ndebug = 1\n";
        let manifest = "[package]\nname = \"a\"\n\n[dependencies]\n# A reason.\nserde.workspace = true\nyaml = \"1\"\n";
        let tree = Tree::of(&[("Cargo.toml", root), ("crates/a/Cargo.toml", manifest)]);
        assert_eq!(
            check(&tree, &["crates/a".to_owned()]),
            [
                "`crates/a/Cargo.toml` does not take the workspace's lints",
                "`crates/a/Cargo.toml:7` has its own version of `yaml`",
                "the root Cargo.toml has a version of `toml`, which no crate takes",
            ]
        );
    }

    #[test]
    fn a_manifest_that_takes_all_from_the_root_has_no_findings() {
        let root = "[workspace.dependencies]\nserde = { version = \"1\" }\n";
        let manifest = "[dependencies]\nserde = { workspace = true, features = [\"rc\"] }\n\n[lints]\nworkspace = true\n";
        let tree = Tree::of(&[("Cargo.toml", root), ("crates/a/Cargo.toml", manifest)]);
        assert_eq!(check(&tree, &["crates/a".to_owned()]), [""; 0]);
    }
}
