//! Conversations that are kept, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::search::Lines;

/// The conversations with a vault.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Conversations {
    /// One entry a conversation, the one that was gone on with last first.
    pub conversations: Vec<ConversationEntry>,
}

/// A conversation by its beginning.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConversationEntry {
    /// Its number.
    pub id: u32,
    /// The first question.
    pub question: String,
    /// How many questions were asked.
    pub turns: usize,
}

/// A conversation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Conversation {
    /// Its number.
    pub id: u32,
    /// What was asked and answered, oldest first.
    pub turns: Vec<ConversationTurn>,
}

/// A question with its answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConversationTurn {
    /// The question.
    pub question: String,
    /// The answer; empty where the notes didn't answer.
    pub answer: String,
    /// Whether private notes were read for it, so that it never goes to a model elsewhere.
    pub private: bool,
    /// Where the answer comes from.
    pub sources: Vec<ConversationSource>,
}

/// Lines of a note, as they were when the question was asked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConversationSource {
    /// The note's path.
    pub path: String,
    /// The lines.
    pub lines: Lines,
}
