//! One upload in Google's resumable protocol: begun with a request, then sent in stretches, taken up again where it broke.
//!
//! The protocol is documented by Google for other services of its: a stretch is answered by `X-Goog-Upload-Status`, the
//! last one has `finalize` in its command, and the command `query` asks how much has arrived. Neither of Google's SDKs
//! asks that; they send a stretch again, at the risk that it is there twice.
use std::sync::atomic::AtomicBool;

use notekin_net::{Call, Effort, Patience, Reply};
use serde_json::Value;

use crate::client::Client;
use crate::error::Error;

/// What stretches are measured by where the server doesn't say; all but the last must be a multiple of it.
const GRANULARITY: usize = 8 << 20;

/// The longest stretch; a server that wants longer ones isn't believed.
const LONGEST: usize = 64 << 20;

/// What is sent, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent<'a> {
    /// The bytes.
    pub(crate) bytes: &'a [u8],
    /// What kind of file they are.
    pub(crate) kind: &'a str,
    /// About how many bytes go at once.
    pub(crate) stretch: usize,
    /// What it is for, in the record of calls.
    pub(crate) purpose: &'static str,
    /// About how many tokens they have.
    pub(crate) tokens: u64,
    /// How hard each call is tried.
    pub(crate) effort: Effort,
}

/// An upload that was begun.
pub(crate) struct Session<'a> {
    client: &'a Client,
    sent: Sent<'a>,
    /// Where it goes; whoever knows it may add to the upload, so it is shown to nobody.
    url: String,
    /// How many bytes go at once.
    stretch: usize,
}

/// How an upload ended.
#[derive(Debug)]
pub(crate) enum Ended {
    /// The server has all of it, and says this.
    Done(Vec<u8>),
    /// It can't be gone on with.
    Lost(Error, Made),
}

/// Whether something came of an upload that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// Nothing: its end was never sent.
    No,
    /// Nobody knows.
    Maybe,
}

/// What a server tells of an upload.
enum Told {
    /// It goes on, and has so many bytes, where it says how many.
    Active(Option<usize>),
    /// It has all of it, and says this.
    Final(Vec<u8>),
    /// It is over before its time.
    Over,
    /// Nothing that can be understood.
    Nothing,
}

/// How far an upload has come.
struct Progress {
    /// How many bytes are there; `None` when that must be asked.
    at: Option<usize>,
    /// The most bytes that were there at any time.
    furthest: usize,
    /// How often it broke since.
    broke: u32,
    /// Whether its end was sent, and may have arrived.
    made: Made,
}

impl<'a> Session<'a> {
    /// Begins an upload to `path`; `request` is what is said of it, in JSON.
    pub(crate) fn start(
        client: &'a Client,
        path: &str,
        request: &[u8],
        sent: Sent<'a>,
        cancel: &AtomicBool,
    ) -> Result<Self, Error> {
        let (url, length) = (client.upload_url(path), sent.bytes.len().to_string());
        // The name stands in the request alone: a header can't hold every letter.
        let headers = [
            ("X-Goog-Upload-Protocol", "resumable"),
            ("X-Goog-Upload-Command", "start"),
            ("X-Goog-Upload-Header-Content-Length", length.as_str()),
            ("X-Goog-Upload-Header-Content-Type", sent.kind),
        ];
        let call = client.keyed(sent.effort, Call::post(&url, sent.purpose, request));
        let reply =
            client.send(&Call { headers: &headers, tokens: sent.tokens, ..call }, cancel)?;
        let url = reply.header("x-goog-upload-url").and_then(|told| client.at_home(told));
        let url = url.ok_or_else(|| Error::Shape("nothing says where to upload to".to_owned()))?;
        let told = number(&reply, "x-goog-upload-chunk-granularity");
        let granularity = told.filter(|told| (1..=LONGEST).contains(told)).unwrap_or(GRANULARITY);
        let stretch = sent.stretch.clamp(1, LONGEST).next_multiple_of(granularity);
        Ok(Self { client, sent, url, stretch })
    }

    /// Sends everything. Fails where the server refuses it for good.
    pub(crate) fn run(&self, cancel: &AtomicBool) -> Result<Ended, Error> {
        let mut progress = Progress { at: Some(0), furthest: 0, broke: 0, made: Made::No };
        loop {
            let told = match progress.at {
                Some(at) => self.go_on(at, &mut progress, cancel),
                None => self.query(cancel),
            };
            let error = match told {
                Ok(Told::Final(said)) => return Ok(Ended::Done(said)),
                Ok(Told::Active(Some(there))) if there <= self.sent.bytes.len() => {
                    progress.reached(there);
                    continue;
                }
                Ok(Told::Over) => {
                    let error = Error::Shape("the upload was cancelled by the server".to_owned());
                    return Ok(Ended::Lost(error, progress.made));
                }
                Ok(Told::Active(_) | Told::Nothing) => {
                    Error::Shape("the upload's status can't be understood".to_owned())
                }
                Err(error) if error.is_passing() => error,
                Err(error) if progress.at.is_none() && !error.is_cancelled() || is_lost(&error) => {
                    return Ok(Ended::Lost(error, progress.made));
                }
                Err(error) => return Err(error),
            };
            progress.broke += 1;
            if !self.client.rest(self.sent.effort.patience, progress.broke, &error, cancel)? {
                return Ok(Ended::Lost(error, progress.made));
            }
            progress.at = None;
        }
    }

    /// Sends the stretch that begins at `at`, once.
    fn go_on(
        &self,
        at: usize,
        progress: &mut Progress,
        cancel: &AtomicBool,
    ) -> Result<Told, Error> {
        let end = at.saturating_add(self.stretch).min(self.sent.bytes.len());
        let is_last = end == self.sent.bytes.len();
        let command = if is_last { "upload, finalize" } else { "upload" };
        if is_last {
            progress.made = Made::Maybe;
        }
        let (offset, stretch) = (at.to_string(), self.sent.bytes.get(at..end).unwrap_or_default());
        let headers = [("X-Goog-Upload-Command", command), ("X-Goog-Upload-Offset", &offset)];
        let once = Effort { patience: Patience::NONE, ..self.sent.effort };
        let reply = self.send(stretch, &headers, once, cancel)?;
        Ok(match told(reply) {
            // An end that ended nothing: how much is there must be asked.
            Told::Active(_) if is_last => Told::Nothing,
            // A stretch that is taken but not counted would be sent for ever.
            Told::Active(Some(there)) if there <= at => Told::Nothing,
            Told::Active(there) => Told::Active(there.or(Some(end))),
            told => told,
        })
    }

    /// Asks how much has arrived.
    fn query(&self, cancel: &AtomicBool) -> Result<Told, Error> {
        let headers = [("X-Goog-Upload-Command", "query")];
        let reply = self.send(b"", &headers, self.sent.effort, cancel)?;
        Ok(told(reply))
    }

    fn send(
        &self,
        body: &[u8],
        headers: &[(&'static str, &str)],
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Reply, Error> {
        let call = self.client.keyed(effort, Call::post(&self.url, self.sent.purpose, body));
        self.client.send(&Call { headers, ..call }, cancel)
    }
}

impl Progress {
    /// Takes in that so many bytes are there.
    fn reached(&mut self, there: usize) {
        self.at = Some(there);
        if there > self.furthest {
            (self.furthest, self.broke) = (there, 0);
        }
    }
}

/// Returns whether an upload can't be gone on with, though nothing is wrong with what was sent.
fn is_lost(error: &Error) -> bool {
    error.is_terminated() || matches!(error.status(), Some(404 | 410))
}

/// Reads what an answer tells of an upload.
fn told(reply: Reply) -> Told {
    let there = number(&reply, "x-goog-upload-size-received");
    let status = reply.header("x-goog-upload-status").unwrap_or_default().to_ascii_lowercase();
    match status.as_str() {
        "active" => Told::Active(there),
        "final" => Told::Final(reply.body),
        "cancelled" => Told::Over,
        // A server that leaves the header out may tell by what came of it.
        "" if is_something(&reply.body) => Told::Final(reply.body),
        _ => Told::Nothing,
    }
}

/// Returns whether a body is an object with something in it.
fn is_something(body: &[u8]) -> bool {
    let read = serde_json::from_slice::<Value>(body).ok();
    read.as_ref().and_then(Value::as_object).is_some_and(|fields| !fields.is_empty())
}

fn number(reply: &Reply, header: &str) -> Option<usize> {
    reply.header(header)?.trim().parse().ok()
}
