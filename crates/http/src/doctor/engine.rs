//! The running engine: its lock, its state file, whether it answers, and how it is reached.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

use notekin_config::Environment;
use notekin_wire::Finding;

use super::disk;
use crate::client::Client;
use crate::doors;
use crate::lock::Lock;
use crate::running::Running;

/// Starts the engine anew.
const ANEW: &str = "`notekin serve --stop`, then `notekin serve --background`";

/// `own` is the engine of this process, which needn't be asked whether it is there.
pub(super) fn findings(
    data: &Path,
    own: Option<&Running>,
    environment: &Environment,
) -> Vec<Finding> {
    let mut findings = own.map_or_else(|| found(data, environment), well);
    // The token in what a killed one left is good for nothing.
    if own.is_some() || Lock::is_held(data) {
        findings.extend(disk::open_file("engine", &Running::path(data)));
    }
    findings
}

/// Returns what is known of an engine of another process: by its lock, then its state file, then what it says.
fn found(data: &Path, environment: &Environment) -> Vec<Finding> {
    let is_left = Running::path(data).exists();
    match Running::find(data) {
        Ok(None) if Lock::is_held(data) => vec![Finding::note(
            "engine",
            "an engine is just starting or ending",
            "`notekin doctor` looks again in a moment",
        )],
        Ok(None) if is_left => vec![
            Finding::note(
                "engine",
                "none runs; one that was killed left `engine.json` behind",
                "`notekin serve --background` starts another, which clears that away",
            ),
            way(environment),
        ],
        Ok(None) => vec![Finding::ok("engine", "none runs"), way(environment)],
        Ok(Some(running)) => of_running(data, &running),
        Err(error) => {
            let file = Running::path(data);
            let message =
                format!("an engine runs, but `{}` can't be read: {error}", file.display());
            let fix = "end its process; `notekin serve --background` starts another";
            vec![Finding::problem("engine", message, fix)]
        }
    }
}

/// Asks the engine that runs which it is.
fn of_running(data: &Path, running: &Running) -> Vec<Finding> {
    let Running { address, version, pid, .. } = running;
    let greeting = Client::connect(data)
        .map_err(|error| error.to_string())
        .and_then(|client| client.ok_or_else(|| "it just ended".to_owned()))
        .and_then(|mut client| client.greet().map_err(|error| error.to_string()));
    match greeting {
        // What one of another version says may not be understood.
        Err(error) if version != env!("CARGO_PKG_VERSION") => vec![Finding::note(
            "engine",
            format!("version {version} runs at {address}, and isn't understood: {error}"),
            ANEW,
        )],
        Err(error) => vec![Finding::problem(
            "engine",
            format!("the one with the process number {pid} doesn't answer: {error}"),
            format!("{}; `notekin serve --background` starts another", end(*pid)),
        )],
        Ok(greeting) if greeting.version != env!("CARGO_PKG_VERSION") => vec![Finding::note(
            "engine",
            format!("version {version} runs at {address}, so that this program works without it"),
            ANEW,
        )],
        Ok(_) => well(running),
    }
}

/// Returns what there is to say of an engine that answers.
fn well(running: &Running) -> Vec<Finding> {
    let Running { address, pid, .. } = running;
    let message = format!("runs at {address} with the process number {pid}");
    vec![Finding::ok("engine", message), socket(running)]
}

/// Returns how a process is ended that can't be asked to.
fn end(pid: u32) -> String {
    if cfg!(windows) {
        format!("`taskkill /f /pid {pid}` ends it")
    } else {
        format!("`kill -9 {pid}` ends it")
    }
}

/// Returns whether an engine could be reached if one were started: at a port, and by the socket of assistants.
fn way(environment: &Environment) -> Finding {
    if let Err(error) = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)) {
        let fix = "see whether a firewall or a sandbox keeps programs from listening on 127.0.0.1";
        return Finding::problem("engine", format!("no port can be opened: {error}"), fix);
    }
    match doors::folder(environment).map(|folder| (disk::unwritable(&folder), folder)) {
        Some((Some(why), folder)) => Finding::note(
            "engine",
            format!(
                "assistants couldn't join one, as no socket can lie in `{}`: {why}",
                folder.display()
            ),
            "set `XDG_RUNTIME_DIR` to a folder of your own",
        ),
        _ => Finding::ok("engine", "a port can be opened for one"),
    }
}

/// Returns whether assistants can join over the socket.
#[cfg(unix)]
fn socket(running: &Running) -> Finding {
    let Some(path) = &running.socket else {
        return Finding::ok("engine", "it has no socket, so that assistants serve themselves");
    };
    let shown = path.display();
    match std::os::unix::net::UnixStream::connect(path) {
        Ok(_) => Finding::ok("engine", format!("assistants join at `{shown}`")),
        Err(error) => {
            let message = format!("assistants can't join at `{shown}`: {error}");
            Finding::note("engine", message, ANEW)
        }
    }
}

/// The system has no socket that Notekin uses.
#[cfg(not(unix))]
fn socket(_: &Running) -> Finding {
    Finding::ok("engine", "assistants serve themselves on this system")
}
