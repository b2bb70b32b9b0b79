//! The running engine: its lock, its state file, and whether it answers.

use std::path::Path;

use notekin_http::{Client, Lock, Running};
use notekin_wire::Finding;

pub(super) fn findings(data: &Path) -> Vec<Finding> {
    let is_left = Running::path(data).exists();
    match Running::find(data) {
        Ok(None) if Lock::is_held(data) => vec![Finding::note(
            "engine",
            "an engine is just starting or ending",
            "look again in a moment",
        )],
        Ok(None) if is_left => vec![Finding::note(
            "engine",
            "none runs; one that was killed left its state file behind",
            "nothing to do: the next engine clears it away",
        )],
        Ok(None) => vec![Finding::ok("engine", "none runs")],
        Ok(Some(running)) => vec![of_running(data, &running)],
        Err(error) => {
            let file = Running::path(data);
            let message = format!("`{}` can't be read: {error}", file.display());
            vec![Finding::problem(
                "engine",
                message,
                "end the engine's process; then it can start anew",
            )]
        }
    }
}

fn of_running(data: &Path, running: &Running) -> Finding {
    let Running { address, version, pid, .. } = running;
    let greeting = Client::connect(data)
        .map_err(|error| error.to_string())
        .and_then(|client| client.ok_or_else(|| "it just ended".to_owned()))
        .and_then(|mut client| client.greet().map_err(|error| error.to_string()));
    match greeting {
        Err(error) => Finding::problem(
            "engine",
            format!("the one with the process number {pid} doesn't answer: {error}"),
            "end that process; `notekin serve` starts another",
        ),
        Ok(greeting) if greeting.version != env!("CARGO_PKG_VERSION") => Finding::note(
            "engine",
            format!("version {version} runs at {address}, so that this program works without it"),
            "`notekin serve --stop`, then `notekin serve --background`",
        ),
        Ok(_) => Finding::ok("engine", format!("runs at {address}")),
    }
}
