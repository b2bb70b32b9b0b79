//! The client of a running engine, for a program that waits for its answers.
//!
//! It reaches this machine alone, and no server that anybody set: that is `net`'s, with its record, its budget and its
//! switch to be offline. It tries nothing twice, since whoever asks can do the work itself.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use notekin_engine::{Progress, Stage};
use notekin_wire as wire;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

use crate::problem::Problem;
use crate::route::API;
use crate::running::Running;

/// How long a connection to this machine may take.
const CONNECTING: Duration = Duration::from_secs(2);

/// How long an engine has to say that it is there.
const GREETING: Duration = Duration::from_secs(2);

/// How often it is looked whether to give up.
const BEAT: Duration = Duration::from_millis(50);

/// A connection to the engine that runs.
#[derive(Debug)]
pub struct Client {
    /// Drives the connection while an answer is waited for; nothing happens in between.
    runtime: Runtime,
    /// One connection for all that is asked, one after the other.
    sender: SendRequest<Full<Bytes>>,
    /// What the state file says.
    running: Running,
}

/// Why there is no reply.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The engine says what is wrong.
    #[error("{0}")]
    Problem(Problem),
    /// The engine can't be asked any more.
    #[error("the running engine doesn't answer: {0}")]
    Gone(String),
}

impl Client {
    /// Returns a connection to the engine that runs with a data folder; none when none runs.
    pub fn connect(data: &Path) -> io::Result<Option<Self>> {
        let Some(running) = Running::find(data)? else { return Ok(None) };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let sender = runtime.block_on(async {
            let stream = TcpStream::connect(&running.address);
            let stream = tokio::time::timeout(CONNECTING, stream).await??;
            stream.set_nodelay(true)?;
            let (sender, connection) =
                handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    log::info!("the connection to the engine broke: {error}");
                }
            });
            Ok::<_, io::Error>(sender)
        })?;
        Ok(Some(Self { runtime, sender, running }))
    }

    /// Returns what the state file says of the engine.
    pub fn running(&self) -> &Running {
        &self.running
    }

    /// Returns whether the engine is of this program's version; what one of another says may mean something else.
    pub fn is_same_version(&self) -> bool {
        self.running.is_same_version()
    }

    /// Returns what the engine says of itself. One that is there but says nothing, such as one that was suspended, is as good
    /// as none.
    pub fn greet(&mut self) -> Result<wire::Greeting, Failed> {
        let request = self.request(&Method::GET, "/hello", Vec::new())?;
        let Self { runtime, sender, .. } = self;
        let answered = runtime
            .block_on(async { tokio::time::timeout(GREETING, answer(sender, request)).await });
        let silent = |_| Failed::Gone(format!("it says nothing within {GREETING:?}"));
        read_reply(answered.map_err(silent)??)
    }

    /// Asks without a body.
    pub fn get<R: DeserializeOwned>(&mut self, path: &str) -> Result<R, Failed> {
        self.ask(&Method::GET, path, Vec::new())
    }

    /// Asks with a body.
    pub fn post<R: DeserializeOwned>(
        &mut self,
        path: &str,
        asked: &impl Serialize,
    ) -> Result<R, Failed> {
        self.ask(&Method::POST, path, body(asked)?)
    }

    /// Sends a request and reads the whole reply.
    fn ask<R: DeserializeOwned>(
        &mut self,
        method: &Method,
        path: &str,
        body: Vec<u8>,
    ) -> Result<R, Failed> {
        let request = self.request(method, path, body)?;
        let Self { runtime, sender, .. } = self;
        read_reply(runtime.block_on(answer(sender, request))?)
    }

    /// Asks for an answer that comes bit by bit: `hear` is given what is written, and the whole is returned. Setting `cancel`
    /// closes the connection, which stops it.
    pub fn stream<R: DeserializeOwned>(
        &mut self,
        path: &str,
        asked: &impl Serialize,
        hear: &mut dyn FnMut(&str),
        cancel: &AtomicBool,
    ) -> Result<R, Failed> {
        let mut text = |name: &str, data: Value| {
            if let ("text", Ok(event)) = (name, serde_json::from_value::<wire::TextEvent>(data)) {
                hear(&event.text);
            }
        };
        self.events(path, asked, &mut text, cancel)
    }

    /// Asks for work that takes long: `progress` is told how far it is. Setting `cancel` closes the connection, which stops
    /// it.
    pub fn work<R: DeserializeOwned>(
        &mut self,
        path: &str,
        asked: &impl Serialize,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<R, Failed> {
        let mut told = None;
        let mut pass_on = |name: &str, data: Value| {
            if let ("progress", Ok(event)) = (name, serde_json::from_value(data)) {
                told = advance(progress, told, &event);
            }
        };
        self.events(path, asked, &mut pass_on, cancel)
    }

    /// Asks, and returns the reply that comes after all events.
    fn events<R: DeserializeOwned>(
        &mut self,
        path: &str,
        asked: &impl Serialize,
        hear: &mut dyn FnMut(&str, Value),
        cancel: &AtomicBool,
    ) -> Result<R, Failed> {
        let request = self.request(&Method::POST, path, body(asked)?)?;
        let Self { runtime, sender, .. } = self;
        let last = runtime.block_on(async {
            tokio::select! {
                last = events(sender, request, hear) => last,
                () = until(cancel) => Err(Failed::Problem(stopped())),
            }
        })?;
        serde_json::from_value(last).map_err(|error| Failed::Gone(error.to_string()))
    }

    /// Returns a request with all that the guard asks for.
    fn request(
        &self,
        method: &Method,
        path: &str,
        body: Vec<u8>,
    ) -> Result<Request<Full<Bytes>>, Failed> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{API}{path}"))
            .header(header::HOST, &self.running.address)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.running.token))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)));
        request.map_err(gone)
    }
}

/// Sends a request and returns the status and the body of the reply.
async fn answer(
    sender: &mut SendRequest<Full<Bytes>>,
    request: Request<Full<Bytes>>,
) -> Result<(StatusCode, Bytes), Failed> {
    sender.ready().await.map_err(gone)?;
    let response = sender.send_request(request).await.map_err(gone)?;
    let status = response.status();
    Ok((status, response.into_body().collect().await.map_err(gone)?.to_bytes()))
}

/// Reads a reply, or the problem in its place.
fn read_reply<R: DeserializeOwned>((status, bytes): (StatusCode, Bytes)) -> Result<R, Failed> {
    if !status.is_success() {
        return Err(problem(&bytes));
    }
    let json: &[u8] = if status == StatusCode::NO_CONTENT { b"{}" } else { &bytes };
    serde_json::from_slice(json).map_err(|error| Failed::Gone(error.to_string()))
}

/// Writes what is asked.
fn body(asked: &impl Serialize) -> Result<Vec<u8>, Failed> {
    serde_json::to_vec(asked).map_err(gone)
}

/// What went wrong with the connection itself.
fn gone(error: impl std::error::Error) -> Failed {
    Failed::Gone(error.to_string())
}

/// Reads what the engine says is wrong; what can't be read wasn't said by our engine.
fn problem(bytes: &[u8]) -> Failed {
    match serde_json::from_slice::<wire::HttpProblem>(bytes) {
        Ok(written) => Failed::Problem(written.into()),
        Err(error) => Failed::Gone(error.to_string()),
    }
}

/// What an engine of this process says of an answer that was stopped.
fn stopped() -> Problem {
    notekin_engine::Error::Cancelled.into()
}

/// Resolves when whoever waits gives up.
async fn until(cancel: &AtomicBool) {
    while !cancel.load(Ordering::Relaxed) {
        tokio::time::sleep(BEAT).await;
    }
}

/// Reads events up to the last, `reply` or `problem`.
async fn events(
    sender: &mut SendRequest<Full<Bytes>>,
    request: Request<Full<Bytes>>,
    hear: &mut dyn FnMut(&str, Value),
) -> Result<Value, Failed> {
    sender.ready().await.map_err(gone)?;
    let mut response: Response<Incoming> = sender.send_request(request).await.map_err(gone)?;
    if !response.status().is_success() {
        return Err(problem(&response.into_body().collect().await.map_err(gone)?.to_bytes()));
    }
    let mut received = Vec::new();
    while let Some(frame) = response.frame().await {
        received.extend_from_slice(frame.map_err(gone)?.data_ref().map_or(&[][..], Bytes::as_ref));
        while let Some(end) = received.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = received.drain(..end + 2).collect();
            match read(&String::from_utf8_lossy(&event)) {
                Some(("reply", data)) => return Ok(data),
                Some(("problem", data)) => return Err(problem(data.to_string().as_bytes())),
                Some((name, data)) => hear(name, data),
                None => {}
            }
        }
    }
    Err(Failed::Gone("it broke off".to_owned()))
}

/// Tells of progress that an event tells of; returns the stage, and how much of it is done.
fn advance(
    progress: &dyn Progress,
    told: Option<(Stage, usize)>,
    event: &wire::ProgressEvent,
) -> Option<(Stage, usize)> {
    let stage = Stage::named(&event.stage)?;
    let before = told.filter(|told| told.0 == stage && told.1 <= event.done).map(|told| told.1);
    if before.is_none() {
        progress.begin(stage, event.total);
    }
    progress.advance(event.done - before.unwrap_or(0));
    Some((stage, event.done))
}

/// Returns an event's name and data; none of a comment.
fn read(event: &str) -> Option<(&str, Value)> {
    let field = |name: &str| {
        let lines =
            event.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix(':'));
        lines.map(|value| value.strip_prefix(' ').unwrap_or(value)).next()
    };
    Some((field("event")?, serde_json::from_str(field("data")?).ok()?))
}
