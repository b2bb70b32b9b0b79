//! Code and HTML, while they are being read: lines that are shown as they are written.

use std::ops::Range;

use super::BlockKind;
use crate::comment::Comments;
use crate::{data_uri, html};

/// Code or HTML whose end is not yet seen.
pub(super) struct Verbatim {
    kind: VerbatimKind,
    /// Its first line.
    pub(super) start: u32,
    text: String,
}

/// What is shown as it is written.
pub(super) enum VerbatimKind {
    Code { language: Option<String> },
    Html { comments: Comments },
}

impl VerbatimKind {
    /// Makes a block of the HTML at `range` of `source`, whose comments it finds.
    pub(super) fn html(source: &str, range: Range<usize>) -> Self {
        let mut comments = Vec::new();
        for piece in html::pieces(source, range.clone()) {
            if let html::Piece::Comment(inside) = piece {
                let end = (inside.end + "-->".len()).min(range.end);
                comments.push(inside.start - "<!--".len()..end);
            }
        }
        Self::Html { comments: Comments::at(comments) }
    }
}

impl Verbatim {
    /// Opens one that starts at the line `start`.
    pub(super) fn new(kind: VerbatimKind, start: u32) -> Self {
        Self { kind, start, text: String::new() }
    }

    /// Returns whether it is HTML.
    pub(super) fn is_html(&self) -> bool {
        matches!(self.kind, VerbatimKind::Html { .. })
    }

    /// Adds what is read at `range` of `source`, without comments of HTML.
    pub(super) fn push(&mut self, source: &str, text: &str, range: Range<usize>) {
        let VerbatimKind::Html { comments } = &mut self.kind else {
            self.text.push_str(text);
            return;
        };
        for part in comments.visible(range.clone()) {
            self.text.push_str(if part == range { text } else { &source[part] });
        }
    }

    /// Returns what it is; `None` when HTML was but comments.
    pub(super) fn end(self) -> Option<BlockKind> {
        match self.kind {
            VerbatimKind::Code { language } => {
                let mut code = self.text;
                code.truncate(code.strip_suffix('\n').unwrap_or(&code).len());
                Some(BlockKind::Code { language, code })
            }
            VerbatimKind::Html { .. } => {
                let text = data_uri::removed(&self.text).trim_end().to_owned();
                (!text.trim().is_empty()).then_some(BlockKind::Raw { text })
            }
        }
    }
}
