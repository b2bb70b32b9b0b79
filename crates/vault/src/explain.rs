//! The answer to "why is this note in, or not?".

use std::fmt;

use crate::file::File;
use crate::rule::Rule;
use crate::unreadable::Unreadable;

/// What the vault says of one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// A note that the rules let be read, and what it says now.
    Note(File),
    /// A folder whose notes are read.
    Folder,
    /// A note or folder that a rule keeps out.
    Excluded(Rule),
    /// A note that can't be read.
    Unreadable(Unreadable),
    /// A file of another kind.
    NotANote,
    /// Nothing is there.
    Missing,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Note(file) => write!(f, "a note of {} bytes that is read", file.stamp.size),
            Self::Folder => f.write_str("a folder whose notes are read"),
            Self::Excluded(rule) => write!(f, "left out: {rule}"),
            Self::Unreadable(unreadable) => write!(f, "can't be read: {}", unreadable.reason),
            Self::NotANote => {
                f.write_str("not a note: notes end in `.md`, `.markdown` or `.canvas`")
            }
            Self::Missing => f.write_str("there is no such note"),
        }
    }
}
