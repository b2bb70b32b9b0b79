//! The near-copies of a whole vault.
//!
//! The texts of a large vault don't fit into memory as runs, so they are read twice: once to keep a sample of each, by
//! which likely pairs are found, and once to count who holds what. Only the texts of likely pairs are compared as a
//! whole.

use std::sync::atomic::{AtomicBool, Ordering};

use notekin_index::{NoteRow, NoteSet, Reader};

use super::holders::Holders;
use super::rule::{self, Text};
use super::runs::Runs;
use super::twins::{self, Sketch};
use crate::Error;
use crate::progress::{Progress, Stage};

/// The part of the rule's containment that a sample must show: it may be a little off.
const LIKELY: f32 = 0.6;

/// More notes than this in one place are not paired; only twins of one another can be so many.
const MOST_TOGETHER: usize = 200;

/// One look at all notes of a snapshot that an audience may see.
pub(crate) struct Survey<'a> {
    pub(crate) reader: &'a Reader,
    /// All of them: what many notes hold is told by these.
    pub(crate) notes: &'a [NoteRow],
    /// Those that are compared; all when nothing.
    pub(crate) among: Option<&'a NoteSet>,
    pub(crate) progress: &'a dyn Progress,
    pub(crate) cancel: &'a AtomicBool,
}

/// What a survey found; notes are named by their places among the notes looked at.
pub(crate) struct Found {
    /// Pairs of near-copies with their coverages.
    pub(crate) pairs: Vec<(usize, usize, f32)>,
    /// How many runs each note has.
    pub(crate) lengths: Vec<usize>,
}

impl Survey<'_> {
    /// Compares the notes.
    pub(crate) fn run(&self) -> Result<Found, Error> {
        self.progress.begin(Stage::Comparing, 2 * self.notes.len());
        let sketches: Vec<Sketch> = (0..self.notes.len())
            .map(|note| Ok(Sketch::of(&self.runs(note)?)))
            .collect::<Result<_, Error>>()?;
        let holders = self.holders(&sketches)?;
        let likely = self.likely(&sketches, &holders);
        let pairs = self.compared(&likely, &holders)?;
        Ok(Found { pairs, lengths: sketches.iter().map(|sketch| sketch.len).collect() })
    }

    fn runs(&self, note: usize) -> Result<Runs, Error> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let runs = Runs::of(self.reader, self.notes[note].id);
        self.progress.advance(1);
        runs
    }

    fn text(&self, note: usize) -> Result<Text, Error> {
        Ok(Text::new(&self.notes[note].title, self.runs(note)?))
    }

    /// Counts who holds what, twins as one.
    fn holders(&self, sketches: &[Sketch]) -> Result<Holders, Error> {
        let mut holders = Holders::with_room(sketches.iter().map(|sketch| sketch.len).sum());
        for class in twins::classes(sketches) {
            let runs: Vec<Runs> =
                class.iter().map(|note| self.runs(*note)).collect::<Result<_, Error>>()?;
            match runs.as_slice() {
                [alone] => holders.add(alone.iter()),
                several => holders.add(Runs::together(several.iter()).iter()),
            }
        }
        Ok(holders)
    }

    /// Returns the pairs that may be copies by their samples, in order.
    fn likely(&self, sketches: &[Sketch], holders: &Holders) -> Vec<(usize, usize)> {
        let is_compared = |note: usize| {
            let is_among = self.among.is_none_or(|among| among.contains(self.notes[note].id));
            is_among && sketches[note].len >= rule::LEAST_RUNS
        };
        let compared = (0..sketches.len()).filter(|note| is_compared(*note));
        let mut own = vec![0; sketches.len()];
        let mut held: Vec<(u64, usize)> = Vec::new();
        for note in compared {
            let before = held.len();
            let runs = sketches[note].runs.iter().filter(|run| !holders.is_common(*run));
            held.extend(runs.map(|run| (run, note)));
            own[note] = held.len() - before;
        }
        held.sort_unstable();
        let mut together: Vec<(usize, usize)> = held
            .chunk_by(|one, other| one.0 == other.0)
            .filter(|notes| notes.len() <= MOST_TOGETHER)
            .flat_map(pairs)
            .collect();
        together.sort_unstable();
        let is_likely = |same: &&[(usize, usize)]| {
            let (one, other) = same[0];
            let least =
                LIKELY * rule::LEAST_CONTAINMENT_OF_NAMESAKES * own[one].min(own[other]) as f32;
            same.len() as f32 >= least
        };
        together.chunk_by(|one, other| one == other).filter(is_likely).map(|same| same[0]).collect()
    }

    /// Compares whole texts. Pairs are in order, so that the first text of many is read once.
    fn compared(
        &self,
        likely: &[(usize, usize)],
        holders: &Holders,
    ) -> Result<Vec<(usize, usize, f32)>, Error> {
        let mut found = Vec::new();
        for pairs in likely.chunk_by(|one, other| one.0 == other.0) {
            let one = self.text(pairs[0].0)?;
            for (note, copy) in pairs {
                let coverage = one.coverage(&self.text(*copy)?, |run| holders.is_common(run));
                found.extend(coverage.map(|coverage| (*note, *copy, coverage)));
            }
        }
        Ok(found)
    }
}

/// Returns all pairs of the notes that hold one run.
fn pairs(held: &[(u64, usize)]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let others = |at: usize| held[at + 1..].iter();
    held.iter().enumerate().flat_map(move |(at, one)| others(at).map(|other| (one.1, other.1)))
}
