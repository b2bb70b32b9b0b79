//! Stretches: what of some Markdown is read in one go, with the way back to where it stands.
//!
//! A note is read to be cut into passages; here a text is read to point into it. So nothing is put aside or renamed:
//! what stands there is read, and each piece of the readable text knows its bytes.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::reader::{events, joins};
use crate::skipped::Skipped;
use crate::{html, nesting};

/// What a stretch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StretchKind {
    /// A paragraph, or a line of HTML.
    Text,
    /// A paragraph of a list item.
    Item,
    /// A heading of any level.
    Heading,
    /// The first row of a table.
    Header,
    /// Any other row of a table.
    Row,
    /// A block of code, fenced or indented.
    Code,
}

/// A paragraph, heading, row or block of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// What it is.
    pub kind: StretchKind,
    /// The bytes it takes in the source: of a heading with its marks, of code with its fences, of anything else from its
    /// first text to its last.
    pub span: Range<usize>,
    /// What is read: no marks, link targets or tags of HTML. Cells are parted by ` | `.
    pub text: String,
    runs: Vec<Run>,
    elements: Vec<Element>,
}

/// A piece of readable text and the bytes it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    text: Range<usize>,
    source: Range<usize>,
}

/// Markup around text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Element {
    outer: Range<usize>,
    /// What lies between its marks; `None` where it may not be cut at all.
    inner: Option<Range<usize>>,
}

/// Returns the stretches of some Markdown, in order and not overlapping; those without text are left out.
///
/// ```
/// use notekin_note::{StretchKind, stretches};
///
/// let markdown = "# Soup\n- *Boil* the [leek](leek.md).\n";
/// let found = stretches(markdown);
/// assert_eq!(found[0].kind, StretchKind::Heading);
/// assert_eq!(found[1].text, "Boil the leek.");
/// assert_eq!(&markdown[found[1].source(9..13)], "[leek](leek.md)");
/// ```
pub fn stretches(markdown: &str) -> Vec<Stretch> {
    let mut reader = StretchReader {
        markdown,
        found: Vec::new(),
        open: None,
        items: 0,
        skipped: Skipped::default(),
        marks: Vec::new(),
    };
    if nesting::too_deep(markdown).is_some() {
        reader.plain();
    } else {
        for (event, range) in events(markdown, &(0..markdown.len())) {
            reader.event(event, range);
        }
    }
    reader.close();
    reader.found
}

impl Stretch {
    /// Returns where a range of the readable text stands in the source: the bytes from its first character to its last,
    /// with what may not be parted from them.
    ///
    /// A link, formula or piece of code is taken whole. Marks of emphasis at an end are taken where they would lose
    /// their partner otherwise: of `**A**: b` all is taken, of `**A b**` what lies inside.
    pub fn source(&self, range: Range<usize>) -> Range<usize> {
        let first = self.runs.iter().find(|run| run.text.end > range.start);
        let last = self.runs.iter().rev().find(|run| run.text.start < range.end);
        let (Some(first), Some(last)) = (first, last) else {
            return self.span.start..self.span.start;
        };
        let start = first.place(range.start.max(first.text.start), first.source.start);
        let end = last.place(range.end.min(last.text.end), last.source.end);
        // White space at the end of code is read, but lies outside.
        let place = start.min(self.span.end)..end.max(start).min(self.span.end);
        self.elements.iter().rev().fold(place, |place, element| element.around(place))
    }

    /// Returns the bytes of the source that may not be cut: links with their text, formulas, pieces of code.
    pub fn solid(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let whole = (self.kind == StretchKind::Code).then(|| self.span.clone());
        let links = self.elements.iter().filter(|element| element.inner.is_none());
        whole.into_iter().chain(links.map(|element| element.outer.clone()))
    }
}

impl Run {
    /// Returns where the byte at `at` of the text stands, or `otherwise` where text and source don't run in parallel.
    fn place(&self, at: usize, otherwise: usize) -> usize {
        if self.text.len() == self.source.len() {
            self.source.start + (at - self.text.start)
        } else {
            otherwise
        }
    }
}

impl Element {
    /// Returns the place with those marks that belong to it.
    fn around(&self, place: Range<usize>) -> Range<usize> {
        let touches = place.start < self.outer.end && self.outer.start < place.end;
        match &self.inner {
            None if touches => place.start.min(self.outer.start)..place.end.max(self.outer.end),
            Some(inner) if place.start == inner.start && place.end > inner.end => {
                self.outer.start..place.end
            }
            Some(inner) if place.start < inner.start && place.end == inner.end => {
                place.start..self.outer.end
            }
            _ => place,
        }
    }
}

/// A pass over some Markdown.
struct StretchReader<'a> {
    markdown: &'a str,
    found: Vec<Stretch>,
    open: Option<Stretch>,
    /// How many list items deep we are.
    items: usize,
    /// How many events deep we are in something that was read already.
    skipped: Skipped,
    /// The elements that are not closed yet, by their places in the open stretch.
    marks: Vec<usize>,
}

impl StretchReader<'_> {
    /// Takes text without Markdown, line by line.
    fn plain(&mut self) {
        let mut at = 0;
        for line in self.markdown.split_inclusive('\n') {
            self.push(line, at..at + line.len());
            self.close();
            at += line.len();
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.skipped.takes(&event) {
            return;
        }
        match event {
            Event::Start(tag) => self.start(&tag, range),
            Event::End(tag) => self.end(tag),
            Event::Rule => self.close(),
            inline => self.inline(inline, range),
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript => {
                self.start_element(range.clone(), Some(range.end..range.start));
            }
            Tag::Link { .. } | Tag::Image { .. } => self.start_element(range, None),
            Tag::TableCell => {
                if self.open.as_ref().is_some_and(|open| !open.runs.is_empty()) {
                    self.push_own(" | ");
                }
            }
            block => {
                self.close();
                self.start_block(block, range);
            }
        }
    }

    fn start_block(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Item => self.items += 1,
            Tag::Heading { .. } => self.open(StretchKind::Heading, range),
            Tag::TableHead => self.open(StretchKind::Header, range.start..range.start),
            Tag::TableRow => self.open(StretchKind::Row, range.start..range.start),
            Tag::CodeBlock(_) => self.open(StretchKind::Code, range),
            Tag::HtmlBlock => self.html(range),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image => {
                self.marks.pop();
            }
            TagEnd::TableCell => {}
            block => {
                self.close();
                self.items -= usize::from(block == TagEnd::Item);
            }
        }
    }

    fn inline(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Text(text) => self.push(&text, range),
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.push_solid(&text, range);
            }
            Event::SoftBreak => self.soft_break(range.end),
            Event::HardBreak => self.push_own("\n"),
            Event::InlineHtml(tag)
                if tag.get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("<br")) =>
            {
                self.push_own(" ");
            }
            _ => {}
        }
    }

    /// Wrapped Chinese and Japanese has no space where the line breaks.
    fn soft_break(&mut self, end: usize) {
        let before = self.open.as_ref().and_then(|open| open.text.chars().next_back());
        let after = self.markdown[end..].trim_start().chars().next();
        if !(joins(before) && joins(after)) {
            self.push_own(" ");
        }
    }

    /// Adds a piece of code or a formula, which may not be cut.
    fn push_solid(&mut self, text: &str, range: Range<usize>) {
        let fence = range.len().saturating_sub(text.len()) / 2;
        let inside = range.start + fence..range.start + fence + text.len();
        let is_plain = self.markdown.get(inside.clone()) == Some(text);
        self.start_element(range.clone(), None);
        self.marks.pop();
        self.push(text, if is_plain { inside } else { range });
    }

    /// Takes the text of an HTML block, line by line.
    fn html(&mut self, range: Range<usize>) {
        self.skipped.begin();
        for piece in html::pieces(self.markdown, range) {
            let html::Piece::Text(range) = piece else { continue };
            let mut at = range.start;
            for line in self.markdown[range].split_inclusive('\n') {
                let text = line.trim_end();
                if !text.is_empty() {
                    self.push(text, at..at + text.len());
                }
                if line.ends_with('\n') {
                    self.close();
                }
                at += line.len();
            }
        }
        self.close();
    }

    fn start_element(&mut self, outer: Range<usize>, inner: Option<Range<usize>>) {
        let kind = self.kind();
        let open = self.open.get_or_insert_with(|| Stretch::new(kind, outer.clone()));
        open.widen(&outer);
        self.marks.push(open.elements.len());
        open.elements.push(Element { outer, inner });
        self.reach(self.marks.len() - 1);
    }

    /// Tells the first `depth` open elements how far their inside reaches: at least around the one that opened last.
    fn reach(&mut self, depth: usize) {
        let Some(open) = &mut self.open else { return };
        let Some(outer) = open.elements.last().map(|last| last.outer.clone()) else { return };
        for &mark in &self.marks[..depth] {
            open.elements[mark].hold(&outer);
        }
    }

    /// Adds text that stands at `range`.
    fn push(&mut self, text: &str, range: Range<usize>) {
        let kind = self.kind();
        let open = self.open.get_or_insert_with(|| Stretch::new(kind, range.clone()));
        open.widen(&range);
        for &mark in &self.marks {
            open.elements[mark].hold(&range);
        }
        let start = open.text.len();
        open.text.push_str(text);
        open.runs.push(Run { text: start..open.text.len(), source: range });
    }

    /// Adds text that stands nowhere, such as a separator.
    fn push_own(&mut self, text: &str) {
        if let Some(open) = &mut self.open {
            open.text.push_str(text);
        }
    }

    fn kind(&self) -> StretchKind {
        if self.items > 0 { StretchKind::Item } else { StretchKind::Text }
    }

    fn open(&mut self, kind: StretchKind, range: Range<usize>) {
        let end = range.start + self.markdown[range.clone()].trim_end().len();
        self.open = Some(Stretch::new(kind, range.start..end));
    }

    /// Ends the open stretch, if there is one.
    fn close(&mut self) {
        self.marks.clear();
        let Some(mut stretch) = self.open.take() else { return };
        stretch.leave_out_callout();
        if !stretch.text.trim().is_empty() {
            self.found.push(stretch);
        }
    }
}

impl Stretch {
    fn new(kind: StretchKind, span: Range<usize>) -> Self {
        Self { kind, span, text: String::new(), runs: Vec::new(), elements: Vec::new() }
    }

    /// Takes the `[!type]` of a callout off the beginning.
    fn leave_out_callout(&mut self) {
        let mark = self.text.strip_prefix("[!").and_then(|rest| rest.find([']', '\n', ' ']));
        let Some(end) = mark.map(|at| at + 2).filter(|&end| self.text[end..].starts_with(']'))
        else {
            return;
        };
        let rest = self.text[end + 1..].trim_start_matches(['-', '+']).trim_start();
        let cut = self.text.len() - rest.len();
        let start = self.source(cut..self.text.len()).start;
        self.text = rest.to_owned();
        self.span.start = start;
        self.runs.retain(|run| run.text.end > cut);
        for run in &mut self.runs {
            let lost = cut.saturating_sub(run.text.start);
            if lost > 0 && run.text.len() == run.source.len() {
                run.source.start += lost;
            }
            run.text = (run.text.start + lost - cut)..run.text.end - cut;
        }
    }

    fn widen(&mut self, range: &Range<usize>) {
        if self.kind != StretchKind::Code && self.kind != StretchKind::Heading {
            if self.span.is_empty() {
                self.span = range.clone();
            }
            self.span = self.span.start.min(range.start)..self.span.end.max(range.end);
        }
    }
}

impl Element {
    /// Makes the inside reach around `range`.
    fn hold(&mut self, range: &Range<usize>) {
        if let Some(inner) = &mut self.inner {
            *inner = inner.start.min(range.start)..inner.end.max(range.end);
        }
    }
}

#[cfg(test)]
mod tests;
