//! The vectors of notes that a rule came to leave out: they are deleted at once, whichever model made them.

use std::collections::BTreeSet;

use notekin_embed::Model;
use notekin_index::{NoteId, VectorKey, Writer};

use crate::measure::link_free;
use crate::shared::Unneeded;
use crate::{Error, Settings, shared};

/// Vectors of notes that are not to be kept.
#[derive(Default)]
pub(super) struct Withdrawn {
    notes: usize,
    /// Those that serve.
    keys: Vec<VectorKey>,
    /// Those that other models may have made, such as one that is on its way or one before.
    others: Vec<Unneeded>,
}

impl Withdrawn {
    /// Adds the vectors of a note, which must still be there; `serving` is the model whose vectors serve.
    pub(super) fn add(
        &mut self,
        writer: &Writer,
        note: NoteId,
        (settings, serving): (&Settings, Option<&str>),
    ) -> Result<(), Error> {
        if self.notes == 0 {
            self.others = Unneeded::of_others(settings, serving)?;
        }
        self.notes += 1;
        self.keys.extend(writer.vector_keys_of(note)?);
        if !self.others.is_empty() {
            let passages = writer.embeddable_of(note)?;
            for other in &mut self.others {
                other.add(&passages);
            }
        }
        Ok(())
    }

    /// Deletes them, but for what a note that stays says as well; returns what damage was met and mended.
    pub(super) fn forget(
        self,
        writer: &Writer,
        settings: &Settings,
        serving: Option<&Model>,
    ) -> Result<Vec<String>, Error> {
        if self.notes == 0 {
            return Ok(Vec::new());
        }
        let mut mended = Vec::new();
        // Which of those made for measuring are of these notes isn't known: none is worth more than that their text is gone.
        if let Some(model) = serving {
            let used: BTreeSet<VectorKey> = writer.vector_keys()?.into_iter().collect();
            let measured = link_free::measured_vectors(&settings.home, &model.id);
            let keys = self.keys.into_iter().chain(measured);
            let unused = keys.filter(|key| !used.contains(key)).collect();
            mended.extend(shared::remove(settings, model, unused)?);
        }
        for mut other in self.others {
            other.add_measured(&settings.home);
            mended.extend(other.remove(settings, Some(&shared::pages_written(writer)))?);
        }
        // The list goes last: whoever is interrupted before finds again what is to be deleted.
        link_free::forget(&settings.home)?;
        Ok(mended)
    }
}
