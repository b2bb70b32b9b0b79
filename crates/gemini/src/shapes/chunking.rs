//! How a server is to cut a document into passages.
use serde::{Deserialize, Serialize};

use super::{Rest, integer};

/// How a document is cut; by the server's own rule where nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ChunkingConfig {
    /// Cut at white space, the only way there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_space_config: Option<WhiteSpaceConfig>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// How a document is cut at white space.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WhiteSpaceConfig {
    /// The most tokens of a passage, as the server counts them.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub max_tokens_per_chunk: Option<u32>,
    /// The most tokens that two passages in a row share.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub max_overlap_tokens: Option<u32>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

impl ChunkingConfig {
    /// Returns the rule to cut at white space into passages of at most `tokens`, which share at most `overlap`.
    pub fn white_space(tokens: u32, overlap: u32) -> Self {
        let config = WhiteSpaceConfig {
            max_tokens_per_chunk: Some(tokens),
            max_overlap_tokens: Some(overlap),
            rest: Rest::new(),
        };
        Self { white_space_config: Some(config), rest: Rest::new() }
    }
}
