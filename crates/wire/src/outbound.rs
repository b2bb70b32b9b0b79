//! Keys, and calls to servers, as JSON.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Calls to servers, as they were written down.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Outbound {
    /// The file they are written down in.
    pub record: String,
    /// The last of them, oldest first.
    pub calls: Vec<Call>,
    /// How many there are.
    pub total: usize,
}

/// One call.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// When it ended, in UTC.
    pub time: String,
    /// The host, with its port where that was given.
    pub host: String,
    /// Whether the host is this machine.
    pub local: bool,
    /// What the call was for.
    pub purpose: String,
    /// The bytes of what was sent, without headers.
    pub bytes_out: u64,
    /// The bytes of what came back, without headers.
    pub bytes_in: u64,
    /// About how many tokens were sent.
    pub tokens: u64,
    /// The HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// What went wrong, as one word.
    pub error: Option<String>,
    /// The milliseconds it took.
    pub milliseconds: u64,
}

impl From<&engine::outbound::CallEntry> for Call {
    fn from(entry: &engine::outbound::CallEntry) -> Self {
        Self {
            time: entry.time.clone(),
            host: entry.host.clone(),
            local: entry.local,
            purpose: entry.purpose.clone(),
            bytes_out: entry.bytes_out,
            bytes_in: entry.bytes_in,
            tokens: entry.tokens,
            status: entry.status,
            error: entry.error.clone(),
            milliseconds: entry.milliseconds,
        }
    }
}

/// A model that was tried.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tried {
    /// Its id.
    pub model: String,
    /// The length of its vectors.
    pub dims: usize,
    /// Most tokens it reads at once.
    pub token_limit: usize,
    /// Whether what it reads leaves this machine.
    pub elsewhere: bool,
}

/// The keys there are, without what they are.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Keys {
    /// One entry a key.
    pub keys: Vec<Key>,
}

/// One key.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Key {
    /// Whose it is.
    pub name: String,
    /// Where it comes from: `environment` or `file`.
    pub source: String,
}
