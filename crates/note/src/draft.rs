//! A draft: a note as read, before it is cut into chunks.

use std::ops::Range;

use crate::prose::Prose;
use crate::tag::Tags;
use crate::{BlockId, Link, Warning};

/// Longer titles are cut: they are repeated with every chunk under them.
const MAX_TITLE_BYTES: usize = 300;

/// What one pass over the source finds.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) prose: Prose,
    /// In the order of the text.
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) headings: Vec<Heading>,
    /// Not always in the order of the text.
    pub(crate) asides: Vec<Aside>,
    pub(crate) links: Vec<Link>,
    pub(crate) tags: Tags,
    pub(crate) block_ids: Vec<BlockId>,
    pub(crate) faults: Vec<Fault>,
}

/// A warning that waits for the line it is about.
pub(crate) struct Fault {
    /// Its source offset.
    pub(crate) at: usize,
    pub(crate) warning: fn(u32) -> Warning,
}

/// A block without blocks inside: a paragraph, an item's own line, a table, code.
pub(crate) struct Leaf {
    pub(crate) kind: LeafKind,
    /// Where it lies in the prose.
    pub(crate) text: Range<usize>,
    /// The source offset of its first line.
    pub(crate) start: usize,
}

/// What a leaf is, and so where it may be cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeafKind {
    Paragraph,
    /// The heading that opens the next section.
    Heading,
    /// Lines that belong together.
    Code,
    /// Lines of which the first is the header.
    Table,
}

/// A heading outside of quotes, lists and comments.
pub(crate) struct Heading {
    pub(crate) level: u8,
    pub(crate) title: String,
    /// The source offset of its line.
    pub(crate) start: usize,
    /// Whether the title is the whole heading.
    pub(crate) whole: bool,
}

impl Heading {
    /// Makes a heading of its readable text, which is cut where it is too long.
    pub(crate) fn new(level: u8, text: &str, start: usize) -> Self {
        let end = text.floor_char_boundary(MAX_TITLE_BYTES);
        Self { level, title: text[..end].to_owned(), start, whole: end == text.len() }
    }
}

/// Text kept out of the prose.
pub(crate) struct Aside {
    /// Its source offset.
    pub(crate) at: usize,
    pub(crate) text: String,
}
