//! What can be asked of near-copies, and what comes back: plain data.

use notekin_note::NotePath;

use crate::search::{Filter, Notice};

/// A look for notes that say the same.
#[derive(Clone, Debug, Default)]
pub struct CopiesRequest {
    /// Which notes are compared with one another.
    pub filter: Filter,
    /// Whether changed notes are taken in by words first, for as long as that is quick.
    pub update: bool,
}

/// The near-copies of a vault.
#[derive(Clone, Debug)]
pub struct CopiesReply {
    /// Groups of notes that say the same, those of most notes first, then by path; a note is in one of them at most.
    pub groups: Vec<CopyGroup>,
    /// How many notes were compared.
    pub compared: usize,
    /// What the reader should know to judge the reply.
    pub notices: Vec<Notice>,
}

/// Notes that say the same as the first of them.
#[derive(Clone, Debug, PartialEq)]
pub struct CopyGroup {
    /// The notes: first the one with most copies and of those the longest, then the others, the most alike first.
    pub notes: Vec<Copied>,
    /// How each of the others differs from the first, in their order.
    pub differs: Vec<Difference>,
}

/// A note of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Copied {
    /// The note.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// The share of the text of it and of the first that stands in the other too, from 0 to 1; text that many notes hold
    /// is left out. 1 for the first itself.
    pub coverage: f32,
}

/// What stands in one of two notes only, line by line.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The note that was compared with the first of its group.
    pub path: NotePath,
    /// Lines that only the first has; at most some.
    pub removed: Vec<String>,
    /// Lines that only this note has; at most some.
    pub added: Vec<String>,
    /// Lines that differ and aren't among these.
    pub more: usize,
}
