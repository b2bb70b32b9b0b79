//! The engine that runs: what it serves, how it is reached, and who needs it, as JSON.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::status::Status;

/// The engine, and the vaults it serves.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct EngineStatus {
    /// The version of the program.
    pub version: String,
    /// The version of this API.
    pub protocol: u32,
    /// The number of its process.
    pub pid: u32,
    /// The vaults.
    pub vaults: Vec<VaultStatus>,
}

/// A vault that is served.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct VaultStatus {
    /// Its id, as routes have it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its folder.
    pub path: String,
    /// Whether it belongs to Obsidian.
    pub obsidian: bool,
    /// Whether the folder is there.
    pub present: bool,
    /// How it stands; nothing if that can't be told.
    pub status: Option<Status>,
    /// Why it can't.
    pub problem: Option<Problem>,
}

/// A folder that is to be served.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OpenFolder {
    /// Its absolute path.
    pub path: PathBuf,
}

/// A vault that is served now.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct OpenedVault {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A key for the page.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageKey {
    /// Good once, for two minutes; it stands behind `#k=` in the address of the page.
    pub key: String,
}

/// A lease.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct Lease {
    /// How long it lasts, unless it is renewed.
    pub seconds: u64,
}

/// What the engine says of itself when it is asked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Greeting {
    /// The version of the program.
    pub version: String,
    /// The version of the API.
    pub protocol: u32,
    /// What stands for the settings it goes by; the same where they are the same.
    pub settings: String,
    /// The ids of the vaults it serves.
    pub vaults: Vec<String>,
}

/// A token for the page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PageToken {
    /// What each request carries; good until the engine ends.
    pub token: String,
}

/// Whether an engine runs, and where.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunningEngine {
    /// Whether one does; how to reach it is left out when not.
    pub running: bool,
    /// The file by which one starts when the user logs in; nothing if none does.
    pub autostart: Option<PathBuf>,
    /// How to reach it.
    #[serde(flatten)]
    pub engine: Option<EnginePlace>,
}

/// How an engine is reached; the token is in its state file alone.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EnginePlace {
    /// The number of its process.
    pub pid: u32,
    /// Where it answers, such as `127.0.0.1:41234`.
    pub address: String,
    /// The port of that.
    pub port: u16,
    /// The socket over which assistants join; none where the system has no such thing.
    pub socket: Option<PathBuf>,
    /// The version of the program.
    pub version: String,
    /// The version of its API.
    pub protocol: u32,
    /// The names of the vaults it serves.
    pub vaults: Vec<String>,
}

/// Whether the engine is started when the user logs in.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Autostart {
    /// Whether it is.
    pub autostart: bool,
    /// The file that does it.
    pub file: PathBuf,
    /// Whether that file was written or removed just now.
    pub changed: bool,
}

/// Whether an engine was ended.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stopped {
    /// Whether one was; none may have run.
    pub stopped: bool,
}

/// Where the page is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PageAddress {
    /// Its address, good once and for two minutes.
    pub address: String,
}
