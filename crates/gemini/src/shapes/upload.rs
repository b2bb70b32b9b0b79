//! What is said of a document that is sent or imported.
use serde::{Deserialize, Serialize};

use super::{ChunkingConfig, CustomMetadata, Rest};
use crate::name::FileName;

/// What is said of a document before its bytes are sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UploadRequest {
    /// What people call it, 512 characters at most.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// What its owner keeps with it, 20 entries at most.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub custom_metadata: Vec<CustomMetadata>,
    /// How it is to be cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunking_config: Option<ChunkingConfig>,
    /// What kind of file it is, such as `text/markdown`; the server guesses where nothing is said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mime_type: String,
    /// What else is asked for.
    #[serde(flatten)]
    pub rest: Rest,
}

/// What is said of a file that becomes a document; its display name and kind are the file's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportRequest {
    /// The file.
    pub file_name: FileName,
    /// What the document's owner keeps with it, 20 entries at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub custom_metadata: Vec<CustomMetadata>,
    /// How it is to be cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunking_config: Option<ChunkingConfig>,
    /// What else is asked for.
    #[serde(flatten)]
    pub rest: Rest,
}

impl ImportRequest {
    /// Returns a request to import a file, with nothing said of it.
    pub fn of(file_name: FileName) -> Self {
        Self { file_name, custom_metadata: Vec::new(), chunking_config: None, rest: Rest::new() }
    }
}
