//! What applies to one path, as JSON.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to "what about this path?".
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// The path asked about.
    pub path: String,
    /// One stable word: `indexed`, `waiting`, `folder`, `excluded`, `unreadable`, `not_a_note` or `missing`.
    pub verdict: String,
    /// The rule or trouble, in a sentence.
    pub reason: String,
    /// Whether the note is marked `private: true`.
    pub private: bool,
    /// How many passages the index holds of it.
    pub passages: usize,
    /// How many of those are searchable by meaning.
    pub embedded: usize,
    /// What its text was taken for with a warning.
    pub warnings: Vec<String>,
    /// Paths that look like the one asked about, when it is missing.
    pub near: Vec<String>,
}

impl From<&engine::Explanation> for Explanation {
    fn from(explanation: &engine::Explanation) -> Self {
        Self {
            path: explanation.path.clone(),
            verdict: explanation.verdict.clone(),
            reason: explanation.reason.clone(),
            private: explanation.private,
            passages: explanation.passages,
            embedded: explanation.embedded,
            warnings: explanation.warnings.clone(),
            near: explanation.near.clone(),
        }
    }
}
