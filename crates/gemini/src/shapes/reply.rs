//! What a model answers, whole or piece by piece: both have the same shape.
use serde::{Deserialize, Serialize};

use super::{Content, GroundingMetadata, Rest, integer};

/// A whole answer, or a piece of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GenerateReply {
    /// The answers; one, unless more were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// What the server makes of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_feedback: Option<PromptFeedback>,
    /// The tokens that were counted so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage_metadata: Option<Usage>,
    /// The model's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_version: Option<String>,
    /// A name for the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_id: Option<String>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// One answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Candidate {
    /// What the model says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// Why it ends, such as `STOP`; absent until it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// Which of several answers it is, from 0.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// What it relies on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grounding_metadata: Option<GroundingMetadata>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// What the server makes of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PromptFeedback {
    /// Why it gets no answer, such as `SAFETY`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_reason: Option<String>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// Tokens that were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Those of the question.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub prompt_token_count: Option<u64>,
    /// Those of the answer.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub candidates_token_count: Option<u64>,
    /// Those of hidden thoughts.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub thoughts_token_count: Option<u64>,
    /// Those of the passages that were found; they are paid like those of the question.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub tool_use_prompt_token_count: Option<u64>,
    /// All of them.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub total_token_count: Option<u64>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

impl GenerateReply {
    /// Returns the text of the first answer, without thoughts.
    pub fn text(&self) -> String {
        let content = self.candidates.first().and_then(|first| first.content.as_ref());
        content.into_iter().flat_map(|content| &content.parts).map(super::Part::spoken).collect()
    }

    /// Returns what the first answer relies on.
    pub fn grounding(&self) -> Option<&GroundingMetadata> {
        self.candidates.first()?.grounding_metadata.as_ref()
    }
}
