//! A client: it knows the server, the key, and how a call is refused.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use notekin_net::served::Service;
use notekin_net::{Call, Credential, Effort, Framing, HandOn, Net, Patience, Reply, Secret};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{self, Error};

/// Google's own server.
pub const GOOGLE: &str = Service::Gemini.address();

/// The version of the protocol; Google's newest SDK for Python says `v1`, all others this.
const VERSION: &str = "v1beta";

/// What a call is for, about how many tokens it sends, and how hard it is tried.
pub(crate) type How = (&'static str, u64, Effort);

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
        self.read(&self.send(&self.call(&url, &body, how), cancel)?)
    }

    /// Fetches what lies at `path`.
    pub(crate) fn get<R: DeserializeOwned>(
        &self,
        path: &str,
        (purpose, effort): (&'static str, Effort),
        cancel: &AtomicBool,
    ) -> Result<R, Error> {
        let url = self.url(path);
        self.read(&self.send(&self.keyed(effort, Call::get(&url, purpose)), cancel)?)
    }

    /// Deletes what lies at `path`; returns whether there was something.
    pub(crate) fn delete(
        &self,
        path: &str,
        (purpose, effort): (&'static str, Effort),
        cancel: &AtomicBool,
    ) -> Result<bool, Error> {
        let url = self.url(path);
        match self.send(&self.keyed(effort, Call::delete(&url, purpose)), cancel) {
            Ok(_) => Ok(true),
            // A call that is tried again may have done it at the first try.
            Err(error) if error.is_missing() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Posts what must not be done twice: it is tried again only where the server says that it did nothing.
    pub(crate) fn post_once<R: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
        (purpose, effort): (&'static str, Effort),
        cancel: &AtomicBool,
    ) -> Result<R, Error> {
        let once = (purpose, 0, Effort { patience: Patience::NONE, ..effort });
        for tried in 1.. {
            match self.post(path, request, once, cancel) {
                Err(error) if error.is_busy() => {
                    if !self.rest(effort.patience, tried, &error, cancel)? {
                        return Err(error);
                    }
                }
                answered => return answered,
            }
        }
        Err(Error::BrokenOff)
    }

    /// Makes a call of any kind.
    pub(crate) fn send(&self, call: &Call<'_>, cancel: &AtomicBool) -> Result<Reply, Error> {
        let sent = self.net.send(call, cancel);
        let reply = sent.map_err(|error| self.hushed(Error::of_net(error)))?;
        // A proxy may hide a refusal behind a status of success.
        match error::refusal(reply.status, &reply.body) {
            Some(refused) => Err(self.hushed(refused)),
            None => Ok(reply),
        }
    }

    /// Reads what came back.
    pub(crate) fn read<R: DeserializeOwned>(&self, reply: &Reply) -> Result<R, Error> {
        let read = serde_json::from_slice(&reply.body);
        read.map_err(|error| self.hushed(Error::Shape(error.to_string())))
    }

    /// Waits until something is tried again that may have gone well; false when it was tried often enough.
    pub(crate) fn rest(
        &self,
        patience: Patience,
        tried: u32,
        error: &Error,
        cancel: &AtomicBool,
    ) -> Result<bool, Error> {
        self.net.rest(patience, tried, error.retry_after(), cancel).map_err(Error::Net)
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
    pub(crate) fn hushed(&self, error: Error) -> Error {
        error.without(&self.key)
    }

    fn url(&self, path: &str) -> String {
        format!("{}/{VERSION}/{path}", self.server)
    }

    /// Returns where an upload to `path` begins.
    pub(crate) fn upload_url(&self, path: &str) -> String {
        format!("{}/upload/{VERSION}/{path}", self.server)
    }

    /// Returns an address that the server tells, at the server itself, whatever host it tells: what was meant for one
    /// host goes to no other, and one behind a proxy may not know what it is called. `None` for what is no address.
    pub(crate) fn at_home(&self, told: &str) -> Option<String> {
        let home = self.server.len() - path(&self.server).len();
        let (home, path) = (self.server.get(..home)?, path(told));
        // An address that is none would be shown with what was wrong with it.
        let is_sound = path.starts_with('/') && path.bytes().all(|byte| byte.is_ascii_graphic());
        is_sound.then(|| format!("{home}{path}"))
    }

    fn call<'a>(
        &'a self,
        url: &'a str,
        body: &'a [u8],
        (purpose, tokens, effort): How,
    ) -> Call<'a> {
        Call { tokens, ..self.keyed(effort, Call::post(url, purpose, body)) }
    }

    /// Returns a call that shows the key and understands refusals.
    pub(crate) fn keyed<'a>(&'a self, effort: Effort, call: Call<'a>) -> Call<'a> {
        let credential = Some(Credential::Header("x-goog-api-key", &self.key));
        Call { credential, effort, advice: error::advice, ..call }
    }
}

/// Returns an address without its host; one that has none is all path.
fn path(address: &str) -> &str {
    match address.split_once("://") {
        Some((scheme, rest)) if scheme.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default()
        }
        _ => address,
    }
}

/// Returns a request in JSON.
pub(crate) fn written(request: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(request).map_err(|error| Error::Shape(error.to_string()))
}

#[cfg(test)]
mod tests {
    use notekin_net::Settings;

    use super::*;

    #[track_caller]
    fn check(server: &str, told: &str, expected: Option<&str>) {
        let net = Arc::new(Net::new(Settings::default()));
        let client = Client::new(net, server, Secret::new("a-key").unwrap());
        assert_eq!(client.at_home(told).as_deref(), expected, "{told}");
    }

    #[test]
    fn an_address_that_a_server_tells_is_its_own() {
        check(
            "http://a:1",
            "http://a:1/upload/x?upload_id=2",
            Some("http://a:1/upload/x?upload_id=2"),
        );
        check(
            "http://a:1/in/",
            "https://b/upload/x?y=http://c/",
            Some("http://a:1/upload/x?y=http://c/"),
        );
        check("https://a", "/upload/x", Some("https://a/upload/x"));
        check("https://a", "/upload/x?y=http://c/", Some("https://a/upload/x?y=http://c/"));
        check("https://a", "https://b", None);
        check("https://a", "https://b/a b", None);
        check("https://a", "upload/x", None);
        check("https://a", "", None);
    }
}
