//! A run of plain text: what of it is a tag, and where it is marked.

use std::ops::Range;

use super::Inline;
use super::inline_tree::InlineTree;
use crate::tag;

/// Plain text without a gap.
#[derive(Default)]
pub(super) struct Run {
    pieces: Vec<Piece>,
}

/// A part that the parser gave in one go.
struct Piece {
    range: Range<usize>,
    /// What is read, where that is not what is written, as of `&amp;`.
    decoded: Option<String>,
}

/// Something in a run that is more than text.
struct Token {
    range: Range<usize>,
    is_tag: bool,
}

impl Run {
    /// Returns whether text at `start` would leave a gap.
    pub(super) fn ends_before(&self, start: usize) -> bool {
        self.pieces.last().is_some_and(|last| last.range.end != start)
    }

    /// Adds what is read at `range` of `source`.
    pub(super) fn push(&mut self, source: &str, text: &str, range: Range<usize>) {
        let decoded = (source.get(range.clone()) != Some(text)).then(|| text.to_owned());
        self.pieces.push(Piece { range, decoded });
    }

    /// Writes the run to `tree` and empties it.
    pub(super) fn write(&mut self, source: &str, tree: &mut InlineTree) {
        let pieces = std::mem::take(&mut self.pieces);
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return };
        let mut tokens = tokens(source, first.range.start..last.range.end).into_iter().peekable();
        // Tags reach over pieces, so a piece may begin in one that is written already.
        let mut written = first.range.start;
        for piece in &pieces {
            if let Some(decoded) = &piece.decoded {
                tree.push_text(decoded);
                continue;
            }
            let range = piece.range.clone();
            while tokens.next_if(|token| token.range.start < range.start).is_some() {}
            let mut at = written.clamp(range.start, range.end);
            while let Some(token) = tokens.next_if(|token| token.range.start < range.end) {
                tree.push_text(&source[at..token.range.start]);
                token.write(source, tree);
                written = token.range.end;
                at = written.min(range.end);
            }
            tree.push_text(&source[at..range.end]);
        }
    }
}

impl Token {
    /// Writes the token.
    fn write(&self, source: &str, tree: &mut InlineTree) {
        if self.is_tag {
            tree.push(Inline::Tag(source[self.range.clone()].to_owned()));
            return;
        }
        let is_text = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        let before = source[..self.range.start].chars().next_back();
        let after = source[self.range.end..].chars().next();
        tree.mark(is_text(before), is_text(after));
    }
}

/// Returns the tags and marks in a run of plain text, in their order.
fn tokens(source: &str, run: Range<usize>) -> Vec<Token> {
    let marks = marks(source, &run).into_iter().map(|range| Token { range, is_tag: false });
    let tags = tag::inline(source, run).into_iter().map(|range| Token { range, is_tag: true });
    let mut tokens: Vec<Token> = marks.chain(tags).collect();
    // A tag holds no `=`: the two never overlap.
    tokens.sort_by_key(|token| token.range.start);
    tokens
}

/// Returns where exactly two `=` stand; escaped ones are text.
fn marks(source: &str, run: &Range<usize>) -> Vec<Range<usize>> {
    let bytes = source.as_bytes();
    let is_lone = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        !matches!(before, Some(b'=' | b'\\')) && bytes.get(at + 2) != Some(&b'=')
    };
    let found = source.get(run.clone()).unwrap_or_default().match_indices("==");
    found.map(|(at, _)| run.start + at).filter(|&at| is_lone(at)).map(|at| at..at + 2).collect()
}
