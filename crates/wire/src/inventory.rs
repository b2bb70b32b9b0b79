//! What is there: models, vaults, settings and places, as JSON.

use std::path::Path;

use notekin_engine as engine;
use serde::Serialize;

/// The models that can be used.
#[derive(Clone, Debug, Serialize)]
pub struct Models {
    /// One entry a model.
    pub models: Vec<Model>,
}

/// A model that can be used.
#[derive(Clone, Debug, Serialize)]
pub struct Model {
    /// Its id.
    pub id: String,
    /// What it is, in a few words.
    pub description: String,
    /// Numbers in each of its vectors.
    pub dims: usize,
    /// The licence of its weights.
    pub licence: String,
    /// Bytes to fetch.
    pub download_bytes: u64,
    /// Bytes it takes on disk.
    pub disk_bytes: u64,
    /// Where its weights lie, if they are there.
    pub installed: Option<String>,
}

impl Model {
    /// Returns the twin of an entry whose weights lie at `installed`, if they are there.
    pub fn new(model: &engine::models::ModelEntry, installed: Option<&Path>) -> Self {
        Self {
            id: model.id.to_owned(),
            description: model.description.to_owned(),
            dims: model.dims,
            licence: model.licence.to_owned(),
            download_bytes: model.download,
            disk_bytes: model.size,
            installed: installed.map(|path| path.display().to_string()),
        }
    }
}

/// The vaults that are known by name.
#[derive(Clone, Debug, Serialize)]
pub struct Vaults {
    /// One entry a vault.
    pub vaults: Vec<Vault>,
}

/// A vault that is known by name.
#[derive(Clone, Debug, Serialize)]
pub struct Vault {
    /// The name shown in replies.
    pub name: String,
    /// The folder of notes.
    pub path: String,
    /// Globs of what is left out of this vault.
    pub exclude: Vec<String>,
    /// Whether the folder is there.
    pub present: bool,
}

/// The outcome of removing something.
#[derive(Clone, Debug, Serialize)]
pub struct Removed {
    /// What was removed.
    pub removed: String,
    /// The folder that was deleted, when one was.
    pub deleted: Option<String>,
}

/// The settings in force.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// One entry a key.
    pub settings: Vec<Setting>,
}

/// A setting in force.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: serde_json::Value,
    /// Where the value comes from: `environment`, `file` or `default`.
    pub origin: String,
}

/// What lies where.
#[derive(Clone, Debug, Serialize)]
pub struct Places {
    /// One entry a place.
    pub places: Vec<Place>,
    /// The bytes of all places.
    pub bytes: u64,
}

/// A file or folder of ours.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// What it holds.
    pub what: String,
    /// Where it lies.
    pub path: String,
    /// How big it is; 0 when it isn't there.
    pub bytes: u64,
}
