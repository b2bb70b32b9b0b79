//! Passages that say the same: the best is shown, the others are only told of.
//!
//! A line in every daily note, a page kept in two places, a template filled in with another date: whoever reads the first
//! learns nothing from the rest. Only the head of a ranking is compared, always the same, so that pages follow one another
//! without gap or repeat and the work has a bound.

use std::collections::{BTreeMap, BTreeSet};

use notekin_index::{ChunkId, ChunkRow, NoteId, Reader};
use notekin_note::Block;

use super::fuse::Candidate;
use crate::Error;

/// Passages compared with one another, from the best on; each must be read.
const HEAD: usize = 30;

/// Letters below which texts are too short to be called the same but for their numbers.
const LEAST_LETTERS: usize = 60;

/// The share of both texts that must stand in the other, paragraph by paragraph.
const LEAST_SHARE: f32 = 0.9;

/// The letters of words that the other hasn't from which a text says something else, however much they share: behind a long
/// footer a sentence is a small part, and all that is told.
const OTHER_LETTERS: usize = 24;

/// The passages left out for each that is kept, best first.
pub(super) type LeftOut = BTreeMap<ChunkId, Vec<NoteId>>;

/// Takes those out of a ranking that say the same as a better one.
///
/// Numbers make no difference unless the query asks for one: then they may be all that matters.
pub(super) fn fold(
    reader: &Reader,
    query: &str,
    ranked: &mut Vec<Candidate>,
) -> Result<LeftOut, Error> {
    let numbers = query.chars().any(char::is_numeric);
    let mut kept = Kept::default();
    let mut left_out = LeftOut::new();
    let mut folded = BTreeSet::new();
    for candidate in ranked.iter().take(HEAD).filter(|candidate| candidate.matched.is_none()) {
        let Some(chunk) = reader.chunk(candidate.chunk)? else { continue };
        let Some(passage) = Passage::of(&chunk, numbers) else { continue };
        if let Some(best) = kept.like(&passage) {
            left_out.entry(best).or_default().push(candidate.note);
            folded.insert(candidate.chunk);
        } else {
            kept.add(candidate.chunk, passage);
        }
    }
    ranked.retain(|candidate| !folded.contains(&candidate.chunk));
    Ok(left_out)
}

/// A passage, ready to be compared.
struct Passage {
    /// Its letters, and its numbers where they matter.
    letters: String,
    /// Its paragraphs, where two texts may be called the same that differ in one.
    blocks: Vec<Block>,
    /// Its words.
    words: BTreeSet<String>,
}

impl Passage {
    fn of(chunk: &ChunkRow, numbers: bool) -> Option<Self> {
        let told = |c: &char| if numbers { c.is_alphanumeric() } else { c.is_alphabetic() };
        let letters: String =
            chunk.text.chars().filter(told).flat_map(char::to_lowercase).collect();
        let is_long = letters.chars().nth(LEAST_LETTERS - 1).is_some();
        let blocks = if numbers { Vec::new() } else { Block::each(&chunk.text) };
        let words = chunk.text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase).collect();
        is_long.then_some(Self { letters, blocks, words })
    }

    fn chars(&self) -> u32 {
        self.blocks.iter().map(|block| block.chars).sum()
    }

    /// Returns whether a text says something that another one doesn't.
    fn says_more(&self, other: &Self) -> bool {
        let own = self.words.difference(&other.words);
        own.map(|word| word.chars().count()).sum::<usize>() >= OTHER_LETTERS
    }
}

/// The passages that aren't like any before.
#[derive(Default)]
struct Kept {
    by_letters: BTreeMap<String, usize>,
    by_block: BTreeMap<u64, Vec<usize>>,
    passages: Vec<(ChunkId, Passage)>,
}

impl Kept {
    /// Returns the passage that says the same.
    fn like(&self, passage: &Passage) -> Option<ChunkId> {
        let same = self.by_letters.get(&passage.letters).copied();
        let place = same.or_else(|| self.sharing(passage))?;
        self.passages.get(place).map(|(chunk, _)| *chunk)
    }

    /// Returns the first passage that shares nearly all of its paragraphs.
    fn sharing(&self, passage: &Passage) -> Option<usize> {
        let mut shared: BTreeMap<usize, u32> = BTreeMap::new();
        for block in &passage.blocks {
            for place in self.by_block.get(&block.hash).into_iter().flatten() {
                *shared.entry(*place).or_default() += block.chars;
            }
        }
        let is_enough = |(place, chars): &(usize, u32)| {
            self.passages.get(*place).is_some_and(|(_, other)| {
                let longer = passage.chars().max(other.chars());
                let is_much = *chars as f32 >= LEAST_SHARE * longer as f32;
                is_much && !passage.says_more(other) && !other.says_more(passage)
            })
        };
        shared.into_iter().find(is_enough).map(|(place, _)| place)
    }

    fn add(&mut self, chunk: ChunkId, passage: Passage) {
        let place = self.passages.len();
        let hashes: BTreeSet<u64> = passage.blocks.iter().map(|block| block.hash).collect();
        for hash in hashes {
            self.by_block.entry(hash).or_default().push(place);
        }
        self.by_letters.insert(passage.letters.clone(), place);
        self.passages.push((chunk, passage));
    }
}
