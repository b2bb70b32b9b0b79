//! Places: no file may name a path that exists on one machine only.

use super::tree::{File, Tree};

const PRIVATE_PLACES: [&str; 3] = ["/root/", "/tmp/house", "/work/"];

/// Finds absolute paths of a single machine in any file.
pub(crate) fn check(tree: &Tree) -> Vec<String> {
    tree.files().iter().filter(|file| !file.is_rule()).flat_map(complaints).collect()
}

fn complaints(file: &File) -> impl Iterator<Item = String> {
    let named = |line: &str| PRIVATE_PLACES.into_iter().find(|place| names(line, place));
    file.text.lines().enumerate().filter_map(move |(number, line)| {
        named(line).map(|place| {
            format!("`{}:{}` names `{place}`, a place on one machine", file.path, number + 1)
        })
    })
}

/// Returns whether `line` holds `place` as the start of a path, not as the middle of one.
fn names(line: &str, place: &str) -> bool {
    let inside_a_path = |c: char| c.is_alphanumeric() || "./_-}>".contains(c);
    line.match_indices(place)
        .any(|(at, _)| !line.get(..at).unwrap_or_default().ends_with(inside_a_path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machines_own_path_is_found_and_a_folder_of_that_name_is_not() {
        let tree = Tree::of(&[
            ("README.md", "see /work/main\n"),
            ("docs/a.md", "see [plan](notes/work/plan.md)\n"),
        ]);
        assert_eq!(check(&tree), ["`README.md:1` names `/work/`, a place on one machine"]);
    }
}
