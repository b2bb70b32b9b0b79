//! What the words are worth that a model wants around a passage.

use std::sync::atomic::AtomicBool;

use notekin_embed::{Embedder, Parts, Passage};
use notekin_index::{NoteId, NoteRow, NoteSet, PendingChunk, Reader};

use super::request::Relation;
use super::sample::Sample;
use super::vectors::ByNote;
use crate::{Error, passage};

/// Pairs of each kind of which the notes are read once more.
const PAIRS: usize = 60;

/// Returns a part of a sample, from all over it.
pub(super) fn part(sample: &Sample) -> Vec<(NoteId, NoteId, Relation)> {
    let of = |wanted: Relation| {
        let pairs: Vec<_> = sample.pairs.iter().filter(|(_, _, is)| *is == wanted).collect();
        let step = pairs.len().div_ceil(PAIRS).max(1);
        pairs.into_iter().copied().step_by(step).collect::<Vec<_>>()
    };
    [Relation::Linked, Relation::Random, Relation::SameFolder].into_iter().flat_map(of).collect()
}

/// The passages of some notes.
pub(super) struct Passages(Vec<PendingChunk>);

impl Passages {
    /// Reads the passages of the notes of some pairs.
    pub(super) fn read<'n>(
        reader: &Reader,
        pairs: &[(NoteId, NoteId, Relation)],
        row: impl Fn(NoteId) -> Option<&'n NoteRow>,
    ) -> Result<Self, Error> {
        let notes: NoteSet = pairs.iter().flat_map(|(a, b, _)| [*a, *b]).collect();
        let mut passages = Vec::new();
        for note in notes.iter().filter_map(row) {
            passages.extend(passage::all(reader, note)?);
        }
        Ok(Self(passages))
    }

    /// Returns them, for what reading them costs.
    pub(super) fn as_slice(&self) -> &[PendingChunk] {
        &self.0
    }

    /// Returns the vectors of each note without the model's words around its passages; nothing from a model that doesn't
    /// offer it.
    pub(super) fn without_prompt(
        &self,
        embedder: &dyn Embedder,
        cancel: &AtomicBool,
    ) -> Result<Option<ByNote>, Error> {
        let titles: Vec<String> = self.0.iter().map(passage::embedded_title).collect();
        let passages: Vec<Passage<'_>> = (self.0.iter().zip(&titles))
            .map(|(chunk, title)| {
                let heading = passage::heading_below_title(chunk);
                Passage { title, heading, text: &chunk.text }
            })
            .collect();
        let made = embedder.passages_without_prompt(&passages, cancel).transpose()?;
        let by_note = |made: Vec<Parts>| {
            let mut of = ByNote::new();
            for (chunk, parts) in self.0.iter().zip(made) {
                of.entry(chunk.note).or_default().extend(parts);
            }
            of
        };
        Ok(made.map(by_note))
    }
}
