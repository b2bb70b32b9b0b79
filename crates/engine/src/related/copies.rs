//! Telling a near-copy from a note that is merely alike: by the text itself, both ways.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use notekin_index::{NoteId, Reader};

use crate::Error;

/// Letters and digits in a row that must agree to count as the same text.
const RUN: usize = 10;

/// The share of both texts that must stand in the other too.
const LEAST_COVERAGE: f32 = 0.6;

/// Runs a text must have to be worth comparing; a stub is nobody's copy.
const LEAST_RUNS: usize = 120;

/// The text of one note, ready to be compared.
pub(super) struct Copies {
    runs: BTreeSet<u64>,
}

impl Copies {
    /// Takes in the text of `note`.
    pub(super) fn of(reader: &Reader, note: NoteId) -> Result<Self, Error> {
        let mut runs = BTreeSet::new();
        for chunk in reader.chunks(note)?.into_iter().filter(|chunk| !chunk.listing) {
            runs.extend(runs_of(&chunk.text));
        }
        Ok(Self { runs })
    }

    /// Returns the share of both notes' text that stands in the other too, if that makes them near-copies.
    pub(super) fn coverage(&self, reader: &Reader, other: NoteId) -> Result<Option<f32>, Error> {
        if self.runs.len() < LEAST_RUNS {
            return Ok(None);
        }
        let other = Self::of(reader, other)?;
        if other.runs.len() < LEAST_RUNS {
            return Ok(None);
        }
        let shared = self.runs.intersection(&other.runs).count() as f32;
        let coverage = shared / self.runs.len().max(other.runs.len()) as f32;
        Ok((coverage >= LEAST_COVERAGE).then_some(coverage))
    }
}

/// Returns the hashes of all runs of letters and digits in a text, case and everything between them left out.
fn runs_of(text: &str) -> Vec<u64> {
    let letters: Vec<char> =
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    letters.windows(RUN).map(hash).collect()
}

fn hash(run: &[char]) -> u64 {
    let mut hasher = DefaultHasher::new();
    run.hash(&mut hasher);
    hasher.finish()
}
