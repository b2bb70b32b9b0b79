//! The text of a block, while it is being read.

use super::{Destination, Inline, LinkTarget};

/// The most elements in each other; formatting deeper than that is left out, its text is not.
pub(super) const MAX_DEPTH: usize = 8;

/// What is written around a mark.
const MARK: &str = "==";

/// An element whose end is not yet seen.
struct Element {
    kind: ElementKind,
    inside: Vec<Inline>,
}

/// What an element is.
pub(super) enum ElementKind {
    Strong,
    Emphasis,
    Strike,
    /// Unlike the others it may never be closed, and is then no mark.
    Mark,
    /// The label is shown if the link has no text.
    Link {
        to: Destination,
        label: String,
    },
    Image {
        target: Option<LinkTarget>,
        label: String,
    },
    /// Says nothing of its text.
    Plain,
}

/// The pieces of a text, and the elements that are open.
#[derive(Default)]
pub(super) struct InlineTree {
    pieces: Vec<Inline>,
    open: Vec<Element>,
    /// How many more elements are open that are too deep.
    passed: usize,
}

impl InlineTree {
    /// Returns whether no element is open.
    pub(super) fn is_flat(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns whether nothing was added yet.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.open.is_empty()
    }

    /// Adds plain text.
    pub(super) fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Inline::Text(last)) = self.inside().last_mut() {
            last.push_str(text);
        } else {
            self.inside().push(Inline::Text(text.to_owned()));
        }
    }

    /// Adds a piece.
    pub(super) fn push(&mut self, piece: Inline) {
        match piece {
            Inline::Text(text) => self.push_text(&text),
            piece => self.inside().push(piece),
        }
    }

    /// Opens an element.
    pub(super) fn open(&mut self, kind: ElementKind) {
        if self.passed > 0 || self.open.len() >= MAX_DEPTH {
            self.passed += 1;
        } else {
            self.open.push(Element { kind, inside: Vec::new() });
        }
    }

    /// Closes the innermost element that is no mark.
    pub(super) fn close(&mut self) {
        if self.passed > 0 {
            self.passed -= 1;
            return;
        }
        self.drop_mark();
        if let Some(element) = self.open.pop() {
            self.add(element);
        }
    }

    /// Takes `==` where a mark may close or open.
    pub(super) fn mark(&mut self, may_close: bool, may_open: bool) {
        let marked = self.passed == 0 && self.is_marked();
        if marked && may_close {
            if let Some(element) = self.open.pop() {
                self.add(element);
            }
        } else if !marked && may_open && self.passed == 0 && self.open.len() < MAX_DEPTH {
            self.open(ElementKind::Mark);
        } else {
            self.push_text(MARK);
        }
    }

    /// Returns whether the innermost element is a mark.
    fn is_marked(&self) -> bool {
        self.open.last().is_some_and(|element| matches!(element.kind, ElementKind::Mark))
    }

    /// Makes text of a mark that was never closed; there is at most one in each element.
    fn drop_mark(&mut self) {
        if !self.is_marked() {
            return;
        }
        if let Some(element) = self.open.pop() {
            self.push_text(MARK);
            self.extend(element.inside);
        }
    }

    /// Adds an element that ended, unless nothing is in it.
    fn add(&mut self, Element { kind, mut inside }: Element) {
        let piece = match kind {
            ElementKind::Link { to, label } => {
                if inside.is_empty() {
                    inside.push(Inline::Text(label));
                }
                Inline::Link { text: inside, to }
            }
            ElementKind::Image { target, label } => {
                let mut alt = String::new();
                Inline::write_plain(&inside, &mut alt);
                let alt = if alt.trim().is_empty() { label } else { alt };
                Inline::Image { alt, target }
            }
            ElementKind::Plain => return self.extend(inside),
            _ if inside.is_empty() => return,
            ElementKind::Strong => Inline::Strong(inside),
            ElementKind::Emphasis => Inline::Emphasis(inside),
            ElementKind::Strike => Inline::Strike(inside),
            ElementKind::Mark => Inline::Mark(inside),
        };
        self.push(piece);
    }

    /// Adds some pieces.
    fn extend(&mut self, pieces: Vec<Inline>) {
        for piece in pieces {
            self.push(piece);
        }
    }

    /// Returns the pieces of the innermost element.
    fn inside(&mut self) -> &mut Vec<Inline> {
        self.open.last_mut().map_or(&mut self.pieces, |element| &mut element.inside)
    }

    /// Closes what is open and returns all pieces.
    pub(super) fn finish(mut self) -> Vec<Inline> {
        self.passed = 0;
        while !self.open.is_empty() {
            self.close();
        }
        self.pieces
    }
}
