//! A draft: a note as read from its file, on its way into the index.

use notekin_note::{Note, NotePath, Titles};

use crate::ids::ContentHash;

/// When and how large a file was when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified_ns: i64,
}

/// Everything the index keeps of one note.
#[derive(Clone, Copy, Debug)]
pub struct NoteDraft<'a> {
    /// Its path in the vault.
    pub path: &'a NotePath,
    /// Size and time of its file.
    pub stamp: Stamp,
    /// When its file was made, in nanoseconds since 1970, if that is known.
    pub created_ns: Option<i64>,
    /// Hash of its file.
    pub hash: ContentHash,
    /// What it is called.
    pub titles: &'a Titles,
    /// The file's bytes, from which the chunks' spans are cut.
    pub raw: &'a [u8],
    /// Whether it must never leave for a remote model, store or assistant.
    pub private: bool,
    /// What was understood of them.
    pub note: &'a Note,
}
