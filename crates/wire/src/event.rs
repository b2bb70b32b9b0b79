//! What streams tell, as JSON: an event each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::status::Status;

/// How a vault stands now that something of it was taken in; the event `status`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VaultEvent {
    /// The vault's id.
    pub vault: String,
    /// How it stands.
    pub status: Status,
}

/// That vaults came or went; the event `vaults`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VaultsEvent {}

/// A piece of an answer that is being written; the event `text`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TextEvent {
    /// Markdown, with the numbers of sources behind sentences.
    pub text: String,
}

/// How far long work is; the event `progress`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProgressEvent {
    /// What is done: `scanning`, `reading`, `embedding`, `comparing` or `asking`.
    pub stage: String,
    /// How much of it is done.
    pub done: usize,
    /// How much there is; 0 where that isn't known.
    pub total: usize,
}
