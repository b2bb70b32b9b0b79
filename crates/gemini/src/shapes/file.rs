//! A file: bytes that wait 48 hours to be imported.
use serde::{Deserialize, Serialize};

use super::{Rest, Status, Timestamp, integer};
use crate::name::FileName;

/// A file as a server tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// Its name.
    pub name: FileName,
    /// What people call it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// What kind of file it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mime_type: String,
    /// Its bytes.
    #[serde(default, with = "integer", skip_serializing_if = "integer::is_zero")]
    pub size_bytes: i64,
    /// When it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub create_time: Option<Timestamp>,
    /// When it last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update_time: Option<Timestamp>,
    /// When the server deletes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiration_time: Option<Timestamp>,
    /// The SHA-256 of its bytes, in base64.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sha256_hash: String,
    /// Where it lies, for requests that mention it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub uri: String,
    /// Whether it can be used.
    #[serde(default, skip_serializing_if = "FileState::is_unspecified")]
    pub state: FileState,
    /// Why it can't be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Status>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// How far a file has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum FileState {
    /// Nothing is told of it.
    #[default]
    Unspecified,
    /// It is looked at.
    Processing,
    /// It can be used.
    Active,
    /// It can't be used.
    Failed,
    /// A state that we don't know, in the server's word.
    Other(String),
}

impl FileState {
    /// Returns whether nothing is told of it.
    pub fn is_unspecified(&self) -> bool {
        *self == Self::Unspecified
    }
}

impl From<String> for FileState {
    fn from(word: String) -> Self {
        match word.as_str() {
            "STATE_UNSPECIFIED" => Self::Unspecified,
            "PROCESSING" => Self::Processing,
            "ACTIVE" => Self::Active,
            "FAILED" => Self::Failed,
            _ => Self::Other(word),
        }
    }
}

impl From<FileState> for String {
    fn from(state: FileState) -> Self {
        match state {
            FileState::Unspecified => "STATE_UNSPECIFIED".to_owned(),
            FileState::Processing => "PROCESSING".to_owned(),
            FileState::Active => "ACTIVE".to_owned(),
            FileState::Failed => "FAILED".to_owned(),
            FileState::Other(word) => word,
        }
    }
}

/// What is said of a file before its bytes are sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FileRequest {
    /// The file.
    pub file: NewFile,
}

/// A file that is to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NewFile {
    /// What people call it, 512 characters at most.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// What kind of file it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mime_type: String,
    /// What else is told; Google's SDKs tell the size.
    #[serde(flatten)]
    pub rest: Rest,
}

/// What comes back when the bytes of a file were sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReply {
    /// The file.
    pub file: File,
}

/// A page of files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FileList {
    /// The files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<File>,
    /// Leads to the next page; empty on the last one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub next_page_token: String,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}
