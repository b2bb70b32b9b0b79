//! Starting the engine in the background.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use notekin_config::Places;
use notekin_http::{Client, Lock, Running};

use crate::report::Failure;

/// How long the engine may take to be there.
const STARTING: Duration = Duration::from_secs(20);

/// How often it is looked whether it is.
const BEAT: Duration = Duration::from_millis(20);

/// An engine that was started.
struct Started {
    /// Its process.
    child: Child,
    /// What it says on stderr: it is for whoever started it, and no part of the log, as it may name files.
    said: File,
}

/// Starts the engine with some options more, and returns what its state file says once it answers. One that runs already
/// is as good.
pub(crate) fn start(places: &Places, options: &[String]) -> Result<Running, Failure> {
    let data = &places.data;
    let until = Instant::now() + STARTING;
    let mut started = None;
    loop {
        if let Some(running) = found(data)? {
            return Ok(running);
        }
        // One that begins or ends just now is waited for.
        if started.is_none() && !Lock::is_held(data) {
            started = Some(spawn(places, options)?);
        }
        let has_ended = started.as_mut().is_some_and(|it| !matches!(it.child.try_wait(), Ok(None)));
        // The lock is another's if two were started at once: that one is meant then.
        if Instant::now() > until || has_ended && !Lock::is_held(data) {
            return Err(failure(data, started));
        }
        std::thread::sleep(BEAT);
    }
}

/// Returns what the engine's state file says, once it answers. One that was killed may have left a file that is there until
/// the next has begun.
fn found(data: &Path) -> Result<Option<Running>, Failure> {
    let running = Running::find(data)
        .map_err(|error| Failure::io("cannot tell whether an engine runs", &error))?;
    let answers = || Client::connect(data).ok()??.greet().ok();
    Ok(running.filter(|_| answers().is_some()))
}

/// Starts this program as the engine, apart from this terminal.
fn spawn(places: &Places, options: &[String]) -> Result<Started, Failure> {
    let failed = |error: io::Error| Failure::io("cannot start the engine", &error);
    let program = std::env::current_exe()
        .map_err(|error| Failure::io("cannot tell where this program lies", &error))?;
    places.create_data()?;
    let said = unnamed(&places.data).map_err(|error| {
        Failure::io(format!("cannot write into `{}`", places.data.display()), &error)
    })?;
    let mut command = Command::new(program);
    command.arg("serve").args(options).current_dir(&places.data);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(said.try_clone().map_err(failed)?);
    apart(&mut command);
    Ok(Started { child: command.spawn().map_err(failed)?, said })
}

/// Returns a file that is gone from a folder as soon as it is open.
fn unnamed(folder: &Path) -> io::Result<File> {
    let path = folder.join(format!("engine.{}.said", std::process::id()));
    let mut options = File::options();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path)?;
    fs::remove_file(&path)?;
    Ok(file)
}

/// Returns why no engine answers: the one that runs is silent, or the one that was started ended, for reasons of its own.
fn failure(data: &Path, started: Option<Started>) -> Failure {
    let (message, hint) = if Lock::is_held(data) {
        ("an engine runs, but doesn't answer", "`notekin doctor` says what can be done")
    } else {
        ("the engine doesn't start", "`notekin serve` may say more")
    };
    let mut chain = vec![message.to_owned()];
    chain.extend(started.map(reasons).unwrap_or_default());
    Failure::Problem { kind: notekin_engine::Kind::Internal, chain, hint: Some(hint.to_owned()) }
}

/// Returns what an engine that was started says is wrong; nothing where that can't be read.
fn reasons(started: Started) -> Vec<String> {
    let mut file = started.said;
    let mut said = String::new();
    drop(file.rewind().and_then(|()| file.read_to_string(&mut said)));
    let marks = ["error: ", "caused by: "];
    let reason =
        |line: &str| marks.iter().find_map(|mark| line.strip_prefix(mark)).map(str::to_owned);
    said.lines().filter_map(reason).collect()
}

/// Has a program run on when the terminal is closed.
fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        /// The program gets no window, and no Ctrl-C of ours.
        const NO_WINDOW_AND_NEW_GROUP: u32 = 0x0800_0000 | 0x0000_0200;
        std::os::windows::process::CommandExt::creation_flags(command, NO_WINDOW_AND_NEW_GROUP);
    }
}
