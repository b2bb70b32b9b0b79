//! A passage read closely: its sentences as words, and what its title and headings say anyway.

use std::ops::Range;

use crate::words::{Word, words};
use crate::{Passage, Segment, Segments};

/// A passage, read to be compared with.
pub(crate) struct Source {
    segments: Segments,
    /// The words of each segment.
    words: Vec<Vec<Word>>,
    /// The words of the title, the headings and the date.
    context: Vec<Word>,
}

impl Source {
    pub(crate) fn of(passage: &Passage) -> Self {
        let segments = Segments::of(&passage.text);
        let read = segments.list.iter().map(|segment| words(&segment.text)).collect();
        let mut context = words(&passage.title);
        context.extend(passage.heading.iter().flat_map(|title| words(title)));
        context.extend(passage.date.iter().flat_map(|date| words(date)));
        Self { segments, words: read, context }
    }

    /// Returns the sentences, headings, rows and pieces of code, in order.
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments.list
    }

    /// Returns the words of each segment.
    pub(crate) fn words(&self) -> &[Vec<Word>] {
        &self.words
    }

    /// Returns whether the title or a heading has the word.
    pub(crate) fn is_context(&self, word: &Word) -> bool {
        self.context.iter().any(|other| word.is_like(&other.folded))
    }

    /// Returns whether the passage has the word anywhere.
    pub(crate) fn has(&self, word: &Word) -> bool {
        self.is_context(word)
            || self.words.iter().flatten().any(|other| word.is_like(&other.folded))
    }

    /// Returns how many of the segments have the word.
    pub(crate) fn holders(&self, word: &Word) -> usize {
        self.words
            .iter()
            .filter(|words| words.iter().any(|other| word.is_like(&other.folded)))
            .count()
    }

    /// Returns the bytes of the passage's text from the first of some segments to the last.
    pub(crate) fn place(&self, segments: Range<usize>) -> Range<usize> {
        match self.segments.list.get(segments) {
            Some([first, .., last]) => first.span.start..last.span.end,
            Some([only]) => only.span.clone(),
            _ => 0..0,
        }
    }

    /// Returns where the words stand one after the other.
    pub(crate) fn quoted(&self, wanted: &[Word]) -> Option<Range<usize>> {
        let all: Vec<(usize, &Word)> = self
            .words
            .iter()
            .enumerate()
            .flat_map(|(at, words)| words.iter().map(move |word| (at, word)))
            .collect();
        let same = |run: &&[(usize, &Word)]| {
            run.iter().zip(wanted).all(|((_, word), wanted)| word.folded == wanted.folded)
        };
        let run = all.windows(wanted.len().max(1)).find(|run| !wanted.is_empty() && same(run))?;
        let ((first, start), (last, end)) = (run.first()?, run.last()?);
        let segments = &self.segments.list;
        let start = self.segments.source(&segments[*first], start.range.clone()).start;
        let end = self.segments.source(&segments[*last], end.range.clone()).end;
        Some(start..end.max(start))
    }
}
