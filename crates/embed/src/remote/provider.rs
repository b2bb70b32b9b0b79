//! A provider: what differs between the protocols that servers speak.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use notekin_net::{Advice, Call, Credential, Effort, Net, Secret};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{refusal, tokens};
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

/// What every call to one server has in common.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Makes the calls.
    pub(super) net: Arc<Net>,
    /// The server's address, without what a call adds to it.
    pub(super) server: String,
    /// The key it asks for, if it does.
    pub(super) key: Option<Secret>,
    /// The word of the service, for what is said of its key.
    pub(super) service: &'static str,
    /// The model, as the server calls it.
    pub(super) model: String,
    /// The length of vectors that is asked for.
    pub(super) dimensions: Option<usize>,
}

impl Line {
    /// Posts to `path` what asks for the vectors of texts, and reads the reply.
    pub(super) fn embed<R: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
        (texts, effort): (&[String], Effort),
        cancel: &AtomicBool,
    ) -> Result<R, Error> {
        self.post(path, request, ("embed texts", tokens::of_all(texts), effort), cancel)
    }

    /// Posts `request` to `path` and reads the reply.
    pub(super) fn post<R: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
        (purpose, tokens, effort): (&'static str, u64, Effort),
        cancel: &AtomicBool,
    ) -> Result<R, Error> {
        let body = serde_json::to_vec(request).map_err(|error| Error::Server {
            server: self.server.clone(),
            said: error.to_string(),
        })?;
        let url = format!("{}{path}", self.server);
        let call = Call {
            credential: self.key.as_ref().map(Credential::Bearer),
            tokens,
            effort,
            advice,
            ..Call::post(&url, purpose, &body)
        };
        let reply = match self.net.send(&call, cancel) {
            Ok(reply) => reply,
            Err(error) => return Err(self.refused(error)),
        };
        if let Some(said) = refusal::said(&reply.body) {
            return Err(self.meant(reply.status, said));
        }
        // What can't be read may hold a number that is none; another text may do better.
        serde_json::from_slice(&reply.body)
            .map_err(|error| Error::Input { reason: format!("the answer can't be read: {error}") })
    }

    /// Returns a failed call as what the server meant by it, where it said something.
    fn refused(&self, error: notekin_net::Error) -> Error {
        let notekin_net::Error::Status { status, body, .. } = &error else { return error.into() };
        match self.meant(*status, refusal::told(body)) {
            Error::Server { .. } => error.into(),
            meant => meant,
        }
    }

    /// Returns what a refusal means.
    fn meant(&self, status: u16, said: String) -> Error {
        let server = self.server.clone();
        match refusal::cause(status, &said) {
            refusal::Cause::TooLong => Error::TooLong,
            refusal::Cause::Input => Error::Input { reason: said },
            refusal::Cause::Key => Error::Key { service: self.service, server },
            refusal::Cause::Model => {
                Error::NotServed { service: self.service, model: self.model.clone(), server }
            }
            refusal::Cause::Other => Error::Server { server, said },
        }
    }
}

/// Returns what to do after a refusal: nothing gets shorter or sounder by waiting.
fn advice(status: u16, body: &str) -> Advice {
    match refusal::cause(status, &refusal::told(body)) {
        refusal::Cause::Other => Advice::Usual,
        _ => Advice::GiveUp,
    }
}
