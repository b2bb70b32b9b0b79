//! Starting the engine in the background.

use std::fs::File;
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

/// Starts the engine with some options more, and returns what its state file says once it answers. One that runs already
/// is as good.
pub(crate) fn start(places: &Places, options: &[String]) -> Result<Running, Failure> {
    let data = &places.data;
    let until = Instant::now() + STARTING;
    let mut child = None;
    loop {
        if let Some(running) = found(data)? {
            return Ok(running);
        }
        // One that begins or ends just now is waited for.
        let is_held = Lock::is_held(data);
        if child.is_none() && !is_held {
            child = Some(spawn(places, options)?);
        }
        let has_ended = child.as_mut().is_some_and(|child| !matches!(child.try_wait(), Ok(None)));
        // The lock is another's if two were started at once: that one is meant then.
        if Instant::now() > until || has_ended && !Lock::is_held(data) {
            return Err(failure(data, has_ended));
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
fn spawn(places: &Places, options: &[String]) -> Result<Child, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::io("cannot tell where this program lies", &error))?;
    places.create_data()?;
    let log = log(&places.data);
    let file = File::create(&log)
        .map_err(|error| Failure::io(format!("cannot write `{}`", log.display()), &error))?;
    let mut command = Command::new(program);
    command.arg("serve").args(options).current_dir(&places.data);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    apart(&mut command);
    command.spawn().map_err(|error| Failure::io("cannot start the engine", &error))
}

/// Returns why the engine doesn't start, in its own words if it had any.
fn failure(data: &Path, has_ended: bool) -> Failure {
    let said = std::fs::read_to_string(log(data)).unwrap_or_default();
    let said = said.lines().find_map(|line| line.strip_prefix("error: ")).filter(|_| has_ended);
    let mut chain = vec!["the engine doesn't start".to_owned()];
    chain.extend(said.map(str::to_owned));
    let hint = format!("`{}` may say more; so does `notekin serve`", log(data).display());
    Failure::Problem { kind: notekin_engine::Kind::Internal, chain, hint: Some(hint) }
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

/// Returns where an engine in the background writes what went wrong.
fn log(data: &Path) -> std::path::PathBuf {
    data.join("engine.log")
}
