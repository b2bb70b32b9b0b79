//! The habits of a source file: how it starts, what it may be called, what it may not say.

use super::tree::{File, Tree};

/// Rooms that may hold `unsafe`: vector arithmetic and memory maps.
const UNSAFE_ROOMS: [&str; 2] = ["crates/embed/", "crates/index/"];

/// Names that say nothing about what is in a file.
const DRAWERS: [&str; 8] =
    ["base", "common", "helper", "helpers", "misc", "types", "util", "utils"];

/// Finds sources that break a habit.
pub(crate) fn check(tree: &Tree) -> Vec<String> {
    tree.sources().filter(|file| !file.is_rule()).flat_map(complaints).collect()
}

fn complaints(file: &File) -> Vec<String> {
    let mut complaints = Vec::new();
    if !file.is_test() && !file.text.starts_with("//!") {
        complaints
            .push(format!("`{}` does not start with a `//!` line that says what it is", file.path));
    }
    let stem = file.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
    if DRAWERS.contains(&stem) {
        complaints.push(format!("`{}` is a drawer: name it by what is in it", file.path));
    }
    for (number, line) in file.text.lines().enumerate() {
        complaints.extend(
            fault(&file.path, line).map(|fault| format!("`{}:{}` {fault}", file.path, number + 1)),
        );
    }
    complaints
}

fn fault(path: &str, line: &str) -> Option<&'static str> {
    let code = line.trim_start();
    if code.starts_with("//") {
        None
    } else if code.starts_with("#[ignore") {
        Some("ignores a test: mend it or delete it")
    } else if code.starts_with("#[allow(") || code.starts_with("#![allow(") {
        Some("allows a lint: `expect` it, with a reason")
    } else if is_unsafe(code) && !UNSAFE_ROOMS.iter().any(|room| path.starts_with(room)) {
        Some("holds `unsafe`, which only `index` and `embed` may")
    } else {
        None
    }
}

fn is_unsafe(code: &str) -> bool {
    ["unsafe {", "unsafe fn ", "unsafe impl ", "unsafe extern ", "expect(unsafe_code"]
        .iter()
        .any(|form| code.contains(form))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints_of(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)]))
    }

    #[test]
    fn each_habit_can_be_broken() {
        assert_eq!(
            complaints_of(
                "crates/note/src/util.rs",
                "use x;\n#[ignore]\n#[allow(dead_code)]\nunsafe { x() }\n"
            ),
            [
                "`crates/note/src/util.rs` does not start with a `//!` line that says what it is",
                "`crates/note/src/util.rs` is a drawer: name it by what is in it",
                "`crates/note/src/util.rs:2` ignores a test: mend it or delete it",
                "`crates/note/src/util.rs:3` allows a lint: `expect` it, with a reason",
                "`crates/note/src/util.rs:4` holds `unsafe`, which only `index` and `embed` may",
            ]
        );
    }

    #[test]
    fn vectors_may_be_unsafe_and_comments_say_what_they_like() {
        assert_eq!(
            complaints_of("crates/embed/src/dot.rs", "//! Dot products.\nunsafe { x() }\n"),
            [""; 0]
        );
        assert_eq!(
            complaints_of("crates/note/src/note.rs", "//! A note.\n// unsafe { x() }\n"),
            [""; 0]
        );
    }
}
