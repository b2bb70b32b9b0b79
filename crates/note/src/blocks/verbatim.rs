//! Code and HTML, while they are being read: lines that are shown as they are written.

use super::BlockKind;
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
    Html,
}

impl Verbatim {
    /// Opens one that starts at the line `start`.
    pub(super) fn new(kind: VerbatimKind, start: u32) -> Self {
        Self { kind, start, text: String::new() }
    }

    /// Returns whether it is HTML.
    pub(super) fn is_html(&self) -> bool {
        matches!(self.kind, VerbatimKind::Html)
    }

    /// Adds text.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Returns what it is; `None` when HTML was but comments.
    pub(super) fn end(self) -> Option<BlockKind> {
        match self.kind {
            VerbatimKind::Code { language } => {
                let mut code = self.text;
                code.truncate(code.strip_suffix('\n').unwrap_or(&code).len());
                Some(BlockKind::Code { language, code })
            }
            VerbatimKind::Html => {
                let text = without_comments(&self.text);
                let parts = data_uri::without(&text).into_iter().map(|part| &text[part]);
                let text = parts.collect::<Vec<_>>().concat().trim_end().to_owned();
                (!text.trim().is_empty()).then_some(BlockKind::Raw { text })
            }
        }
    }
}

/// Returns the HTML without its comments.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut at = 0;
    for piece in html::pieces(text, 0..text.len()) {
        let html::Piece::Comment(inside) = piece else { continue };
        kept.push_str(&text[at..inside.start - "<!--".len()]);
        at = (inside.end + "-->".len()).min(text.len());
    }
    kept.push_str(&text[at..]);
    kept
}
