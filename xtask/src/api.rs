//! The API task: whatever its description allows, asked of a running engine by Schemathesis.
//!
//! No request may be an internal failure, each reply must have the shape that is described, and what isn't allowed must be
//! refused. `xtask/api/schemathesis.toml` says what is left out.

mod engine;

use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::succeed;
use crate::python::environment;
use crate::workspace::Workspace;
use engine::Engine;

/// Where the pins and the settings lie, from the root of the workspace.
const FOLDER: &str = "xtask/api";

/// What pip fetches.
const PACKAGES: &str = "Schemathesis (95 MB, kept)";

/// The seconds that may be spent on requests.
const SECONDS: &str = "60";

/// Asks the API of what was built; returns what did not run.
pub(crate) fn check(workspace: &Workspace) -> Result<Vec<String>, String> {
    let home = workspace.target.join("api");
    let requirements = workspace.root.join(FOLDER).join("requirements.txt");
    let python = match environment(&home.join("python"), &requirements, PACKAGES) {
        Ok(python) => python,
        Err(why) => return Ok(vec![format!("whatever the HTTP API allows: {why}")]),
    };
    let engine = Engine::start(workspace, &home.join("home"))?;
    // What it keeps of a run lies where it is started.
    succeed(asking(&python, &workspace.root.join(FOLDER), &engine).current_dir(&home))?;
    Ok(Vec::new())
}

/// Returns the program that asks, as the settings in a folder say.
fn asking(python: &Path, settings: &Path, engine: &Engine) -> Command {
    let program = format!("st{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(python.with_file_name(program));
    command.arg("--config-file").arg(settings.join("schemathesis.toml"));
    command.args(["--no-color", "run", "--max-time", SECONDS]);
    command.arg(format!("http://{}/api/v1/openapi.json", engine.address));
    command.env("NOTEKIN_TOKEN", &engine.token).env("NOTEKIN_VAULT", &engine.vault);
    command.env("NOTEKIN_HOOKS", settings.join("hooks.py"));
    command.env("PYTHONDONTWRITEBYTECODE", "1").stdin(Stdio::null());
    command
}
