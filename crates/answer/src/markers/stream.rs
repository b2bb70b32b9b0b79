//! Markers taken out while an answer is still being written.

use std::collections::VecDeque;

use super::scan;

/// A piece of an answer that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text without markers.
    Text(String),
    /// A marker with the numbers of the passages it claims. Nothing is checked yet.
    Marker(Vec<usize>),
}

/// Takes the markers out of an answer that comes in pieces.
///
/// It is for showing the answer while it is written; what counts in the end is [`crate::ground`]. It knows code by its
/// backticks, but no links, formulas or lists of sources.
///
/// ```
/// use notekin_answer::{MarkerFilter, Piece};
///
/// let mut filter = MarkerFilter::default();
/// assert_eq!(filter.push("Boil it ["), [Piece::Text("Boil it".into())]);
/// assert_eq!(filter.push("2]."), [Piece::Marker(vec![2]), Piece::Text(".".into())]);
/// assert_eq!(filter.finish(), []);
/// ```
#[derive(Debug, Default)]
pub struct MarkerFilter {
    /// What can't be shown yet.
    held: String,
    /// The number of backticks that opened the code we are in.
    code: Option<usize>,
}

impl MarkerFilter {
    /// Takes the next piece and returns what can be shown now.
    pub fn push(&mut self, piece: &str) -> Vec<Piece> {
        self.held.push_str(piece);
        self.release(false)
    }

    /// Returns the rest, when no more comes.
    pub fn finish(&mut self) -> Vec<Piece> {
        self.release(true)
    }

    fn release(&mut self, is_end: bool) -> Vec<Piece> {
        let mut pieces = VecDeque::new();
        while let Some(length) = self.step(is_end, &mut pieces) {
            self.held.drain(..length);
        }
        pieces.into()
    }

    /// Adds the next pieces, up to the next change between text and code; returns how much of the held text they take.
    fn step(&mut self, is_end: bool, pieces: &mut VecDeque<Piece>) -> Option<usize> {
        let tick = self.held.find('`').unwrap_or(self.held.len());
        if tick > 0 {
            let until = if is_end || self.code.is_some() || tick < self.held.len() {
                tick
            } else {
                scan::unfinished(&self.held)
            };
            if self.code.is_some() {
                add_text(pieces, &self.held[..until]);
            } else {
                add_marked(pieces, &self.held[..until]);
            }
            return (until > 0).then_some(until);
        }
        let ticks = self.held.len() - self.held.trim_start_matches('`').len();
        if ticks == 0 || ticks == self.held.len() && !is_end {
            return None;
        }
        self.code = match self.code {
            None => Some(ticks),
            Some(open) if open == ticks => None,
            open => open,
        };
        add_text(pieces, &self.held[..ticks]);
        Some(ticks)
    }
}

/// Adds text that may hold markers.
fn add_marked(pieces: &mut VecDeque<Piece>, text: &str) {
    let mut at = 0;
    while let Some(found) = scan::next(text, at) {
        add_text(pieces, &text[at..found.with_space.start]);
        pieces.push_back(Piece::Marker(found.numbers));
        at = found.with_space.end;
    }
    add_text(pieces, &text[at..]);
}

fn add_text(pieces: &mut VecDeque<Piece>, text: &str) {
    match pieces.back_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.push_str(text),
        _ => pieces.push_back(Piece::Text(text.to_owned())),
    }
}
