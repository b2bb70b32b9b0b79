//! What could not be understood in a note.

use std::fmt;

/// One thing in a note that was read differently than its author may have meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Bytes that are no UTF-8 were read as U+FFFD.
    InvalidUtf8 {
        /// How many times a replacement was made.
        count: usize,
        /// The offset of the first such byte.
        first: usize,
    },
    /// The frontmatter is no YAML; only its simple `key: value` lines were read.
    BrokenFrontmatter {
        /// The parser's words.
        reason: String,
    },
    /// A code fence is never closed, so that the rest of the note is code.
    UnclosedFence {
        /// The line of the fence.
        line: u32,
    },
    /// An HTML or `%%` comment is never closed.
    UnclosedComment {
        /// The line where it starts.
        line: u32,
    },
    /// The note nests lists or quotes so deeply that it was read as plain text.
    TooDeep {
        /// The first line that does.
        line: u32,
    },
    /// The canvas is no JSON of the expected shape.
    BrokenCanvas {
        /// The parser's words.
        reason: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidUtf8 { count, first } => {
                write!(f, "{count} invalid UTF-8 sequences replaced, the first at byte {first}")
            }
            Self::BrokenFrontmatter { reason } => write!(f, "broken frontmatter: {reason}"),
            Self::UnclosedFence { line } => write!(f, "code fence on line {line} is never closed"),
            Self::UnclosedComment { line } => write!(f, "comment on line {line} is never closed"),
            Self::TooDeep { line } => {
                write!(f, "line {line} nests too deeply; the note was read as plain text")
            }
            Self::BrokenCanvas { reason } => write!(f, "broken canvas: {reason}"),
        }
    }
}
