//! A provider: what differs between the protocols that servers speak.
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;
use notekin_net::served::{Cause, Fault, How, Line};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::tokens;
use crate::error::Error;

/// What a vector is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// To be found.
    Passage,
    /// To find with.
    Query,
}

/// What came back for some texts: vectors in order, and the server's own count of tokens, where it has one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Batch {
    /// As the server gave them; nobody has looked at them yet.
    pub(super) vectors: Vec<Vec<f32>>,
    /// The tokens of all texts together.
    pub(super) tokens: Option<u64>,
}

/// What a server says of a model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// Most tokens it reads at once.
    pub(super) window: Option<usize>,
    /// Whether it runs at another place than the server.
    pub(super) elsewhere: bool,
}

/// One protocol.
pub(super) trait Provider: Send + Sync {
    /// Embeds texts, at most [`Provider::most`] of them. Fails with [`Error::TooLong`] when one is refused for its
    /// length, and with [`Error::Input`] when one may be at fault in another way.
    fn embed(
        &self,
        texts: &[String],
        role: Role,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Batch, Error>;

    /// Returns the most texts of one call.
    fn most(&self) -> usize;

    /// Asks the server about the model.
    fn ask(&self, _cancel: &AtomicBool) -> Result<Told, Error> {
        Ok(Told::default())
    }

    /// Sets how many tokens the model is to read at once, where the protocol has that.
    fn set_window(&mut self, _tokens: usize) {}

    /// Asks for the model's own length of vectors from now on, as its server can't give another.
    fn ask_for_whole(&mut self);

    /// Returns whether a server of this protocol may cut off what is too long without a word.
    fn may_cut(&self) -> bool {
        true
    }
}

/// Asks a server for vectors.
#[derive(Debug)]
pub(super) struct Asker {
    /// The line to the server.
    pub(super) line: Line,
    /// The length of vectors that is asked for.
    pub(super) dimensions: Option<usize>,
}

impl Asker {
    /// Posts to `path` what asks for the vectors of texts, and reads the reply.
    pub(super) fn embed<R: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
        (texts, effort): (&[String], Effort),
        cancel: &AtomicBool,
    ) -> Result<R, Error> {
        let how = How { purpose: "embed texts", tokens: tokens::of_all(texts), effort };
        let reply = self.line.post(path, request, how, cancel);
        reply.map_err(|fault| meant(&self.line, fault))
    }
}

/// Returns what it means for texts and vectors that a call brought nothing of use.
pub(super) fn meant(line: &Line, fault: Fault) -> Error {
    let (service, server) = (line.service.word(), line.server.clone());
    match fault {
        Fault::Net(error) => error.into(),
        // What can't be read may hold a number that is none; another text may do better.
        Fault::Garbled(why) => Error::Input { reason: format!("the answer can't be read: {why}") },
        Fault::Refused(refusal) => match refusal.cause {
            Cause::TooLong => Error::TooLong,
            Cause::Input => Error::Input { reason: refusal.said },
            Cause::Key => Error::Key { service, server },
            Cause::Model => Error::NotServed { service, model: line.model.clone(), server },
            Cause::Other => match refusal.error {
                Some(error) => error.into(),
                None => Error::Server { server, said: refusal.said },
            },
        },
    }
}
