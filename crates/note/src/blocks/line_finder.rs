//! The lines of blocks, found in one pass over the raw file.

use std::ops::Range;

use crate::Lines;
use crate::source::Source;
use crate::span::LineCounter;

/// Tells the lines of blocks, asked for in the order of the text: the start of a block before what is in it, and its end
/// after that. So lines never descend, whatever the parser says of a block.
pub(super) struct LineFinder<'a> {
    counter: LineCounter<'a>,
    /// The highest line told so far.
    reached: u32,
}

impl<'a> LineFinder<'a> {
    /// Starts at the first line of the raw file.
    pub(super) fn new(raw: &'a [u8]) -> Self {
        Self { counter: LineCounter::new(raw), reached: 1 }
    }

    /// Returns the line of the first text in `range`.
    pub(super) fn start(&mut self, source: &Source<'_>, range: &Range<usize>) -> u32 {
        let text = source.text().get(range.clone()).unwrap_or_default();
        // The parser lets some blocks begin with the end of the line before.
        let blank = text.len() - text.trim_start().len();
        self.line(source, range.start + if blank < text.len() { blank } else { 0 })
    }

    /// Returns the line of the last text in `range`.
    pub(super) fn end(&mut self, source: &Source<'_>, range: &Range<usize>) -> u32 {
        let text = source.text().get(range.clone()).unwrap_or_default();
        match text.trim_end().char_indices().next_back() {
            Some((last, _)) => self.line(source, range.start + last),
            None => self.reached,
        }
    }

    /// Returns the lines of `range`, which nothing is asked about in between.
    pub(super) fn of(&mut self, source: &Source<'_>, range: &Range<usize>) -> Lines {
        let start = self.start(source, range);
        Lines { start, end: self.end(source, range) }
    }

    /// Returns the line of the character at `at`, or the highest so far.
    fn line(&mut self, source: &Source<'_>, at: usize) -> u32 {
        self.reached = self.reached.max(self.counter.line_of(source.raw(at)));
        self.reached
    }
}
