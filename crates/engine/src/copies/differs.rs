//! What differs between two notes, line by line.

use notekin_index::{NoteId, Reader};
use notekin_note::NotePath;
use similar::{ChangeTag, TextDiff};

use super::request::Difference;
use crate::Error;

/// The most lines shown of either note.
const MOST_SHOWN: usize = 10;

/// Lines of a note that are compared; the time this takes grows with the lines times those that differ.
const MOST_LINES: usize = 4000;

/// Returns the text of a note as it is written, but for its frontmatter, ready to be compared.
pub(crate) fn text(reader: &Reader, note: NoteId) -> Result<String, Error> {
    let mut text = String::new();
    for chunk in reader.chunks(note)? {
        text.push_str(&String::from_utf8_lossy(&chunk.raw));
        text.push('\n');
    }
    Ok(text)
}

/// Returns what differs between the first note of a group and another; blank lines, and blanks around lines, are none
/// of it.
pub(crate) fn differs(first: &str, other: &str, path: NotePath) -> Difference {
    let (first, other) = (lines(first), lines(other));
    let diff = TextDiff::from_slices(&first, &other);
    let mut difference = Difference { path, removed: Vec::new(), added: Vec::new(), more: 0 };
    for change in diff.iter_all_changes() {
        let shown = match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => &mut difference.removed,
            ChangeTag::Insert => &mut difference.added,
        };
        if shown.len() < MOST_SHOWN {
            shown.push(change.value().to_owned());
        } else {
            difference.more += 1;
        }
    }
    difference
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).take(MOST_LINES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: &str, other: &str) -> (Vec<String>, Vec<String>, usize) {
        let path = NotePath::parse("note.md").unwrap();
        let found = differs(first, other, path);
        (found.removed, found.added, found.more)
    }

    #[test]
    fn lines_of_one_note_only_are_told_apart() {
        let (removed, added, more) = check("a\nb\n\n  c\n", "a\nx\nc\nd\n");
        assert_eq!((removed, added, more), (vec!["b".into()], vec!["x".into(), "d".into()], 0));
        assert_eq!(check("a\nb", "a\n\n b \n"), (vec![], vec![], 0));
    }

    #[test]
    fn no_more_than_some_are_shown() {
        let long: Vec<String> = (0..25).map(|line| format!("line {line}\n")).collect();
        let (removed, added, more) = check(&long.concat(), "");
        assert_eq!((removed.len(), added.len(), more), (MOST_SHOWN, 0, 15));
    }
}
