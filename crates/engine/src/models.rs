//! The embedding models: which there are, which are installed, how to get one, and which servers have more.

pub use notekin_embed::install::{Installed, Phase, Source, install, installed, remove};
pub use notekin_embed::{
    CallSettings, DEFAULT_MODEL, ModelEntry, Price, Recipe, Secret, Server, Servers, is_address,
    is_served, models as list, recipe, services,
};

mod kept;
mod shared;

pub use kept::{Kept, KeptModel};
pub use shared::SharedModels;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::Error;

/// What a model turned out to be when it was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Its id.
    pub id: String,
    /// The length of its vectors.
    pub dims: usize,
    /// Most tokens it reads at once.
    pub token_limit: usize,
    /// Whether what it reads leaves this machine.
    pub elsewhere: bool,
}

/// Looks whether a model works by having it embed a word; for one at a server that is a call. What is known of it stays as
/// it is, and one elsewhere that wasn't tried yet is sent nothing.
pub fn check(id: &str, models: &Path, servers: &Servers) -> Result<(), Error> {
    let never = AtomicBool::new(false);
    notekin_embed::open_here(id, models, servers, &never)?.query("notes")?;
    Ok(())
}

/// Tries a model anew, whatever is known of it: opens it, and has it embed a word.
pub fn try_out(id: &str, models: &Path, servers: &Servers) -> Result<Tried, Error> {
    notekin_embed::forget_served(id, models, servers)?;
    let never = AtomicBool::new(false);
    let embedder = notekin_embed::open_with(id, models, servers, &never)?;
    embedder.query("notes")?;
    let elsewhere = embedder.leaves_the_machine(&never)?;
    let model = embedder.model();
    Ok(Tried { id: model.id.clone(), dims: model.dims, token_limit: model.token_limit, elsewhere })
}
