//! Our own scripts: the official client in both eras, an assistant that searches and reads, and a thousand calls.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use super::stage::Stage;
use super::{FOLDER, Finding};
use crate::ci;
use crate::command::watched;

/// Where real vaults and known questions lie, from the root of the workspace.
const SHARED: &str = "../shared/data";

/// The vaults whose known questions are asked.
const ASKED: [&str; 2] = ["data-engineering-wiki", "obsidian-tasks-docs"];

/// Speaks to the server with the official client.
pub(super) fn client(stage: &Stage<'_>) -> Finding {
    play(stage, "client.py", &[], &[stage.sample()])
}

/// Calls the server a thousand times.
pub(super) fn soak(stage: &Stage<'_>) -> Finding {
    play(stage, "soak.py", &[], &[stage.sample()])
}

/// Looks for the known answers to ten questions with the tools alone.
pub(super) fn reading(stage: &Stage<'_>) -> Finding {
    let data = stage.root().join(SHARED);
    let vaults = ASKED.map(|name| data.join("vaults").join(name));
    if !vaults.iter().all(|vault| vault.is_dir()) {
        return Ok(vec!["the scripted assistant needs ../shared/data/vaults".to_owned()]);
    }
    for vault in &vaults {
        stage.index(vault)?;
    }
    let own = ["--data".into(), data.into(), "--vaults".into(), ASKED.join(",").into()];
    play(stage, "loop.py", &own, &vaults)
}

/// Runs a script against a server of the vaults, and returns what the script says it did not run.
fn play(stage: &Stage<'_>, name: &str, own: &[OsString], vaults: &[PathBuf]) -> Finding {
    let mut command = Command::new(&stage.toolbox.python);
    command.arg(stage.root().join(FOLDER).join(name)).args(own);
    command.arg("--").args(stage.server(vaults)).env("PYTHONDONTWRITEBYTECODE", "1");
    match watched(stage.placed(&mut command))? {
        (true, lines) => Ok(ci::not_run(&lines)),
        (false, _) => Err(format!("{name} failed, see above")),
    }
}
