//! What was found, as it is answered from: passages with their exact text, and the neighbours that complete them.

use notekin_answer::{Candidate, Passage};
use notekin_index::{ChunkRow, NoteRow, Reader};
use notekin_note::Day;

use super::indexes::Indexes;
use crate::{Audience, Error, Hit};

/// A passage of fewer tokens is hardly understood without what stands around it.
const SHORT: u32 = 80;

impl Indexes<'_> {
    /// Returns the passages of hits; one that is gone meanwhile is left out, and one whose bytes are no text, as they couldn't
    /// be pointed at.
    pub(super) fn candidates(
        &self,
        hits: &[Hit],
        audience: Audience,
    ) -> Result<Vec<Candidate>, Error> {
        let mut candidates = Vec::new();
        for hit in hits {
            let Some(reader) = self.reader(&hit.vault) else { continue };
            // It may have become private since it was found.
            let note = reader.note(&hit.path)?.filter(|note| audience.sees(note));
            let Some(note) = note else { continue };
            candidates.extend(candidate(reader, &note, hit)?);
        }
        Ok(candidates)
    }
}

fn candidate(reader: &Reader, note: &NoteRow, hit: &Hit) -> Result<Option<Candidate>, Error> {
    let chunks = reader.chunks(note.id)?;
    let Some(at) = chunks.iter().position(|chunk| chunk.span == hit.bytes) else { return Ok(None) };
    let Some(chunk) = chunks.get(at) else { return Ok(None) };
    let passage = |chunk: &ChunkRow| passage(note, chunk, hit);
    let beside = |other: Option<&ChunkRow>| {
        other.filter(|other| !other.listing && other.heading == chunk.heading).and_then(passage)
    };
    let goes_on = chunk.text.trim_end().ends_with([':', '：']);
    let is_short = chunk.tokens < SHORT;
    let before = at.checked_sub(1).filter(|_| is_short).and_then(|at| chunks.get(at));
    let after = chunks.get(at + 1).filter(|_| is_short || goes_on);
    let (before, after) = (beside(before), beside(after));
    Ok(passage(chunk).map(|passage| Candidate { passage, before, after }))
}

/// Returns a chunk as it is answered from, with the day that its note names. The file's own time isn't used: copying, cloning
/// or syncing changes it, and nobody could tell it from a day that is written in the note.
fn passage(note: &NoteRow, chunk: &ChunkRow, hit: &Hit) -> Option<Passage> {
    Some(Passage {
        vault: hit.vault.clone(),
        path: note.path.as_str().to_owned(),
        title: note.title.clone(),
        heading: chunk.heading.clone(),
        text: String::from_utf8(chunk.raw.clone()).ok()?,
        lines: chunk.lines,
        span: chunk.span,
        date: note.day.map(written),
        score: hit.score,
    })
}

/// Returns a day as `2026-11-30`.
fn written(day: Day) -> String {
    let (year, month, day) = day.date();
    format!("{year:04}-{month:02}-{day:02}")
}
