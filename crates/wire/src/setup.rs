//! The outcome of setting up an assistant, as JSON.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was done, or is to be done by hand, to have a client start our server.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Setup {
    /// The client's name, as it is typed.
    pub client: String,
    /// The file it looks in.
    pub file: String,
    /// Whether the file was changed.
    pub changed: bool,
    /// Where the file lies as it was before, when it was there and was changed.
    pub backup: Option<String>,
    /// What the file says of our server now, or shall say; nothing when that was taken out.
    pub entry: Option<Server>,
    /// Whether the client has left a trace on this machine.
    pub installed: bool,
}

/// How a client starts our server.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Server {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Environment variables it is given.
    pub env: BTreeMap<String, String>,
}
