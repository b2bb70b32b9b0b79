//! What a model is asked: a conversation, and the stores it may search.
use serde::{Deserialize, Serialize};

use super::{Rest, integer};
use crate::name::StoreName;

/// What a model is to go on with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GenerateRequest {
    /// What the model is told before the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_instruction: Option<Content>,
    /// What was said, oldest first.
    pub contents: Vec<Content>,
    /// What the model may use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    /// How it is to write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation_config: Option<GenerationConfig>,
    /// What else is asked for.
    #[serde(flatten)]
    pub rest: Rest,
}

/// One thing that was said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Content {
    /// Who said it, `user` or `model`; nobody in what a model is told before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A part of what was said: a text, or something else that `rest` holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Part {
    /// The text, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it is a thought, which is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thought: Option<bool>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// Something a model may use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tool {
    /// Stores it may search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_search: Option<FileSearch>,
    /// Other tools.
    #[serde(flatten)]
    pub rest: Rest,
}

/// How stores are searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FileSearch {
    /// The stores, five at most at Google.
    pub file_search_store_names: Vec<StoreName>,
    /// How many passages the model is given at most; the server's own choice where it is absent.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub top_k: Option<u32>,
    /// Which documents are searched, by their metadata, in the language of AIP-160, such as `tag = "a" AND year > 2000`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata_filter: Option<String>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// How a model is to write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GenerationConfig {
    /// The most tokens it writes, hidden thoughts included.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u64>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

impl GenerateRequest {
    /// Returns a question to a model that may search stores.
    pub fn question(text: &str, search: FileSearch) -> Self {
        let tools = vec![Tool { file_search: Some(search), rest: Rest::new() }];
        Self { contents: vec![Content::said("user", text)], tools, ..Self::default() }
    }
}

impl Content {
    /// Returns a text that somebody said.
    pub fn said(role: &str, text: &str) -> Self {
        Self { role: Some(role.to_owned()), ..Self::told(text) }
    }

    /// Returns a text that nobody said.
    pub fn told(text: &str) -> Self {
        Self { parts: vec![Part::said(text)], ..Self::default() }
    }
}

impl Part {
    /// Returns a text.
    pub fn said(text: &str) -> Self {
        Self { text: Some(text.to_owned()), ..Self::default() }
    }

    /// Returns the text, unless it is a thought; empty for what is no text.
    pub fn spoken(&self) -> &str {
        if self.is_thought() { "" } else { self.text.as_deref().unwrap_or_default() }
    }

    /// Returns whether it is a thought.
    pub fn is_thought(&self) -> bool {
        self.thought == Some(true)
    }
}

impl FileSearch {
    /// Returns a search of these stores, without a filter.
    pub fn of(stores: Vec<StoreName>) -> Self {
        Self { file_search_store_names: stores, ..Self::default() }
    }
}
