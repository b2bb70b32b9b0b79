//! What a crate must compile: every source file, every test file, and these in one binary.

use super::tree::{File, Tree};

/// Finds forgotten sources and tests, and second test binaries, in the crates at `folders`.
pub(crate) fn check(tree: &Tree, folders: &[String]) -> Vec<String> {
    folders.iter().flat_map(|folder| complaints(tree, folder)).collect()
}

fn complaints(tree: &Tree, folder: &str) -> Vec<String> {
    [undeclared(tree, &format!("{folder}/src/")), stray(tree, &format!("{folder}/tests/"))].concat()
}

/// Finds files that no `mod` of the crate's `sources` names, so that nothing compiles them.
fn undeclared(tree: &Tree, sources: &str) -> Vec<String> {
    let files: Vec<&File> = tree.sources().filter(|file| file.path.starts_with(sources)).collect();
    let declared: Vec<&str> =
        files.iter().flat_map(|file| file.text.lines()).filter_map(declaration).collect();
    let forgotten = |file: &&&File| {
        !["lib", "main"].contains(&module(file)) && !declared.contains(&module(file))
    };
    files
        .iter()
        .filter(forgotten)
        .map(|file| format!("`{}` is never compiled: declare or delete it", file.path))
        .collect()
}

/// Finds test files outside the one binary, and files in it that its main.rs does not declare.
fn stray(tree: &Tree, tests: &str) -> Vec<String> {
    let suite = format!("{tests}it/");
    let main = tree.text(&format!("{suite}main.rs")).unwrap_or_default();
    let declared: Vec<&str> = main.lines().filter_map(declaration).collect();
    let complaint = |file: &File| {
        let Some(within) = file.path.strip_prefix(&suite) else {
            return Some(format!("`{}` is a second test binary: move it to `{suite}`", file.path));
        };
        let module = within.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let known = module == "main" || declared.contains(&module);
        (!known).then(|| format!("`{}` is never run: declare it in main.rs", file.path))
    };
    tree.sources().filter(|file| file.path.starts_with(tests)).filter_map(complaint).collect()
}

/// Returns the module that a line declares in another file.
fn declaration(line: &str) -> Option<&str> {
    line.trim().strip_suffix(';')?.rsplit_once("mod ").map(|(_, module)| module)
}

/// Returns the module that a file holds: its name, or its folder's for a mod.rs.
fn module(file: &File) -> &str {
    let path = file.path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgotten_files_and_second_binaries_are_found() {
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "pub mod used;\nmod folder;\n"),
            ("crates/a/src/used.rs", ""),
            ("crates/a/src/folder/mod.rs", ""),
            ("crates/a/src/dead.rs", ""),
            ("crates/a/tests/it/main.rs", "mod kept;\n"),
            ("crates/a/tests/it/kept.rs", ""),
            ("crates/a/tests/it/forgotten.rs", ""),
            ("crates/a/tests/second.rs", ""),
        ]);
        assert_eq!(
            check(&tree, &["crates/a".to_owned()]),
            [
                "`crates/a/src/dead.rs` is never compiled: declare or delete it",
                "`crates/a/tests/it/forgotten.rs` is never run: declare it in main.rs",
                "`crates/a/tests/second.rs` is a second test binary: move it to `crates/a/tests/it/`",
            ]
        );
    }

    #[test]
    fn a_whole_suite_has_no_findings() {
        let tree =
            Tree::of(&[("xtask/tests/it/main.rs", "mod kept;\n"), ("xtask/tests/it/kept.rs", "")]);
        assert_eq!(check(&tree, &["xtask".to_owned()]), [""; 0]);
    }
}
