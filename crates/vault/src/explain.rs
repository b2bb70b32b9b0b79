//! The answer to "why is this note in, or not?".

use std::fmt;

use notekin_note::{NotePath, fold};

use crate::file::Stamp;
use crate::rule::Rule;
use crate::scan::Scan;
use crate::unreadable::Unreadable;

/// How many similar names are worth showing.
const NEAR: usize = 5;

/// What the vault says of one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// A note that is read.
    Note(Stamp),
    /// A folder whose notes are read.
    Folder,
    /// A note or folder that a rule keeps out.
    Excluded(Rule),
    /// A note that can't be read.
    Unreadable(Unreadable),
    /// A file of another kind.
    NotANote,
    /// Nothing is there; `near` are the readable notes whose names differ in case, form, folder or extension only.
    Missing {
        /// The paths of similarly named notes, at most five.
        near: Vec<NotePath>,
    },
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Note(stamp) => write!(f, "a note of {} bytes that is read", stamp.size),
            Self::Folder => f.write_str("a folder whose notes are read"),
            Self::Excluded(rule) => write!(f, "left out: {rule}"),
            Self::Unreadable(unreadable) => write!(f, "can't be read: {}", unreadable.reason),
            Self::NotANote => {
                f.write_str("not a note: notes end in `.md`, `.markdown` or `.canvas`")
            }
            Self::Missing { near } if near.is_empty() => f.write_str("there is no such note"),
            Self::Missing { near } => {
                let near: Vec<_> = near.iter().map(|path| format!("`{path}`")).collect();
                write!(f, "there is no such note; similar: {}", near.join(", "))
            }
        }
    }
}

/// Returns the readable notes whose names are nearly that of `path`, those in the same place first.
pub(crate) fn near(path: &NotePath, scan: &Scan) -> Vec<NotePath> {
    let place = path.lookup_key();
    let names = [fold(path.file_name()), fold(path.stem())];
    let mut near: Vec<_> = scan
        .notes
        .keys()
        .filter(|note| {
            names.contains(&fold(note.file_name())) || names.contains(&fold(note.stem()))
        })
        .collect();
    near.sort_by_key(|note| note.lookup_key() != place);
    near.into_iter().take(NEAR).cloned().collect()
}
