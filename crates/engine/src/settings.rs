//! What an engine is given at its start.

use std::path::PathBuf;

use notekin_note::LinkSection;

use crate::link::LinkStyle;

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
    /// The score from which notes are called related, from 0 to 1; the model's own when nothing.
    pub least_related: Option<f32>,
    /// Which notes are hubs.
    pub hubs: HubSettings,
    /// Which notes are near-copies.
    pub copies: CopySettings,
    /// How a link to a related note is added.
    pub links: LinkSettings,
}

/// How a link to a related note is added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkSettings {
    /// How it is written.
    pub style: LinkStyle,
    /// The section it is added to.
    pub section: LinkSection,
}

/// Which notes are hubs; what isn't said goes by the size of the vault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HubSettings {
    /// The distinct notes a hub links to at least.
    pub links: Option<usize>,
    /// The distinct notes that link to it at least.
    pub backlinks: Option<usize>,
}

/// Which notes are near-copies, by shares from 0 to 1 of their own text, which is what few other notes hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CopySettings {
    /// The share of the longer note that the shorter must hold.
    pub coverage: f32,
    /// The share of the shorter note that the longer must hold: a note of another name is another note until hardly a
    /// word speaks for it.
    pub containment: f32,
    /// The same where the title of one begins with the title of the other.
    pub containment_of_namesakes: f32,
}

impl Default for CopySettings {
    /// Chosen on labelled pairs: `docs/decisions/051-near-copies.md`.
    fn default() -> Self {
        Self { coverage: 0.4, containment: 0.9, containment_of_namesakes: 0.6 }
    }
}
