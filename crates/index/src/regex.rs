//! Finding by a regular expression, line by line, in time linear in the text.
//!
//! Each line of each chunk is searched for itself, without its line ending. So no match goes over
//! the end of a line or of a chunk, and `^` and `$` stand for the ends of lines.
//!
//! A letter such as `é` may be written as one character or as two. A line is searched as it is given and, where it or the
//! pattern is not in NFC, once more with both in it.

use std::ops::Range;

use notekin_note::Span;
use regex::bytes::{Regex, RegexBuilder};
use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

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
    let pattern = Pattern::new(pattern)?;
    let mut found = RegexHits::default();
    let mut notes = NoteSet::default();
    each(&mut |chunk, note, start, raw| {
        if among.is_some_and(|set| !set.contains(note)) {
            return;
        }
        for span in pattern.matches(raw, start) {
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

/// A pattern as given, and in the form in which most texts are written.
struct Pattern {
    given: Regex,
    /// The same in NFC, if that is another one.
    composed: Option<Regex>,
}

impl Pattern {
    fn new(pattern: &str) -> Result<Self> {
        let given = compiled(pattern).map_err(|error| Error::Invalid {
            what: format!("the pattern `{pattern}`"),
            source: error.into(),
        })?;
        let is_composed = is_nfc_quick(pattern.chars()) == IsNormalized::Yes;
        let composed = (!is_composed).then(|| compiled(&pattern.nfc().collect::<String>()));
        // What is too large or no pattern in that form is searched as given only.
        Ok(Self { given, composed: composed.and_then(std::result::Result::ok) })
    }

    /// The matches in a text that starts at `start` in its file; empty ones do not count.
    fn matches(&self, raw: &[u8], start: usize) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut line_start = start;
        for line in raw.split_inclusive(|&byte| byte == b'\n') {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            let found = self.in_line(text).into_iter();
            spans.extend(found.map(|found| Span {
                start: line_start + found.start,
                end: line_start + found.end,
            }));
            line_start += line.len();
        }
        spans
    }

    /// The matches in a line: as pattern and line are given, and what more there is with both in NFC.
    fn in_line(&self, line: &[u8]) -> Vec<Range<usize>> {
        let found = found(&self.given, line);
        if line.is_ascii() {
            return found;
        }
        let composed = std::str::from_utf8(line).ok().and_then(Composed::new);
        let more = match (&composed, &self.composed) {
            (None, None) => return found,
            (None, Some(pattern)) => self::found(pattern, line),
            (Some(line), pattern) => {
                let pattern = pattern.as_ref().unwrap_or(&self.given);
                let found = self::found(pattern, line.text.as_bytes());
                found.into_iter().map(|range| line.given(range)).collect()
            }
        };
        joined(found, more)
    }
}

fn compiled(pattern: &str) -> std::result::Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).size_limit(MAX_COMPILED_BYTES).build()
}

fn found(regex: &Regex, text: &[u8]) -> Vec<Range<usize>> {
    regex.find_iter(text).map(|found| found.range()).filter(|range| !range.is_empty()).collect()
}

/// Adds to ranges those of `more` that overlap none of them; both are in order.
fn joined(mut ranges: Vec<Range<usize>>, more: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut ahead = ranges.clone().into_iter().peekable();
    for range in more {
        while ahead.next_if(|known| known.end <= range.start).is_some() {}
        if ahead.peek().is_none_or(|known| range.end <= known.start) {
            ranges.push(range);
        }
    }
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

/// A line in NFC that is given otherwise, and where its bytes come from.
struct Composed {
    text: String,
    /// The starts of the pieces that are composed each by itself, here and in the line as given; the ends of both last.
    pieces: Vec<(usize, usize)>,
}

impl Composed {
    /// Returns the line in NFC, if that is another one.
    fn new(line: &str) -> Option<Self> {
        if is_nfc_quick(line.chars().filter(|c| !is_settled(*c))) == IsNormalized::Yes {
            return None;
        }
        let mut composed = Self { text: String::new(), pieces: Vec::new() };
        let mut piece = 0;
        let starts = line.char_indices().filter(|(at, c)| *at > 0 && is_start(*c));
        for end in starts.map(|(at, _)| at).chain([line.len()]) {
            composed.pieces.push((composed.text.len(), piece));
            composed.text.extend(line[piece..end].nfc());
            piece = end;
        }
        composed.pieces.push((composed.text.len(), line.len()));
        Some(composed)
    }

    /// Returns the bytes of the line as given that some bytes come from, of a piece always all.
    fn given(&self, range: Range<usize>) -> Range<usize> {
        let first = self.pieces.partition_point(|(start, _)| *start <= range.start) - 1;
        let last = self.pieces.partition_point(|(start, _)| *start < range.end);
        self.pieces[first].1..self.pieces[last].1
    }
}

/// Whether a character is never composed with what stands before it, so that a text can be composed in parts.
fn is_start(c: char) -> bool {
    canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes
}

/// Whether a character is of those, the most common in Latin, Cyrillic, Han and Hangul, that are in NFC wherever they stand.
///
/// Without them a text is told to be in NFC as before; for Han that takes a third of the time.
fn is_settled(c: char) -> bool {
    matches!(c, ..'\u{300}' | '\u{400}'..='\u{482}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matched<'a>(pattern: &str, text: &'a str) -> Vec<&'a str> {
        let spans = Pattern::new(pattern).unwrap().matches(text.as_bytes(), 0);
        spans.into_iter().map(|span| &text[span.start..span.end]).collect()
    }

    #[test]
    fn a_letter_is_found_in_whichever_form_it_is_written() {
        let (one, two) = ("caf\u{e9}", "cafe\u{301}");
        let text = "caf\u{e9} x\r\nUn cafe\u{301}, un caf\u{e9}s";
        for pattern in [one, two] {
            assert_eq!(matched(pattern, text), [one, two, one], "{pattern}");
        }
        assert_eq!(matched("[\u{e9}\u{ea}]s?", text), ["\u{e9}", "e\u{301}", "\u{e9}s"]);
        assert_eq!(matched("(?i)CAF\u{c9}\\b", "cafe\u{301}"), [two]);
        assert_eq!(matched("^caf.$", two), [two], "one character, as it is read");
        assert_eq!(matched("\u{ac00}", "\u{1100}\u{1161}x"), ["\u{1100}\u{1161}"], "Hangul");
        assert_eq!(matched("\u{304c}", "\u{304b}\u{3099}"), ["\u{304b}\u{3099}"], "kana");
    }

    #[test]
    fn what_is_found_as_given_is_found_still() {
        let two = "cafe\u{301}";
        assert_eq!(matched("cafe", two), ["cafe"]);
        assert_eq!(matched("\\x{301}", two), ["\u{301}"]);
        assert_eq!(matched(".", "e\u{301}a"), ["e", "\u{301}", "a"]);
        assert_eq!(matched("x|\u{e9}", "xe\u{301}x"), ["x", "e\u{301}", "x"], "in order");
        assert!(matched("caf\u{e9}", "cafe").is_empty());
    }

    #[test]
    fn settled_characters_are_in_nfc_wherever_they_stand() {
        let settled: Vec<char> = ('\0'..=char::MAX).filter(|c| is_settled(*c)).collect();
        assert!(settled.len() > 30_000);
        assert!(settled.iter().all(|c| is_start(*c)));
    }

    proptest! {
        #[test]
        fn a_line_composed_in_parts_is_composed_as_a_whole(
            line in "[a-ceéѐ\u{300}-\u{308}\u{323}\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11a8}-\u{11c2}\u{ac00}\u{304b}\u{3099}\u{212b}\u{958}\u{9c7}\u{9be}\u{1d15e}]{0,12}"
        ) {
            let whole: String = line.nfc().collect();
            match Composed::new(&line) {
                None => prop_assert_eq!(whole, line),
                Some(composed) => {
                    prop_assert_eq!(&composed.text, &whole);
                    let ends: Vec<usize> = whole.char_indices().map(|(at, _)| at).chain([whole.len()]).collect();
                    for pair in ends.windows(2) {
                        let given = composed.given(pair[0]..pair[1]);
                        let part = line.get(given.clone());
                        prop_assert!(part.is_some(), "{given:?}");
                        let again: String = part.unwrap_or_default().nfc().collect();
                        prop_assert!(again.contains(&whole[pair[0]..pair[1]]));
                    }
                }
            }
        }
    }
}
