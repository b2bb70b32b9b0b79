//! The transport: one try of one call, on a thread of its own.
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, SystemTime};

use ureq::config::AutoHeaderValue;
use ureq::http::{Request, Response};
use ureq::tls::TlsConfig;
use ureq::{Agent, Body, Proxy, http};

use crate::address::Address;
use crate::call::{Call, Credential, Effort, Reply};
use crate::certificates;
use crate::error::Error;
use crate::patience::retry_after;

/// How often someone who waits is asked whether to stop.
const BEAT: Duration = Duration::from_millis(20);

/// How much of the answer to a call that went wrong is kept.
const TOLD: u64 = 4096;

/// The most bytes that are read at once of an answer that comes bit by bit.
const BIT: usize = 16 << 10;

/// How many such bits may wait to be taken.
const WAITING: usize = 8;

/// What takes the bytes of an answer as they come, and says whether it wants more.
pub(crate) type Take<'a> = dyn FnMut(&[u8]) -> Result<ControlFlow<()>, Error> + 'a;

/// What the thread of an answer that comes bit by bit tells.
enum Told {
    /// The answer is one of success, and this is its status.
    Began(u16),
    /// More of the answer.
    Bytes(Vec<u8>),
    /// Nothing more comes.
    Ended(Result<(), Error>),
}

/// Two clients: one for this machine, which no proxy stands before, and one for others.
#[derive(Clone, Debug)]
pub(crate) struct Transport {
    local: Agent,
    far: Agent,
    /// What is trusted by clients that are made for one call.
    trusted: TlsConfig,
}

impl Transport {
    /// Returns clients that trust the certificates in a PEM file, or the usual ones.
    pub(crate) fn new(certificates: Option<&Path>) -> Result<Self, Error> {
        let trusted = certificates::trusted(certificates)?;
        let (local, far) =
            (agent(None, trusted.clone()), agent(Proxy::try_from_env(), trusted.clone()));
        Ok(Self { local, far, trusted })
    }

    /// Tries a call once. When cancelled, returns at once; what is under way ends by itself.
    pub(crate) fn attempt(
        &self,
        address: &Address,
        call: &Call<'_>,
        cancel: &AtomicBool,
    ) -> Result<Reply, Error> {
        let request = request(address, call)?;
        let agent = if address.is_local() { &self.local } else { &self.far }.clone();
        let (host, effort) = (address.host().to_owned(), call.effort);
        let (answer, answers) = mpsc::channel();
        spawn(move || {
            let answered = exchange(&agent, request, &host, effort);
            // Whoever asked may have gone.
            drop(answer.send(answered));
        })?;
        next(&answers, cancel)?
    }

    /// Tries a call once and has its answer taken as it comes; tells `began` the status before the first byte.
    ///
    /// Its connection serves nothing else, so it is closed at once when cancelled, or when nothing more is wanted.
    pub(crate) fn flow(
        &self,
        address: &Address,
        call: &Call<'_>,
        (began, take): (&mut dyn FnMut(u16), &mut Take<'_>),
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let request = request(address, call)?;
        let proxy = if address.is_local() { None } else { Proxy::try_from_env() };
        let agent = agent(proxy, self.trusted.clone());
        let (host, effort, within) = (address.host().to_owned(), call.effort, agent.clone());
        let (tell, told) = mpsc::sync_channel(WAITING);
        spawn(move || {
            let ended = read_on(&within, request, (&host, effort), &tell);
            drop(tell.send(Told::Ended(ended)));
        })?;
        let ended = taken(&told, began, take, cancel);
        // Wakes the thread should it wait for more, which closes the connection.
        agent.shutdown();
        ended
    }
}

/// Has all that is told taken, until the end or until nothing more is wanted.
fn taken(
    told: &Receiver<Told>,
    began: &mut dyn FnMut(u16),
    take: &mut Take<'_>,
    cancel: &AtomicBool,
) -> Result<(), Error> {
    loop {
        match next(told, cancel)? {
            Told::Began(status) => began(status),
            Told::Bytes(bytes) => {
                if take(&bytes)?.is_break() {
                    return Ok(());
                }
            }
            Told::Ended(ended) => return ended,
        }
    }
}

/// Waits for what a thread says next, unless told to stop.
fn next<T>(said: &Receiver<T>, cancel: &AtomicBool) -> Result<T, Error> {
    loop {
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        match said.recv_timeout(BEAT) {
            Ok(said) => return Ok(said),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::Request("the thread of the call ended".to_owned()));
            }
        }
    }
}

fn spawn(run: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    let spawned = thread::Builder::new().name("net".to_owned()).spawn(run);
    spawned.map(drop).map_err(|error| Error::Request(error.to_string()))
}

fn agent(proxy: Option<Proxy>, trusted: TlsConfig) -> Agent {
    let name = concat!("notekin/", env!("CARGO_PKG_VERSION"));
    let config = Agent::config_builder()
        .proxy(proxy)
        .tls_config(trusted)
        // Every status is an answer, and none leads a key to another host.
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(AutoHeaderValue::from(name));
    Agent::new_with_config(config.build())
}

fn request(address: &Address, call: &Call<'_>) -> Result<Request<Vec<u8>>, Error> {
    let method = match call.body {
        _ if call.deletes => http::Method::DELETE,
        Some(_) => http::Method::POST,
        None => http::Method::GET,
    };
    let mut request = Request::builder().method(method).uri(address.uri().clone());
    if call.body.is_some() {
        request = request.header(http::header::CONTENT_TYPE, "application/json");
    }
    for (name, value) in call.headers {
        request = request.header(*name, *value);
    }
    request = match call.credential {
        Some(Credential::Bearer(key)) => {
            request.header(http::header::AUTHORIZATION, format!("Bearer {}", key.reveal()))
        }
        Some(Credential::Header(name, key)) => request.header(name, key.reveal()),
        None => request,
    };
    let body = call.body.unwrap_or_default().to_vec();
    request.body(body).map_err(|error| Error::Request(error.to_string()))
}

fn exchange(
    agent: &Agent,
    request: Request<Vec<u8>>,
    host: &str,
    effort: Effort,
) -> Result<Reply, Error> {
    let mut response = begin(agent, request, (host, effort))?;
    let limit = effort.max_reply;
    let body = response.body_mut().with_config().limit(limit).read_to_vec();
    let body = body.map_err(|error| fault(error, host, effort))?;
    Ok(Reply { status: response.status().as_u16(), headers: headers(&response), body })
}

/// Returns the headers that hold text; the library writes their names in lower case.
fn headers(response: &Response<Body>) -> Vec<(String, String)> {
    let text = response.headers().iter().filter_map(|(name, value)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    });
    text.collect()
}

/// Sends a request, and returns an answer of success before its body is read.
fn begin(
    agent: &Agent,
    request: Request<Vec<u8>>,
    (host, effort): (&str, Effort),
) -> Result<Response<Body>, Error> {
    let (parts, body) = request.into_parts();
    let answered = if parts.method == http::Method::POST {
        agent.run(timed(agent, Request::from_parts(parts, body), effort))
    } else {
        agent.run(timed(agent, Request::from_parts(parts, ()), effort))
    };
    let mut response = answered.map_err(|error| fault(error, host, effort))?;
    match response.status().as_u16() {
        200..=299 => Ok(response),
        status => Err(refusal(&mut response, host, status)),
    }
}

/// Sends a request, and tells its answer as it comes, until nobody listens.
fn read_on(
    agent: &Agent,
    request: Request<Vec<u8>>,
    (host, effort): (&str, Effort),
    tell: &SyncSender<Told>,
) -> Result<(), Error> {
    let mut response = begin(agent, request, (host, effort))?;
    let mut is_heard = tell.send(Told::Began(response.status().as_u16())).is_ok();
    let mut reader = response.body_mut().as_reader();
    let (mut bit, mut left) = (vec![0; BIT], effort.max_reply);
    while is_heard {
        let read = reader.read(&mut bit).map_err(|error| fault(error.into(), host, effort))?;
        let Some(bytes) = bit.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
        let after = left.checked_sub(read as u64);
        left = after
            .ok_or_else(|| Error::TooLarge { host: host.to_owned(), limit: effort.max_reply })?;
        is_heard = tell.send(Told::Bytes(bytes.to_vec())).is_ok();
    }
    Ok(())
}

/// Sets a request's times.
fn timed<S: ureq::AsSendBody>(agent: &Agent, request: Request<S>, effort: Effort) -> Request<S> {
    agent
        .configure_request(request)
        .timeout_global(Some(effort.total))
        .timeout_connect(Some(effort.connect))
        .timeout_per_read(Some(effort.read))
        .build()
}

fn refusal(response: &mut Response<Body>, host: &str, status: u16) -> Error {
    let asked = response.headers().get(http::header::RETRY_AFTER);
    let asked = asked.and_then(|header| header.to_str().ok());
    let retry_after = asked.and_then(|header| retry_after(header, SystemTime::now()));
    let mut told = Vec::new();
    let mut reader = response.body_mut().as_reader().take(TOLD);
    // What it said is a help to whoever reads it, no more.
    if let Err(error) = reader.read_to_end(&mut told) {
        log::debug!("the refusal of `{host}` broke off: {error}");
    }
    let body = String::from_utf8_lossy(&told).into_owned();
    Error::Status { host: host.to_owned(), status, body, retry_after }
}

/// Returns which time ran out, in words.
fn told(what: ureq::Timeout) -> String {
    match what {
        ureq::Timeout::Resolve => "its name wasn't found".to_owned(),
        ureq::Timeout::Connect => "no connection came about".to_owned(),
        ureq::Timeout::Global | ureq::Timeout::PerCall => "the whole took too long".to_owned(),
        ureq::Timeout::SendRequest | ureq::Timeout::SendBody => "it took in nothing".to_owned(),
        _ => "it took the question and said nothing".to_owned(),
    }
}

fn fault(error: ureq::Error, host: &str, effort: Effort) -> Error {
    use std::io::ErrorKind;
    let host = host.to_owned();
    match error {
        ureq::Error::Timeout(what) => Error::TimedOut { host, what: told(what) },
        ureq::Error::BodyExceedsLimit(_) => Error::TooLarge { host, limit: effort.max_reply },
        ureq::Error::HostNotFound => {
            Error::Unreachable { host, reason: "the name is not known".to_owned() }
        }
        ureq::Error::Io(error) => match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => {
                Error::TimedOut { host, what: "it said nothing".to_owned() }
            }
            ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe => Error::Broken { host, reason: error.to_string() },
            _ if is_of_trust(&error.to_string()) => {
                Error::Untrusted { host, reason: error.to_string() }
            }
            _ => Error::Unreachable { host, reason: error.to_string() },
        },
        ureq::Error::Protocol(error) => Error::Broken { host, reason: error.to_string() },
        ureq::Error::BodyStalled => Error::Broken { host, reason: "nothing more came".to_owned() },
        ureq::Error::Http(error) => Error::Request(error.to_string()),
        other if is_of_trust(&other.to_string()) => {
            Error::Untrusted { host, reason: other.to_string() }
        }
        other => Error::Unreachable { host, reason: other.to_string() },
    }
}

/// Returns whether a failure is one of the other side's certificate, by how the TLS library says so.
fn is_of_trust(said: &str) -> bool {
    said.contains("invalid peer certificate")
}
