//! A filter and the set of notes that pass it.

use crate::condition::Condition;
use crate::ids::NoteId;

/// Which notes to look at; every given part must hold.
///
/// Case does not count, nor do the `/` around a folder, the `#` before a tag or the `/` after it.
///
/// ```
/// use notekin_index::Filter;
///
/// let soups = Filter { tags: vec!["food/soup".to_owned()], ..Filter::default() };
/// assert!(!soups.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Folders, with everything below them; a note lies in one of them. Empty: anywhere.
    pub folders: Vec<String>,
    /// Tags, with everything nested below them; a note has all of them.
    pub tags: Vec<String>,
    /// What else must hold.
    pub conditions: Vec<Condition>,
    /// Whether private notes are looked at.
    pub private: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self { folders: Vec::new(), tags: Vec::new(), conditions: Vec::new(), private: true }
    }
}

impl Filter {
    /// Returns whether every note passes.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
            && self.tags.is_empty()
            && self.conditions.is_empty()
            && self.private
    }
}

/// A set of notes, as bits.
///
/// It takes one bit for every id up to the greatest in it. Sets that hold the same notes may differ
/// by `==`, since empty words at the end count; compare what they hold instead.
///
/// ```
/// use notekin_index::{NoteId, NoteSet};
///
/// let soups: NoteSet = [NoteId(1), NoteId(70)].into_iter().collect();
/// let fresh: NoteSet = [NoteId(70), NoteId(71)].into_iter().collect();
/// assert!(soups.both(&fresh).contains(NoteId(70)));
/// assert_eq!(soups.both(&fresh).len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteSet {
    /// Note `n` is bit `n % 64` of word `n / 64`.
    words: Vec<u64>,
}

impl NoteSet {
    /// Returns whether the note is in the set.
    pub fn contains(&self, note: NoteId) -> bool {
        self.words.get(note.0 as usize / 64).is_some_and(|word| word >> (note.0 % 64) & 1 == 1)
    }

    /// Adds a note; returns whether it was not in the set before.
    pub fn insert(&mut self, note: NoteId) -> bool {
        let place = note.0 as usize / 64;
        if place >= self.words.len() {
            self.words.resize(place + 1, 0);
        }
        let Some(word) = self.words.get_mut(place) else { return false };
        let bit = 1 << (note.0 % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Returns the notes that are in both sets.
    #[must_use]
    pub fn both(&self, other: &Self) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect() }
    }

    /// Returns the notes of this set that aren't in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        Self { words: self.words.iter().zip(others).map(|(a, b)| a & !b).collect() }
    }

    /// Returns the notes of the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = NoteId> + '_ {
        let bits = |(at, word): (usize, &u64)| {
            let (first, word) = (at as u32 * 64, *word);
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| NoteId(first + bit))
        };
        self.words.iter().enumerate().flat_map(bits)
    }

    /// Returns the number of notes in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether no note is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}

impl FromIterator<NoteId> for NoteSet {
    fn from_iter<I: IntoIterator<Item = NoteId>>(notes: I) -> Self {
        let mut set = Self::default();
        for note in notes {
            set.insert(note);
        }
        set
    }
}
