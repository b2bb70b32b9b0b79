//! What a note shows, as JSON: a tree that a page can draw without any HTML.

use notekin_engine::blocks::{self as shown, BlockKind, Destination, LinkTarget};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::search::Lines;

/// Tells the path of the note that a link leads to; `None` when there is no such note.
pub type Resolve<'a> = &'a dyn Fn(&LinkTarget) -> Option<String>;

/// A block of a note.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A heading.
    Heading {
        /// Its lines in the file.
        lines: Lines,
        /// 1 to 6.
        level: u8,
        /// Its text.
        text: Vec<Inline>,
    },
    /// A paragraph, or the line of a list item.
    Paragraph {
        /// Its lines in the file.
        lines: Lines,
        /// Its text.
        text: Vec<Inline>,
    },
    /// Code.
    Code {
        /// Its lines in the file.
        lines: Lines,
        /// The language, if it is named.
        language: Option<String>,
        /// The code.
        code: String,
    },
    /// A list.
    List {
        /// Its lines in the file.
        lines: Lines,
        /// Whether its items are numbered.
        ordered: bool,
        /// The number of the first item; null if they aren't.
        start: Option<u64>,
        /// Its items.
        items: Vec<ListItem>,
    },
    /// A quote or callout.
    Quote {
        /// Its lines in the file.
        lines: Lines,
        /// The type of a callout in small letters; null of a plain quote.
        callout: Option<String>,
        /// The title of a callout; left out when it has none of its own.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        title: Vec<Inline>,
        /// What is quoted.
        blocks: Vec<Block>,
    },
    /// A table.
    Table {
        /// Its lines in the file.
        lines: Lines,
        /// How each column is aligned, if that is said.
        align: Vec<Option<Align>>,
        /// The first row.
        head: Vec<Vec<Inline>>,
        /// The others.
        rows: Vec<TableRow>,
    },
    /// A rule.
    Rule {
        /// Its line in the file.
        lines: Lines,
    },
    /// A formula on its own.
    Math {
        /// Its lines in the file.
        lines: Lines,
        /// The formula as TeX.
        source: String,
    },
    /// HTML, or what isn't understood, to be shown as text.
    Raw {
        /// Its lines in the file.
        lines: Lines,
        /// The text.
        text: String,
    },
    /// The frontmatter.
    Properties {
        /// Its lines in the file.
        lines: Lines,
        /// The YAML.
        text: String,
    },
}

/// An item of a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ListItem {
    /// Its lines in the file.
    pub lines: Lines,
    /// Whether the task is done; null if it is none.
    pub checked: Option<bool>,
    /// What it holds.
    pub blocks: Vec<Block>,
}

/// A row of a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableRow {
    /// Its line in the file.
    pub lines: Lines,
    /// Its cells, without those that are blank to its end.
    pub cells: Vec<Vec<Inline>>,
}

/// How a column is aligned.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// To the left.
    Left,
    /// To the middle.
    Center,
    /// To the right.
    Right,
}

/// A piece of a text.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Inline {
    /// Plain text; a line feed in it only wraps.
    Text {
        /// The text.
        text: String,
    },
    /// Code.
    Code {
        /// The code.
        text: String,
    },
    /// Strong text.
    Strong {
        /// The text.
        text: Vec<Inline>,
    },
    /// Emphasis.
    Emphasis {
        /// The text.
        text: Vec<Inline>,
    },
    /// Text struck through.
    Strike {
        /// The text.
        text: Vec<Inline>,
    },
    /// Highlighted text.
    Mark {
        /// The text.
        text: Vec<Inline>,
    },
    /// A link. With neither note nor address it leads to a note that there isn't.
    Link {
        /// What is shown for it.
        text: Vec<Inline>,
        /// The path of the note it leads to.
        note: Option<String>,
        /// The heading it leads to, or the block, with a `^` before its name.
        heading: Option<String>,
        /// The address it leads to: http, https or mailto.
        url: Option<String>,
    },
    /// A picture or another file, of which only a label is shown.
    Image {
        /// The label.
        alt: String,
        /// The path of the file, if it is a note.
        note: Option<String>,
    },
    /// A formula.
    Math {
        /// The formula as TeX.
        source: String,
    },
    /// A tag.
    Tag {
        /// The tag with its `#`.
        text: String,
    },
    /// A line break.
    Break,
}

impl Block {
    /// Makes the twins of some blocks.
    pub fn each(blocks: &[shown::Block], resolve: Resolve<'_>) -> Vec<Self> {
        blocks.iter().map(|block| Self::new(block, resolve)).collect()
    }

    /// Makes the twin of a block.
    fn new(block: &shown::Block, resolve: Resolve<'_>) -> Self {
        let lines = lines(block.lines);
        let inlines = |text: &[shown::Inline]| Inline::each(text, resolve);
        match &block.kind {
            BlockKind::Heading { level, text } => {
                Self::Heading { lines, level: *level, text: inlines(text) }
            }
            BlockKind::Paragraph { text } => Self::Paragraph { lines, text: inlines(text) },
            BlockKind::Code { language, code } => {
                Self::Code { lines, language: language.clone(), code: code.clone() }
            }
            BlockKind::List { start, items } => Self::List {
                lines,
                ordered: start.is_some(),
                start: *start,
                items: items.iter().map(|item| ListItem::new(item, resolve)).collect(),
            },
            BlockKind::Quote { callout, title, blocks } => Self::Quote {
                lines,
                callout: callout.clone(),
                title: inlines(title),
                blocks: Self::each(blocks, resolve),
            },
            BlockKind::Table { align, head, rows } => Self::Table {
                lines,
                align: align.iter().map(|align| align.map(Align::from)).collect(),
                head: head.iter().map(|cell| inlines(cell)).collect(),
                rows: rows.iter().map(|row| TableRow::new(row, resolve)).collect(),
            },
            BlockKind::Rule => Self::Rule { lines },
            BlockKind::Math { source } => Self::Math { lines, source: source.clone() },
            BlockKind::Raw { text } => Self::Raw { lines, text: text.clone() },
            BlockKind::Properties { text } => Self::Properties { lines, text: text.clone() },
        }
    }
}

impl ListItem {
    /// Makes the twin of an item.
    fn new(item: &shown::ListItem, resolve: Resolve<'_>) -> Self {
        Self {
            lines: lines(item.lines),
            checked: item.checked,
            blocks: Block::each(&item.blocks, resolve),
        }
    }
}

impl TableRow {
    /// Makes the twin of a row.
    fn new(row: &shown::TableRow, resolve: Resolve<'_>) -> Self {
        let cells = row.cells.iter().map(|cell| Inline::each(cell, resolve)).collect();
        Self { lines: lines(row.lines), cells }
    }
}

impl From<shown::Alignment> for Align {
    fn from(align: shown::Alignment) -> Self {
        match align {
            shown::Alignment::Left => Self::Left,
            shown::Alignment::Center => Self::Center,
            shown::Alignment::Right => Self::Right,
        }
    }
}

impl Inline {
    /// Makes the twins of some pieces.
    fn each(pieces: &[shown::Inline], resolve: Resolve<'_>) -> Vec<Self> {
        pieces.iter().map(|piece| Self::new(piece, resolve)).collect()
    }

    /// Makes the twin of a piece.
    fn new(piece: &shown::Inline, resolve: Resolve<'_>) -> Self {
        let each = |text: &[shown::Inline]| Self::each(text, resolve);
        match piece {
            shown::Inline::Text(text) => Self::Text { text: text.clone() },
            shown::Inline::Code(text) => Self::Code { text: text.clone() },
            shown::Inline::Strong(text) => Self::Strong { text: each(text) },
            shown::Inline::Emphasis(text) => Self::Emphasis { text: each(text) },
            shown::Inline::Strike(text) => Self::Strike { text: each(text) },
            shown::Inline::Mark(text) => Self::Mark { text: each(text) },
            shown::Inline::Link { text, to } => Self::link(each(text), to, resolve),
            shown::Inline::Image { alt, target } => {
                Self::Image { alt: alt.clone(), note: target.as_ref().and_then(resolve) }
            }
            shown::Inline::Math(source) => Self::Math { source: source.clone() },
            shown::Inline::Tag(text) => Self::Tag { text: text.clone() },
            shown::Inline::Break => Self::Break,
        }
    }

    /// Makes the twin of a link.
    fn link(text: Vec<Self>, to: &Destination, resolve: Resolve<'_>) -> Self {
        match to {
            Destination::Url(url) => {
                Self::Link { text, note: None, heading: None, url: Some(url.clone()) }
            }
            Destination::Note(target) => {
                let block = || target.block.as_ref().map(|block| format!("^{block}"));
                let heading = target.heading.clone().or_else(block);
                Self::Link { text, note: resolve(target), heading, url: None }
            }
        }
    }
}

/// Makes the twin of some lines.
fn lines(lines: notekin_engine::Lines) -> Lines {
    Lines { start: lines.start, end: lines.end }
}

#[cfg(test)]
mod tests;
