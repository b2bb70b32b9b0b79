//! A running engine with a home of its own and a copy of the sample vault: a process that ends with this value.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::command::{spelled, succeed};
use crate::fetched::{fault, read, write};
use crate::workspace::Workspace;

/// The vault that is copied, from the root of the workspace.
const SAMPLE: &str = "fixtures/vaults/sample";

/// A model that needs no download, and is always the same.
const SETTINGS: &str = "model = \"fake\"\n";

/// A running engine.
#[derive(Debug)]
pub(super) struct Engine {
    /// Where it answers.
    pub(super) address: String,
    /// What each request must carry.
    pub(super) token: String,
    /// The id of the vault it serves.
    pub(super) vault: String,
    process: Child,
    /// Kept open, as it goes on writing.
    _said: BufReader<ChildStdout>,
}

impl Engine {
    /// Makes a home anew, reads the vault, and starts an engine there.
    pub(super) fn start(workspace: &Workspace, home: &Path) -> Result<Self, String> {
        if home.exists() {
            fs::remove_dir_all(home).map_err(|error| fault("remove", home, &error))?;
        }
        let vault = home.join("Sample");
        copy(&workspace.root.join(SAMPLE), &vault)?;
        write(&home.join("config.toml"), SETTINGS)?;
        let notekin = |words: &[&str]| {
            let mut command = Command::new(workspace.notekin("debug"));
            command.args(words).current_dir(home).stdin(Stdio::null());
            command.env("HOME", home).env("NOTEKIN_DATA_DIR", home.join("data"));
            command.env("NOTEKIN_CONFIG", home.join("config.toml"));
            command
        };
        succeed(notekin(&["index", "--yes"]).arg(&vault))?;
        let mut serve = notekin(&["serve"]);
        let mut process = serve
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run `{}`: {error}", spelled(&serve)))?;
        let mut said = BufReader::new(process.stdout.take().ok_or("it has no stdout")?);
        // The first line says that it answers; there is none when it ended.
        let heard = said.read_line(&mut String::new());
        let [address, token, vault] = [const { String::new() }; 3];
        let mut engine = Self { address, token, vault, process, _said: said };
        if !matches!(heard, Ok(1..)) {
            return Err("`notekin serve` ended without saying where it runs".to_owned());
        }
        engine.learn(&home.join("data/engine.json"))?;
        Ok(engine)
    }

    /// Reads what its state file says.
    fn learn(&mut self, file: &Path) -> Result<(), String> {
        let told: Value = serde_json::from_str(&read(file)?)
            .map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        self.address = text(&told["address"]);
        self.token = text(&told["token"]);
        self.vault = text(&told["vaults"][0]["id"]);
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _gone_already = self.process.kill();
        let _by_a_kill = self.process.wait();
    }
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| fault("copy", from, &error);
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let target = to.join(entry.file_name());
        if entry.file_type().map_err(failed)?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target).map_err(failed)?;
        }
    }
    Ok(())
}
