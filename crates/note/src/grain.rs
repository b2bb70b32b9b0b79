//! Grains: the pieces of a draft that a chunk is made of, none larger than a chunk may be.

use std::ops::Range;

use crate::Settings;
use crate::draft::{Draft, Leaf, LeafKind};
use crate::outline::Outline;
use crate::reader::line_start;
use crate::sentence;
use crate::tokens::{TOKEN, fit, weight};

/// A leaf, or a part of one that is too large.
pub(crate) struct Grain {
    /// Where it lies in the prose.
    pub(crate) text: Range<usize>,
    /// The source offset where it starts.
    pub(crate) start: usize,
    pub(crate) weight: usize,
    /// Whether it is all of its leaf.
    pub(crate) is_whole: bool,
    /// The innermost section around it.
    pub(crate) section: Option<usize>,
    /// Whether it is that section's title, which need not be said where the heading path says it.
    pub(crate) is_title: bool,
    /// The header row to repeat when a chunk starts here.
    pub(crate) header: Option<Header>,
}

/// The first row of a table.
#[derive(Clone)]
pub(crate) struct Header {
    /// Where it lies in the prose.
    pub(crate) text: Range<usize>,
    pub(crate) weight: usize,
}

/// The sizes that chunks are made to, in twelfths of a token.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    /// What a chunk should have at most.
    pub(crate) goal: usize,
    /// What no chunk exceeds.
    pub(crate) cap: usize,
    /// What is too little for a chunk of its own.
    pub(crate) small: usize,
}

impl Sizes {
    /// Returns the sizes that the settings ask for.
    pub(crate) fn new(settings: &Settings) -> Self {
        // A chunk must have room for one character of any script.
        let goal = settings.chunk_tokens.clamp(4, 1 << 20) * TOKEN;
        let cap = settings.chunk_cap().clamp(6, 1 << 21) * TOKEN;
        Self { goal, cap, small: goal / 3 }
    }
}

/// Cuts the leaves of a draft into grains.
pub(crate) fn cut(draft: &Draft, outline: &Outline, source: &str, sizes: Sizes) -> Vec<Grain> {
    let mut cutter = Cutter {
        draft,
        source,
        sizes,
        grains: Vec::with_capacity(draft.leaves.len()),
        section: None,
    };
    let mut headings = 0;
    for (index, leaf) in draft.leaves.iter().enumerate() {
        if leaf.kind == LeafKind::Heading {
            cutter.section = Some(headings + usize::from(outline.has_intro()));
            headings += 1;
        }
        cutter.leaf(index, leaf, headings);
    }
    cutter.grains
}

/// Cuts leaf after leaf.
struct Cutter<'a> {
    draft: &'a Draft,
    source: &'a str,
    sizes: Sizes,
    grains: Vec<Grain>,
    section: Option<usize>,
}

impl Cutter<'_> {
    /// Adds a leaf whole if it fits, else cut where its kind allows.
    fn leaf(&mut self, index: usize, leaf: &Leaf, headings: usize) {
        let text = &self.draft.prose.text()[leaf.text.clone()];
        let weight = weight(text);
        let is_title = leaf.kind == LeafKind::Heading && self.draft.headings[headings - 1].whole;
        let limit = match leaf.kind {
            LeafKind::Code | LeafKind::Table => self.sizes.cap,
            LeafKind::Paragraph | LeafKind::Heading => self.sizes.goal,
        };
        if weight <= limit {
            let (text, start, section) = (leaf.text.clone(), leaf.start, self.section);
            let (is_whole, header) = (true, None);
            self.grains.push(Grain { text, start, weight, is_whole, section, is_title, header });
            return;
        }
        match leaf.kind {
            LeafKind::Paragraph | LeafKind::Heading => self.sentences(index, leaf),
            LeafKind::Code => self.lines(index, leaf.text.clone(), None),
            LeafKind::Table => self.table(index, leaf),
        }
    }

    /// Cuts a paragraph between its sentences.
    fn sentences(&mut self, index: usize, leaf: &Leaf) {
        let text = &self.draft.prose.text()[leaf.text.clone()];
        let mut start = leaf.text.start;
        for end in sentence::ends(text).chain([text.len()]) {
            let end = leaf.text.start + end;
            self.words(index, start..end, None);
            start = end;
        }
    }

    /// Cuts a range between its lines.
    fn lines(&mut self, index: usize, range: Range<usize>, header: Option<&Header>) {
        let mut start = range.start;
        for line in self.draft.prose.text()[range].split_inclusive('\n') {
            self.words(index, start..start + line.len(), header);
            start += line.len();
        }
    }

    /// Cuts a table between its rows; a header of a reasonable size is repeated.
    fn table(&mut self, index: usize, leaf: &Leaf) {
        let text = &self.draft.prose.text()[leaf.text.clone()];
        let end = leaf.text.start + text.find('\n').unwrap_or(text.len());
        let header = leaf.text.start..end;
        let weight = weight(&self.draft.prose.text()[header.clone()]);
        let rows = (end + 1).min(leaf.text.end);
        self.lines(index, leaf.text.start..rows, None);
        let header = (weight <= self.sizes.small).then_some(Header { text: header, weight });
        self.lines(index, rows..leaf.text.end, header.as_ref());
    }

    /// Adds a range as one grain if it fits, else as runs of words.
    fn words(&mut self, index: usize, range: Range<usize>, header: Option<&Header>) {
        let room = self.sizes.goal - header.map_or(0, |header| header.weight);
        let mut start = range.start;
        while start < range.end {
            let end = start + fit(&self.draft.prose.text()[start..range.end], room);
            self.part(index, start..end, header.cloned());
            start = end;
        }
    }

    /// Adds a part of a leaf as a grain.
    fn part(&mut self, leaf: usize, text: Range<usize>, header: Option<Header>) {
        let Leaf { kind, text: whole, start } = &self.draft.leaves[leaf];
        let start = if text.start == whole.start { *start } else { self.place(text.start, *kind) };
        let start = start.max(self.grains.last().map_or(0, |grain| grain.start));
        let weight = weight(&self.draft.prose.text()[text.clone()]);
        let (is_whole, is_title, section) = (false, false, self.section);
        self.grains.push(Grain { text, start, weight, is_whole, section, is_title, header });
    }

    /// Returns the source offset for the prose offset `at`: of its line where lines are the unit.
    fn place(&self, at: usize, kind: LeafKind) -> usize {
        let prose = &self.draft.prose;
        let source = self.source.floor_char_boundary(prose.source_of(at));
        match kind {
            LeafKind::Code | LeafKind::Table if prose.text()[..at].ends_with('\n') => {
                line_start(self.source, source)
            }
            LeafKind::Code | LeafKind::Table | LeafKind::Paragraph | LeafKind::Heading => source,
        }
    }
}
