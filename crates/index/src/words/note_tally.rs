//! How often a word stands in notes as a whole, and what that is worth.

use super::corpus::Corpus;
use super::dampings::Dampings;
use super::lists::List;
use super::schema::{Fields, TextField};
use super::scores::{most, rarity, saturated};
use crate::ids::NoteId;

/// Counts one word after the other in all notes.
pub(super) struct NoteTally {
    counts: Vec<Count>,
    /// The notes in which the word at hand stands.
    touched: Vec<NoteId>,
}

/// How often a word stands in one passage or note, each field weighted.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    /// In the fields that are a passage's own: those of several passages add up.
    pub(super) own: f32,
    /// In the names of the note, which every passage carries, but which count once.
    pub(super) names: f32,
    /// In its tags, of which the same holds.
    pub(super) tags: f32,
}

impl Count {
    /// Returns what it is to stand in a field once.
    fn once_in(field: TextField, fields: &Fields) -> Self {
        let mut count = Self::default();
        if field.field == fields.names.field {
            count.names = field.weight;
        } else if field.field == fields.tags.field {
            count.tags = field.weight;
        } else {
            count.own = field.weight;
        }
        count
    }

    fn times(self, times: u32) -> Self {
        let times = times as f32;
        Self { own: self.own * times, names: self.names * times, tags: self.tags * times }
    }

    pub(super) fn all(self) -> f32 {
        self.own + self.names + self.tags
    }
}

impl NoteTally {
    /// Returns a tally of nothing.
    pub(super) fn new(dampings: &Dampings) -> Self {
        Self { counts: vec![Count::default(); dampings.note_bound()], touched: Vec::new() }
    }

    /// Counts a passage of a note that has the word, or one field of it.
    pub(super) fn add(&mut self, note: NoteId, passage: Count) {
        let Some(count) = self.counts.get_mut(note.0 as usize) else { return };
        if count.all() == 0.0 {
            self.touched.push(note);
        }
        count.own += passage.own;
        count.names = count.names.max(passage.names);
        count.tags = count.tags.max(passage.tags);
    }

    /// Counts a word wherever it is listed.
    pub(super) fn add_lists(
        &mut self,
        corpus: Corpus<'_>,
        fields: &Fields,
        lists: &[List],
    ) -> tantivy::Result<()> {
        for list in lists {
            let Some((segment, dampings)) = corpus.segments().nth(list.segment) else { continue };
            let once = Count::once_in(list.field, fields);
            list.visit(segment, |documents, times| {
                for (&document, &times) in documents.iter().zip(times) {
                    if let Some(note) = dampings.note(document) {
                        self.add(note, once.times(times));
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Adds to the notes' scores what was counted of a word with some weight, and forgets it; returns the score of a note
    /// that is full of the word.
    pub(super) fn settle(&mut self, dampings: &Dampings, weight: f32, scores: &mut [f32]) -> f32 {
        let rarity = rarity(self.touched.len().max(1) as u64, dampings.note_count as u64);
        for note in self.touched.drain(..) {
            let place = note.0 as usize;
            let count = self.counts.get_mut(place).map(std::mem::take).unwrap_or_default();
            if let Some(score) = scores.get_mut(place) {
                *score += weight * rarity * saturated(count.all(), dampings.of_note(note));
            }
        }
        most(rarity * weight)
    }
}
