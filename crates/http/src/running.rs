//! The state file: where the running engine is, and what is needed to ask it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use notekin_wire as wire;
use serde::{Deserialize, Serialize};

use crate::PROTOCOL;
use crate::lock::Lock;

/// What `engine.json` says of the engine that runs. It is for the user alone to read, as it holds the token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    /// The number of its process.
    pub pid: u32,
    /// Where it answers, such as `127.0.0.1:41234`.
    pub address: String,
    /// The port of that, for whoever can't take an address apart.
    pub port: u16,
    /// The socket over which other faces join; none where the system has no such thing.
    pub socket: Option<PathBuf>,
    /// What each request must carry.
    pub token: String,
    /// The version of the program.
    pub version: String,
    /// The version of its API.
    pub protocol: u32,
    /// The program's file, so that others can start it again.
    pub program: Option<PathBuf>,
    /// The vaults it served when this was written last.
    pub vaults: Vec<ServedVault>,
}

/// A vault that the engine serves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedVault {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its folder.
    pub path: PathBuf,
}

impl Running {
    /// Returns the state file's place in a data folder.
    pub fn path(data: &Path) -> PathBuf {
        data.join("engine.json")
    }

    /// Returns the engine that runs with a data folder, if one does. What an engine left behind that was killed, a year ago
    /// or just now, is told by its lock, which nobody holds.
    pub fn find(data: &Path) -> io::Result<Option<Self>> {
        if !Lock::is_held(data) {
            return Ok(None);
        }
        match fs::read(Self::path(data)) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(io::Error::from),
            // It has only just begun.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns whether the engine is of this program's version; what one of another says may mean something else.
    pub fn is_same_version(&self) -> bool {
        (self.protocol, self.version.as_str()) == (PROTOCOL, env!("CARGO_PKG_VERSION"))
    }

    /// Returns how the engine is reached, without the token.
    pub fn place(&self) -> wire::EnginePlace {
        wire::EnginePlace {
            pid: self.pid,
            address: self.address.clone(),
            port: self.port,
            socket: self.socket.clone(),
            version: self.version.clone(),
            protocol: self.protocol,
            vaults: self.vaults.iter().map(|vault| vault.name.clone()).collect(),
        }
    }

    /// Writes the state file at once, for the user alone.
    pub(crate) fn write(&self, data: &Path) -> io::Result<()> {
        let json = serde_json::to_vec_pretty(self)?;
        notekin_config::replace_private(&Self::path(data), &json).map_err(io::Error::other)
    }

    /// Removes the state file, if it is still this engine's.
    pub(crate) fn remove(&self, data: &Path) {
        let path = Self::path(data);
        let is_own = fs::read(&path)
            .ok()
            .and_then(|bytes| serde_json::from_slice::<Self>(&bytes).ok())
            .is_some_and(|there| there.token == self.token);
        if is_own && let Err(error) = fs::remove_file(&path) {
            log::warn!("`engine.json` stays behind: {error}");
        }
    }
}
