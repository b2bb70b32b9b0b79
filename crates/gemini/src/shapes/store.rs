//! A store: what holds documents, and is searched.
use serde::{Deserialize, Serialize};

use super::{Rest, Timestamp, integer};
use crate::name::StoreName;

/// A File Search store as a server tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Store {
    /// Its name, which the server makes of the display name and chance.
    pub name: StoreName,
    /// What people call it; not unique.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// When it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub create_time: Option<Timestamp>,
    /// When it last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update_time: Option<Timestamp>,
    /// How many documents can be found.
    #[serde(default, with = "integer", skip_serializing_if = "integer::is_zero")]
    pub active_documents_count: i64,
    /// How many documents are being read.
    #[serde(default, with = "integer", skip_serializing_if = "integer::is_zero")]
    pub pending_documents_count: i64,
    /// How many documents couldn't be read.
    #[serde(default, with = "integer", skip_serializing_if = "integer::is_zero")]
    pub failed_documents_count: i64,
    /// The bytes of all documents, without what is made of them.
    #[serde(default, with = "integer", skip_serializing_if = "integer::is_zero")]
    pub size_bytes: i64,
    /// The model that reads its documents, `models/ID`; set when it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedding_model: Option<String>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

impl Store {
    /// Returns an empty store of this name, of which nothing else is told.
    pub fn named(name: StoreName) -> Self {
        Self {
            name,
            display_name: String::new(),
            create_time: None,
            update_time: None,
            active_documents_count: 0,
            pending_documents_count: 0,
            failed_documents_count: 0,
            size_bytes: 0,
            embedding_model: None,
            rest: Rest::new(),
        }
    }
}

/// A store that is to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NewStore {
    /// What people call it, 512 characters at most.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// The model that is to read its documents, `models/ID`; the server's own choice where it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding_model: Option<String>,
    /// What else is asked for.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A page of stores, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StoreList {
    /// The stores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub file_search_stores: Vec<Store>,
    /// Leads to the next page; empty on the last one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub next_page_token: String,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}
