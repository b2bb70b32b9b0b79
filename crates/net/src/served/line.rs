//! A line to a server: JSON out, JSON in, and refusals understood.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fault::{Fault, Refusal};
use super::name::Service;
use super::refusal::{self, Cause};
use crate::call::{Advice, Call, Effort};
use crate::error::Error;
use crate::net::Net;
use crate::pieces::{Framing, HandOn};
use crate::secret::Secret;

/// Speaks JSON with one server about one model.
#[derive(Debug, Clone)]
pub struct Line {
    /// Makes the calls.
    pub net: Arc<Net>,
    /// The server's address.
    pub server: String,
    /// The key it asks for.
    pub key: Option<Secret>,
    /// How it is spoken with.
    pub service: Service,
    /// The model, as the server calls it.
    pub model: String,
}

/// What a call is for, about how many tokens it sends, and how hard it is tried.
#[derive(Debug, Clone, Copy)]
pub struct How {
    /// What it is for, in words for the record of calls.
    pub purpose: &'static str,
    /// About how many tokens it uses up.
    pub tokens: u64,
    /// How long and how often it is tried.
    pub effort: Effort,
}

impl Line {
    /// Posts `request` to `path` and reads the reply.
    pub fn post<R: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
        how: How,
        cancel: &AtomicBool,
    ) -> Result<R, Fault> {
        let body = written(request)?;
        self.send(path, Some(&body), how, cancel)
    }

    /// Fetches what lies at `path`.
    pub fn get<R: DeserializeOwned>(
        &self,
        path: &str,
        how: How,
        cancel: &AtomicBool,
    ) -> Result<R, Fault> {
        self.send(path, None, how, cancel)
    }

    /// Posts `request` to `path` and hands on the reply piece by piece, as [`Net::stream`] does.
    ///
    /// What a piece says is for whoever takes it to understand, refusals included: [`Line::refused`] helps with them.
    pub fn stream(
        &self,
        path: &str,
        request: &impl Serialize,
        how: How,
        (hand_on, cancel): (&mut HandOn<'_>, &AtomicBool),
    ) -> Result<(), Fault> {
        let body = written(request)?;
        let url = format!("{}{path}", self.server);
        let call = self.call(&url, Some(&body), how);
        let framing = match self.service {
            Service::Ollama => Framing::Lines,
            Service::OpenAi | Service::Gemini | Service::Anthropic => Framing::Events,
        };
        let streamed = self.net.stream(&call, framing, hand_on, cancel);
        streamed.map_err(|error| self.fault(error))
    }

    /// Returns the refusal that a piece of a reply or a whole one is, if it is one: JSON with an `error` in it.
    pub fn refused(&self, status: u16, body: &[u8]) -> Option<Refusal> {
        let said = self.hushed(&refusal::said(body)?);
        let cause = refusal::cause(status, &said);
        Some(Refusal { cause, said, status, retry_after: None, error: None })
    }

    fn send<R: DeserializeOwned>(
        &self,
        path: &str,
        body: Option<&[u8]>,
        how: How,
        cancel: &AtomicBool,
    ) -> Result<R, Fault> {
        let url = format!("{}{path}", self.server);
        let reply = self.net.send(&self.call(&url, body, how), cancel);
        let reply = reply.map_err(|error| self.fault(error))?;
        if let Some(refusal) = self.refused(reply.status, &reply.body) {
            return Err(Fault::Refused(refusal));
        }
        serde_json::from_slice(&reply.body).map_err(|error| Fault::Garbled(error.to_string()))
    }

    fn call<'a>(&'a self, url: &'a str, body: Option<&'a [u8]>, how: How) -> Call<'a> {
        let headers: &[(&str, &str)] = match self.service {
            Service::Anthropic => &[("anthropic-version", "2023-06-01")],
            _ => &[],
        };
        Call {
            body,
            credential: self.key.as_ref().map(|key| self.service.credential(key)),
            headers,
            tokens: how.tokens,
            effort: how.effort,
            advice,
            ..Call::get(url, how.purpose)
        }
    }

    /// Returns a failed call as what the server said, where it said something.
    fn fault(&self, error: Error) -> Fault {
        let Error::Status { status, body, retry_after, .. } = &error else {
            return Fault::Net(error);
        };
        let (status, retry_after, said) = (*status, *retry_after, refusal::told(body));
        let (cause, said) = (refusal::cause(status, &said), self.hushed(&said));
        Fault::Refused(Refusal { cause, said, status, retry_after, error: Some(error) })
    }

    /// Returns what a server says without its key.
    fn hushed(&self, said: &str) -> String {
        self.key.as_ref().map_or_else(|| said.to_owned(), |key| key.hidden_in(said))
    }
}

fn written(request: &impl Serialize) -> Result<Vec<u8>, Fault> {
    let written = serde_json::to_vec(request);
    written.map_err(|error| Fault::Net(Error::Request(error.to_string())))
}

/// Returns what to do after a refusal: nothing gets shorter or sounder by waiting.
fn advice(status: u16, body: &str) -> Advice {
    match refusal::cause(status, &refusal::told(body)) {
        Cause::Other => Advice::Usual,
        _ => Advice::GiveUp,
    }
}
