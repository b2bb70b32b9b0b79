//! Search quality on the shared sets, by the command line as users have it.

use std::path::Path;
use std::process::Command;

use crate::Failure;

/// Builds the command line and scores it with `bench/quality/run.py`.
pub(crate) fn run(root: &Path, sets: &[&str]) -> Result<(), Failure> {
    succeed(
        Command::new("cargo")
            .args(["build", "--release", "--locked", "--package", "notekin-cli"])
            .current_dir(root),
    )?;
    succeed(
        Command::new("python3").arg(root.join("bench/quality/run.py")).args(sets).current_dir(root),
    )
}

fn succeed(command: &mut Command) -> Result<(), Failure> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(format!("`{command:?}` failed").into()) }
}
