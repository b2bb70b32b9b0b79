//! A document: a file as a store holds it. It can't be changed, only replaced.
use serde::{Deserialize, Serialize};

use super::{CustomMetadata, Rest, Timestamp, integer};
use crate::name::DocumentName;

/// A document as a server tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// Its name, which the server makes of the display name and chance.
    pub name: DocumentName,
    /// What people call it, and the title of passages from it; not unique.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// What its owner keeps with it, 20 entries at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub custom_metadata: Vec<CustomMetadata>,
    /// When it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub create_time: Option<Timestamp>,
    /// When it last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update_time: Option<Timestamp>,
    /// Whether it can be found.
    #[serde(default, skip_serializing_if = "DocumentState::is_unspecified")]
    pub state: DocumentState,
    /// The bytes of the file.
    #[serde(default, with = "integer", skip_serializing_if = "integer::is_zero")]
    pub size_bytes: i64,
    /// What kind of file it is, such as `text/markdown`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mime_type: String,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

impl Document {
    /// Returns an empty document of this name, of which nothing else is told.
    pub fn named(name: DocumentName) -> Self {
        Self {
            name,
            display_name: String::new(),
            custom_metadata: Vec::new(),
            create_time: None,
            update_time: None,
            state: DocumentState::Unspecified,
            size_bytes: 0,
            mime_type: String::new(),
            rest: Rest::new(),
        }
    }

    /// Returns the text that its owner keeps under `key`.
    pub fn text(&self, key: &str) -> Option<&str> {
        let entry = self.custom_metadata.iter().find(|entry| entry.key == key)?;
        entry.string_value.as_deref()
    }
}

/// How far a document has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum DocumentState {
    /// Nothing is told of it.
    #[default]
    Unspecified,
    /// It is being read.
    Pending,
    /// It can be found.
    Active,
    /// It couldn't be read.
    Failed,
    /// A state that we don't know, in the server's word.
    Other(String),
}

impl DocumentState {
    /// Returns whether nothing is told of it.
    pub fn is_unspecified(&self) -> bool {
        *self == Self::Unspecified
    }
}

impl From<String> for DocumentState {
    fn from(word: String) -> Self {
        match word.as_str() {
            "STATE_UNSPECIFIED" => Self::Unspecified,
            "STATE_PENDING" => Self::Pending,
            "STATE_ACTIVE" => Self::Active,
            "STATE_FAILED" => Self::Failed,
            _ => Self::Other(word),
        }
    }
}

impl From<DocumentState> for String {
    fn from(state: DocumentState) -> Self {
        match state {
            DocumentState::Unspecified => "STATE_UNSPECIFIED".to_owned(),
            DocumentState::Pending => "STATE_PENDING".to_owned(),
            DocumentState::Active => "STATE_ACTIVE".to_owned(),
            DocumentState::Failed => "STATE_FAILED".to_owned(),
            DocumentState::Other(word) => word,
        }
    }
}

/// A page of documents, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DocumentList {
    /// The documents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<Document>,
    /// Leads to the next page; empty on the last one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub next_page_token: String,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}
