//! A client: it knows the server, the key, and how a call is refused.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use notekin_net::served::Service;
use notekin_net::{Call, Credential, Effort, Framing, HandOn, Net, Secret};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{self, Error};

/// Google's own server.
pub const GOOGLE: &str = Service::Gemini.address();

/// What a call is for, about how many tokens it sends, and how hard it is tried.
type How = (&'static str, u64, Effort);

/// Speaks with one server under one key.
#[derive(Clone, Debug)]
pub struct Client {
    net: Arc<Net>,
    server: String,
    key: Secret,
}

impl Client {
    /// Returns a client of the server at `server`, such as [`GOOGLE`]. Opens nothing yet.
    pub fn new(net: Arc<Net>, server: &str, key: Secret) -> Self {
        Self { net, server: server.trim_end_matches('/').to_owned(), key }
    }

    /// Posts `request` to `path` and reads the reply.
    pub(crate) fn post<R: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
        how: How,
        cancel: &AtomicBool,
    ) -> Result<R, Error> {
        let url = self.url(path);
        let body = written(request)?;
        let reply = self.net.send(&self.call(&url, &body, how), cancel).map_err(Error::of_net)?;
        // A proxy may hide a refusal behind a status of success.
        if let Some(refused) = error::refusal(reply.status, &reply.body) {
            return Err(self.hushed(refused));
        }
        serde_json::from_slice(&reply.body).map_err(|error| Error::Shape(error.to_string()))
    }

    /// Posts `request` to `path` and hands on each event of the reply.
    pub(crate) fn stream(
        &self,
        path: &str,
        request: &impl Serialize,
        how: How,
        (hand_on, cancel): (&mut HandOn<'_>, &AtomicBool),
    ) -> Result<(), Error> {
        let url = self.url(path);
        let body = written(request)?;
        let call = self.call(&url, &body, how);
        let streamed = self.net.stream(&call, Framing::Events, hand_on, cancel);
        streamed.map_err(Error::of_net)
    }

    /// Returns an error that doesn't repeat the key, whatever the server says.
    pub(crate) fn hushed(&self, mut error: Error) -> Error {
        if let Error::Refused { message, .. } | Error::Key { message } = &mut error {
            *message = self.key.hidden_in(message);
        }
        error
    }

    fn url(&self, path: &str) -> String {
        format!("{}/v1beta/{path}", self.server)
    }

    fn call<'a>(
        &'a self,
        url: &'a str,
        body: &'a [u8],
        (purpose, tokens, effort): How,
    ) -> Call<'a> {
        Call {
            credential: Some(Credential::Header("x-goog-api-key", &self.key)),
            tokens,
            effort,
            advice: error::advice,
            ..Call::post(url, purpose, body)
        }
    }
}

fn written(request: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(request).map_err(|error| Error::Shape(error.to_string()))
}
