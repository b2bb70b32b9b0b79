//! What can be done about a vault and the settings, as JSON.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is to be done with an index.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Indexing {
    /// What is to be done.
    pub action: IndexAction,
}

/// What can be done with an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexAction {
    /// Take in what changed.
    Rescan,
    /// The same, and try once more what couldn't be read.
    Retry,
    /// The same, and remove notes although very many vanished at once.
    AcceptRemovals,
}

/// For how long.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rest {
    /// Minutes; until it is told to go on without them.
    #[schemars(range(min = 1, max = 527_040))]
    pub minutes: Option<u64>,
}

/// A measurement that is asked for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Calibration {
    /// Whether passages may be sent to another machine, where the model is at one.
    pub agree: bool,
    /// Whether the score from which notes are related stays as it is.
    pub keep_score: bool,
}

/// Rules that may be set.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Globs of what is to be left out.
    pub exclude: Vec<String>,
}

/// What rules would leave out.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct RulesPreview {
    /// Notes each would leave out alone.
    pub each: BTreeMap<String, usize>,
    /// Notes they would leave out together.
    pub together: usize,
    /// Notes there are.
    pub of: usize,
}

/// A setting's new value.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NewValue {
    /// A text, number or truth value; a list of texts for a list.
    pub value: Value,
}

/// A key of a server.
#[derive(Clone, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NewKey {
    /// The key.
    pub key: String,
}

/// A note that is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NoteName {
    /// Its path, name, title or alias.
    pub note: String,
}

/// A file that is asked about.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FilePath {
    /// Its path in the vault.
    pub path: String,
}

impl fmt::Debug for NewKey {
    /// Never shows the key.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("NewKey(…)")
    }
}
