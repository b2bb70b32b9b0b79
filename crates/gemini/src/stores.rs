//! Stores: made, listed, looked at, deleted.
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;

use crate::client::Client;
use crate::error::Error;
use crate::limits;
use crate::name::{ModelName, StoreName};
use crate::shapes::{NewStore, Store, StoreList};

/// What is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// A thing that is empty; one that isn't is refused with `FAILED_PRECONDITION`.
    Empty,
    /// A thing with all that is in it. A document that can be found has passages in it.
    Full,
}

impl Deletion {
    /// Returns the end of an address.
    pub(crate) const fn query(self) -> &'static str {
        match self {
            Self::Empty => "",
            Self::Full => "?force=true",
        }
    }
}

impl Client {
    /// Makes a store. Display names are not unique: who wants one store of a name lists first.
    ///
    /// Fails with [`Error::Unsure`] where the store may have been made all the same; it then shows in the list.
    pub fn create_store(
        &self,
        store: &NewStore,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Store, Error> {
        limits::display_name(&store.display_name)?;
        if let Some(model) = &store.embedding_model {
            ModelName::parse(model)?;
        }
        let made = self.post_once("fileSearchStores", store, ("make a store", effort), cancel);
        made.map_err(|error| if error.is_unsure() { error.unsure("the store") } else { error })
    }

    /// Returns all stores of whoever the key belongs to, the oldest first.
    pub fn stores(&self, effort: Effort, cancel: &AtomicBool) -> Result<Vec<Store>, Error> {
        self.all::<StoreList>("fileSearchStores", ("list stores", effort), cancel)
    }

    /// Returns a store as it is now.
    pub fn store(
        &self,
        name: &StoreName,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Store, Error> {
        self.get(name.as_str(), ("look at a store", effort), cancel)
    }

    /// Deletes a store; returns whether there was one.
    pub fn delete_store(
        &self,
        name: &StoreName,
        deletion: Deletion,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<bool, Error> {
        self.delete(&format!("{name}{}", deletion.query()), ("delete a store", effort), cancel)
    }
}
