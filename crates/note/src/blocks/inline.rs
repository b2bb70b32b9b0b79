//! The inside of a block: text and what stands in it.

use crate::LinkKind;
use crate::link::Target;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain text; a `\n` in it only wraps.
    Text(String),
    /// Code.
    Code(String),
    /// `**strong**`.
    Strong(Vec<Inline>),
    /// `*emphasis*`.
    Emphasis(Vec<Inline>),
    /// `~~strike~~`.
    Strike(Vec<Inline>),
    /// `==mark==`.
    Mark(Vec<Inline>),
    /// A link, or an embedded note.
    Link {
        /// What is shown for it, never empty.
        text: Vec<Inline>,
        /// Where it leads.
        to: Destination,
    },
    /// A picture or another file that isn't read.
    Image {
        /// What is said of it, else the name of its file.
        alt: String,
        /// The file, if it is one of the vault.
        target: Option<LinkTarget>,
    },
    /// A formula.
    Math(String),
    /// A tag, with its `#`.
    Tag(String),
    /// A line break that is meant.
    Break,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To a note or another file of the vault.
    Note(LinkTarget),
    /// Out of the vault: `http`, `https` or `mailto`, nothing else.
    Url(String),
}

/// What a link names, as it is written: it is for the vault to say which note that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkTarget {
    /// The note or file, percent-decoded; empty when the link stays in its own note.
    pub path: String,
    /// The heading it leads to; `A#B` for a path of headings.
    pub heading: Option<String>,
    /// The block it leads to, without `^`.
    pub block: Option<String>,
    /// How the link is written, which decides where the note is looked for.
    pub kind: LinkKind,
}

impl LinkTarget {
    /// Makes a target of what was read from a link of this kind.
    pub(super) fn new(target: Target, kind: LinkKind) -> Self {
        Self { path: target.file, heading: target.heading, block: target.block, kind }
    }
}

impl Inline {
    /// Adds the plain text of some pieces to `text`.
    pub(super) fn write_plain(pieces: &[Self], text: &mut String) {
        for piece in pieces {
            match piece {
                Self::Text(words) | Self::Code(words) | Self::Math(words) | Self::Tag(words) => {
                    text.push_str(words);
                }
                Self::Strong(inside)
                | Self::Emphasis(inside)
                | Self::Strike(inside)
                | Self::Mark(inside)
                | Self::Link { text: inside, .. } => Self::write_plain(inside, text),
                Self::Image { alt, .. } => text.push_str(alt),
                Self::Break => text.push(' '),
            }
        }
    }

    /// Returns whether nothing of it is seen.
    fn is_blank(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Break => true,
            _ => false,
        }
    }

    /// Takes white space and line breaks off both ends.
    pub(super) fn trim(pieces: &mut Vec<Self>) {
        while pieces.last().is_some_and(Self::is_blank) {
            pieces.pop();
        }
        let blank = pieces.iter().take_while(|piece| piece.is_blank()).count();
        pieces.drain(..blank);
        if let Some(Self::Text(last)) = pieces.last_mut() {
            last.truncate(last.trim_end().len());
        }
        if let Some(Self::Text(first)) = pieces.first_mut() {
            first.drain(..first.len() - first.trim_start().len());
        }
    }
}
