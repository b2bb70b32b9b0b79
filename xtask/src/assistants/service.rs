//! The service over HTTP that the conformance suite visits: a process that ends with this value.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use super::stage::Stage;
use crate::command::spelled;

/// A running server.
#[derive(Debug)]
pub(super) struct Service {
    /// Where it listens.
    pub(super) url: String,
    process: Child,
}

impl Service {
    /// Starts the example and waits for the line with its URL.
    pub(super) fn start(stage: &Stage<'_>) -> Result<Self, String> {
        let mut command = Command::new(stage.over_http());
        command.arg("--vault").arg(stage.sample()).stdin(Stdio::null()).stdout(Stdio::piped());
        let process = stage
            .placed(&mut command)
            .spawn()
            .map_err(|error| format!("cannot run `{}`: {error}", spelled(&command)))?;
        let mut service = Self { url: String::new(), process };
        service.url = service.first_line().ok_or("`over_http` ended without saying its URL")?;
        Ok(service)
    }

    fn first_line(&mut self) -> Option<String> {
        let line = BufReader::new(self.process.stdout.take()?).lines().next()?.ok()?;
        line.starts_with("http://").then(|| line.trim_end().to_owned())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _gone_already = self.process.kill();
        let _by_a_kill = self.process.wait();
    }
}
