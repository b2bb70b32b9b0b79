//! What is shown of a passage that was found.
//!
//! An excerpt must show why something was found, so it is cut where most words of the query stand; of a passage without
//! text it is whatever else there is to see.

use notekin_index::{ChunkRow, NoteRow, Reader, WordQuery, snippet};
use notekin_note::{Lines, Span};

use super::fuse::Candidate;
use super::request::Snippet;
use crate::Error;

/// Characters of a passage shown with a hit.
const SNIPPET: usize = 240;

/// Where a hit is and what is shown of it.
pub(super) struct Shown {
    pub(super) lines: Lines,
    pub(super) bytes: Span,
    pub(super) snippet: Snippet,
}

impl Shown {
    /// Returns the place and text shown for a candidate: the passage, or the match of a regular expression in it.
    pub(super) fn of(
        reader: &Reader,
        words: &WordQuery,
        candidate: &Candidate,
        (note, chunk): (&NoteRow, &ChunkRow),
    ) -> Result<Self, Error> {
        if let Some(matched) = candidate.matched {
            return Ok(matched_lines(chunk, matched));
        }
        let cut = snippet(&text(reader, note, chunk)?, words, SNIPPET);
        let highlights = cut.highlights.into_iter().map(|[start, end]| (start, end)).collect();
        Ok(Self {
            lines: chunk.lines,
            bytes: chunk.span,
            snippet: Snippet { text: cut.text, highlights },
        })
    }
}

/// Returns what a passage says; where it says nothing, what is found by words only, its note's frontmatter, or its title.
fn text(reader: &Reader, note: &NoteRow, chunk: &ChunkRow) -> Result<String, Error> {
    if let Some(text) = [&chunk.text, &chunk.aside].into_iter().find(|text| !text.trim().is_empty())
    {
        return Ok(text.clone());
    }
    let head = reader.detail(note.id)?.map(|detail| detail.head).unwrap_or_default();
    let lines: Vec<&str> =
        head.lines().map(str::trim).filter(|line| !matches!(*line, "" | "---" | "...")).collect();
    Ok(if lines.is_empty() { note.title.clone() } else { lines.join("  ") })
}

/// Returns the whole lines that hold a match.
fn matched_lines(chunk: &ChunkRow, matched: Span) -> Shown {
    let start = (matched.start - chunk.span.start).min(chunk.raw.len());
    let end = (matched.end - chunk.span.start).clamp(start, chunk.raw.len());
    let (before, inside, after) = (&chunk.raw[..start], &chunk.raw[start..end], &chunk.raw[end..]);
    let newlines = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').count() as u32 - 1;
    let first = chunk.lines.start + newlines(before);
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line_end = end + after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len());
    let lead = String::from_utf8_lossy(&before[line_start..]);
    let hit = String::from_utf8_lossy(inside);
    let tail = String::from_utf8_lossy(&chunk.raw[end..line_end]);
    let highlights = vec![(lead.len(), lead.len() + hit.len())];
    Shown {
        lines: Lines { start: first, end: first + newlines(inside) },
        bytes: matched,
        snippet: Snippet {
            text: format!("{lead}{hit}{}", tail.trim_end_matches('\r')),
            highlights,
        },
    }
}
