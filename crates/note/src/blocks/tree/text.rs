//! Texts: what stands in a paragraph, a heading or a cell, and how it ends.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType};

use super::TreeReader;
use crate::Lines;
use crate::blocks::callout::Opening;
use crate::blocks::inline_tree::{ElementKind, InlineTree};
use crate::blocks::leaf::{LeafKind, OpenLeaf};
use crate::blocks::{Block, BlockKind, Inline, reference};
use crate::data_uri;

impl TreeReader<'_, '_, '_> {
    /// Takes an event inside a text.
    pub(super) fn inline(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Text(text) | Event::Html(text) => return self.text(&text, range),
            _ if self.comments.hides(range.start) => return,
            _ => {}
        }
        match event {
            Event::SoftBreak => self.end_line(&range, Inline::Text("\n".to_owned())),
            Event::HardBreak => self.end_line(&range, Inline::Break),
            Event::InlineHtml(html) => self.inline_html(&html, &range),
            Event::TaskListMarker(done) if self.containers.check(done) => {}
            Event::TaskListMarker(done) => {
                self.tree(&range).push_text(if done { "[x] " } else { "[ ] " });
            }
            Event::Code(code) => self.tree(&range).push(Inline::Code(code.into_string())),
            Event::InlineMath(math) => self.tree(&range).push(Inline::Math(math.into_string())),
            Event::DisplayMath(math) => self.display_math(math.trim().to_owned(), &range),
            Event::FootnoteReference(label) => self.tree(&range).push_text(&format!("[{label}]")),
            _ => {}
        }
    }

    /// Takes plain text, or a part of code or HTML.
    fn text(&mut self, text: &str, range: Range<usize>) {
        let is_code = self.verbatim.as_ref().is_some_and(|verbatim| !verbatim.is_html());
        if is_code || self.comments.is_empty() {
            self.visible(text, range);
            return;
        }
        for part in self.comments.visible(range.clone()) {
            if part == range {
                self.visible(text, part);
            } else {
                self.visible(&self.text[part.clone()], part);
            }
        }
    }

    /// Adds text that no comment hides.
    fn visible(&mut self, text: &str, range: Range<usize>) {
        if let Some(verbatim) = &mut self.verbatim {
            verbatim.push(self.text, text, range);
        } else {
            let source = self.text;
            self.leaf(&range).push_plain(source, text, range);
        }
    }

    /// Takes a line break, unless it would be the first of a text.
    fn end_line(&mut self, range: &Range<usize>, piece: Inline) {
        if let Some(leaf) = &mut self.leaf {
            leaf.end_line(self.text, range, piece);
        }
    }

    /// Shows a tag of HTML as it is written; `<br>` is a line break, and a comment is left out.
    fn inline_html(&mut self, html: &str, range: &Range<usize>) {
        if html.get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("<br")) {
            self.end_line(range, Inline::Break);
        } else if !html.starts_with("<!--") {
            self.tree(range).push_text(&data_uri::removed(html));
        }
    }

    /// Takes `$$…$$`: in a paragraph it stands on its own and parts what is before it from what is after.
    fn display_math(&mut self, source: String, range: &Range<usize>) {
        let in_paragraph = self
            .leaf
            .as_ref()
            .is_none_or(|leaf| leaf.kind == LeafKind::Paragraph && leaf.tree.is_flat());
        if !in_paragraph {
            self.tree(range).push(Inline::Math(source));
            return;
        }
        if let Some(leaf) = &mut self.leaf {
            leaf.range.end = range.start;
            leaf.goes_on = true;
        }
        self.close_leaf();
        self.write_footnote();
        let lines = self.lines.of(self.source, range);
        self.containers.add(Block { lines, kind: BlockKind::Math { source } });
    }

    /// Takes the start of an element of a text.
    pub(super) fn start_element(&mut self, kind: ElementKind, range: &Range<usize>) {
        self.tree(range).open(kind);
    }

    /// Takes the start of a link or an image.
    pub(super) fn start_link(
        &mut self,
        kind: LinkType,
        to: &str,
        range: &Range<usize>,
        is_image: bool,
    ) {
        if self.comments.hides(range.start) {
            self.skipped.begin();
            return;
        }
        let LinkType::WikiLink { has_pothole } = kind else {
            return self.start_element(reference::markdown(kind, to, is_image), range);
        };
        let (kind, display) = reference::wikilink(&self.text[range.clone()], has_pothole, is_image);
        let tree = self.tree(range);
        tree.open(kind);
        if let Some(display) = display {
            tree.push_text(&display);
            tree.close();
            self.skipped.begin();
        }
    }

    /// Opens a text; the label of a footnote that is owed comes first.
    pub(super) fn open_leaf(&mut self, kind: LeafKind, range: Range<usize>) {
        if kind != LeafKind::Paragraph {
            self.write_footnote();
        }
        // A cell takes the line of its row; one that is only missing in the source stands nowhere.
        let start = if kind == LeafKind::Cell { 0 } else { self.lines.start(self.source, &range) };
        let mut leaf = OpenLeaf::new(kind, start, range);
        if let Some((label, _)) = self.footnote.take() {
            leaf.tree.push_text(&label);
            leaf.tree.push_text(" ");
        }
        self.leaf = Some(leaf);
    }

    /// Writes the label of a footnote as a paragraph of its own, if one is owed.
    pub(super) fn write_footnote(&mut self) {
        if let Some((_, at)) = self.footnote {
            self.open_leaf(LeafKind::Paragraph, at..at);
            self.close_leaf();
        }
    }

    /// Returns the open text, one that begins at `range` if none is open.
    fn leaf(&mut self, range: &Range<usize>) -> &mut OpenLeaf {
        if self.leaf.is_none() {
            self.open_leaf(LeafKind::Paragraph, range.clone());
        }
        let new = || OpenLeaf::new(LeafKind::Paragraph, 1, range.clone());
        let leaf = self.leaf.get_or_insert_with(new);
        leaf.range.end = leaf.range.end.max(range.end);
        leaf
    }

    /// Returns the tree of the open text, with all text so far in it.
    pub(super) fn tree(&mut self, range: &Range<usize>) -> &mut InlineTree {
        let source = self.text;
        self.leaf(range).written(source)
    }

    /// Ends the open text, if there is one; one that says nothing is left out.
    pub(super) fn close_leaf(&mut self) {
        let Some(mut leaf) = self.leaf.take() else { return };
        let text = leaf.finish(self.text);
        if let (LeafKind::Cell, Some(table)) = (leaf.kind, &mut self.table) {
            table.add_cell(text);
        } else if text.is_empty() {
        } else if let LeafKind::Heading(level) = leaf.kind {
            self.add_text(&leaf, BlockKind::Heading { level, text });
        } else {
            self.paragraph(leaf, text);
        }
    }

    /// Adds a paragraph, or what of it isn't the title of a callout.
    fn paragraph(&mut self, mut leaf: OpenLeaf, text: Vec<Inline>) {
        if !self.containers.begins_quote() {
            return self.add_text(&leaf, BlockKind::Paragraph { text });
        }
        match Opening::read(text) {
            Err(text) => self.add_text(&leaf, BlockKind::Paragraph { text }),
            Ok(Opening { name, title, rest }) => {
                self.containers.make_callout(name, title);
                if !rest.is_empty() {
                    leaf.range.start = leaf.second.unwrap_or(leaf.range.start);
                    leaf.start = self.lines.start(self.source, &leaf.range);
                    self.add_text(&leaf, BlockKind::Paragraph { text: rest });
                }
            }
        }
    }

    /// Adds a block of text.
    fn add_text(&mut self, leaf: &OpenLeaf, kind: BlockKind) {
        let lines = Lines { start: leaf.start, end: self.lines.end(self.source, &leaf.range) };
        self.containers.add(Block { lines, kind });
    }
}
