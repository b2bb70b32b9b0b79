//! The protocol of Gemini.
use std::sync::atomic::AtomicBool;

use notekin_gemini::{Client, Task, Text};
use notekin_net::Effort;
use notekin_net::served::{self, Cause};

use super::provider::{Batch, Provider, Role};
use crate::error::Error;

/// The word of the service.
const SERVICE: &str = "gemini";

/// A model at a server that speaks like Gemini's.
#[derive(Debug)]
pub(super) struct Google {
    /// Speaks with the server.
    pub(super) client: Client,
    /// The server's address, for what is said of it.
    pub(super) server: String,
    /// The model, as the server calls it.
    pub(super) model: String,
    /// The length of vectors that is asked for.
    pub(super) dimensions: Option<usize>,
    /// Whether the model is told in the request what a vector is for.
    pub(super) has_tasks: bool,
}

impl Provider for Google {
    fn embed(
        &self,
        texts: &[String],
        role: Role,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Batch, Error> {
        let task = match role {
            Role::Passage => Task::Document,
            Role::Query => Task::Query,
        };
        let (task, dimensions) = (self.has_tasks.then_some(task), self.dimensions);
        let texts: Vec<Text<'_>> =
            texts.iter().map(|text| Text { text, task, dimensions }).collect();
        let embedded = self.client.embed(&self.model, &texts, effort, cancel);
        let embedded = embedded.map_err(|error| self.meant(error))?;
        Ok(Batch { vectors: embedded.vectors, tokens: embedded.tokens })
    }

    fn most(&self) -> usize {
        self.client.most_texts()
    }

    fn ask_for_whole(&mut self) {
        self.dimensions = None;
    }

    fn may_cut(&self) -> bool {
        // It does, and says so nowhere: there is nothing to be found out by trying.
        false
    }
}

impl Google {
    /// Returns what a refusal means.
    fn meant(&self, error: notekin_gemini::Error) -> Error {
        let server = self.server.clone();
        match error {
            notekin_gemini::Error::Net(error) => error.into(),
            notekin_gemini::Error::Key { .. } => Error::Key { service: SERVICE, server },
            notekin_gemini::Error::Shape(reason) => {
                Error::Input { reason: format!("the answer can't be read: {reason}") }
            }
            notekin_gemini::Error::Refused { status, ref message, .. } => {
                match served::cause(status, message) {
                    Cause::TooLong => Error::TooLong,
                    Cause::Key => Error::Key { service: SERVICE, server },
                    Cause::Model => {
                        Error::NotServed { service: SERVICE, model: self.model.clone(), server }
                    }
                    Cause::Input => Error::Input { reason: message.clone() },
                    Cause::Other => error.into(),
                }
            }
            error => error.into(),
        }
    }
}
