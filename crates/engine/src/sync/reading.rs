//! Reading one note of the vault into what the index takes.

use notekin_index::{ContentHash, Known, NoteDraft};
use notekin_note::{Format, Note, NotePath, Settings, Titles};
use notekin_vault::{File, Stamp, Trouble, Vault};

use super::plan::index_stamp;
use crate::Unread;

/// What came of reading a note.
#[derive(Debug)]
pub(super) enum Reading {
    /// The content is what the index knows; only its stamp is new.
    Same(Stamp),
    /// The content is new.
    New(Box<Understood>),
    /// The note asks to be left out.
    OptedOut(Stamp),
    /// The note vanished between the scan and the reading.
    Vanished,
    /// The note can't be read.
    Failed(Unread),
}

/// A note as read and understood.
#[derive(Debug)]
pub(super) struct Understood {
    pub(super) file: File,
    pub(super) titles: Titles,
    note: Note,
}

impl Understood {
    /// Returns what the index knows the file by.
    pub(super) fn identity(&self) -> ContentHash {
        identity(&self.file)
    }

    /// Returns what the index takes of the note.
    pub(super) fn draft<'a>(&'a self, path: &'a NotePath) -> NoteDraft<'a> {
        NoteDraft {
            path,
            stamp: index_stamp(self.file.stamp),
            created_ns: self.file.created_ns,
            hash: self.identity(),
            titles: &self.titles,
            raw: &self.file.bytes,
            // A link can lead anywhere on the machine, and whoever made the vault made the link.
            private: self.note.frontmatter.private || self.file.outside,
            note: &self.note,
        }
    }
}

/// Reads and understands the note at `path`.
pub(super) fn read(
    vault: &Vault,
    path: &NotePath,
    known: Option<&Known>,
    settings: &Settings,
) -> Reading {
    let file = match vault.read(path) {
        Ok(file) => file,
        Err(error) if error.kind == Trouble::Gone => return Reading::Vanished,
        Err(error) => return Reading::Failed(error.into()),
    };
    if known.is_some_and(|known| known.hash == identity(&file)) {
        return Reading::Same(file.stamp);
    }
    let format = Format::of(path).unwrap_or(Format::Markdown);
    let note = notekin_note::parse(&file.bytes, format, settings);
    if !note.frontmatter.index {
        return Reading::OptedOut(file.stamp);
    }
    let titles = note.titles(path, vault.title_rule());
    Reading::New(Box::new(Understood { file, titles, note }))
}

/// Returns what the index knows a file by: its contents, and whether a link led out of the vault to them. The same text is
/// another note when it begins or ceases to lie outside, as it is private there.
pub(crate) fn identity(file: &File) -> ContentHash {
    let hash = file.hash.0;
    if file.outside { hash.map(|byte| !byte) } else { hash }
}
