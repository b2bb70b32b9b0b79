//! Pip, in whichever form this machine has it.
use super::Release;
use crate::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The forms of pip that are tried, in this order.
pub(super) const COMMANDS: &[&[&str]] =
    &[&["python3", "-m", "pip"], &["py", "-m", "pip"], &["pip3"], &["uvx", "pip"]];

/// How much of what pip wrote is shown when it fails.
const LAST_LINES: usize = 3;

/// Downloads the release's wheel into `folder` and returns it.
pub(super) fn download(
    commands: &[&[&str]],
    release: &Release,
    folder: &Path,
) -> Result<PathBuf, Error> {
    let pip = commands.iter().find(|pip| works(pip)).ok_or_else(|| missing(commands))?;
    let failed = |said: String| Error::PipFailed {
        command: format!("{} download {}", pip.join(" "), release.package),
        said,
    };
    let mut command = command(pip);
    command.args(["download", "--no-deps", "--only-binary=:all:", "--platform", release.platform]);
    command.arg("-d").arg(folder).arg(release.package);
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(fault(&output, folder, failed));
    }
    wheel_in(folder)?.ok_or_else(|| failed("it left no wheel".to_owned()))
}

/// Returns whether the command is there and is a pip.
fn works(pip: &[&str]) -> bool {
    let mut command = command(pip);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Starts a command that asks nothing and has no input to ask by.
fn command(words: &[&str]) -> Command {
    let (program, arguments) = words.split_first().unwrap_or((&"", &[]));
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    command.env("PIP_NO_INPUT", "1").env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    command
}

fn missing(commands: &[&[&str]]) -> Error {
    let tried: Vec<_> = commands.iter().map(|words| format!("`{}`", words.join(" "))).collect();
    Error::PipMissing { tried: tried.join(", ") }
}

fn fault(output: &Output, folder: &Path, failed: impl FnOnce(String) -> Error) -> Error {
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("No space left on device") {
        return Error::Full { path: folder.to_owned() };
    }
    let lines: Vec<_> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let last = lines.get(lines.len().saturating_sub(LAST_LINES)..).unwrap_or_default();
    failed(if last.is_empty() { output.status.to_string() } else { last.join("; ") })
}

fn wheel_in(folder: &Path) -> Result<Option<PathBuf>, Error> {
    let entries = fs::read_dir(folder).map_err(Error::at(folder))?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.find(|path| path.extension().is_some_and(|extension| extension == "whl")))
}
