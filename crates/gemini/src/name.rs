//! Names of things at a server, checked before they become part of an address.
//!
//! Google writes ids with lower-case letters, digits and dashes, 40 at most. A server in its place may be freer, so
//! what is kept out here is what would lead elsewhere or mean something in an address: slashes, dots alone, colons,
//! queries, spaces, escapes.
use std::fmt;

use serde::{Deserialize, Serialize};

/// The most letters of an id; more than Google's 40, since ids of operations grow out of others.
const LONGEST: usize = 128;

/// A text that was to be a name, and isn't one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no name of {what}, which reads `{form}`")]
pub struct NameError {
    /// The text, cut where it is long.
    text: String,
    what: &'static str,
    form: &'static str,
}

impl NameError {
    fn new(text: &str, what: &'static str, form: &'static str) -> Self {
        Self { text: text.chars().take(LONGEST).collect(), what, form }
    }
}

/// Returns whether a text can be one step of a path, and nothing else.
fn is_id(text: &str) -> bool {
    let is_sound = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(is_sound) && !text.starts_with('.')
}

/// Gives a name of one text what all of them have: reading, writing, and both in JSON.
macro_rules! name {
    ($name:ident, $what:literal, $form:literal, $is:expr) => {
        impl $name {
            #[doc = concat!("Reads a name of ", $what, ", `", $form, "`.")]
            pub fn parse(text: &str) -> Result<Self, NameError> {
                let is: fn(&str) -> bool = $is;
                if is(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(NameError::new(text, $what, $form))
                }
            }

            /// Returns the name as it stands in JSON and in addresses.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = NameError;

            fn try_from(text: String) -> Result<Self, NameError> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0
            }
        }
    };
}

/// The name of a store: `fileSearchStores/ID`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StoreName(String);

/// The name of a document: `fileSearchStores/ID/documents/ID`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DocumentName(String);

/// The name of an operation: `fileSearchStores/ID/operations/ID` of an import, `fileSearchStores/ID/upload/operations/ID`
/// of an upload.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OperationName(String);

/// The name of a file that waits to be imported: `files/ID`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileName(String);

/// The name of a model: `models/ID`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ModelName(String);

name!(StoreName, "a store", "fileSearchStores/ID", |text| store(text).is_some_and(str::is_empty));
name!(DocumentName, "a document", "fileSearchStores/ID/documents/ID", |text| {
    within(text, "/documents/")
});
name!(OperationName, "an operation", "fileSearchStores/ID/operations/ID", |text| {
    within(text, "/operations/") || within(text, "/upload/operations/")
});
name!(FileName, "a file", "files/ID", |text| text.strip_prefix("files/").is_some_and(is_id));
name!(ModelName, "a model", "models/ID", |text| text.strip_prefix("models/").is_some_and(is_id));

/// Returns what follows the name of a store that a text begins with.
fn store(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("fileSearchStores/")?;
    let (id, after) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    is_id(id).then_some(after)
}

/// Returns whether a text is the name of something of a kind in a store.
fn within(text: &str, kind: &str) -> bool {
    store(text).and_then(|after| after.strip_prefix(kind)).is_some_and(is_id)
}

/// Returns the store that a longer name begins with.
fn store_of(name: &str) -> StoreName {
    let end = name.match_indices('/').nth(1).map_or(name.len(), |(at, _)| at);
    StoreName(name.get(..end).unwrap_or(name).to_owned())
}

impl StoreName {
    /// Returns the name of the store with this id.
    pub fn of(id: &str) -> Result<Self, NameError> {
        Self::parse(&format!("fileSearchStores/{id}"))
    }

    /// Returns the name of the document with this id in the store.
    pub fn document(&self, id: &str) -> Result<DocumentName, NameError> {
        DocumentName::parse(&format!("{self}/documents/{id}"))
    }
}

impl DocumentName {
    /// Returns the store it is in.
    pub fn store(&self) -> StoreName {
        store_of(&self.0)
    }
}

impl OperationName {
    /// Returns the store it works on.
    pub fn store(&self) -> StoreName {
        store_of(&self.0)
    }

    /// Returns whether it is one of an upload, not of an import.
    pub fn is_upload(&self) -> bool {
        self.0.contains("/upload/operations/")
    }
}

impl ModelName {
    /// Returns the name of a model that may be given by its id alone, as people do.
    pub fn of(model: &str) -> Result<Self, NameError> {
        Self::parse(&format!("models/{}", model.strip_prefix("models/").unwrap_or(model)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_lead_to_their_store() {
        let document = DocumentName::parse("fileSearchStores/vault-1a/documents/note-2b").unwrap();
        assert_eq!(document.store(), StoreName::of("vault-1a").unwrap());
        assert_eq!(document.store().document("note-2b").unwrap(), document);
        let import = OperationName::parse("fileSearchStores/v/operations/o").unwrap();
        let upload = OperationName::parse("fileSearchStores/v/upload/operations/o").unwrap();
        assert_eq!((import.is_upload(), upload.is_upload()), (false, true));
        assert_eq!(upload.store().as_str(), "fileSearchStores/v");
        assert_eq!(ModelName::of("models/m-2.5"), ModelName::of("m-2.5"));
        assert!(FileName::parse("files/abc").is_ok());
    }

    #[test]
    fn what_would_lead_elsewhere_is_no_name() {
        let long = "x".repeat(129);
        for id in [
            "", ".", "..", "a/b", "a?x", "a#x", "a%2fb", "a b", "a:b", "a\\b", "a\r\nb", "é", &long,
        ] {
            assert!(StoreName::of(id).is_err(), "{id:?}");
            assert!(FileName::parse(&format!("files/{id}")).is_err(), "{id:?}");
            assert!(ModelName::of(id).is_err(), "{id:?}");
            let store = StoreName::of("v").unwrap();
            assert!(store.document(id).is_err(), "{id:?}");
        }
        for text in ["v", "fileSearchStores/v/", "fileSearchStores//v", "/fileSearchStores/v"] {
            assert!(StoreName::parse(text).is_err(), "{text}");
        }
        assert!(DocumentName::parse("fileSearchStores/v/documents/a/documents/b").is_err());
        assert!(OperationName::parse("operations/o").is_err());
        assert!(serde_json::from_str::<StoreName>("\"fileSearchStores/../v\"").is_err());
    }

    #[test]
    fn a_wrong_name_is_told_with_the_form_of_a_right_one() {
        let error = StoreName::parse("vault").unwrap_err().to_string();
        assert_eq!(error, "`vault` is no name of a store, which reads `fileSearchStores/ID`");
    }
}
