//! The near-copies of a whole vault.
//!
//! The texts of a large vault don't fit into memory as runs. So all are read once, to keep a sample of each, by which
//! likely pairs are found. Only those are compared as a whole, and who holds what is counted among as many notes as it
//! takes to tell that for their texts.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use notekin_index::{NoteRow, NoteSet, Reader};

use super::holders::Holders;
use super::rule::Text;
use super::runs::Runs;
use super::samples::Samples;
use super::twins::Sketch;
use crate::progress::{Progress, Stage};
use crate::{CopySettings, Error};

/// One look at all notes of a snapshot that an audience may see.
pub(crate) struct Survey<'a> {
    pub(crate) reader: &'a Reader,
    pub(crate) settings: CopySettings,
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
        self.progress.begin(Stage::Comparing, self.notes.len());
        let sketches = (0..self.notes.len())
            .map(|note| Ok(Sketch::of(&self.runs(note)?)))
            .collect::<Result<_, Error>>()?;
        let samples = Samples::new(sketches);
        let is_among =
            |note: usize| self.among.is_none_or(|among| among.contains(self.notes[note].id));
        let likely = samples.likely(self.settings, is_among);
        let notes: BTreeSet<usize> =
            likely.iter().flat_map(|(one, other)| [*one, *other]).collect();
        let witnesses = samples.witnesses(&notes);
        let lengths = samples.lengths();
        let reads = witnesses.iter().map(|class| class.len()).sum::<usize>() + 2 * likely.len();
        self.progress.begin(Stage::Comparing, reads);
        let holders = self.holders(&witnesses, &lengths)?;
        let identical =
            samples.identical(is_among).into_iter().map(|(one, other)| (one, other, 1.0));
        let pairs = self.compared(&likely, &holders)?.into_iter().chain(identical).collect();
        Ok(Found { pairs, lengths })
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
    fn holders(&self, classes: &[&[usize]], lengths: &[usize]) -> Result<Holders, Error> {
        let room = classes.iter().flat_map(|class| class.iter()).map(|note| lengths[*note]).sum();
        let mut holders = Holders::with_room(room);
        for class in classes {
            let runs: Vec<Runs> =
                class.iter().map(|note| self.runs(*note)).collect::<Result<_, Error>>()?;
            match runs.as_slice() {
                [alone] => holders.add(alone.iter()),
                several => holders.add(Runs::together(several.iter()).iter()),
            }
        }
        Ok(holders)
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
                let coverage =
                    one.coverage(&self.text(*copy)?, self.settings, |run| holders.is_common(run));
                found.extend(coverage.map(|coverage| (*note, *copy, coverage)));
            }
        }
        Ok(found)
    }
}
