//! A whole note as it is shown: a tree of blocks, and where its links lead.

use notekin_note::blocks::{Block, LinkTarget};
use notekin_note::{Format, NotePath, blocks};
use notekin_vault::Links;

use super::{NotePart, ReadReply, ReadRequest};
use crate::Error;
use crate::audience::Audience;
use crate::engine::Engine;

/// More tokens than a note has that isn't left out for its size.
const WHOLE: usize = 1 << 24;

/// A whole note as it is shown.
#[derive(Debug)]
pub struct ShownNote {
    /// The note with its text.
    pub note: ReadReply,
    /// Its text as a tree.
    pub blocks: Vec<Block>,
    links: Links,
}

impl ShownNote {
    /// Returns the note that one of its links leads to, if there is one that the audience may see.
    pub fn leads_to(&self, target: &LinkTarget) -> Option<&NotePath> {
        self.links.resolve(&self.note.path, &target.path, target.kind)
    }
}

impl Engine {
    /// Returns a note by its path, name, title or alias, to be shown. Changes are taken in by words first, for as long as
    /// that is quick.
    pub fn show(&self, note: &str, audience: Audience) -> Result<ShownNote, Error> {
        let request = ReadRequest {
            note: note.to_owned(),
            part: NotePart::Whole,
            budget: WHOLE,
            cursor: None,
            update: true,
        };
        let note = self.read(&request, audience)?;
        let reader = self.reader()?;
        // Of a canvas the index has what its cards say, which is Markdown.
        let format = Format::of(&note.path).filter(|format| *format != Format::Canvas);
        let blocks = blocks::blocks(note.text.as_bytes(), format.unwrap_or(Format::Markdown));
        let notes = reader.notes()?.into_iter().filter(|note| audience.sees(note));
        let paths: Vec<NotePath> = notes.map(|note| note.path).collect();
        Ok(ShownNote { note, blocks, links: Links::new(&paths) })
    }
}
