//! Operations: waited for until the document can be found.
//!
//! Some operations never say that they are done, so it is the document that counts in the end.
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use notekin_net::{Effort, pause};

use crate::client::Client;
use crate::documents::Likeness;
use crate::error::Error;
use crate::name::StoreName;
use crate::name::{DocumentName, OperationName};
use crate::shapes::{Document, DocumentState, Operation};

/// After how many looks at an operation its document is looked at, too.
const TRUSTING: u32 = 2;

/// How long an operation is waited for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// How hard each call is tried.
    pub effort: Effort,
    /// The wait before the first look; it doubles from look to look.
    pub first: Duration,
    /// The longest wait between two looks.
    pub longest: Duration,
    /// How long to wait in all.
    pub deadline: Duration,
}

impl Waiting {
    /// For bulk work: five minutes, with a look every ten seconds at least.
    pub const BULK: Self = Self {
        effort: Effort::BULK,
        first: Duration::from_secs(1),
        longest: Duration::from_secs(10),
        deadline: Duration::from_mins(5),
    };
}

/// What is known of an operation that is waited for.
struct Watched<'a> {
    client: &'a Client,
    store: &'a StoreName,
    likeness: &'a Likeness<'a>,
    effort: Effort,
    /// Where it is asked after; `None` where its name is none, or the server has forgotten it.
    path: Option<OperationName>,
    /// The document, once it is named.
    document: Option<DocumentName>,
    is_done: bool,
    looks: u32,
}

impl Client {
    /// Returns an operation as it is now.
    pub fn operation(
        &self,
        name: &OperationName,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Operation, Error> {
        self.get(name.as_str(), ("look at an operation", effort), cancel)
    }

    /// Waits until the document that an operation makes in `store` can be found, and returns it.
    ///
    /// Where the operation doesn't name the document, it is looked for by its likeness. Fails with [`Error::Failed`] when
    /// the server can't read it, and with [`Error::Unfinished`] when the deadline is over: then it may still be made.
    pub fn finished(
        &self,
        (store, operation): (&StoreName, &Operation),
        likeness: &Likeness<'_>,
        waiting: Waiting,
        cancel: &AtomicBool,
    ) -> Result<Document, Error> {
        let (began, mut wait) = (Instant::now(), waiting.first);
        let mut watched = Watched::of((self, store), operation, likeness, waiting.effort);
        watched.take(operation)?;
        loop {
            let left = waiting.deadline.saturating_sub(began.elapsed());
            if let Some(document) = watched.looked(left.is_zero(), cancel)? {
                return Ok(document);
            }
            if left.is_zero() {
                return Err(Error::Unfinished { what: operation.name.clone() });
            }
            pause(wait.min(left), cancel).map_err(Error::Net)?;
            wait = wait.saturating_mul(2).min(waiting.longest);
            watched.ask(cancel)?;
        }
    }
}

impl<'a> Watched<'a> {
    fn of(
        (client, store): (&'a Client, &'a StoreName),
        operation: &Operation,
        likeness: &'a Likeness<'a>,
        effort: Effort,
    ) -> Self {
        let path = operation.path();
        Self { client, store, likeness, effort, path, document: None, is_done: false, looks: 0 }
    }

    /// Takes in what an operation says.
    fn take(&mut self, operation: &Operation) -> Result<(), Error> {
        if let Some(error) = &operation.error {
            let (what, message) = (operation.name.clone(), error.message.clone());
            return Err(self.client.hushed(Error::Failed { what, message }));
        }
        self.document = operation.document().or(self.document.take());
        self.is_done |= operation.done;
        Ok(())
    }

    /// Asks after the operation, unless there is nothing to be learned.
    fn ask(&mut self, cancel: &AtomicBool) -> Result<(), Error> {
        self.looks += 1;
        let Some(path) = self.path.as_ref().filter(|_| !self.is_done) else { return Ok(()) };
        match self.client.operation(path, self.effort, cancel) {
            Ok(operation) => self.take(&operation),
            Err(error) if error.is_missing() => {
                self.path = None;
                Ok(())
            }
            Err(error) if error.is_passing() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Looks at the document, where that may tell something, and returns it if it can be found.
    fn looked(&self, is_last: bool, cancel: &AtomicBool) -> Result<Option<Document>, Error> {
        let is_over = self.is_done || self.path.is_none() || is_last;
        let seen = match &self.document {
            Some(name) if is_over || self.looks >= TRUSTING => {
                self.client.document(name, self.effort, cancel).map(Some)
            }
            // Costs a call for every twenty documents.
            None if is_over => {
                self.client.find_document(self.store, self.likeness, self.effort, cancel)
            }
            _ => return Ok(None),
        };
        match seen {
            Ok(Some(document)) => settled(document),
            Ok(None) => Ok(None),
            // It may not show yet.
            Err(error) if error.is_missing() || error.is_passing() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Returns a document that can be found; fails with one that couldn't be read.
fn settled(document: Document) -> Result<Option<Document>, Error> {
    match document.state {
        DocumentState::Active => Ok(Some(document)),
        DocumentState::Failed => {
            let (what, message) = (document.name.to_string(), "it doesn't say why".to_owned());
            Err(Error::Failed { what, message })
        }
        _ => Ok(None),
    }
}
