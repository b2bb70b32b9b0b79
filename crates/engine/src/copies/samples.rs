//! Samples of all notes: which pairs are likely copies, and which notes tell what is common to many.

use std::collections::{BTreeMap, BTreeSet};

use super::holders::MOST_HOLDERS;
use super::rule;
use super::twins::{self, Sketch};
use crate::CopySettings;

/// The part of the rule's containment that a sample must show: it may be a little off.
const LIKELY: f32 = 0.6;

/// More notes than this in one place are paired with the first of them only; only twins of one another can be so many.
const MOST_TOGETHER: usize = 200;

/// Holders of a run that are looked at: enough to know that it is common, and some to spare.
const ENOUGH: usize = MOST_HOLDERS as usize + 3;

/// The samples of some notes, which are named by their places.
pub(crate) struct Samples {
    sketches: Vec<Sketch>,
    /// Notes with their twins, and where each note is among these.
    classes: Vec<Vec<usize>>,
    class_of: Vec<usize>,
    /// Every run of a sample with a note that has it, in order.
    held: Vec<(u64, usize)>,
}

impl Samples {
    /// Takes in the sketches of all notes.
    pub(crate) fn new(sketches: Vec<Sketch>) -> Self {
        let classes = twins::classes(&sketches);
        let mut class_of = vec![0; sketches.len()];
        for (place, class) in classes.iter().enumerate() {
            for note in class {
                class_of[*note] = place;
            }
        }
        let runs = |(note, sketch): (usize, &Sketch)| {
            sketch.runs.iter().map(move |run| (run, note)).collect::<Vec<_>>()
        };
        let mut held: Vec<(u64, usize)> = sketches.iter().enumerate().flat_map(runs).collect();
        held.sort_unstable();
        Self { sketches, classes, class_of, held }
    }

    /// Returns how many runs each note has.
    pub(crate) fn lengths(&self) -> Vec<usize> {
        self.sketches.iter().map(|sketch| sketch.len).collect()
    }

    /// Returns the pairs of compared notes that are the same, letter for letter, in order.
    pub(crate) fn identical(&self, is_compared: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
        let mut of: BTreeMap<(usize, u64), Vec<usize>> = BTreeMap::new();
        for (note, sketch) in self.sketches.iter().enumerate() {
            if sketch.len >= rule::LEAST_RUNS && is_compared(note) {
                of.entry((sketch.len, sketch.fingerprint)).or_default().push(note);
            }
        }
        let mut identical: Vec<(usize, usize)> = of.values().flat_map(|same| pairs(same)).collect();
        identical.sort_unstable();
        identical
    }

    /// Returns the pairs of compared notes that may be copies, in order, but for those that are the same.
    pub(crate) fn likely(
        &self,
        settings: CopySettings,
        is_compared: impl Fn(usize) -> bool,
    ) -> Vec<(usize, usize)> {
        let is_compared =
            |note: usize| self.sketches[note].len >= rule::LEAST_RUNS && is_compared(note);
        let mut own = vec![0; self.sketches.len()];
        let mut together: Vec<(usize, usize)> = Vec::new();
        for held in self.each_run() {
            if self.first_classes(held).len() > usize::from(MOST_HOLDERS) {
                continue;
            }
            let notes: Vec<usize> =
                held.iter().map(|(_, note)| *note).filter(|note| is_compared(*note)).collect();
            for note in &notes {
                own[*note] += 1;
            }
            together.extend(pairs(&notes));
        }
        together.sort_unstable();
        let containment = settings.containment.min(settings.containment_of_namesakes);
        let is_likely = |same: &&[(usize, usize)]| {
            let (one, other) = same[0];
            let shorter = own[one].min(own[other]) as f32;
            self.sketches[one].fingerprint != self.sketches[other].fingerprint
                && same.len() as f32 >= LIKELY * containment * shorter
        };
        together.chunk_by(|one, other| one == other).filter(is_likely).map(|same| same[0]).collect()
    }

    /// Returns the notes by which it can be told what of some notes' text is common, twins together: these notes, and
    /// for each place in them the first others that say it too.
    pub(crate) fn witnesses(&self, notes: &BTreeSet<usize>) -> Vec<&[usize]> {
        let mut classes: BTreeSet<usize> = notes.iter().map(|note| self.class_of[*note]).collect();
        for held in self.each_run() {
            if held.iter().any(|(_, note)| notes.contains(note)) {
                classes.extend(self.first_classes(held));
            }
        }
        classes.into_iter().map(|class| self.classes[class].as_slice()).collect()
    }

    fn each_run(&self) -> impl Iterator<Item = &[(u64, usize)]> {
        self.held.chunk_by(|one, other| one.0 == other.0)
    }

    /// Returns the classes of the first holders of a run, each once and at most [`ENOUGH`].
    fn first_classes(&self, held: &[(u64, usize)]) -> Vec<usize> {
        let mut classes = Vec::new();
        for (_, note) in held {
            let class = self.class_of[*note];
            if classes.len() < ENOUGH && !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }
}

/// Returns every two of some notes, or if they are many the first with each other.
fn pairs(notes: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let others = |at: usize| notes[at + 1..].iter();
    let firsts = if notes.len() <= MOST_TOGETHER { notes.len() } else { 1 };
    let firsts = notes[..firsts].iter().enumerate();
    firsts.flat_map(move |(at, one)| others(at).map(|other| (*one, *other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::copies::runs::Runs;

    fn text(from: usize, words: usize) -> String {
        let words = (from..from + words).map(|word| format!("word{:x} ", word * 7919));
        words.collect::<Vec<_>>().concat()
    }

    fn samples(texts: &[String]) -> Samples {
        Samples::new(texts.iter().map(|text| Sketch::of(&Runs::of_text(text))).collect())
    }

    #[test]
    fn the_same_note_is_paired_at_any_length_and_number() {
        for (words, copies) in [(20, 2), (20, 8), (100, 8), (20, 300), (400, 300)] {
            let found = samples(&vec![text(0, words); copies]).identical(|_| true);
            let others: BTreeSet<usize> = found.iter().map(|(_, other)| *other).collect();
            assert_eq!(others.len(), copies - 1, "{words} words, {copies} times");
        }
        let stubs = vec![text(0, 8); 3];
        assert!(samples(&stubs).identical(|_| true).is_empty());
    }

    #[test]
    fn almost_the_same_note_is_likely_in_any_number() {
        let of = |note: usize| text(0, 400) + &text(1000 * (note + 1), 4);
        let texts: Vec<String> = (0..MOST_TOGETHER + 10).map(of).collect();
        let found = samples(&texts).likely(CopySettings::default(), |_| true);
        assert_eq!(found.len(), texts.len() - 1);
    }

    #[test]
    fn copies_are_likely_and_notes_with_a_form_are_not() {
        let form = text(9000, 100);
        let mut texts: Vec<String> = (0..8).map(|note| text(1000 * note, 40) + &form).collect();
        texts.push(text(0, 40) + &form + "and something more");
        let (samples, settings) = (samples(&texts), CopySettings::default());
        assert_eq!(samples.likely(settings, |_| true), [(0, 8)]);
        assert!(samples.likely(settings, |note| note != 8).is_empty());
        let witnesses = samples.witnesses(&BTreeSet::from([0, 8])).concat();
        assert!(witnesses.len() > usize::from(MOST_HOLDERS) && witnesses.contains(&8));
    }
}
