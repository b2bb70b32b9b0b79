//! An operation: work that a server goes on with after it has answered.
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Rest, Status};
use crate::name::{DocumentName, OperationName};

/// An upload or import as far as it has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Operation {
    /// Its name, and the path where it is asked after; see [`Operation::path`].
    pub name: String,
    /// What the server tells of its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Value>,
    /// Whether it ended; Google leaves it out until then.
    #[serde(skip_serializing_if = "is_false")]
    pub done: bool,
    /// Why it failed; `code` is one of gRPC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Status>,
    /// What came of it: `parent`, the store, and `documentName`. Google tells it before the end, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<Value>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

impl Operation {
    /// Returns the name, if it is one that an address may hold.
    pub fn path(&self) -> Option<OperationName> {
        OperationName::parse(&self.name).ok()
    }

    /// Returns the document it makes, once the server tells which.
    pub fn document(&self) -> Option<DocumentName> {
        DocumentName::parse(self.response.as_ref()?.get("documentName")?.as_str()?).ok()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it writes by reference")]
fn is_false(value: &bool) -> bool {
    !value
}
