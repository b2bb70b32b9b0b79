//! A piece of a passage: what is sent as one text.
use std::ops::Range;

use super::tokens;

/// A text with the line that says where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    /// The title and headings; empty where they are told with the text.
    pub(super) title: String,
    /// The text.
    pub(super) text: String,
}

impl Piece {
    /// Divides the text into pieces of at most `room` tokens, each with the title.
    pub(super) fn divided(&self, room: usize) -> Vec<Self> {
        let text = |range: Range<usize>| self.text.get(range).unwrap_or_default().to_owned();
        let ranges = tokens::divided(&self.text, room).into_iter();
        ranges.map(|range| Self { title: self.title.clone(), text: text(range) }).collect()
    }

    /// Returns two pieces in place of one that is too long; `None` when there is nothing left to divide.
    ///
    /// A text that can't be divided gives way to its title.
    pub(super) fn halves(&self) -> Option<[Self; 2]> {
        if let Some(middle) = tokens::middle(&self.text) {
            let (one, other) = self.text.split_at_checked(middle)?;
            return Some([one, other].map(|text| Self { text: text.to_owned(), ..self.clone() }));
        }
        let middle = tokens::middle(&self.title)?;
        let (one, other) = self.title.split_at_checked(middle)?;
        let untitled = |text: String| Self { title: String::new(), text };
        Some([untitled(one.to_owned()), untitled(format!("{other}\n{}", self.text))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(title: &str, text: &str) -> Piece {
        Piece { title: title.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn nothing_is_lost_when_a_piece_is_divided() {
        let pieces = piece("T", &"word ".repeat(50)).divided(20);
        assert!(pieces.len() > 2);
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(text, "word ".repeat(50));
        assert!(pieces.iter().all(|piece| piece.title == "T"));
    }

    #[test]
    fn halving_ends() {
        assert_eq!(piece("T", "a b").halves(), Some([piece("T", "a"), piece("T", " b")]));
        assert_eq!(
            piece("two words", "a").halves(),
            Some([piece("", "two"), piece("", " words\na")])
        );
        assert_eq!(piece("", "a").halves(), None);
    }
}
