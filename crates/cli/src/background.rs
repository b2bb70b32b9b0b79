//! Starting the engine in the background.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use notekin_config::Places;
use notekin_http::{Client, Lock, LogFile, Running};

use crate::report::Failure;

/// How long the engine may take to be there.
const STARTING: Duration = Duration::from_secs(20);

/// How often it is looked whether it is.
const BEAT: Duration = Duration::from_millis(20);

/// Starts the engine with some options more, and returns what its state file says once it answers. One that runs already
/// is as good.
pub(crate) fn start(places: &Places, options: &[String]) -> Result<Running, Failure> {
    let data = &places.data;
    if let Some(running) = found(data)? {
        return Ok(running);
    }
    places.create_data()?;
    let mut child = spawn(data, options)?;
    let until = Instant::now() + STARTING;
    loop {
        if let Some(running) = found(data)? {
            return Ok(running);
        }
        let ended = child.try_wait().map_err(|error| Failure::io("the engine is lost", &error))?;
        // The lock is another's if two were started at once: that one is meant then.
        if Instant::now() > until || ended.is_some() && !Lock::is_held(data) {
            return Err(failed(data));
        }
        std::thread::sleep(BEAT);
    }
}

/// Returns that no engine answers: one that runs and is silent, or one that doesn't start.
fn failed(data: &Path) -> Failure {
    let log = LogFile::path(data);
    let (message, hint) = if Lock::is_held(data) {
        ("an engine runs, but doesn't answer", "`notekin doctor` says what can be done".to_owned())
    } else {
        let hint = format!("`{}` may say why; so does `notekin serve`", log.display());
        ("the engine doesn't start", hint)
    };
    Failure::Problem {
        kind: notekin_engine::Kind::Internal,
        chain: vec![message.to_owned()],
        hint: Some(hint),
    }
}

/// Returns what the engine's state file says, once it answers. One that was killed may have left a file that is there until
/// the next has begun.
fn found(data: &Path) -> Result<Option<Running>, Failure> {
    let running = Running::find(data)
        .map_err(|error| Failure::io("cannot tell whether an engine runs", &error))?;
    let answers = || Client::connect(data).ok()??.hello().ok();
    Ok(running.filter(|_| answers().is_some()))
}

/// Starts this program as the engine, apart from this terminal.
fn spawn(data: &Path, options: &[String]) -> Result<std::process::Child, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::io("cannot tell where this program lies", &error))?;
    // Once it has begun it writes there by itself.
    LogFile::file(data)
        .and_then(|log| {
            let mut command = Command::new(program);
            command.arg("serve").args(options).current_dir(data);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
            apart(&mut command);
            command.spawn()
        })
        .map_err(|error| Failure::io("cannot start the engine", &error))
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
