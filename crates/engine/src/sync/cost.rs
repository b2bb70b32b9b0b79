//! What reading by meaning would send, before anything is sent.

use std::sync::atomic::AtomicBool;

use crate::engine::Engine;
use crate::{Error, estimate_tokens};

/// Tokens that a title, headings and a template add to a passage, by experience.
const AROUND: usize = 16;

/// What reading the rest by meaning would take, at most: what is known from before costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Notes with passages to be read.
    pub notes: usize,
    /// Passages to be read.
    pub passages: usize,
    /// About how many tokens they have.
    pub tokens: usize,
    /// Whether they would leave this machine.
    pub elsewhere: bool,
}

impl Engine {
    /// Returns what reading the rest by meaning would take, as far as the vault is read by words.
    ///
    /// Asks a server what its model is like, where that isn't known; no note is sent.
    pub fn cost(&self) -> Result<Cost, Error> {
        let embedder = self.model()?;
        let elsewhere = embedder.leaves_the_machine(&AtomicBool::new(false))?;
        let reader = self.reader()?;
        let is_new = reader.model() != Some(embedder.model().id.as_str());
        let waiting: std::collections::BTreeSet<_> = if is_new {
            std::collections::BTreeSet::new()
        } else {
            let pending = reader.unembedded(usize::MAX, None)?;
            pending.into_iter().map(|chunk| chunk.chunk).collect()
        };
        let mut cost = Cost { notes: 0, passages: 0, tokens: 0, elsewhere };
        for note in reader.notes()?.iter().filter(|note| !(elsewhere && note.private)) {
            let chunks = reader.chunks(note.id)?;
            let read = chunks
                .iter()
                .filter(|chunk| if is_new { !chunk.listing } else { waiting.contains(&chunk.id) });
            let before = cost.passages;
            for chunk in read {
                cost.passages += 1;
                cost.tokens += estimate_tokens(&chunk.text) + AROUND;
            }
            cost.notes += usize::from(cost.passages > before);
        }
        Ok(cost)
    }
}
