//! Reading a note, or a part of one, as it was last taken in.
//!
//! The text comes from the index, never from the file: what the policy judged when the note was taken in is exactly what
//! is read, whatever has become of the file since, and the lines are those that a search gave.

mod part;
mod request;
mod shown;
mod text;

pub use request::{NotePart, OutlineEntry, ReadReply, ReadRequest};
pub use shown::ShownNote;

use notekin_index::{NoteDetail, NoteRow, SectionRow};

use crate::audience::Audience;
use crate::engine::Engine;
use crate::{Error, names};
use text::NoteText;

impl Engine {
    /// Returns a note's text, or a part of it, as much as the budget allows from where the page before ended.
    ///
    /// Pages put together are the part to the byte, but for bytes that aren't UTF-8. A cursor is refused as
    /// [`Error::Changed`] once the file has been taken in anew: two halves of different texts would make a third that
    /// nobody wrote.
    pub fn read(&self, request: &ReadRequest, audience: Audience) -> Result<ReadReply, Error> {
        let notices =
            if request.update { self.take_in_changes()? } else { self.behind_notices(audience) };
        let reader = self.reader()?;
        let note = names::find(&reader, &request.note, audience)?;
        let detail = reader.detail(note.id)?.unwrap_or_default();
        let text = NoteText::of(&note, &detail.head, reader.chunks(note.id)?);
        let part = part::range(&request.part, &note, &detail, &text)?;
        let start = resume(request.cursor.as_deref(), &note)?.unwrap_or(part.start);
        let window = text.window(&(start.clamp(part.start, part.end)..part.end), request.budget);
        let next_cursor = window.next.map(|next| cursor(&note, next));
        Ok(ReadReply {
            vault: self.settings.name.clone(),
            heading: heading_at(&detail, window.bytes.start),
            lines: window.lines,
            bytes: window.bytes,
            text: window.text,
            next_cursor,
            outline: outline(&detail),
            tags: detail.tags,
            aliases: detail.aliases,
            properties: detail.properties,
            modified: note.stamp.modified_ns.div_euclid(1_000_000_000),
            path: note.path,
            title: note.title,
            notices,
        })
    }
}

/// Writes a place in a note as it is now: the file's time and size, and the byte of the text, all in hexadecimal. It is
/// good for as long as the note stays as it is.
fn cursor(note: &NoteRow, at: usize) -> String {
    format!("{:x}.{:x}.{at:x}", note.stamp.modified_ns, note.stamp.size)
}

/// Reads the place that a cursor tells, if there is a cursor.
fn resume(cursor: Option<&str>, note: &NoteRow) -> Result<Option<usize>, Error> {
    let Some(text) = cursor else { return Ok(None) };
    let place = text.rsplit_once('.').and_then(|(_, at)| usize::from_str_radix(at, 16).ok());
    let at = place.ok_or_else(|| Error::Invalid(format!("`{text}` is not a cursor of a note")))?;
    if self::cursor(note, at) == text {
        return Ok(Some(at));
    }
    Err(Error::Changed(note.path.as_str().to_owned()))
}

/// Returns the headings in their order; what stands before the first is no entry.
fn outline(detail: &NoteDetail) -> Vec<OutlineEntry> {
    let headings = detail.sections.iter().filter(|section| section.level > 0);
    headings
        .map(|section| OutlineEntry {
            level: section.level,
            title: section.title.clone(),
            line: section.lines.start,
        })
        .collect()
}

/// Returns the headings above a byte, outermost first.
fn heading_at(detail: &NoteDetail, byte: usize) -> Vec<String> {
    let mut above: Vec<&SectionRow> = Vec::new();
    for section in detail.sections.iter().filter(|section| section.level > 0) {
        if section.span.start > byte {
            break;
        }
        above.retain(|outer| outer.level < section.level);
        above.push(section);
    }
    above.into_iter().map(|section| section.title.clone()).collect()
}
