//! Opening a note in the program that shows it.

use std::ffi::OsString;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use notekin_config::Vault;

use crate::report::Failure;

/// Opens a note, under a heading if there is one: by the user's own program, which gets the file, else by the system's, which gets the link.
pub(crate) fn open(
    vault: &Vault,
    path: &str,
    heading: Option<&str>,
    opener: Option<&str>,
) -> Result<(), Failure> {
    let mut words = opener.unwrap_or_default().split_whitespace();
    let command = match words.next() {
        Some(program) => {
            let mut command = Command::new(program);
            command.args(words).arg(vault.file(path));
            command
        }
        None => system(vault.link(path, heading).into()),
    };
    start(command, "open the note").map(drop)
}

/// How long it is waited for what opens an address to fail. One that goes on for longer shows it.
const FAILING: Duration = Duration::from_secs(3);

/// How often it is looked whether it has.
const BEAT: Duration = Duration::from_millis(20);

/// Opens an address in the user's browser; fails when that can't be started, or says at once that it couldn't.
pub(crate) fn browse(address: &str) -> Result<(), Failure> {
    let command = system(address.into());
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = start(command, "open the page")?;
    let until = Instant::now() + FAILING;
    while Instant::now() < until {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(BEAT),
            Ok(Some(status)) if !status.success() => {
                let message = format!("`{program}` found no browser");
                return Err(Failure::invalid(message, None));
            }
            Ok(Some(_)) | Err(_) => return Ok(()),
        }
    }
    Ok(())
}

fn start(mut command: Command, what: &str) -> Result<Child, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    started.map_err(|error| Failure::io(format!("cannot start `{program}` to {what}"), &error))
}

/// Returns the system's own way to open a link.
fn system(link: OsString) -> Command {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        // Unlike `start`, it lets no shell read the link.
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(link);
    command
}
