//! A client: it knows the server, the key, and how a call is refused.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use notekin_net::served::Service;
use notekin_net::{Call, Credential, Effort, Net, Secret};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{self, Error};

/// Google's own server.
pub const GOOGLE: &str = Service::Gemini.address();

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
        (purpose, tokens, effort): (&'static str, u64, Effort),
        cancel: &AtomicBool,
    ) -> Result<R, Error> {
        let url = format!("{}/v1beta/{path}", self.server);
        let body = serde_json::to_vec(request).map_err(|error| Error::Shape(error.to_string()))?;
        let call = Call {
            credential: Some(Credential::Header("x-goog-api-key", &self.key)),
            tokens,
            effort,
            advice: error::advice,
            ..Call::post(&url, purpose, &body)
        };
        let reply = self.net.send(&call, cancel).map_err(Error::of_net)?;
        // A proxy may hide a refusal behind a status of success.
        if let Some(refused) = error::refusal(reply.status, &reply.body) {
            return Err(refused);
        }
        serde_json::from_slice(&reply.body).map_err(|error| Error::Shape(error.to_string()))
    }
}
