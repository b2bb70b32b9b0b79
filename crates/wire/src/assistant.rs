//! The programs with an assistant, and changes of their settings, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Programs with an assistant.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct Assistants {
    /// All that are known.
    pub assistants: Vec<Assistant>,
}

/// A program with an assistant.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct Assistant {
    /// Its id in routes.
    pub client: String,
    /// What people call it.
    pub name: String,
    /// Whether it has left a trace on this machine.
    pub installed: bool,
}

/// What is to be done.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct SetUp {
    /// Whether the entry is taken out.
    pub undo: bool,
    /// Whether the change is made; otherwise it is only shown.
    pub apply: bool,
}

/// A change of a program's settings.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct SettingsChange {
    /// The file.
    pub file: String,
    /// Its text before.
    pub before: String,
    /// Its text after.
    pub after: String,
    /// Whether it was made.
    pub changed: bool,
    /// Where the file lies as it was before.
    pub backup: Option<String>,
}
