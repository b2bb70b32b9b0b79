//! A running engine: a process that ends with this value.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::connection::Connection;
use crate::Failure;
use crate::machine;

/// How long it may take to read all that was changed.
const PATIENCE: Duration = Duration::from_mins(2);

/// How often it is asked whether it has.
const BEAT: Duration = Duration::from_millis(200);

/// A running engine.
pub(super) struct Process {
    child: Child,
    /// Kept open, as it goes on writing.
    _said: BufReader<ChildStdout>,
    address: String,
    token: String,
    vault: String,
}

impl Process {
    /// Starts the engine of a data folder, and returns when it answers.
    pub(super) fn start(notekin: &mut Command, data: &Path) -> Result<Self, Failure> {
        notekin.arg("serve").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = notekin.spawn()?;
        let mut said = BufReader::new(child.stdout.take().ok_or("it has no stdout")?);
        // The first line says that it answers; there is none when it ended.
        let heard = said.read_line(&mut String::new())?;
        let [address, token, vault] = [const { String::new() }; 3];
        let process = Self { child, _said: said, address, token, vault };
        if heard == 0 {
            return Err("`notekin serve` ended at once".into());
        }
        let told: Value = serde_json::from_slice(&fs::read(data.join("engine.json"))?)?;
        let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("it serves nothing");
        let (address, token) = (text(&told["address"])?, text(&told["token"])?);
        Ok(process.at(address, token, text(&told["vaults"][0]["id"])?))
    }

    fn at(mut self, address: String, token: String, vault: String) -> Self {
        (self.address, self.token, self.vault) = (address, token, vault);
        self
    }

    /// Connects to it.
    pub(super) fn connect(&self) -> Result<Connection, Failure> {
        Connection::open(&self.address, &self.token, &self.vault)
    }

    /// Waits until it has read all that was changed, by words and by meaning.
    pub(super) fn settled(&self) -> Result<(), Failure> {
        let mut connection = self.connect()?;
        let until = Instant::now() + PATIENCE;
        loop {
            let status = connection.get("status")?;
            // A change that was made just now may not have been noticed yet.
            thread::sleep(BEAT * 5);
            let counts = ["pending", "unread_changes"].map(|name| status[name].as_u64());
            if counts.iter().all(|count| matches!(count, Some(0) | None)) {
                return Ok(());
            }
            if Instant::now() > until {
                return Err(format!("the engine still reads: {counts:?}").into());
            }
        }
    }

    /// Returns the seconds that it has spent on cores.
    pub(super) fn cpu_seconds(&self) -> Result<f64, Failure> {
        let told = machine::cpu_seconds_of(self.child.id());
        told.ok_or_else(|| "this system doesn't tell the time of a process".into())
    }

    /// Returns its memory in megabytes.
    pub(super) fn megabytes(&self) -> Result<f64, Failure> {
        let told = machine::megabytes(self.child.id(), "VmRSS:");
        told.ok_or_else(|| "this system doesn't tell the memory of a process".into())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _gone_already = self.child.kill();
        let _by_a_kill = self.child.wait();
    }
}
