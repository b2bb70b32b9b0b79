//! The blocks of a note: what stands below each other.

use super::Inline;
use crate::Lines;

/// A block, with the lines it takes in the raw file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// From the line of its first mark to that of its last.
    pub lines: Lines,
    /// What it is.
    pub kind: BlockKind,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading, also one in a list or quote.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its text.
        text: Vec<Inline>,
    },
    /// A paragraph, or the line of a list item.
    Paragraph {
        /// Its text.
        text: Vec<Inline>,
    },
    /// Code, fenced or indented.
    Code {
        /// The language that its fence names.
        language: Option<String>,
        /// The code, without a line break at the end.
        code: String,
    },
    /// A list.
    List {
        /// The number of the first item of an ordered list.
        start: Option<u64>,
        /// Its items.
        items: Vec<ListItem>,
    },
    /// A quote, or one of Obsidian's callouts.
    Quote {
        /// The type of a callout, in small letters.
        callout: Option<String>,
        /// The title of a callout; empty when it has none of its own.
        title: Vec<Inline>,
        /// What is quoted.
        blocks: Vec<Block>,
    },
    /// A table.
    Table {
        /// How each column is aligned.
        align: Vec<Option<Alignment>>,
        /// A cell for each column.
        head: Vec<Vec<Inline>>,
        /// The other rows, blank ones left out.
        rows: Vec<TableRow>,
    },
    /// A line that parts what is above from what is below.
    Rule,
    /// A formula on its own.
    Math {
        /// What stands between the dollar signs.
        source: String,
    },
    /// HTML, or what isn't understood, as it is written.
    Raw {
        /// The text, without comments and without files written out as data URIs.
        text: String,
    },
    /// The frontmatter.
    Properties {
        /// The YAML between its two lines.
        text: String,
    },
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListItem {
    /// Its lines, those of the lists in it among them.
    pub lines: Lines,
    /// Whether it is done, if it is a task.
    pub checked: Option<bool>,
    /// What it holds.
    pub blocks: Vec<Block>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its line.
    pub lines: Lines,
    /// Its cells; those that are blank to the end of the row are left out.
    pub cells: Vec<Vec<Inline>>,
}

/// How a column of a table is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// To the left.
    Left,
    /// To the middle.
    Center,
    /// To the right.
    Right,
}
