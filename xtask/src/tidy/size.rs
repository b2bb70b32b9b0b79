//! Sizes: how long a file may be, and how much of a library must be doc comments.

use super::tree::{File, Tree};

const LONGEST: usize = 500;
const MEDIAN: usize = 150;
const NINTH_DECILE: usize = 350;
/// Everything public is documented anyway, the compiler sees to that; this asks for comments beyond it.
const DOC_PERCENT: usize = 15;

/// Finds files over the limit and libraries (given by their folders) short of doc comments.
pub(crate) fn check(tree: &Tree, libraries: &[String]) -> Vec<String> {
    let long = measured(tree).filter(|(_, lines)| *lines > LONGEST).map(|(path, lines)| {
        format!("`{path}` has {lines} lines outside tests, more than {LONGEST}")
    });
    long.chain(libraries.iter().filter_map(|folder| undocumented(tree, folder))).collect()
}

/// Says how the whole measures against what we aim for; aims fail nothing.
pub(crate) fn remarks(tree: &Tree) -> Vec<String> {
    let mut lengths: Vec<usize> = measured(tree).map(|(_, lines)| lines).collect();
    lengths.sort_unstable();
    let at =
        |percent: usize| lengths.get(lengths.len() * percent / 100).copied().unwrap_or_default();
    let aims = [
        ("half of all files are longer than", 50, MEDIAN),
        ("a tenth of all files is longer than", 90, NINTH_DECILE),
    ];
    aims.iter()
        .filter(|(_, percent, aim)| at(*percent) > *aim)
        .map(|(what, percent, aim)| format!("{what} {} lines; the aim is {aim}", at(*percent)))
        .collect()
}

fn measured(tree: &Tree) -> impl Iterator<Item = (&str, usize)> {
    tree.sources()
        .filter(|file| !file.is_test())
        .map(|file| (file.path.as_str(), file.body().count()))
}

fn undocumented(tree: &Tree, folder: &str) -> Option<String> {
    let inside = |file: &&File| file.path.starts_with(&format!("{folder}/src/")) && !file.is_test();
    let (mut lines, mut docs) = (0, 0);
    for line in tree.sources().filter(inside).flat_map(File::body) {
        lines += 1;
        docs += usize::from(is_doc(line));
    }
    let short = docs * 100 < lines * DOC_PERCENT;
    short.then(|| format!("`{folder}` has {docs} doc lines in {lines}, less than {DOC_PERCENT} %"))
}

fn is_doc(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("///") || line.starts_with("//!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_above_the_tests_count() {
        let long = "x\n".repeat(501);
        let tested = format!("{}#[cfg(test)]\n{}", "x\n".repeat(500), "x\n".repeat(500));
        let tree = Tree::of(&[
            ("crates/a/src/long.rs", &long),
            ("crates/a/src/tested.rs", &tested),
            ("crates/a/src/long/tests.rs", &long),
            ("crates/a/tests/it/long.rs", &long),
        ]);
        assert_eq!(
            check(&tree, &[]),
            ["`crates/a/src/long.rs` has 501 lines outside tests, more than 500"]
        );
    }

    #[test]
    fn a_library_short_of_docs_is_found() {
        let tree = Tree::of(&[("crates/a/src/lib.rs", &format!("//! doc\n{}", "x\n".repeat(9)))]);
        assert_eq!(
            check(&tree, &["crates/a".to_owned()]),
            ["`crates/a` has 1 doc lines in 10, less than 15 %"]
        );
        let tree = Tree::of(&[("crates/a/src/lib.rs", "//! doc\n/// doc\nx\n")]);
        assert_eq!(check(&tree, &["crates/a".to_owned()]), [""; 0]);
    }

    #[test]
    fn long_files_as_a_habit_are_remarked() {
        let tree = Tree::of(&[("crates/a/src/lib.rs", &"x\n".repeat(400))]);
        assert_eq!(remarks(&tree).len(), 2);
        assert_eq!(remarks(&Tree::of(&[("crates/a/src/lib.rs", "x\n")])), [""; 0]);
    }
}
