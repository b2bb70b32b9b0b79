//! The model's vocabulary: pieces of words, each with a number and a score.
use super::characters::SPACE;
use super::cursor::{Cursor, Flaw, Parsed};

/// A longer piece would be a damaged file, and would make reading a word slow.
const LONGEST: usize = 256;
/// How much worse than the worst piece a letter is that no piece covers.
const UNKNOWN_PENALTY: f32 = 10.0;
/// The most pieces a vocabulary may have.
const MOST_PIECES: usize = 1 << 24;

/// All pieces, found by their bytes.
#[derive(Debug)]
pub(super) struct Pieces {
    bytes: Vec<u8>,
    /// Where each piece starts in `bytes`, and where the last one ends.
    starts: Vec<u32>,
    scores: Vec<f32>,
    /// A hash table of piece number + 1, 0 = empty, at most half full, a power of two long.
    slots: Vec<u32>,
    longest: usize,
    /// The piece that stands for a letter without one.
    pub(super) unknown: u32,
    pub(super) unknown_score: f32,
    /// The marks before and after every text.
    pub(super) begin: u32,
    pub(super) end: u32,
}

impl Pieces {
    /// Reads the vocabulary from a weights file.
    pub(super) fn read(file: &mut Cursor<'_>) -> Parsed<Self> {
        let count = file.count("number of pieces", MOST_PIECES)?;
        let [begin, end, _padding, unknown] = [file.u32()?, file.u32()?, file.u32()?, file.u32()?];
        if [begin, end, unknown].iter().any(|&mark| mark as usize >= count) {
            return Err(Flaw::Damaged("has marks outside its vocabulary".to_owned()));
        }
        let length = file.size()?;
        let starts = file.u32s(count + 1)?;
        let scores = file.f32s(count)?;
        let bytes = file.take(length)?.to_vec();
        let longest = check_pieces(&starts, &scores, length)?;
        let worst = scores.iter().copied().fold(0.0, f32::min);
        let unknown_score = worst - UNKNOWN_PENALTY;
        let slots = Vec::new();
        let mut pieces =
            Self { bytes, starts, scores, slots, longest, unknown, unknown_score, begin, end };
        pieces.slots = pieces.hashed();
        Ok(pieces)
    }

    /// Returns how many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    /// Returns the logarithm of the chance that a token of any text is this piece.
    pub(super) fn log_chance(&self, piece: u32) -> f32 {
        self.scores.get(piece as usize).copied().unwrap_or(self.unknown_score)
    }

    /// Returns whether the piece stands at the start of a word.
    pub(super) fn starts_word(&self, piece: u32) -> bool {
        self.text(piece as usize).starts_with(SPACE.encode_utf8(&mut [0; 4]).as_bytes())
    }

    /// Returns every piece that `text` starts with, as its length in bytes, number and score.
    pub(super) fn at_start_of<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (usize, u32, f32)> + 'a {
        let near = text.as_bytes().iter().take(self.longest);
        let hashes = near.scan(HASH_START, |hash, &byte| {
            *hash = hash_step(*hash, byte);
            Some(*hash)
        });
        hashes.enumerate().filter_map(|(last, hash)| {
            let length = last + 1;
            let head = text.as_bytes().get(..length).filter(|_| text.is_char_boundary(length))?;
            let (piece, score) = self.find(hash, head)?;
            Some((length, piece, score))
        })
    }

    fn find(&self, hash: u64, text: &[u8]) -> Option<(u32, f32)> {
        let piece = self.probe(hash).take_while(|&slot| slot != 0).find_map(|slot| {
            let piece = slot as usize - 1;
            (self.text(piece) == text).then_some(piece)
        })?;
        let score = *self.scores.get(piece)?;
        (piece as u32 != self.unknown).then_some((piece as u32, score))
    }

    fn text(&self, piece: usize) -> &[u8] {
        let Some(&[from, to]) = self.starts.get(piece..).and_then(<[u32]>::first_chunk) else {
            return &[];
        };
        self.bytes.get(from as usize..to as usize).unwrap_or_default()
    }

    /// Returns the contents of the slots in which `hash` is looked for, endlessly.
    fn probe(&self, hash: u64) -> impl Iterator<Item = u32> + '_ {
        let first = place(hash, self.slots.len());
        let (before, from) = self.slots.split_at(first);
        from.iter().chain(before).copied()
    }

    fn hashed(&self) -> Vec<u32> {
        let size = (self.len() * 2).next_power_of_two();
        let mut slots = vec![0; size];
        for piece in (0..self.len()).filter(|&piece| !self.text(piece).is_empty()) {
            let hash =
                self.text(piece).iter().fold(HASH_START, |hash, &byte| hash_step(hash, byte));
            let (before, from) = slots.split_at_mut(place(hash, size));
            if let Some(free) = from.iter_mut().chain(before).find(|slot| **slot == 0) {
                *free = piece as u32 + 1;
            }
        }
        slots
    }
}

const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;

fn hash_step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

fn place(hash: u64, slots: usize) -> usize {
    (hash ^ (hash >> 29)) as usize & (slots - 1)
}

/// Returns the length of the longest piece.
fn check_pieces(starts: &[u32], scores: &[f32], length: usize) -> Parsed<usize> {
    let lengths = starts.windows(2).map(|pair| match *pair {
        [from, to] => to.checked_sub(from),
        _ => None,
    });
    let longest = lengths.map(|length| length.unwrap_or(u32::MAX)).max().unwrap_or(0) as usize;
    let inside = starts.last().is_some_and(|&end| end as usize <= length);
    if longest > LONGEST || !inside || scores.iter().any(|score| !score.is_finite()) {
        return Err(Flaw::Damaged("has a vocabulary that makes no sense".to_owned()));
    }
    Ok(longest)
}
