//! What a reading is asked for, and what it replies.

use notekin_note::{Lines, NotePath, Span};

use crate::notice::Notice;

/// Which part of a note is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NotePart {
    /// All of it, frontmatter too.
    #[default]
    Whole,
    /// The section under a heading, with the sections below it.
    Heading(String),
    /// The paragraph, item or table of a block id, which may be written with `^` or without.
    Block(String),
    /// The whole lines of a range, as far as the note has them.
    Lines(Lines),
}

/// A reading of a note.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    /// The note: its path, or its name, title or alias where that is unique.
    pub note: String,
    /// Which part of it.
    pub part: NotePart,
    /// The most tokens of text returned, by the estimate that passages are cut with.
    pub budget: usize,
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// Whether changed notes are taken in by words first, for as long as that is quick.
    pub update: bool,
}

/// A note's text, or a part of it, with what is known of the note.
#[derive(Clone, Debug)]
pub struct ReadReply {
    /// The vault's name.
    pub vault: String,
    /// The note's path in the vault.
    pub path: NotePath,
    /// The note's title.
    pub title: String,
    /// The headings above the first line, outermost first.
    pub heading: Vec<String>,
    /// The lines of the text in the file.
    pub lines: Lines,
    /// The bytes of the text in the file.
    pub bytes: Span,
    /// The text: the file's own, decoded; of a canvas, what its cards say.
    pub text: String,
    /// Where the next page begins, if the budget ended this one.
    pub next_cursor: Option<String>,
    /// The note's headings.
    pub outline: Vec<OutlineEntry>,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its frontmatter's properties, as a JSON object.
    pub properties: String,
    /// When its file was changed, in seconds since 1970.
    pub modified: i64,
    /// What the reader should know to judge the reply.
    pub notices: Vec<Notice>,
}

/// A heading of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// 1 to 6.
    pub level: u8,
    /// Its text.
    pub title: String,
    /// Its line in the file.
    pub line: u32,
}
