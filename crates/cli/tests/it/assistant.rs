//! An assistant at the other end of `notekin mcp`.

#![expect(clippy::needless_pass_by_value, reason = "a request is written where it is sent")]

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::driver::TestVault;

/// A running server with one client, who speaks as they did in 2025 unless told otherwise.
pub(crate) struct Assistant {
    process: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
    asked: u64,
    /// The ids of all answers.
    heard: HashSet<u64>,
    /// What goes with each request, where there are no sessions.
    meta: Option<Value>,
}

/// What a call of a tool gave.
#[derive(Debug)]
pub(crate) struct Answer {
    /// What the assistant reads.
    pub(crate) value: Value,
    pub(crate) is_error: bool,
}

impl Assistant {
    /// Starts a server of a vault, from a folder that is none.
    pub(crate) fn of(vault: &TestVault) -> Self {
        let folder = vault.at("");
        Self::with(vault, &["--vault", folder.to_str().unwrap()])
    }

    /// Starts a server with some arguments.
    pub(crate) fn with(vault: &TestVault, arguments: &[&str]) -> Self {
        let mut assistant = Self::silent(vault, arguments, Stdio::inherit());
        assistant.begin();
        assistant
    }

    /// Starts a server of all vaults that tells what it does in a file.
    #[cfg(unix)]
    pub(crate) fn logged(vault: &TestVault, log: &Path) -> Self {
        let mut assistant =
            Self::silent(vault, &["-v"], std::fs::File::create(log).unwrap().into());
        assistant.begin();
        assistant
    }

    /// Starts a server of all vaults for a client of 2026, which begins no session.
    pub(crate) fn without_session(vault: &TestVault) -> Self {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let mut assistant = Self::silent(vault, &[], Stdio::inherit());
        assistant.meta = Some(meta);
        assistant
    }

    /// Starts a server that hasn't been told anything yet.
    fn silent(vault: &TestVault, arguments: &[&str], stderr: Stdio) -> Self {
        let arguments: Vec<&str> =
            std::iter::once("mcp").chain(arguments.iter().copied()).collect();
        let mut command = vault.command(&vault.beside("elsewhere"), &arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        let mut process = command.spawn().unwrap();
        let input = process.stdin.take();
        let output = process.stdout.take().map(BufReader::new);
        Self { process, input, output, asked: 0, heard: HashSet::new(), meta: None }
    }

    fn begin(&mut self) {
        let client = json!({ "name": "test", "version": "1" });
        self.ask(
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client }),
        );
        self.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    fn write(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    /// Sends a request and returns its answer, with `result` or `error`. Nothing may be answered twice.
    pub(crate) fn ask(&mut self, method: &str, mut params: Value) -> Value {
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        self.asked += 1;
        let id = self.asked;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            assert!(
                self.output.as_mut().unwrap().read_line(&mut line).unwrap() > 0,
                "the server ended"
            );
            let message: Value = serde_json::from_str(&line).unwrap();
            if let Some(heard) = message["id"].as_u64() {
                assert!(self.heard.insert(heard), "{heard} is answered twice");
            }
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Calls a tool.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| unreachable!("no text in {answer}"));
        let value = result["structuredContent"].clone();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), value, "the text says the same");
        Answer { value, is_error: result["isError"] == true }
    }

    /// Calls a tool and, when `until` has returned, tells that nobody waits for the answer any longer.
    pub(crate) fn give_up(&mut self, tool: &str, arguments: Value, until: impl FnOnce()) {
        self.asked += 1;
        let params = json!({ "name": tool, "arguments": arguments });
        let id = self.asked;
        self.write(
            &json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }),
        );
        until();
        let params = json!({ "requestId": id, "reason": "enough" });
        self.write(
            &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }),
        );
    }

    /// Returns the names of the tools that are listed.
    pub(crate) fn tools(&mut self) -> Vec<String> {
        let list = self.ask("tools/list", json!({}));
        let tools = list["result"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Calls a tool that is to succeed, and returns what it gives back.
    pub(crate) fn get(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        assert!(!answer.is_error, "{answer:?}");
        answer.value
    }

    /// Calls a tool that is to refuse, and returns the refusal.
    pub(crate) fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        assert!(answer.is_error, "{answer:?}");
        answer.value["error"].clone()
    }

    /// Stops listening, asks once more, and returns whether the server ends by itself.
    pub(crate) fn ends_deaf(&mut self) -> bool {
        self.output.take();
        self.write(&json!({ "jsonrpc": "2.0", "id": 999, "method": "tools/list" }));
        let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while std::time::Instant::now() < until {
            if self.process.try_wait().unwrap().is_some() {
                return true;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        false
    }

    /// Ends the input and returns the exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.input.take();
        self.process.wait().unwrap().code()
    }
}

impl Drop for Assistant {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Returns the paths of hits or notes, with their vaults.
pub(crate) fn paths(rows: &Value) -> Vec<String> {
    let path = |row: &Value| {
        format!("{}/{}", row["vault"].as_str().unwrap(), row["path"].as_str().unwrap())
    };
    rows.as_array().unwrap().iter().map(path).collect()
}

/// Writes a second vault beside the first and returns its folder.
pub(crate) fn second(vault: &TestVault, notes: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = vault.beside("second");
    for (path, text) in notes {
        let file = folder.join(path);
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new("/"))).unwrap();
        std::fs::write(file, text).unwrap();
    }
    folder
}
