//! The leaf being read: how it opens, and what its end tells.

use crate::BlockId;
use crate::draft::{Heading, Leaf, LeafKind};

use super::{Gap, Reader};

/// Deeper lists are not indented further.
const MAX_INDENT: usize = 8;

/// A leaf whose end is not yet seen.
pub(super) struct OpenLeaf {
    kind: LeafKind,
    /// The length of the prose before the leaf and what separates it.
    before: usize,
    /// Where its text starts, list marker included.
    text: usize,
    /// Where its own words start.
    pub(super) content: usize,
    /// The source offset of its first line.
    start: usize,
    /// The level of a heading.
    level: u8,
}

impl Reader<'_> {
    /// Returns whether a leaf of this kind is open.
    pub(super) fn is_open(&self, kind: LeafKind) -> bool {
        self.open.as_ref().is_some_and(|leaf| leaf.kind == kind)
    }

    /// Opens a leaf at the line of the source offset `at`, unless one is open.
    pub(super) fn open_leaf(&mut self, kind: LeafKind, at: usize) {
        if self.open.is_some() {
            return;
        }
        let marker = self.marker.take();
        let before = self.draft.prose.len();
        if before > 0 {
            self.draft.prose.push_own(if self.lists > 0 && self.after_item {
                "\n"
            } else {
                "\n\n"
            });
        }
        let at = marker.as_ref().map_or(at, |(_, at)| *at);
        let text = self.draft.prose.len();
        let start =
            line_start(self.text, at).max(self.draft.leaves.last().map_or(0, |leaf| leaf.start));
        self.draft.prose.anchor(start);
        self.push_marker(marker.as_ref().map_or(" ", |(marker, _)| marker), kind);
        let content = self.draft.prose.len();
        self.after_item = self.lists > 0;
        self.gap = Gap::None;
        self.separators = None;
        self.open = Some(OpenLeaf { kind, before, text, content, start, level: 0 });
    }

    /// Writes the marker of a list item, or the indentation of what follows in it.
    fn push_marker(&mut self, marker: &str, kind: LeafKind) {
        if self.lists == 0 || kind != LeafKind::Paragraph {
            return;
        }
        for _ in 1..self.lists.min(MAX_INDENT) {
            self.draft.prose.push_own("  ");
        }
        self.draft.prose.push_own(marker);
        self.draft.prose.push_own(" ");
    }

    /// Returns the marker of the list item at the source offset `at`, bullets all alike.
    pub(super) fn item_marker(&self, at: usize) -> String {
        let digits = self.text[at..].bytes().take(10).take_while(u8::is_ascii_digit).count();
        if digits == 0 { "-".to_owned() } else { format!("{}.", &self.text[at..at + digits]) }
    }

    /// Opens a heading, which opens a section unless something holds or hides it.
    pub(super) fn start_heading(&mut self, level: u8, at: usize) {
        let opens_section = self.containers == 0 && !self.comments.hides(at);
        self.open_leaf(if opens_section { LeafKind::Heading } else { LeafKind::Paragraph }, at);
        if let Some(leaf) = &mut self.open {
            leaf.level = level;
        }
    }

    /// Starts a row of a table.
    pub(super) fn start_row(&mut self, at: usize) {
        self.flush_tags();
        self.separators = None;
        if self.open.as_ref().is_some_and(|leaf| self.draft.prose.len() > leaf.content) {
            self.draft.prose.push_own("\n");
        }
        self.draft.prose.anchor(at);
    }

    /// Starts a cell of a row.
    pub(super) fn start_cell(&mut self) {
        self.flush_tags();
        self.gap = Gap::None;
        // Owed, not written: cells that are only missing in the source must not fill the prose.
        self.separators = Some(self.separators.map_or(0, |owed| owed + 1));
    }

    /// Ends the open leaf, if there is one.
    pub(super) fn close_leaf(&mut self) {
        self.flush_tags();
        self.title_callout();
        let Some(leaf) = self.open.take() else { return };
        self.gap = Gap::None;
        self.trim(leaf.content);
        if !matches!(leaf.kind, LeafKind::Code | LeafKind::Table) {
            self.take_block_id(leaf.content);
        }
        if leaf.kind == LeafKind::Heading {
            self.end_heading(&leaf);
        } else if self.draft.prose.text()[leaf.content..].trim().is_empty() {
            self.draft.prose.truncate(leaf.before);
        } else {
            self.draft.leaves.push(Leaf {
                kind: leaf.kind,
                text: leaf.text..self.draft.prose.len(),
                start: leaf.start,
            });
        }
    }

    /// Ends a heading and notes its title.
    fn end_heading(&mut self, leaf: &OpenLeaf) {
        let text = &self.draft.prose.text()[leaf.content..];
        let kept = without_anchor(text).len();
        self.draft.prose.truncate(leaf.content + kept);
        let text = &self.draft.prose.text()[leaf.content..];
        self.draft.headings.push(Heading::new(leaf.level, text, leaf.start));
        self.draft.leaves.push(Leaf {
            kind: leaf.kind,
            text: leaf.text..self.draft.prose.len(),
            start: leaf.start,
        });
    }

    /// Takes white space off the end of the prose, but not before `content`.
    fn trim(&mut self, content: usize) {
        let kept = self.draft.prose.text()[content..].trim_end().len();
        self.draft.prose.truncate(content + kept);
    }

    /// Takes a block id off the end of the leaf.
    fn take_block_id(&mut self, content: usize) {
        let text = &self.draft.prose.text()[content..];
        let Some((before, id)) = BlockId::split(text) else { return };
        let (id, mark) = (id.to_owned(), content + before.len());
        let start = self.draft.prose.source_of(mark);
        let range = start..start + 1 + id.len();
        // In the text of a link that ends its line, `^name` is part of a title.
        let rest = self.text.get(range.end..);
        let ends =
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
        if ends && self.text.get(range.clone()).is_some_and(|found| found[1..] == id) {
            self.draft.block_ids.push(BlockId { id, span: self.source.span(&range) });
            self.draft.prose.truncate(mark);
            self.trim(content);
        }
    }
}

/// Returns where the line of the byte at `at` starts; Markdown ends lines at a lone `\r` too.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    let end = text.as_bytes()[..at].iter().rposition(|&b| matches!(b, b'\n' | b'\r'));
    end.map_or(0, |end| end + 1)
}

/// Takes an explicit anchor, `{ #name }`, off the end of a heading.
pub(crate) fn without_anchor(title: &str) -> &str {
    let Some((before, inside)) = title.strip_suffix('}').and_then(|title| title.rsplit_once('{'))
    else {
        return title;
    };
    let name = inside.trim();
    if name.starts_with('#') && !name.contains(char::is_whitespace) {
        before.trim_end()
    } else {
        title
    }
}
