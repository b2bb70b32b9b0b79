//! The reader of blocks: one pass over Markdown that builds the tree.

mod text;

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use super::containers::{ContainerKind, Containers};
use super::inline_tree::ElementKind;
use super::leaf::{LeafKind, OpenLeaf};
use super::line_finder::LineFinder;
use super::table::OpenTable;
use super::verbatim::{Verbatim, VerbatimKind};
use super::{Block, BlockKind};
use crate::Lines;
use crate::comment::Comments;
use crate::reader::{comments, events};
use crate::skipped::Skipped;
use crate::source::Source;

/// Reads the Markdown at `body` of `source`, which is not nested too deeply for the parser.
pub(super) fn read(
    source: &Source<'_>,
    body: Range<usize>,
    lines: &mut LineFinder<'_>,
) -> Vec<Block> {
    let text = source.text();
    let comments = if text[body.clone()].contains("%%") {
        comments(text, &body).0
    } else {
        Comments::default()
    };
    let mut reader = TreeReader {
        source,
        text,
        lines,
        comments,
        containers: Containers::default(),
        leaf: None,
        table: None,
        verbatim: None,
        footnote: None,
        skipped: Skipped::default(),
    };
    for (event, range) in events(text, &body) {
        reader.event(event, range);
    }
    reader.close_leaf();
    reader.containers.finish()
}

/// A pass over one source.
struct TreeReader<'a, 'l, 'r> {
    source: &'a Source<'a>,
    text: &'a str,
    lines: &'l mut LineFinder<'r>,
    comments: Comments,
    containers: Containers,
    leaf: Option<OpenLeaf>,
    table: Option<OpenTable>,
    verbatim: Option<Verbatim>,
    /// The label owed before the next block, and where it stands.
    footnote: Option<(String, usize)>,
    /// What is passed over.
    skipped: Skipped,
}

impl TreeReader<'_, '_, '_> {
    /// Takes one event.
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.skipped.takes(&event) {
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, &range),
            Event::Rule => self.rule(&range),
            inline => self.inline(inline, range),
        }
    }

    /// Takes the start of an element.
    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Emphasis => self.start_element(ElementKind::Emphasis, &range),
            Tag::Strong => self.start_element(ElementKind::Strong, &range),
            Tag::Strikethrough => self.start_element(ElementKind::Strike, &range),
            Tag::Superscript | Tag::Subscript => self.start_element(ElementKind::Plain, &range),
            Tag::Link { link_type, dest_url, .. } => {
                self.start_link(link_type, &dest_url, &range, false);
            }
            Tag::Image { link_type, dest_url, .. } => {
                self.start_link(link_type, &dest_url, &range, true);
            }
            block => {
                self.close_leaf();
                self.start_block(block, range);
            }
        }
    }

    /// Takes the start of a block.
    fn start_block(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::TableCell => self.open_leaf(LeafKind::Cell, range),
            Tag::TableHead | Tag::TableRow => {}
            other => {
                // Of a table with far too many cells the parser reads only a part, and the rest as a block in it.
                self.end_table(&(range.start..range.start));
                self.start_outside(other, range);
            }
        }
    }

    /// Takes the start of a block that is no part of a table.
    fn start_outside(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => self.open_leaf(LeafKind::Paragraph, range),
            Tag::Heading { level, .. } => self.open_leaf(LeafKind::Heading(level as u8), range),
            Tag::FootnoteDefinition(label) => {
                self.write_footnote();
                if !self.comments.hides(range.start) {
                    self.footnote = Some((format!("[{label}]"), range.start));
                }
            }
            block => {
                self.write_footnote();
                self.start_holder(block, &range);
            }
        }
    }

    /// Takes the start of a block that is more than a text.
    fn start_holder(&mut self, tag: Tag<'_>, range: &Range<usize>) {
        let hidden = self.comments.hides(range.start);
        if hidden && matches!(tag, Tag::CodeBlock(_)) {
            self.skipped.begin();
            return;
        }
        let start = self.lines.start(self.source, range);
        match tag {
            Tag::BlockQuote(_) => {
                let kind = ContainerKind::Quote { callout: None, title: Vec::new() };
                self.containers.open(kind, start, hidden);
            }
            Tag::List(first) => {
                let kind = ContainerKind::List { start: first, items: Vec::new() };
                self.containers.open(kind, start, hidden);
            }
            Tag::Item => {
                self.containers.open(ContainerKind::Item { checked: None }, start, hidden);
            }
            Tag::CodeBlock(kind) => {
                let kind = VerbatimKind::Code { language: language(&kind) };
                self.verbatim = Some(Verbatim::new(kind, start));
            }
            Tag::HtmlBlock => {
                let kind = VerbatimKind::html(self.text, range.clone());
                self.verbatim = Some(Verbatim::new(kind, start));
            }
            Tag::Table(align) => self.table = Some(OpenTable::new(start, &align)),
            _ => {}
        }
    }

    /// Takes the end of an element.
    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image => self.tree(range).close(),
            block => {
                self.close_leaf();
                self.end_block(block, range);
            }
        }
    }

    /// Takes the end of a block, with its text closed.
    fn end_block(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => {
                let end = self.lines.end(self.source, range);
                self.containers.close(end);
            }
            TagEnd::CodeBlock | TagEnd::HtmlBlock => self.end_verbatim(range),
            TagEnd::TableHead => {
                if let Some(table) = &mut self.table {
                    table.end_head();
                }
            }
            TagEnd::TableRow => {
                let lines = self.lines.of(self.source, range);
                if let Some(table) = &mut self.table {
                    table.end_row(lines);
                }
            }
            TagEnd::Table => self.end_table(range),
            TagEnd::FootnoteDefinition => self.write_footnote(),
            _ => {}
        }
    }

    /// Takes a rule.
    fn rule(&mut self, range: &Range<usize>) {
        self.close_leaf();
        self.write_footnote();
        if !self.comments.hides(range.start) {
            let lines = self.lines.of(self.source, range);
            self.containers.add(Block { lines, kind: BlockKind::Rule });
        }
    }

    /// Ends the table that is open, if there is one.
    fn end_table(&mut self, range: &Range<usize>) {
        let Some(table) = self.table.take() else { return };
        let end = self.lines.end(self.source, range);
        if let Some(block) = table.end(end) {
            self.containers.add(block);
        }
    }

    /// Ends code or HTML.
    fn end_verbatim(&mut self, range: &Range<usize>) {
        let Some(verbatim) = self.verbatim.take() else { return };
        let lines = Lines { start: verbatim.start, end: self.lines.end(self.source, range) };
        if let Some(kind) = verbatim.end() {
            self.containers.add(Block { lines, kind });
        }
    }
}

/// Returns the language that a fence names.
fn language(kind: &CodeBlockKind<'_>) -> Option<String> {
    let CodeBlockKind::Fenced(info) = kind else { return None };
    let language = info.split([' ', ',', '{']).next().unwrap_or_default();
    (!language.is_empty()).then(|| language.to_owned())
}
