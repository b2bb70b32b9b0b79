//! What a reader should know to judge a reply.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number::rounded;

/// Something that limits what a reply can say; `kind` tells which.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notice {
    /// There is no model, so meaning was left out.
    NoModel {
        /// The model's id.
        model: String,
    },
    /// The model can't be used now, so meaning was left out.
    ModelFailed {
        /// What is wrong.
        reason: String,
    },
    /// Some notes aren't fully searchable by meaning yet.
    Pending {
        /// Notes waiting.
        notes: usize,
        /// Those of them of which no passage is searchable by meaning.
        unseen: usize,
    },
    /// Another model is reading all notes, so meaning was left out: the one before it is at a server elsewhere.
    Switching {
        /// The id of the model that reads them.
        model: String,
    },
    /// Notes were found, but it is unlikely that any of them answers.
    NothingRelevant {
        /// Those that come nearest.
        nearest: Vec<NearNote>,
    },
    /// Of a very long query only the beginning is searched by words.
    WordsCut {
        /// The characters of that beginning.
        characters: usize,
    },
    /// Of a long query only the beginning is searched by meaning.
    MeaningCut {
        /// The characters of that beginning.
        characters: usize,
    },
    /// What a model wrote isn't all that it would have written.
    BrokenOff {
        /// Why.
        reason: String,
    },
    /// A section was read in one passage with its neighbours, which count as well.
    Neighbours {
        /// The section's heading.
        heading: String,
    },
    /// A word that no note has was taken for a misspelt one.
    Respelt {
        /// The word as typed, without case and accents.
        typed: String,
        /// The words searched for instead.
        searched: Vec<String>,
    },
    /// Changes in the folder weren't taken in.
    Unread {
        /// Changes waiting.
        changes: usize,
    },
    /// Damage was met and mended.
    Recovered {
        /// What was wrong with what, and where it lies now.
        reason: String,
    },
    /// One of several vaults couldn't answer.
    LeftOut {
        /// The vault's name.
        vault: String,
        /// What is wrong.
        reason: String,
    },
    /// The vault's folder can't be looked at; the index answered alone.
    VaultUnreachable {
        /// What is wrong.
        reason: String,
    },
    /// Too many notes vanished at once; nothing was removed.
    Paused {
        /// Notes gone from the folder.
        vanished: usize,
    },
}

impl From<&engine::Notice> for Notice {
    fn from(notice: &engine::Notice) -> Self {
        match notice {
            engine::Notice::NoModel { model } => Self::NoModel { model: model.clone() },
            engine::Notice::ModelFailed { reason } => Self::ModelFailed { reason: reason.clone() },
            engine::Notice::Switching { model } => Self::Switching { model: model.clone() },
            engine::Notice::Pending { notes, unseen } => {
                Self::Pending { notes: *notes, unseen: *unseen }
            }
            engine::Notice::NothingRelevant { nearest } => {
                Self::NothingRelevant { nearest: nearest.iter().map(NearNote::from).collect() }
            }
            engine::Notice::WordsCut { characters } => Self::WordsCut { characters: *characters },
            engine::Notice::MeaningCut { characters } => {
                Self::MeaningCut { characters: *characters }
            }
            engine::Notice::BrokenOff { reason } => Self::BrokenOff { reason: reason.clone() },
            engine::Notice::Neighbours { heading } => Self::Neighbours { heading: heading.clone() },
            engine::Notice::Respelt { typed, searched } => {
                Self::Respelt { typed: typed.clone(), searched: searched.clone() }
            }
            engine::Notice::Unread { changes } => Self::Unread { changes: *changes },
            engine::Notice::LeftOut { vault, reason } => {
                Self::LeftOut { vault: vault.clone(), reason: reason.clone() }
            }
            engine::Notice::Recovered { reason } => Self::Recovered { reason: reason.clone() },
            engine::Notice::VaultUnreachable { reason } => {
                Self::VaultUnreachable { reason: reason.clone() }
            }
            engine::Notice::Paused { vanished } => Self::Paused { vanished: *vanished },
        }
    }
}

/// A note that comes near to a query, but not near enough.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NearNote {
    /// The vault's name.
    pub vault: String,
    /// Its path in the vault.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The chance that it answers, from 0 to 1, as far as it can be told.
    pub score: f64,
}

impl From<&engine::NearNote> for NearNote {
    fn from(note: &engine::NearNote) -> Self {
        Self {
            vault: note.vault.clone(),
            path: note.path.as_str().to_owned(),
            title: note.title.clone(),
            score: rounded(note.score),
        }
    }
}
