//! A passage read closely: its sentences as words, its code and formulas, and what its title and headings say anyway.

use std::ops::Range;

use crate::unit::Unit;
use crate::words::{Word, WordKind, words};
use crate::{Passage, Segment, Segments, literal, moment, quotation};

/// A passage, read to be compared with.
pub(crate) struct Source {
    segments: Segments,
    /// The words of each segment.
    words: Vec<Vec<Word>>,
    /// The words of the title, the headings and the date.
    context: Vec<Word>,
    /// The raw text, and the title and headings.
    text: String,
    /// What comments hide of it.
    hidden: Vec<Range<usize>>,
    titles: Vec<String>,
}

impl Source {
    pub(crate) fn of(passage: &Passage) -> Self {
        let segments = Segments::of(&passage.text);
        let mut read: Vec<Vec<Word>> =
            segments.list.iter().map(|segment| words(&segment.text)).collect();
        let mut context = words(&passage.title);
        context.extend(passage.heading.iter().flat_map(|title| words(title)));
        context.extend(passage.date.iter().flat_map(|date| words(date)));
        complete_dates(&mut read, &context);
        let titles = std::iter::once(&passage.title).chain(&passage.heading).cloned().collect();
        let hidden = quotation::hidden(&passage.text, &segments.code(&passage.text));
        Self { segments, words: read, context, text: passage.text.clone(), hidden, titles }
    }

    /// Returns where a piece of code or a formula stands, up to white space. In the title or a heading it stands at no
    /// place.
    pub(crate) fn literal(&self, wanted: &str) -> Option<Range<usize>> {
        let segments = &self.segments.list;
        let in_segment = |segment: &Segment| {
            literal::find(wanted, &segment.text).map(|place| self.segments.source(segment, place))
        };
        let in_titles = || self.titles.iter().any(|title| literal::find(wanted, title).is_some());
        literal::find(wanted, &self.text)
            .or_else(|| segments.iter().find_map(in_segment))
            .or_else(|| self.formula(wanted))
            .or_else(|| in_titles().then_some(0..0))
    }

    /// Returns whether a piece stands at a place of the passage with the same white space.
    pub(crate) fn stands(&self, place: &Range<usize>, piece: &str) -> bool {
        self.text.get(place.clone()).is_some_and(|text| text == piece.trim())
    }

    /// Returns where a formula stands, whatever white space is in it.
    fn formula(&self, wanted: &str) -> Option<Range<usize>> {
        let wanted = literal::formula(wanted)?;
        let has = |segment: &&Segment| {
            let literals = self.segments.literals(&self.text, segment);
            literals.iter().any(|piece| literal::formula(piece).as_ref() == Some(&wanted))
        };
        self.segments.list.iter().find(has).map(|segment| segment.span.clone())
    }

    /// Returns whether a number stands here with this unit; `None` where the number doesn't.
    ///
    /// A number without a unit has the one that stands elsewhere in the passage: in the head of a table, or behind the
    /// second number of `20 to 30 minutes`.
    pub(crate) fn measures(&self, number: &Word, unit: &Unit) -> Option<bool> {
        let mut found = None;
        for (segment, words) in self.segments.list.iter().zip(&self.words) {
            for word in words
                .iter()
                .filter(|word| word.kind == WordKind::Number && number.is_like(&word.folded))
            {
                let fits = match Unit::of(&segment.text, &word.range) {
                    Some(own) => own.is_same(unit),
                    None => self.mentions(unit),
                };
                found = Some(found.unwrap_or(false) || fits);
            }
        }
        found
    }

    /// Returns whether a unit is named anywhere.
    fn mentions(&self, unit: &Unit) -> bool {
        let pieces = self.segments.list.iter().map(|segment| segment.text.as_str());
        let mut pieces =
            pieces.chain(self.titles.iter().map(String::as_str)).flat_map(str::split_whitespace);
        pieces.any(|piece| {
            let name =
                piece.trim_matches(|c: char| c.is_ascii_digit() || "()[]|.,;:!?*_\"'".contains(c));
            Unit::named(name).is_some_and(|own| own.is_same(unit))
        })
    }

    /// Returns the sentences, headings, rows and pieces of code, in order.
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments.list
    }

    /// Returns whether a comment hides a part of a segment.
    pub(crate) fn is_hidden(&self, segment: &Segment) -> bool {
        let span = &segment.span;
        self.hidden.iter().any(|hidden| hidden.start < span.end && span.start < hidden.end)
    }

    /// Returns whether a segment begins in quoted text.
    pub(crate) fn is_in_quote(&self, segment: &Segment) -> bool {
        let line = self.text[..segment.span.start].rsplit('\n').next().unwrap_or_default();
        quotation::marks(line) > 0
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

    /// Returns where the words of a sentence stand one after the other, and whether they stand there as they are written:
    /// the same letters, signs and capitals from the first word to the last. Markup and white space may differ.
    pub(crate) fn quoted(&self, sentence: &str, wanted: &[Word]) -> Option<(Range<usize>, bool)> {
        let all: Vec<(usize, &Word)> = self
            .words
            .iter()
            .enumerate()
            .flat_map(|(at, words)| words.iter().map(move |word| (at, word)))
            .collect();
        let is_same = |word: &Word, wanted: &Word| {
            word.folded == wanted.folded
                || wanted.kind == WordKind::Number && wanted.is_like(&word.folded)
        };
        let same = |run: &&[(usize, &Word)]| {
            run.iter().zip(wanted).all(|((_, word), wanted)| is_same(word, wanted))
        };
        let runs =
            || all.windows(wanted.len().max(1)).filter(|run| !wanted.is_empty() && same(run));
        let own = readable(&sentence[wanted.first()?.range.start..wanted.last()?.range.end]);
        let is_exact = |run: &&[(usize, &Word)]| self.reads(run) == own;
        let exact = runs().find(is_exact);
        let run = exact.or_else(|| runs().next())?;
        let ((first, start), (last, end)) = (run.first()?, run.last()?);
        let segments = &self.segments.list;
        let start = self.segments.source(&segments[*first], start.range.clone()).start;
        let end = self.segments.source(&segments[*last], end.range.clone()).end;
        Some((start..end.max(start), exact.is_some()))
    }

    /// Returns what is read from the first word of a run to the last.
    fn reads(&self, run: &[(usize, &Word)]) -> String {
        let (Some((first, start)), Some((last, end))) = (run.first(), run.last()) else {
            return String::new();
        };
        let read = |at: usize| {
            let text = &self.segments.list[at].text;
            let from = if at == *first { start.range.start } else { 0 };
            let to = if at == *last { end.range.end } else { text.len() };
            &text[from..to]
        };
        readable(&(*first..=*last).map(read).collect::<Vec<_>>().join(" "))
    }
}

/// Returns a text with one space for any white space.
fn readable(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Gives dates without a year the only year that a passage speaks of, its note's own date included.
fn complete_dates(read: &mut [Vec<Word>], context: &[Word]) {
    let is_year =
        |form: &str| form.len() == 4 && (form.starts_with("19") || form.starts_with("20"));
    let year = |word: &Word| {
        let form = moment::date(&word.folded).map_or(word.folded.as_str(), |(year, _)| year);
        is_year(form).then(|| form.to_owned())
    };
    let mut years: Vec<String> = read.iter().flatten().chain(context).filter_map(year).collect();
    years.sort_unstable();
    years.dedup();
    let [only] = years.as_slice() else { return };
    for word in read.iter_mut().flatten() {
        if moment::date(&word.folded).is_some_and(|(year, _)| year.is_empty()) {
            word.folded.insert_str(0, only);
        }
    }
}
