//! What reading by meaning would take, before anything is sent.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use notekin_embed::{Embedder, Model, Price};
use notekin_index::{NoteId, PendingChunk, VectorStore};

use super::meaning;
use crate::engine::Engine;
use crate::{Error, estimate_tokens, passage};

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
    /// Asks a server what its model is like, where that isn't known; no note is sent.
    pub fn cost(&self) -> Result<Cost, Error> {
        let embedder = self.model()?;
        let mut tally = self.tally(embedder, true)?;
        let reader = self.reader()?;
        if reader.model() == Some(embedder.model().id.as_str()) {
            tally.add(reader.unembedded(usize::MAX, None)?)?;
        } else {
            for note in reader.notes()? {
                tally.add(passage::all(&reader, &note)?)?;
            }
        }
        Ok(tally.cost())
    }

    /// Returns what making all vectors anew would take; see [`Engine::cost`].
    pub fn cost_anew(&self) -> Result<Cost, Error> {
        let mut tally = self.tally(self.model()?, false)?;
        let reader = self.reader()?;
        for note in reader.notes()? {
            tally.add(passage::all(&reader, &note)?)?;
        }
        Ok(tally.cost())
    }

    /// Returns a tally for a model that nothing was added to. Vectors that are stored cost nothing `with_store`.
    pub(crate) fn tally<'e>(
        &self,
        embedder: &'e dyn Embedder,
        with_store: bool,
    ) -> Result<Tally<'e>, Error> {
        let model = embedder.model();
        let elsewhere = embedder.leaves_the_machine(&AtomicBool::new(false))?;
        let servers = &self.settings.servers;
        let open = || VectorStore::open(&self.layout.vectors, &model.id, model.dims);
        let mut cost = Cost { elsewhere, ..Cost::nothing(&model.id) };
        if elsewhere {
            cost.price = notekin_embed::price(&model.id, servers);
            cost.budget_left = notekin_embed::tokens_left(servers)?;
        }
        let store = if with_store { Some(open()?) } else { None };
        Ok(Tally { model, store, notes: BTreeSet::new(), cost })
    }
}
