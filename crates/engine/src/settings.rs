//! What an engine is given at its start.

use std::path::PathBuf;

/// Everything an engine needs to know of its vault and of the places it may use.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The vault's folder.
    pub vault: PathBuf,
    /// The vault's name as shown in replies.
    pub name: String,
    /// The folder of this vault's own data; the index lies in `index` below it.
    pub home: PathBuf,
    /// The folder of the vector stores, shared by all vaults.
    pub vectors: PathBuf,
    /// The data folders of the other vaults that share these stores: what they use is never deleted there.
    pub neighbours: Vec<PathBuf>,
    /// The folder of installed models, shared by all vaults.
    pub models: PathBuf,
    /// The embedding model's id.
    pub model: String,
    /// The servers that a model may be at.
    pub servers: notekin_embed::Servers,
    /// What is taken in and what is left out.
    pub policy: notekin_vault::PolicySettings,
    /// How notes are cut into passages.
    pub passages: notekin_note::Settings,
}
