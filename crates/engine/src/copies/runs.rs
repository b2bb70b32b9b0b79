//! A note's text as the set of its runs: so many letters in a row, whatever stands between them.

use notekin_index::{NoteId, Reader};

use crate::Error;

/// Letters, digits and signs in a row that must agree to count as the same text.
const RUN: usize = 20;

/// One in so many runs is in a sample.
const SAMPLED: u64 = 8;

/// The base of the rolling hash: odd, and its bits spread over the whole word.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hashes of a text's runs, each once and in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Runs(Vec<u64>);

impl Runs {
    /// Takes in a note as it is written, but for its frontmatter and its lists of links: what is written around the
    /// words (addresses, cells, code) tells apart notes that say little else.
    pub(crate) fn of(reader: &Reader, note: NoteId) -> Result<Self, Error> {
        Ok(Self::new(Self::unsorted(reader, note)?))
    }

    /// Returns the runs of a note as they stand there, some more than once.
    pub(crate) fn unsorted(reader: &Reader, note: NoteId) -> Result<Vec<u64>, Error> {
        let mut runs = Vec::new();
        for raw in reader.raw_prose(note)? {
            push_runs(&String::from_utf8_lossy(&raw), &mut runs);
        }
        Ok(runs)
    }

    /// Returns how many different runs there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the runs, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().copied()
    }

    /// Returns the runs that the other has too.
    pub(crate) fn shared<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = u64> + 'a {
        let mut ahead = other.0.as_slice();
        self.iter().filter(move |run| {
            let before = ahead.iter().take_while(|other| *other < run).count();
            ahead = &ahead[before..];
            ahead.first() == Some(run)
        })
    }

    /// Returns one run in eight, the same ones of every note.
    pub(crate) fn sample(&self) -> Self {
        let below = self.0.partition_point(|run| *run <= u64::MAX / SAMPLED);
        Self(self.0[..below].to_vec())
    }

    /// Returns a hash of all of them: two texts with the same one are the same, letter for letter.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.iter()
            .fold(self.0.len() as u64, |hash, run| mixed(hash.wrapping_mul(BASE).wrapping_add(run)))
    }

    /// Returns the runs that any of some notes has.
    pub(crate) fn together<'a>(notes: impl Iterator<Item = &'a Self>) -> Self {
        Self::new(notes.flat_map(Self::iter).collect())
    }

    /// Takes in runs in any order.
    pub(crate) fn new(mut runs: Vec<u64>) -> Self {
        runs.sort_unstable();
        runs.dedup();
        Self(runs)
    }

    /// Returns the share of the larger of the two that the other has too.
    pub(crate) fn coverage(&self, other: &Self) -> f32 {
        let larger = self.len().max(other.len()).max(1);
        self.shared(other).count() as f32 / larger as f32
    }
}

/// Tells of a run whether a text has it, and nearly at once if not: a Bloom filter of one bit a run, before a search.
pub(crate) struct Lookup<'a> {
    runs: &'a Runs,
    bits: Vec<u64>,
}

impl<'a> Lookup<'a> {
    /// Returns a look-up in some runs.
    pub(crate) fn new(runs: &'a Runs) -> Self {
        let mut bits = vec![0_u64; 1 << 10];
        for run in runs.iter() {
            let (word, bit) = Self::place(run);
            bits[word] |= bit;
        }
        Self { runs, bits }
    }

    /// Returns whether the text has a run.
    pub(crate) fn has(&self, run: u64) -> bool {
        let (word, bit) = Self::place(run);
        self.bits[word] & bit != 0 && self.runs.0.binary_search(&run).is_ok()
    }

    fn place(run: u64) -> (usize, u64) {
        ((run >> 6) as usize % (1 << 10), 1 << (run % 64))
    }
}

/// Adds the hashes of a text's runs, case and everything between letters left out.
fn push_runs(text: &str, runs: &mut Vec<u64>) {
    let out = (1..RUN).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut window = [0_u64; RUN];
    let mut hash = 0_u64;
    let letters = text.chars().filter(|letter| counts(*letter)).flat_map(char::to_lowercase);
    for (at, letter) in letters.enumerate() {
        let code = mixed(u64::from(letter));
        let gone = std::mem::replace(&mut window[at % RUN], code);
        hash = hash.wrapping_sub(gone.wrapping_mul(out)).wrapping_mul(BASE).wrapping_add(code);
        if at + 1 >= RUN {
            runs.push(mixed(hash));
        }
    }
}

/// Returns whether a character is part of what a note says. Signs are: two lists of one's own marks may differ in
/// nothing else.
fn counts(letter: char) -> bool {
    letter.is_alphanumeric()
        || matches!(letter, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Spreads a number over all bits (the last step of MurmurHash3).
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let number = (number ^ (number >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ (number >> 33)
}

#[cfg(test)]
impl Runs {
    /// Returns the runs of a text.
    pub(crate) fn of_text(text: &str) -> Self {
        let mut runs = Vec::new();
        push_runs(text, &mut runs);
        Self::new(runs)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lookup, Runs};

    #[test]
    fn what_stands_between_letters_does_not_count() {
        let one = Runs::of_text("Steamed, then *rolled* by hand.");
        assert!(one.len() > 3);
        let same = Runs::of_text("steamed THEN\n> rolled | by-hand");
        assert_eq!(one.shared(&same).count(), one.len());
        let other = Runs::of_text("dried and sorted by the size of leaves");
        assert_eq!(one.shared(&other).count(), 0);
    }

    #[test]
    fn a_run_is_the_same_wherever_it_stands() {
        let long =
            Runs::of_text("a very long text before it: steamed and rolled by hand, and one after");
        assert_eq!(long.shared(&Runs::of_text("steamed and rolled by hand")).count(), 3);
        assert_eq!(Runs::of_text("rolled").len(), 0, "shorter than a run");
    }

    #[test]
    fn a_lookup_finds_what_is_there() {
        let runs = Runs::of_text(&"Steamed, then rolled by hand. ".repeat(2));
        let lookup = Lookup::new(&runs);
        assert!(runs.iter().all(|run| lookup.has(run)));
        let other = Runs::of_text("dried and sorted by the size of leaves");
        assert!(other.iter().all(|run| !lookup.has(run)));
    }

    #[test]
    fn signs_tell_notes_apart() {
        let one = Runs::of_text("what is high 🔺 and what is low 🔽 and none");
        let other = Runs::of_text("what is high 🔼 and what is low ⏬ and none");
        assert!(one.coverage(&other) < 0.1);
    }
}
