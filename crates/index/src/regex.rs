//! Finding by a regular expression, line by line, in time linear in the text.
//!
//! Each line of each chunk is searched for itself, without its line ending. So no match goes over
//! the end of a line or of a chunk, and `^` and `$` stand for the ends of lines.

use notekin_note::Span;
use regex::bytes::{Regex, RegexBuilder};

use crate::error::{Error, Result};
use crate::filter::NoteSet;
use crate::ids::{ChunkId, NoteId};
use crate::notes::Visit;

/// A compiled expression may take this much memory.
///
/// One that would take more is not valid; counted repetitions of large classes come to that.
const MAX_COMPILED_BYTES: usize = 4 << 20;

/// A place that matches a regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexHit {
    /// The chunk.
    pub chunk: ChunkId,
    /// The note it belongs to.
    pub note: NoteId,
    /// The bytes in the note's file.
    pub span: Span,
}

/// What a regular expression finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegexHits {
    /// The first matches, by path and place.
    pub hits: Vec<RegexHit>,
    /// The number of notes with a match.
    pub notes: usize,
    /// The number of matches.
    pub total: usize,
}

/// Finds a pattern in the chunks that `each` visits.
///
/// All of them are read even when `limit` is reached, for the two totals.
pub(crate) fn find(
    pattern: &str,
    among: Option<&NoteSet>,
    limit: usize,
    each: impl FnOnce(Visit<'_>) -> Result<()>,
) -> Result<RegexHits> {
    let regex = RegexBuilder::new(pattern).size_limit(MAX_COMPILED_BYTES).build();
    let regex = regex.map_err(|error| Error::Invalid {
        what: format!("the pattern `{pattern}`"),
        source: error.into(),
    })?;
    let mut found = RegexHits::default();
    let mut notes = NoteSet::default();
    each(&mut |chunk, note, start, raw| {
        if among.is_some_and(|set| !set.contains(note)) {
            return;
        }
        for span in matches(&regex, raw, start) {
            notes.insert(note);
            found.total += 1;
            if found.hits.len() < limit {
                found.hits.push(RegexHit { chunk, note, span });
            }
        }
    })?;
    found.notes = notes.len();
    Ok(found)
}

/// The matches in a text that starts at `start` in its file; empty ones do not count.
fn matches(regex: &Regex, raw: &[u8], start: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut line_start = start;
    for line in raw.split_inclusive(|&byte| byte == b'\n') {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let found = regex.find_iter(text).filter(|found| !found.is_empty());
        spans.extend(found.map(|found| Span {
            start: line_start + found.start(),
            end: line_start + found.end(),
        }));
        line_start += line.len();
    }
    spans
}
