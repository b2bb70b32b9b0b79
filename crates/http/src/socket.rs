//! The socket over which other faces join: a line that says who comes, then bytes that are theirs.
//!
//! Whoever joins says what it would do alone: its version, its settings, its vaults. It is let in only where the same would
//! come of it here, so that an assistant can't tell the two apart.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use notekin_engine::Kind;
use notekin_wire as wire;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

use crate::PROTOCOL;
use crate::problem::{Answer, Problem};
use crate::state::State;

/// The first line of whoever joins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The version of this line, which is the API's.
    pub protocol: u32,
    /// The version of the program that joins.
    pub version: String,
    /// The token.
    pub token: String,
    /// For whom it asks: `assistant`.
    pub audience: String,
    /// The folders of the vaults it is about; all that are registered when there is none.
    pub vaults: Vec<PathBuf>,
    /// What stands for the settings it goes by.
    pub settings: String,
    /// The tools it offers beside the usual ones.
    pub profiles: Vec<String>,
}

/// The line that is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// Why it may not join; nothing when it may.
    pub error: Option<wire::Problem>,
}

/// A stream of bytes in both directions.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Someone who joined.
pub struct Joined {
    /// What was said first.
    pub hello: Hello,
    /// The ids of the vaults that were named; none when all are meant.
    pub only: Option<Vec<String>>,
    /// The bytes that follow.
    pub stream: Box<dyn Stream>,
}

/// What becomes of those who join.
pub(crate) type Host =
    Box<dyn Fn(Joined) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// The longest first line.
const LINE_MOST: u64 = 64 << 10;

/// How long the first line may take.
const LINE_TIME: Duration = Duration::from_secs(10);

/// Welcomes one who comes, and hands the rest of the bytes to the host.
pub(crate) async fn welcome(state: Arc<State>, host: Arc<Host>, stream: impl Stream + 'static) {
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    let mut limited = (&mut stream).take(LINE_MOST);
    let read = tokio::time::timeout(LINE_TIME, limited.read_line(&mut line)).await;
    if !matches!(read, Ok(Ok(1..))) {
        return;
    }
    let admitted = {
        let state = Arc::clone(&state);
        tokio::task::spawn_blocking(move || admitted(&state, &line)).await
    };
    let admitted = admitted.unwrap_or_else(|error| Err(error.into()));
    let error = admitted.as_ref().err().map(|problem| problem.clone().told());
    let mut answer = serde_json::to_vec(&Welcome { error }).unwrap_or_default();
    answer.push(b'\n');
    if stream.write_all(&answer).await.is_err() || stream.flush().await.is_err() {
        return;
    }
    let Ok((hello, only)) = admitted else { return };
    let _open = state.open_stream();
    tokio::select! {
        () = host(Joined { hello, only, stream: Box::new(stream) }) => {}
        () = state.ended() => {}
    }
}

/// Returns who comes and the ids of the vaults it named, if it may join.
fn admitted(state: &State, line: &str) -> Answer<(Hello, Option<Vec<String>>)> {
    let hello: Hello = serde_json::from_str(line)
        .map_err(|error| Problem::invalid(format!("the first line says nothing: {error}")))?;
    if !state.tokens.is_good(&hello.token) {
        return Err(Problem::new(Kind::Denied, "the token is wrong"));
    }
    if (hello.protocol, hello.version.as_str()) != (PROTOCOL, env!("CARGO_PKG_VERSION")) {
        let message = format!("the running engine is of version {}", env!("CARGO_PKG_VERSION"));
        return Err(Problem::new(Kind::Unsupported, message));
    }
    let config = state.config()?;
    if hello.settings != config.settings.fingerprint() {
        return Err(Problem::new(Kind::Unsupported, "the running engine goes by other settings"));
    }
    if hello.audience != "assistant" {
        return Err(Problem::invalid("only assistants join here"));
    }
    if hello.vaults.is_empty() {
        return Ok((hello, None));
    }
    let id = |folder: &PathBuf| state.serve(&config, folder).map(|vault| vault.id);
    let ids = hello.vaults.iter().map(id).collect::<Answer<_>>()?;
    Ok((hello, Some(ids)))
}
