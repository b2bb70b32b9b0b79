//! Notes that are almost the same: together they count as one holder of what they say. Else a note that was copied many
//! times would look like a form that many notes fill in.

use super::runs::Runs;

/// The share of both notes that must be the same.
const LEAST_COVERAGE: f32 = 0.9;

/// Runs twins must have. Blank forms of one kind are almost the same too, and short.
const LEAST_RUNS: usize = 700;

/// The ways in which notes are put in order so that twins come to stand beside each other.
const WAYS: u32 = 4;

/// How many of those after it a note is compared with, each way.
const BESIDE: usize = 4;

/// Part of the runs of a note, the same part of all notes.
pub(crate) struct Sketch {
    /// How many runs the note has.
    pub(crate) len: usize,
    /// By which it is known from notes that aren't the same, letter for letter.
    pub(crate) fingerprint: u64,
    /// Those looked at.
    pub(crate) runs: Runs,
}

impl Sketch {
    /// Returns the sketch of a note.
    pub(crate) fn of(runs: &Runs) -> Self {
        Self { len: runs.len(), fingerprint: runs.fingerprint(), runs: runs.sample() }
    }
}

/// Returns the notes in classes: each note alone, or with its twins.
pub(crate) fn classes(sketches: &[Sketch]) -> Vec<Vec<usize>> {
    let mut firsts: Vec<usize> = (0..sketches.len()).collect();
    for way in 0..WAYS {
        for (one, other) in neighbours(sketches, way) {
            let (one_first, other_first) = (first(&mut firsts, one), first(&mut firsts, other));
            let are_twins = one_first != other_first
                && sketches[one].runs.coverage(&sketches[other].runs) >= LEAST_COVERAGE;
            if are_twins {
                firsts[one_first.max(other_first)] = one_first.min(other_first);
            }
        }
    }
    let mut classes = vec![Vec::new(); sketches.len()];
    for note in 0..sketches.len() {
        classes[first(&mut firsts, note)].push(note);
    }
    classes.retain(|class| !class.is_empty());
    classes
}

/// Returns pairs of notes that have the least of their runs in common, where each way has its own order of runs. Twins
/// do in most of the ways, others seldom.
fn neighbours(sketches: &[Sketch], way: u32) -> impl Iterator<Item = (usize, usize)> {
    let least = |sketch: &Sketch| sketch.runs.iter().map(|run| run.rotate_left(16 * way)).min();
    let long = sketches.iter().enumerate().filter(|(_, sketch)| sketch.len >= LEAST_RUNS);
    let mut notes: Vec<(u64, usize, usize)> =
        long.filter_map(|(note, sketch)| Some((least(sketch)?, sketch.len, note))).collect();
    notes.sort_unstable();
    (0..notes.len()).flat_map(move |at| {
        let (least, _, note) = notes[at];
        let end = notes.len().min(at + 1 + BESIDE);
        let beside = notes[at + 1..end].iter().filter(move |other| other.0 == least);
        beside.map(move |other| (note, other.2)).collect::<Vec<_>>()
    })
}

/// Returns the first of a note's class, and shortens the way to it.
fn first(firsts: &mut [usize], mut note: usize) -> usize {
    while firsts[note] != note {
        firsts[note] = firsts[firsts[note]];
        note = firsts[note];
    }
    note
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(from: usize, words: usize) -> String {
        (from..from + words)
            .map(|word| format!("word{:x} ", word * 7919))
            .collect::<Vec<_>>()
            .concat()
    }

    #[test]
    fn twins_are_one_class_and_others_their_own() {
        let long = text(0, 200);
        let texts = [
            long.clone(),
            text(1000, 200),
            format!("{long} and a few words more"),
            text(0, 100) + &text(2000, 100),
            long,
        ];
        let sketches = texts.map(|text| Sketch::of(&Runs::of_text(&text)));
        assert_eq!(classes(&sketches), [vec![0, 2, 4], vec![1], vec![3]]);
    }

    #[test]
    fn short_notes_have_no_twins() {
        let sketches = [text(0, 40), text(0, 40)].map(|text| Sketch::of(&Runs::of_text(&text)));
        assert_eq!(classes(&sketches).len(), 2);
        assert!(classes(&[]).is_empty());
    }
}
