//! What limits a reply, for its reader to judge it by.

use notekin_index::Counts;
use notekin_note::NotePath;

/// Something that limits what a reply can say.
#[derive(Clone, Debug, PartialEq)]
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
    /// A word that no note has was taken for a misspelt one, as nothing else was found by words.
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

impl Notice {
    /// Returns why nothing is found by meaning.
    pub(crate) fn of_model(error: &notekin_embed::Error, model: &str) -> Self {
        match error {
            notekin_embed::Error::Absent { .. } => Self::NoModel { model: model.to_owned() },
            other => Self::ModelFailed { reason: other.to_string() },
        }
    }

    /// Returns what waits to be read by meaning, if anything does.
    pub(crate) fn pending(counts: &Counts) -> Option<Self> {
        let notes = counts.notes - counts.notes_ready;
        (notes > 0).then_some(Self::Pending { notes, unseen: counts.notes_unserved })
    }
}

/// A note that comes near to a query, but not near enough.
#[derive(Clone, Debug, PartialEq)]
pub struct NearNote {
    /// The vault's name.
    pub vault: String,
    /// The note.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// The estimated chance that it answers.
    pub score: f32,
}
