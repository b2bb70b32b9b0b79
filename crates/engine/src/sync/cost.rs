//! What reading by meaning would take, before anything is sent.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use notekin_embed::{Embedder, Model, Price};
use notekin_index::{NoteId, PendingChunk, Reader, VectorStore};

use super::meaning;
use crate::engine::Engine;
use crate::{Error, Settings, estimate_tokens, passage};

/// Tokens that a title, headings and a template add to a passage, by experience.
const AROUND: usize = 16;

/// The time one passage of usual length takes the built-in model on two cores, for estimates.
const SECONDS_PER_PASSAGE: f64 = 0.09;

/// What reading some notes by meaning would take; what is known from before costs nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// The id of the model that would read them.
    pub model: String,
    /// Notes with passages to be read.
    pub notes: usize,
    /// Passages to be read.
    pub passages: usize,
    /// About how many tokens they have.
    pub tokens: usize,
    /// The time it would take on two ordinary cores; `None` at a server, whose speed isn't known.
    pub seconds: Option<f64>,
    /// Whether they would leave this machine.
    pub elsewhere: bool,
    /// The host they would be sent to, where its address is another machine's.
    pub host: Option<String>,
    /// Whether the owner agreed to that before.
    pub agreed: bool,
    /// Whether the model was tried before; of one elsewhere that wasn't, only what its name tells is known.
    pub tried: bool,
    /// What a million tokens cost, where that is known.
    pub price: Option<Price>,
    /// The tokens that the month's budget leaves for calls to other machines, where there is a budget.
    pub budget_left: Option<u64>,
}

impl Cost {
    /// Returns about what it costs, in dollars, where the price is known.
    pub fn dollars(&self) -> Option<f64> {
        Some(self.tokens as f64 * self.price?.dollars_per_million / 1e6)
    }

    /// Returns the cost of reading nothing by a model.
    pub(crate) fn nothing(model: &str) -> Self {
        Self {
            model: model.to_owned(),
            notes: 0,
            passages: 0,
            tokens: 0,
            seconds: None,
            elsewhere: false,
            host: None,
            agreed: false,
            tried: true,
            price: None,
            budget_left: None,
        }
    }
}

/// Adds up what passages would take.
pub(crate) struct Tally<'e> {
    model: &'e Model,
    /// Where vectors lie that need not be made; nothing when all are made anew.
    store: Option<VectorStore>,
    notes: BTreeSet<NoteId>,
    cost: Cost,
}

impl Tally<'_> {
    /// Adds passages, less those that must not be sent and those that the store has; returns how many it has.
    pub(crate) fn add(&mut self, mut passages: Vec<PendingChunk>) -> Result<usize, Error> {
        passages.retain(|passage| !(self.cost.elsewhere && passage.private));
        let stored = match &mut self.store {
            Some(store) => {
                let keyed = meaning::keyed(self.model, &passages);
                store.get_many(&keyed.iter().map(|keyed| keyed.key).collect::<Vec<_>>())?
            }
            None => vec![None; passages.len()],
        };
        let known = stored.iter().flatten().count();
        let new = passages.iter().zip(stored).filter(|(_, parts)| parts.is_none());
        self.add_anew(new.map(|(passage, _)| passage));
        Ok(known)
    }

    /// Adds passages that are to be read whatever is stored.
    pub(crate) fn add_anew<'p>(&mut self, passages: impl IntoIterator<Item = &'p PendingChunk>) {
        for passage in passages {
            self.notes.insert(passage.note);
            self.cost.passages += 1;
            self.cost.tokens += estimate_tokens(&passage.text) + AROUND;
        }
    }

    /// Returns what reading a whole vault takes, or `only_missing` what isn't read yet.
    fn of_all(mut self, reader: &Reader, only_missing: bool) -> Result<Cost, Error> {
        if only_missing && reader.model() == Some(self.model.id.as_str()) {
            self.add(reader.unembedded(usize::MAX, None)?)?;
        } else {
            for note in reader.notes()? {
                self.add(passage::all(reader, &note)?)?;
            }
        }
        Ok(self.cost())
    }

    /// Returns the sum.
    pub(crate) fn cost(self) -> Cost {
        let is_served = notekin_embed::is_served(&self.cost.model);
        let seconds = (!is_served).then_some(self.cost.passages as f64 * SECONDS_PER_PASSAGE);
        Cost { notes: self.notes.len(), seconds, ..self.cost }
    }
}

impl Engine {
    /// Returns what reading the rest by meaning would take, as far as the vault is read by words.
    ///
    /// Asks a server on this machine what its model is like, where that isn't known; nothing is sent to another machine.
    pub fn cost(&self) -> Result<Cost, Error> {
        self.cost_of(true)
    }

    /// Returns what making all vectors anew would take; see [`Engine::cost`].
    pub fn cost_anew(&self) -> Result<Cost, Error> {
        self.cost_of(false)
    }

    fn cost_of(&self, with_store: bool) -> Result<Cost, Error> {
        let reader = self.reader()?;
        match self.model_here(&AtomicBool::new(false)) {
            Err(notekin_embed::Error::Untried { .. }) => {
                let Settings { model, servers, .. } = &self.settings;
                let known = notekin_embed::model_at(model, servers);
                let known = known.ok_or(notekin_embed::Error::Template)?;
                let tally = self.tally_of(&known, true, with_store && known.dims > 0)?;
                let cost = tally.of_all(&reader, with_store)?;
                Ok(Cost { agreed: self.is_agreed(&reader)?, tried: false, ..cost })
            }
            opened => {
                let cost = self.tally(opened?, with_store)?.of_all(&reader, with_store)?;
                Ok(Cost { agreed: self.is_agreed(&reader)?, ..cost })
            }
        }
    }

    /// Returns a tally for a model that nothing was added to. Vectors that are stored cost nothing `with_store`.
    pub(crate) fn tally<'e>(
        &self,
        embedder: &'e dyn Embedder,
        with_store: bool,
    ) -> Result<Tally<'e>, Error> {
        let elsewhere = embedder.leaves_the_machine(&AtomicBool::new(false))?;
        self.tally_of(embedder.model(), elsewhere, with_store)
    }

    fn tally_of<'e>(
        &self,
        model: &'e Model,
        elsewhere: bool,
        with_store: bool,
    ) -> Result<Tally<'e>, Error> {
        let servers = &self.settings.servers;
        let open = || VectorStore::open(&self.layout.vectors, &model.id, model.dims);
        let mut cost = Cost { elsewhere, ..Cost::nothing(&model.id) };
        if elsewhere {
            cost.host = self.host_elsewhere();
            cost.price = notekin_embed::price(&model.id, servers);
            cost.budget_left = notekin_embed::tokens_left(servers)?;
        }
        let store = match with_store.then(open).transpose() {
            // Of a model that was replaced under its name nothing is known.
            Err(notekin_index::Error::OtherModel { .. }) => None,
            store => store?,
        };
        Ok(Tally { model, store, notes: BTreeSet::new(), cost })
    }
}
