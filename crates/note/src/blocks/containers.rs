//! The blocks that hold blocks, while they are open.

use super::{Block, BlockKind, Inline, ListItem};
use crate::Lines;

/// The most containers in each other. With a list and its items counted apart, lists may be half as deep.
///
/// As JSON each is two levels, and readers of JSON refuse more than 128 of them.
pub(super) const MAX_DEPTH: usize = 40;

/// A quote, list or item whose end is not yet seen.
struct Container {
    kind: ContainerKind,
    /// Its first line.
    start: u32,
    /// Whether a comment holds where it starts: then it is left out if nothing in it is seen.
    hidden: bool,
    /// What it holds so far; nothing if it is a list.
    blocks: Vec<Block>,
}

/// What a container is.
pub(super) enum ContainerKind {
    Quote { callout: Option<String>, title: Vec<Inline> },
    List { start: Option<u64>, items: Vec<ListItem> },
    Item { checked: Option<bool> },
}

/// The open containers, and the blocks outside of them.
#[derive(Default)]
pub(super) struct Containers {
    blocks: Vec<Block>,
    open: Vec<Container>,
    /// How many more are open that are too deep: what they hold goes to the innermost that is not.
    passed: usize,
}

impl Containers {
    /// Opens a container.
    pub(super) fn open(&mut self, kind: ContainerKind, start: u32, hidden: bool) {
        // A list is nothing without room for its items.
        let room = if matches!(kind, ContainerKind::List { .. }) { 2 } else { 1 };
        if self.passed > 0 || self.open.len() + room > MAX_DEPTH {
            self.passed += 1;
        } else {
            self.open.push(Container { kind, start, hidden, blocks: Vec::new() });
        }
    }

    /// Closes the innermost container, which ends at the line `end`.
    pub(super) fn close(&mut self, end: u32) {
        if self.passed > 0 {
            self.passed -= 1;
            return;
        }
        let Some(Container { kind, start, hidden, blocks }) = self.open.pop() else { return };
        let lines = Lines { start, end };
        match kind {
            ContainerKind::Quote { callout, title } => {
                if callout.is_some() || !blocks.is_empty() {
                    let kind = BlockKind::Quote { callout, title, blocks };
                    self.add(Block { lines, kind });
                }
            }
            ContainerKind::List { start, items } => {
                if !items.is_empty() {
                    self.add(Block { lines, kind: BlockKind::List { start, items } });
                }
            }
            ContainerKind::Item { checked } => {
                if !hidden || checked.is_some() || !blocks.is_empty() {
                    self.add_item(ListItem { lines, checked, blocks });
                }
            }
        }
    }

    /// Adds a block to the innermost container.
    pub(super) fn add(&mut self, block: Block) {
        let holder =
            self.open.iter_mut().rfind(|open| !matches!(open.kind, ContainerKind::List { .. }));
        holder.map_or(&mut self.blocks, |holder| &mut holder.blocks).push(block);
    }

    /// Adds an item to the list that is open.
    fn add_item(&mut self, item: ListItem) {
        if let Some(Container { kind: ContainerKind::List { items, .. }, .. }) =
            self.open.last_mut()
        {
            items.push(item);
        }
    }

    /// Notes whether the item that just began is done; returns whether there is one.
    pub(super) fn check(&mut self, done: bool) -> bool {
        match self.innermost() {
            Some(Container { kind: ContainerKind::Item { checked }, blocks, .. })
                if blocks.is_empty() =>
            {
                *checked = Some(done);
                true
            }
            _ => false,
        }
    }

    /// Returns whether a quote just began that may be a callout.
    pub(super) fn begins_quote(&mut self) -> bool {
        matches!(self.innermost(), Some(Container { kind: ContainerKind::Quote { callout: None, .. }, blocks, .. })
            if blocks.is_empty())
    }

    /// Makes a callout of the quote that just began.
    pub(super) fn make_callout(&mut self, name: String, words: Vec<Inline>) {
        if let Some(Container { kind: ContainerKind::Quote { callout, title }, .. }) =
            self.innermost()
        {
            *callout = Some(name);
            *title = words;
        }
    }

    /// Returns the innermost container, unless it is too deep.
    fn innermost(&mut self) -> Option<&mut Container> {
        if self.passed > 0 { None } else { self.open.last_mut() }
    }

    /// Returns the blocks outside of all containers.
    pub(super) fn finish(self) -> Vec<Block> {
        self.blocks
    }
}
