//! A condition of a filter.

use notekin_note::Days;

use crate::comparison::Is;
use crate::glob::Glob;
use crate::ids::NoteId;

/// Something that must hold of a note, or must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Whether the test must fail.
    pub negated: bool,
    /// What is looked at.
    pub test: Test,
}

/// What a note is tested for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// It lies in one of some folders, or in one below.
    Folder(Vec<String>),
    /// It has a tag, or one nested below.
    Tag(String),
    /// Its path matches.
    Path(Glob),
    /// It has a property of a name, whose case doesn't count, and its value is as asked for.
    Property {
        /// The name; that of a property within a property stands behind a `.`.
        name: String,
        /// What is asked of its value, or of one in its list.
        is: Is,
    },
    /// One of its dates is one of some days.
    On(Moment, Days),
    /// It has a link to another note. None is a note that isn't there.
    LinksTo(Option<NoteId>),
    /// Another note has a link to it.
    LinkedFrom(Option<NoteId>),
}

/// A date of a note. Days that are written in it count before those of its file, which are days in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// When it was made: what its frontmatter says, else when its file was made, or last changed if that was before.
    Created,
    /// When it was changed: what its frontmatter says, else when its file was.
    Modified,
    /// What it is about: the property `date`, else the date in its name, else when it was made.
    Date,
}
