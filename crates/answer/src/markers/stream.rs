//! Markers taken out while an answer is still being written.

use std::ops::Range;

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
    /// All that came.
    text: String,
    /// How much of it is shown or taken out.
    done: usize,
    /// The number of backticks that opened the code we are in.
    code: Option<usize>,
}

impl MarkerFilter {
    /// Takes the next piece and returns what can be shown now.
    pub fn push(&mut self, piece: &str) -> Vec<Piece> {
        self.text.push_str(piece);
        self.release(false)
    }

    /// Returns the rest, when no more comes.
    pub fn finish(&mut self) -> Vec<Piece> {
        self.release(true)
    }

    fn release(&mut self, is_end: bool) -> Vec<Piece> {
        let mut pieces = Vec::new();
        while let Some(end) = self.step(is_end, &mut pieces) {
            self.done = end;
        }
        pieces
    }

    /// Adds the next pieces, up to the next change between text and code; returns how far they reach.
    fn step(&mut self, is_end: bool, pieces: &mut Vec<Piece>) -> Option<usize> {
        let rest = &self.text[self.done..];
        let (tick, is_open) = (rest.find('`'), self.code.is_some());
        let until = match tick {
            Some(0) => return self.ticks(is_end, pieces),
            Some(tick) => self.done + tick,
            None if is_end || is_open => self.text.len(),
            None => scan::unfinished(&self.text, self.done),
        };
        if is_open {
            add_text(pieces, &self.text[self.done..until]);
        } else {
            add_marked(pieces, &self.text, self.done..until);
        }
        (until > self.done).then_some(until)
    }

    /// Adds a run of backticks, which opens code or closes it.
    fn ticks(&mut self, is_end: bool, pieces: &mut Vec<Piece>) -> Option<usize> {
        let rest = &self.text[self.done..];
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        if ticks == rest.len() && !is_end {
            return None;
        }
        self.code = match self.code {
            None => Some(ticks),
            Some(open) if open == ticks => None,
            open => open,
        };
        add_text(pieces, &rest[..ticks]);
        Some(self.done + ticks)
    }
}

/// Adds text that may hold markers.
fn add_marked(pieces: &mut Vec<Piece>, text: &str, range: Range<usize>) {
    let mut at = range.start;
    while let Some(found) = scan::next(&text[..range.end], at) {
        add_text(pieces, &text[at..found.with_space.start]);
        pieces.push(Piece::Marker(found.numbers));
        at = found.with_space.end;
    }
    add_text(pieces, &text[at..range.end]);
}

fn add_text(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}
