//! A block of text, while it is being read: a paragraph, a heading or a cell.

use std::ops::Range;

use super::Inline;
use super::inline_tree::InlineTree;
use super::run::Run;
use crate::BlockId;
use crate::reader::without_anchor;

/// A text whose end is not yet seen.
pub(super) struct OpenLeaf {
    pub(super) kind: LeafKind,
    /// Its first line; none of a cell, which is in a row.
    pub(super) start: u32,
    /// Where it stands in the source, as far as is known.
    pub(super) range: Range<usize>,
    /// Where its second line starts.
    pub(super) second: Option<usize>,
    /// Whether its paragraph goes on behind a formula: then no name of a block ends it.
    pub(super) goes_on: bool,
    pub(super) tree: InlineTree,
    pub(super) run: Run,
}

/// What a text belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LeafKind {
    Paragraph,
    /// The level is 1 to 6.
    Heading(u8),
    Cell,
}

impl OpenLeaf {
    /// Opens one that starts at the line `start`.
    pub(super) fn new(kind: LeafKind, start: u32, range: Range<usize>) -> Self {
        Self {
            kind,
            start,
            range,
            second: None,
            goes_on: false,
            tree: InlineTree::default(),
            run: Run::default(),
        }
    }

    /// Adds text that stands at `range`.
    pub(super) fn push_plain(&mut self, source: &str, text: &str, range: Range<usize>) {
        if self.run.ends_before(range.start) {
            self.run.write(source, &mut self.tree);
        }
        self.run.push(source, text, range);
    }

    /// Returns the tree, with all text so far in it.
    pub(super) fn written(&mut self, source: &str) -> &mut InlineTree {
        self.run.write(source, &mut self.tree);
        &mut self.tree
    }

    /// Adds the end of a line at `range`, where a text has begun.
    pub(super) fn end_line(&mut self, source: &str, range: &Range<usize>, piece: Inline) {
        let tree = self.written(source);
        if !tree.is_empty() {
            tree.push(piece);
            self.second.get_or_insert(range.end);
        }
    }

    /// Returns the pieces of the text, without what only names it.
    pub(super) fn finish(&mut self, source: &str) -> Vec<Inline> {
        self.written(source);
        let mut text = std::mem::take(&mut self.tree).finish();
        Inline::trim(&mut text);
        if self.kind != LeafKind::Cell && !self.goes_on {
            take_block_id(&mut text);
        }
        if let LeafKind::Heading(_) = self.kind {
            take_anchor(&mut text);
        }
        text
    }
}

/// Takes the name of a block off its end.
fn take_block_id(text: &mut Vec<Inline>) {
    let before_last = text.len().checked_sub(2).and_then(|before| text.get(before));
    let begins_line = before_last.is_none_or(|before| *before == Inline::Break);
    let Some(Inline::Text(last)) = text.last_mut() else { return };
    let Some((before, _)) = BlockId::split(last) else { return };
    if before.is_empty() && !begins_line {
        return;
    }
    let kept = before.len();
    last.truncate(kept);
    Inline::trim(text);
}

/// Takes an explicit anchor off the end of a heading.
fn take_anchor(text: &mut Vec<Inline>) {
    // Its name may have been read as a tag.
    if let [.., Inline::Text(before), Inline::Tag(tag), Inline::Text(after)] = text.as_mut_slice() {
        let whole = format!("{before}{tag}{after}");
        if without_anchor(&whole).len() < before.len() {
            *before = whole;
            text.truncate(text.len() - 2);
        }
    }
    if let Some(Inline::Text(last)) = text.last_mut() {
        let kept = without_anchor(last).len();
        last.truncate(kept);
        Inline::trim(text);
    }
}
