//! The tokenizer: text -> the numbers of the pieces that make it up most probably.
use super::characters::{Characters, SPACE};
use super::cursor::{Cursor, Parsed};
use super::pieces::Pieces;

/// Cuts texts into pieces of the model's vocabulary.
#[derive(Debug)]
pub(super) struct Tokenizer {
    pub(super) pieces: Pieces,
    characters: Characters,
}

/// No token is thought to stand for more bytes, so that cutting a word of any length takes little time.
const BYTES_PER_TOKEN: usize = 64;

/// The best way found to some place in a word: what it scores, its last piece, where that starts.
#[derive(Debug, Clone, Copy)]
struct Way {
    score: f32,
    piece: u32,
    from: usize,
}

const NO_WAY: Way = Way { score: f32::NEG_INFINITY, piece: 0, from: 0 };

impl Tokenizer {
    /// Reads vocabulary and character map from a weights file.
    pub(super) fn read(file: &mut Cursor<'_>) -> Parsed<Self> {
        let pieces = Pieces::read(file)?;
        Ok(Self { pieces, characters: Characters::read(file)? })
    }

    /// Returns the tokens of `text`, without the marks around it.
    ///
    /// No piece reaches over a space, so the words are cut one by one: this is as exact as cutting
    /// the whole and takes time and memory in proportion to the text.
    pub(super) fn tokens(&self, text: &str) -> Vec<u32> {
        let words = self.characters.words(text);
        let mut tokens = Vec::with_capacity(words.len() / 3);
        let mut ways = Vec::new();
        let starts = words.match_indices(SPACE).map(|(start, _)| start);
        let ends = starts.clone().skip(1).chain([words.len()]);
        for word in starts.zip(ends).filter_map(|(start, end)| words.get(start..end)) {
            self.search(word, &mut ways);
            collect(&ways, &mut tokens);
        }
        tokens
    }

    /// Returns how many bytes from the start of `text` give at most `room` tokens; a word that is too long is cut.
    pub(super) fn fitting(&self, text: &str, mut room: usize) -> usize {
        let mut end = 0;
        for word in text.split_inclusive(char::is_whitespace) {
            let tokens = self.tokens(word).len();
            if tokens > room {
                return end + self.fitting_letters(word, room);
            }
            room -= tokens;
            end += word.len();
        }
        end
    }

    /// Does the same within one word.
    fn fitting_letters(&self, word: &str, room: usize) -> usize {
        let mut end = word.floor_char_boundary(room * BYTES_PER_TOKEN);
        loop {
            let tokens = self.tokens(word.get(..end).unwrap_or_default()).len();
            if tokens <= room {
                return end;
            }
            end = word.floor_char_boundary(end * room / tokens);
        }
    }

    /// Fills `ways` with the best way to every place in `word`.
    fn search(&self, word: &str, ways: &mut Vec<Way>) {
        ways.clear();
        ways.resize(word.len() + 1, NO_WAY);
        if let Some(start) = ways.first_mut() {
            start.score = 0.0;
        }
        for (from, letter) in word.char_indices() {
            let (Some(rest), Some(ways)) = (word.get(from..), ways.get_mut(from..)) else { break };
            let Some(base) = ways.first().map(|way| way.score) else { break };
            let mut offer = |length: usize, piece: u32, score: f32| {
                let way = Way { score: base + score, piece, from };
                match ways.get_mut(length) {
                    Some(best) if best.score < way.score => *best = way,
                    _ => {}
                }
            };
            for (length, piece, score) in self.pieces.at_start_of(rest) {
                offer(length, piece, score);
            }
            offer(letter.len_utf8(), self.pieces.unknown, self.pieces.unknown_score);
        }
    }
}

/// Adds the pieces of the best way to the end of a word.
fn collect(ways: &[Way], tokens: &mut Vec<u32>) {
    let first = tokens.len();
    let mut place = ways.len() - 1;
    while let Some(way) = ways.get(place).filter(|_| place > 0) {
        tokens.push(way.piece);
        place = way.from;
    }
    if let Some(word) = tokens.get_mut(first..) {
        word.reverse();
    }
}
