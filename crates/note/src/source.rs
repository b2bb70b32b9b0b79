//! The source: decoded text, with the way back to the raw bytes.
//!
//! Text and raw bytes drift apart at three things: a byte order mark, which is left out; an invalid
//! sequence, which becomes U+FFFD, three bytes in the text; and an escape in a JSON string.

use std::borrow::Cow;

use crate::{Span, Warning};

/// Text decoded from raw bytes, and the offsets at which the two drift apart.
pub(crate) struct Source<'a> {
    text: Cow<'a, str>,
    /// Ascending; between two of them text and raw bytes run in parallel.
    drifts: Vec<Drift>,
}

/// From here on, text offset `text` stands for raw offset `raw`.
#[derive(Clone, Copy, Debug)]
struct Drift {
    text: usize,
    raw: usize,
}

impl<'a> Source<'a> {
    /// Decodes UTF-8, without a byte order mark; invalid sequences become U+FFFD.
    pub(crate) fn decode(raw: &'a [u8]) -> (Self, Option<Warning>) {
        let body = raw.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(raw);
        let start = Drift { text: 0, raw: raw.len() - body.len() };
        if let Ok(text) = std::str::from_utf8(body) {
            return (Self { text: Cow::Borrowed(text), drifts: vec![start] }, None);
        }
        let (source, warning) = Self::repair(body, start);
        (source, Some(warning))
    }

    /// Decodes a body that is not all valid, and counts what had to be replaced.
    fn repair(body: &[u8], start: Drift) -> (Source<'static>, Warning) {
        let mut builder = Builder::new(start);
        let (mut read, mut count, mut first) = (start.raw, 0, usize::MAX);
        for chunk in body.utf8_chunks() {
            builder.text.push_str(chunk.valid());
            read += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                count += 1;
                first = first.min(read);
                read += chunk.invalid().len();
                builder.push('\u{FFFD}', read);
            }
        }
        (builder.finish(), Warning::InvalidUtf8 { count, first })
    }

    /// Decodes the inside of a JSON string that stands at `range` of `outer`; its escapes are known to be valid.
    pub(crate) fn json_string(
        outer: &Source<'_>,
        range: std::ops::Range<usize>,
    ) -> Source<'static> {
        let inner = outer.text().get(range.clone()).unwrap_or_default();
        let mut builder = Builder::new(Drift { text: 0, raw: outer.raw(range.start) });
        let mut rest = inner.chars();
        while let Some(c) = rest.next() {
            let c = if c == '\\' { unescape(&mut rest) } else { c };
            builder.push(c, outer.raw(range.end - rest.as_str().len()));
        }
        builder.finish()
    }

    /// Returns the decoded text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the raw offset that the text offset `at` stands for.
    pub(crate) fn raw(&self, at: usize) -> usize {
        let after = self.drifts.partition_point(|drift| drift.text <= at);
        let drift = self.drifts[after.saturating_sub(1)];
        drift.raw + (at - drift.text)
    }

    /// Returns the raw span of a text range.
    pub(crate) fn span(&self, range: &std::ops::Range<usize>) -> Span {
        Span { start: self.raw(range.start), end: self.raw(range.end) }
    }
}

/// Text being decoded.
struct Builder {
    text: String,
    drifts: Vec<Drift>,
}

impl Builder {
    /// Starts an empty text at its first raw offset.
    fn new(start: Drift) -> Self {
        Self { text: String::new(), drifts: vec![start] }
    }

    /// Adds a character after which the raw offset is `raw`.
    fn push(&mut self, c: char, raw: usize) {
        self.text.push(c);
        let here = Drift { text: self.text.len(), raw };
        let parallel =
            self.drifts.last().is_some_and(|last| raw - last.raw == here.text - last.text);
        if !parallel {
            self.drifts.push(here);
        }
    }

    /// Ends the text.
    fn finish(self) -> Source<'static> {
        Source { text: Cow::Owned(self.text), drifts: self.drifts }
    }
}

/// Reads what follows a backslash in a JSON string.
fn unescape(rest: &mut std::str::Chars<'_>) -> char {
    match rest.next() {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('u') => unescape_unit(rest),
        Some(c) => c,
        None => '\u{FFFD}',
    }
}

/// Reads four hex digits, and the second half of a surrogate pair where one follows.
fn unescape_unit(rest: &mut std::str::Chars<'_>) -> char {
    let Some(first) = hex_unit(rest) else { return '\u{FFFD}' };
    let mut ahead = rest.clone();
    let second = (ahead.next() == Some('\\') && ahead.next() == Some('u'))
        .then(|| hex_unit(&mut ahead))
        .flatten();
    let pair = [first, second.unwrap_or(0)];
    if (0xD800..0xDC00).contains(&first)
        && let Some(Ok(c)) = char::decode_utf16(pair).next()
    {
        *rest = ahead;
        return c;
    }
    char::from_u32(u32::from(first)).unwrap_or('\u{FFFD}')
}

/// Reads four hex digits; on failure nothing is read.
fn hex_unit(rest: &mut std::str::Chars<'_>) -> Option<u16> {
    let digits = rest.as_str().get(..4)?;
    let unit = u16::from_str_radix(digits, 16).ok()?;
    *rest = rest.as_str()[4..].chars();
    Some(unit)
}

#[cfg(test)]
mod tests {
    use super::Source;
    use crate::Warning;

    #[test]
    fn invalid_bytes_are_replaced_and_found_again() {
        let raw = b"\xEF\xBB\xBFa\xFFb\xE2\x82c";
        let (source, warning) = Source::decode(raw);
        assert_eq!(source.text(), "a\u{FFFD}b\u{FFFD}c");
        assert_eq!(warning, Some(Warning::InvalidUtf8 { count: 2, first: 4 }));
        let found: Vec<_> =
            "abc".chars().map(|c| source.raw(source.text().find(c).unwrap())).collect();
        assert_eq!(found, [3, 5, 8]);
        assert_eq!(source.raw(source.text().len()), raw.len());
    }

    #[test]
    fn three_bad_bytes_as_wide_as_their_replacement_are_counted() {
        let (source, warning) = Source::decode(b"x\xF0\x9F\x98y");
        assert_eq!(source.text(), "x\u{FFFD}y");
        assert_eq!(warning, Some(Warning::InvalidUtf8 { count: 1, first: 1 }));
    }

    #[test]
    fn json_escapes_are_followed_back() {
        let raw = br#"{"text":"a\n\u00e9\ud83d\ude00\ud83dz\"q"}"#;
        let (outer, _) = Source::decode(raw);
        let inner = Source::json_string(&outer, 9..raw.len() - 2);
        assert_eq!(inner.text(), "a\né😀\u{FFFD}z\"q");
        let q = inner.raw(inner.text().find('q').unwrap());
        assert_eq!(raw[q], b'q');
        assert_eq!(inner.raw(inner.text().len()), raw.len() - 2);
    }
}
