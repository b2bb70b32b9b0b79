//! Search quality on the shared sets, by the command line as users have it.

use std::process::Command;

use crate::stage::Stage;
use crate::{Failure, succeed};

/// Scores the command line, built beside this program, with `bench/quality/run.py`.
pub(crate) fn run(stage: &Stage, arguments: &[&str]) -> Result<(), Failure> {
    let notekin = stage.notekin(&stage.work)?;
    let mut command = Command::new("python3");
    command.arg(stage.root.join("bench/quality/run.py")).arg("--notekin");
    command.arg(notekin.get_program()).args(arguments).current_dir(&stage.root);
    succeed(command.env("NOTEKIN_MODELS_DIR", stage.models()).env("PYTHONDONTWRITEBYTECODE", "1"))
}
