//! Places in a raw file: byte spans, and the lines they lie on.

use std::ops::Range;

/// A half-open range of bytes of the raw file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.end - self.start
    }

    /// Returns whether the span holds no byte.
    pub fn is_empty(&self) -> bool {
        self.start >= self.end
    }

    /// Returns the span as a range to slice with.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A range of lines, 1-based and inclusive.
///
/// A line ends with `\n`; a `\r` without it ends none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lines {
    /// The line of the first byte.
    pub start: u32,
    /// The line of the last byte.
    pub end: u32,
}

/// Tells line numbers of offsets asked in mostly ascending order.
pub(crate) struct LineCounter<'a> {
    raw: &'a [u8],
    offset: usize,
    line: u32,
}

impl<'a> LineCounter<'a> {
    /// Starts at the first line of `raw`.
    pub(crate) fn new(raw: &'a [u8]) -> Self {
        Self { raw, offset: 0, line: 1 }
    }

    /// Returns the lines of `span`; an empty span lies on the line of its start.
    pub(crate) fn lines(&mut self, span: Span) -> Lines {
        let start = self.line_of(span.start);
        let end = self.line_of(span.end.saturating_sub(1).max(span.start));
        Lines { start, end }
    }

    /// Returns the line of the byte at `offset`.
    pub(crate) fn line_of(&mut self, offset: usize) -> u32 {
        let offset = offset.min(self.raw.len());
        if offset < self.offset {
            self.line -= newlines(&self.raw[offset..self.offset]);
        } else {
            self.line += newlines(&self.raw[self.offset..offset]);
        }
        self.offset = offset;
        self.line
    }
}

/// Counts the newlines in `bytes`.
fn newlines(bytes: &[u8]) -> u32 {
    // Counting in short runs of u8 lets the compiler use the whole width of the machine.
    bytes
        .chunks(255)
        .map(|run| u32::from(run.iter().map(|&b| u8::from(b == b'\n')).sum::<u8>()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{LineCounter, Lines, Span};

    #[test]
    fn lines_are_counted_both_ways() {
        let raw = format!("a\r\nb\n{}c", "\n".repeat(600));
        let mut counter = LineCounter::new(raw.as_bytes());
        assert_eq!(counter.lines(Span { start: 0, end: 3 }), Lines { start: 1, end: 1 });
        assert_eq!(counter.lines(Span { start: 3, end: raw.len() }), Lines { start: 2, end: 603 });
        assert_eq!(counter.lines(Span { start: 3, end: 3 }), Lines { start: 2, end: 2 });
    }
}
