//! Text to vectors: turns passages and queries into vectors whose nearness is nearness of meaning.
//!
//! It is a registry of models, an engine for the built-in one (multilingual-e5-small in 4 bits, on
//! the processor, offline), the way to install its weights, and models at servers: Ollama, whatever
//! speaks like OpenAI, and Gemini.
//!
//! It is not a place where vectors are kept, compared or ranked, and it cuts no note into passages:
//! it takes a passage of any length and gives one vector for each part that the model can read.
//!
//! ```
//! use notekin_embed::{Passage, open};
//! use std::{path::Path, sync::atomic::AtomicBool};
//!
//! let model = open("fake", Path::new("no-models-here"))?;
//! let rest = Passage { title: "Bread", heading: &["Rest".to_owned()], text: "Let it rise." };
//! let vectors = model.passages(&[rest], &AtomicBool::new(false))?;
//! assert_eq!(vectors[0][0].len(), model.query("how long must dough rise?")?.len());
//! # Ok::<(), notekin_embed::Error>(())
//! ```
//!
//! The engine is our own because the weights come in a small format of their own, and because the
//! forward pass of one known model is little code: what is left out of a general runtime is paid
//! back in start-up time, memory and size. Everything that belongs to a model's vectors (its
//! template, mean, language directions, score curves) sits in its [`Model`], so that the rest of
//! Notekin works with any model alike.
mod e5;
mod error;
mod fake;
pub mod install;
mod kernel;
mod model;
mod passage;
mod registry;
mod remote;
mod template;
mod vector;

pub use error::{Error, Kind};
pub use model::{LinkOdds, Logistic, Model, ScoreTable, Subspace, VectorKey};
pub use passage::{Parts, Passage};
pub use registry::{
    DEFAULT_MODEL, ModelEntry, NamedEngine, forget_served, host, is_address, is_elsewhere,
    is_served, is_there, model, model_at, models, open, open_each, open_here, open_with, price,
    recipe, services, tokens_left, usual_at_servers,
};
pub use remote::{Price, Recipe, Server, Servers};

pub use notekin_net::{
    Entry as CallEntry, Error as CallError, Record as CallRecord, Secret, Settings as CallSettings,
};
pub use template::Template;

use std::sync::atomic::{AtomicBool, Ordering};

/// Turns passages and queries into vectors of unit length.
pub trait Embedder: Send + Sync {
    /// Returns what is known of the model.
    fn model(&self) -> &Model;

    /// Returns the vectors of each passage, in order: one for each of its parts.
    ///
    /// Uses all cores. Setting `cancel` stops it between two texts with [`Error::Cancelled`].
    fn passages(&self, passages: &[Passage<'_>], cancel: &AtomicBool) -> Result<Vec<Parts>, Error>;

    /// Returns the same, but gives up at the first failure: for whoever knows already that some of them fail.
    fn passages_at_once(
        &self,
        passages: &[Passage<'_>],
        cancel: &AtomicBool,
    ) -> Result<Vec<Parts>, Error> {
        self.passages(passages, cancel)
    }

    /// Returns the same without the words that the model wants around a passage, to see what they are worth; `None` from a
    /// model that doesn't offer it.
    fn passages_without_prompt(
        &self,
        _passages: &[Passage<'_>],
        _cancel: &AtomicBool,
    ) -> Option<Result<Vec<Parts>, Error>> {
        None
    }

    /// Returns the vector of a query, of which as much is read as [`Embedder::reach`] says: the time must not grow with
    /// the text, and what a question asks for stands at its start.
    fn query(&self, text: &str) -> Result<Vec<f32>, Error>;

    /// Returns how many bytes of a query are read: all, or as many from the start as the model reads at once.
    fn reach(&self, text: &str) -> usize;

    /// Returns how near each of some sentences is to a query, from 0 to 1, by a measure that is cheap enough to be taken
    /// of every passage shown and good enough to choose among the sentences of one; `None` from a model that has none.
    fn closeness(&self, _query: &str, _sentences: &[&str]) -> Option<Vec<f32>> {
        None
    }

    /// Returns whether what is embedded leaves this machine; asks the server where only it knows.
    fn leaves_the_machine(&self, _cancel: &AtomicBool) -> Result<bool, Error> {
        Ok(false)
    }

    /// Returns how many texts were longer than they seemed, and were read in parts, since the model was opened.
    fn oversized(&self) -> usize {
        0
    }
}

fn check_cancelled(cancel: &AtomicBool) -> Result<(), Error> {
    if cancel.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
}
