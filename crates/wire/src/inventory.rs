//! What is there: vaults, settings and places, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The vaults that are known by name.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Vaults {
    /// One entry a vault.
    pub vaults: Vec<Vault>,
}

/// A vault that is known by name.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Removed {
    /// What was removed.
    pub removed: String,
    /// The folder that was deleted, when one was.
    pub deleted: Option<String>,
}

/// The settings in force.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// One entry a key.
    pub settings: Vec<Setting>,
}

/// A setting in force.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Setting {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: serde_json::Value,
    /// Where the value comes from: `environment`, `file` or `default`.
    pub origin: String,
}

/// What lies where.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Places {
    /// One entry a place.
    pub places: Vec<Place>,
    /// The bytes of all places.
    pub bytes: u64,
}

/// A file or folder of ours.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// What it holds.
    pub what: String,
    /// Where it lies.
    pub path: String,
    /// How big it is; 0 when it isn't there.
    pub bytes: u64,
}
