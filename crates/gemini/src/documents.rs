//! Documents of a store: listed, looked at, deleted, and known again.
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;

use crate::client::Client;
use crate::error::Error;
use crate::name::{DocumentName, StoreName};
use crate::shapes::{CustomMetadata, Document, DocumentList, DocumentState};
use crate::stores::Deletion;

/// What a document is known by whose name its maker never learned.
///
/// It is only as good as the metadata: whoever keeps a hash of everything that makes a document in there (its text, and
/// how it is cut) finds it again for sure.
#[derive(Clone, Copy, Debug)]
pub struct Likeness<'a> {
    /// Its display name.
    pub display_name: &'a str,
    /// Its metadata, in any order.
    pub metadata: &'a [CustomMetadata],
    /// Documents that look the same, but were there before.
    pub others: &'a [DocumentName],
}

impl Likeness<'_> {
    /// Returns whether a document looks like this, and isn't one that couldn't be read.
    pub fn fits(&self, document: &Document) -> bool {
        let is_known =
            |sent: &CustomMetadata| document.custom_metadata.iter().any(|kept| kept.is_of(sent));
        document.state != DocumentState::Failed
            && document.display_name == self.display_name
            && document.custom_metadata.len() == self.metadata.len()
            && self.metadata.iter().all(is_known)
            && !self.others.contains(&document.name)
    }
}

impl Client {
    /// Returns all documents of a store, the oldest first. A page holds 20, so that 5,000 take 250 calls.
    pub fn documents(
        &self,
        store: &StoreName,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Vec<Document>, Error> {
        let path = format!("{store}/documents");
        self.all::<DocumentList>(&path, ("list documents", effort), cancel)
    }

    /// Hands on all documents of a store as they come, until `take` breaks off.
    pub fn each_document(
        &self,
        store: &StoreName,
        effort: Effort,
        (take, cancel): (&mut dyn FnMut(Document) -> ControlFlow<()>, &AtomicBool),
    ) -> Result<(), Error> {
        let path = format!("{store}/documents");
        self.each::<DocumentList>(&path, ("list documents", effort), (take, cancel))
    }

    /// Returns the newest document of a store that looks like this; the whole list is read.
    pub fn find_document(
        &self,
        store: &StoreName,
        likeness: &Likeness<'_>,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Option<Document>, Error> {
        let mut found = None;
        let mut take = |document: Document| {
            if likeness.fits(&document) {
                found = Some(document);
            }
            ControlFlow::Continue(())
        };
        self.each_document(store, effort, (&mut take, cancel))?;
        Ok(found)
    }

    /// Returns a document as it is now.
    pub fn document(
        &self,
        name: &DocumentName,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Document, Error> {
        self.get(name.as_str(), ("look at a document", effort), cancel)
    }

    /// Deletes a document; returns whether there was one.
    pub fn delete_document(
        &self,
        name: &DocumentName,
        deletion: Deletion,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<bool, Error> {
        self.delete(&format!("{name}{}", deletion.query()), ("delete a document", effort), cancel)
    }
}
