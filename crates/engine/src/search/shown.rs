//! What is shown of a passage that was found.
//!
//! An excerpt must show why something was found, so it is cut where most words of the query stand; of a passage without
//! text it is whatever else there is to see.

use std::borrow::Cow;

use notekin_embed::Embedder;
use notekin_index::{ChunkRow, NoteRow, Reader, Wanted, WordQuery, said, snippet};
use notekin_note::{Lines, Span, sentences, unbroken};

use super::Search;
use super::fuse::Candidate;
use super::request::{Mode, Snippet};
use crate::Error;

/// Characters of a passage shown with a hit.
const SNIPPET: usize = 240;

/// The share of the query from which a passage's words show why it was found, so that the model needn't be asked.
const SAID: f32 = 0.5;

/// What was asked for, as an excerpt is to show it.
pub(super) struct Asked<'a> {
    query: Cow<'a, str>,
    /// The words that were searched for; none where a search by words wasn't part of it.
    words: WordQuery,
    rarities: Vec<f32>,
    /// The model, where meaning was part of the search.
    embedder: Option<&'a dyn Embedder>,
}

impl Search<'_> {
    /// Returns what excerpts are to show, given the words that were searched for.
    pub(super) fn asked(&self, words: Option<WordQuery>) -> Result<Asked<'_>, Error> {
        let words = words.unwrap_or_else(|| self.words.clone());
        let by_meaning = matches!(self.request.mode, Mode::Hybrid | Mode::Semantic);
        Ok(Asked {
            query: WordQuery::said(&self.request.query),
            rarities: self.reader.rarities(&words)?,
            words,
            embedder: self.engine.serving_model(self.reader).ok().filter(|_| by_meaning),
        })
    }
}

impl Asked<'_> {
    /// Returns the excerpt of a passage's text.
    fn excerpt(&self, text: &str, raw: &[u8]) -> Snippet {
        let places = sentences(text);
        let pieces: Vec<&str> = places.into_iter().map(|place| &text[place]).collect();
        let is_plain = pieces.len() < 2 || said(text, &self.words, &self.rarities) >= SAID;
        let model = self.embedder.filter(|_| !is_plain);
        let closeness = model.and_then(|model| model.closeness(&self.query, &pieces));
        let cut = snippet(
            text,
            &Wanted {
                query: &self.words,
                rarities: &self.rarities,
                closeness: &closeness.unwrap_or_default(),
                whole: &unbroken(&String::from_utf8_lossy(raw)),
                max_chars: SNIPPET,
            },
        );
        let highlights = cut.highlights.into_iter().map(|[start, end]| (start, end)).collect();
        Snippet { text: cut.text, highlights }
    }
}

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
        asked: &Asked<'_>,
        candidate: &Candidate,
        (note, chunk): (&NoteRow, &ChunkRow),
    ) -> Result<Self, Error> {
        if let Some(matched) = candidate.matched {
            return Ok(matched_lines(chunk, matched));
        }
        Ok(Self {
            lines: chunk.lines,
            bytes: chunk.span,
            snippet: asked.excerpt(&text(reader, note, chunk)?, &chunk.raw),
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
    Ok(if lines.is_empty() { note.title.clone() } else { lines.join("\n") })
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
