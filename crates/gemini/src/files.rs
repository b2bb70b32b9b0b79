//! Files that wait to be imported: listed, looked at, deleted.
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;

use crate::client::Client;
use crate::error::Error;
use crate::name::FileName;
use crate::shapes::{File, FileList};

impl Client {
    /// Returns all files of whoever the key belongs to.
    pub fn files(&self, effort: Effort, cancel: &AtomicBool) -> Result<Vec<File>, Error> {
        self.all::<FileList>("files", ("list files", effort), cancel)
    }

    /// Returns a file as it is now.
    pub fn file(
        &self,
        name: &FileName,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<File, Error> {
        self.get(name.as_str(), ("look at a file", effort), cancel)
    }

    /// Deletes a file; returns whether there was one. What was imported from it stays.
    pub fn delete_file(
        &self,
        name: &FileName,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<bool, Error> {
        self.delete(name.as_str(), ("delete a file", effort), cancel)
    }
}
