//! Chunks: the passages of a note that are embedded, found and cited.
//!
//! How they are made, with sizes in estimated tokens (`chunk_tokens`, 300 unless set, is the goal):
//!
//! 1. The leaves of the draft become *grains*; one that is too large is cut between sentences, lines
//!    or rows, and within those only where even one is too large.
//! 2. The grains of each section are packed into *parts* of about the same size: 700 tokens become
//!    three parts of about 233, not two of 300 and a rest.
//! 3. A part below a third of the goal is small. It is joined with a neighbour, up to the goal, where
//!    one lies in the other's section or both lie under one parent.
//! 4. Each part becomes a chunk that reaches to where the next one starts, so that nothing of the
//!    body lies between two chunks.

use std::collections::HashSet;
use std::ops::Range;

use crate::draft::{Aside, Draft};
use crate::grain::{self, Grain, Sizes};
use crate::outline::Outline;
use crate::source::Source;
use crate::span::LineCounter;
use crate::tokens::TOKEN;
use crate::{Lines, Settings, Span, estimate_tokens};

/// A passage of a note.
///
/// It has two texts: the raw bytes of its span, to which a citation points, and the readable text made
/// of them. The heading path is kept apart from both.
///
/// ```
/// use notekin_note::{Format, Settings, parse};
///
/// let raw = b"# Soup\nBoil the *leek*.\n";
/// let note = parse(raw, Format::Markdown, &Settings::default());
/// let chunk = &note.chunks[0];
/// assert_eq!(chunk.heading, ["Soup"]);
/// assert_eq!(chunk.text, "Boil the leek.");
/// assert_eq!(&raw[chunk.span.range()], raw, "the heading's line is part of the span");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The raw bytes it stands for; the chunks of a Markdown note tile its body.
    pub span: Span,
    /// The lines of the span.
    pub lines: Lines,
    /// The titles of the sections around it, outermost first.
    pub heading: Vec<String>,
    /// The readable text, which is embedded; empty when the passage says nothing.
    pub text: String,
    /// What is left out of the text but may be found by words: comments, queries, addresses.
    pub aside: String,
    /// Whether the passage only lists links, so that it is never embedded.
    pub listing: bool,
    /// The estimated tokens of the text.
    pub tokens: u32,
}

/// Consecutive grains that will be one chunk.
struct Part {
    grains: Range<usize>,
    /// The innermost section that holds all of it; `None` is the note.
    root: Option<usize>,
    /// The weight of its text, the title of its root left out.
    weight: usize,
    /// The weight of that title.
    title: usize,
    /// Whether it starts where its root starts.
    from_start: bool,
    listing: bool,
}

/// Divides the body of a draft into chunks.
pub(crate) fn divide(
    draft: &Draft,
    outline: &Outline,
    source: &Source<'_>,
    body: Range<usize>,
    settings: &Settings,
) -> Vec<Chunk> {
    if source.text()[body.clone()].trim().is_empty() {
        return Vec::new();
    }
    let sizes = Sizes::new(settings);
    let grains = grain::cut(draft, outline, source.text(), sizes);
    let parts = merge(section_parts(&grains, outline, sizes), outline, sizes);
    let binder = Binder { draft, outline, source, grains: &grains, body };
    binder.bind(&parts)
}

/// Packs the grains of each section into parts.
fn section_parts(grains: &[Grain], outline: &Outline, sizes: Sizes) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut start = 0;
    for section in grains.chunk_by(|a, b| a.section == b.section) {
        let end = start + section.len();
        pack(grains, start..end, outline, sizes, &mut parts);
        start = end;
    }
    parts
}

/// Packs the grains of one section into parts of about the same size.
fn pack(
    grains: &[Grain],
    range: Range<usize>,
    outline: &Outline,
    sizes: Sizes,
    parts: &mut Vec<Part>,
) {
    let root = grains[range.start].section;
    let title = if grains[range.start].is_title { grains[range.start].weight } else { 0 };
    let total: usize =
        grains[range.clone()].iter().map(|grain| grain.weight).sum::<usize>() - title;
    let goal = total.div_ceil(total.div_ceil(sizes.goal).max(1));
    let first = parts.len();
    let part = |start: usize, title: usize| Part {
        grains: start..start,
        root,
        weight: 0,
        title,
        from_start: start == range.start,
        listing: outline.is_listing(root),
    };
    let mut open = part(range.start, title);
    for index in range.clone() {
        let grain = &grains[index];
        let weight = if index == range.start { grain.weight - title } else { grain.weight };
        let is_full = open.weight >= goal || open.weight + weight > sizes.goal;
        let may_cut = grains[open.grains.start].start < grain.start;
        if open.weight > 0 && is_full && may_cut {
            parts.push(std::mem::replace(&mut open, part(index, 0)));
            open.weight = grain.header.as_ref().map_or(0, |header| header.weight);
        }
        open.weight += weight;
        open.grains.end = index + 1;
    }
    parts.push(open);
    join_tail(parts, first, sizes);
}

/// Gives a small last part to the one before it, if that has room.
fn join_tail(parts: &mut Vec<Part>, first: usize, sizes: Sizes) {
    if parts.len() < first + 2 {
        return;
    }
    if let [.., before, tail] = parts.as_mut_slice()
        && tail.weight < sizes.small
        && before.weight + tail.weight <= sizes.cap
    {
        before.weight += tail.weight;
        before.grains.end = tail.grains.end;
        parts.pop();
    }
}

/// Joins small neighbours that lie under one parent.
fn merge(parts: Vec<Part>, outline: &Outline, sizes: Sizes) -> Vec<Part> {
    let mut merged: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match merged.last_mut() {
            Some(last) if says_nothing_above(last, &part, outline) => {
                *last = Part { grains: last.grains.start..part.grains.end, ..part };
            }
            Some(last) if may_join(last, &part, outline, sizes) => join(last, &part, outline),
            _ => merged.push(part),
        }
    }
    merged
}

/// Returns whether `last` holds only titles, which the heading path of `next` says anyway.
fn says_nothing_above(last: &Part, next: &Part, outline: &Outline) -> bool {
    last.weight == 0 && last.root != next.root && outline.is_within(next.root, last.root)
}

/// Returns whether two neighbours are better as one chunk.
fn may_join(last: &Part, next: &Part, outline: &Outline, sizes: Sizes) -> bool {
    let together = last.weight + last.title + next.weight + next.title;
    let is_small = last.weight < sizes.small || next.weight < sizes.small;
    let is_below = outline.is_within(next.root, last.root);
    // The later parts of a long section can't be joined with the next one: their title would be lost.
    let are_siblings = last.from_start
        && last.root.is_some()
        && outline.parent(last.root) == outline.parent(next.root);
    last.listing == next.listing && together <= sizes.goal && is_small && (is_below || are_siblings)
}

/// Adds `next` to `last` under the section that holds both.
fn join(last: &mut Part, next: &Part, outline: &Outline) {
    if !outline.is_within(next.root, last.root) {
        // Beside its sibling, the title of `last` has to be said.
        last.root = outline.parent(last.root);
        last.weight += std::mem::take(&mut last.title);
    }
    last.weight += next.weight + next.title;
    last.grains.end = next.grains.end;
}

/// Makes chunks of parts.
struct Binder<'a> {
    draft: &'a Draft,
    outline: &'a Outline,
    source: &'a Source<'a>,
    grains: &'a [Grain],
    body: Range<usize>,
}

impl Binder<'_> {
    /// Makes a chunk of each part, from where it starts to where the next one does.
    fn bind(&self, parts: &[Part]) -> Vec<Chunk> {
        if parts.is_empty() {
            // Nothing but comments: the note is still there to be found by them.
            return vec![self.chunk(&self.body, None, &[], &self.draft.asides)];
        }
        let mut asides = self.draft.asides.as_slice();
        let mut chunks = Vec::with_capacity(parts.len());
        let mut start = self.body.start;
        for (index, part) in parts.iter().enumerate() {
            let end = parts
                .get(index + 1)
                .map_or(self.body.end, |next| self.grains[next.grains.start].start);
            let (own, rest) = asides.split_at(asides.partition_point(|aside| aside.at < end));
            chunks.push(self.chunk(
                &(start..end),
                Some(part),
                &self.grains[part.grains.clone()],
                own,
            ));
            (start, asides) = (end, rest);
        }
        chunks
    }

    /// Makes one chunk of the grains at `place`.
    fn chunk(
        &self,
        place: &Range<usize>,
        part: Option<&Part>,
        grains: &[Grain],
        asides: &[Aside],
    ) -> Chunk {
        let root = part.and_then(|part| part.root);
        let is_said = |grain: &Grain| grain.is_title && self.outline.is_within(root, grain.section);
        let titles = grains.iter().take_while(|grain| is_said(grain)).count();
        let grains = &grains[titles..];
        let text = self.text(grains);
        Chunk {
            span: self.source.span(place),
            lines: Lines { start: 0, end: 0 },
            heading: self.outline.heading(root).to_vec(),
            aside: distinct_lines(asides),
            listing: part.is_some_and(|part| part.listing),
            tokens: tokens(grains, &text) as u32,
            text,
        }
    }

    /// Returns the text of the grains, with the header of a table that starts before them.
    fn text(&self, grains: &[Grain]) -> String {
        let (Some(first), Some(last)) = (grains.first(), grains.last()) else {
            return String::new();
        };
        let prose = self.draft.prose.text();
        // The indentation of a first list item stays, so that its items line up.
        let text = prose[first.text.start..last.text.end].trim_end().trim_start_matches('\n');
        match &first.header {
            Some(header) => format!("{}\n{text}", &prose[header.text.clone()]),
            None => text.trim_start().to_owned(),
        }
    }
}

/// Returns the estimate for the text of some grains.
fn tokens(grains: &[Grain], text: &str) -> usize {
    if grains.iter().all(|grain| grain.is_whole) {
        // Nothing but white space stands between leaves, so their weights add up.
        grains.iter().map(|grain| grain.weight).sum::<usize>().div_ceil(TOKEN)
    } else {
        estimate_tokens(text)
    }
}

/// Joins what was put aside, each text once: a page may link to one address a hundred times.
fn distinct_lines(asides: &[Aside]) -> String {
    let mut known = HashSet::new();
    let distinct =
        asides.iter().map(|aside| aside.text.as_str()).filter(|text| known.insert(*text));
    distinct.collect::<Vec<_>>().join("\n")
}

/// Counts the lines of the chunks.
pub(crate) fn count_lines(chunks: &mut [Chunk], counter: &mut LineCounter<'_>) {
    for chunk in chunks {
        chunk.lines = counter.lines(chunk.span);
    }
}
