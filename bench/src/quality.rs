//! Search quality on the shared sets, by the command line as users have it.

use std::process::Command;

use crate::stage::Stage;
use crate::{Failure, succeed};

/// Scores searches with `bench/quality/run.py` and, where neither groups nor haste narrow it, answers as well. Answers are
/// scored also where searches fall short.
pub(crate) fn run(stage: &Stage, arguments: &[&str]) -> Result<(), Failure> {
    let searches = script(stage, "run.py", arguments);
    let is_whole = |argument: &&str| ["--keep", "--fresh"].contains(argument);
    if arguments.iter().all(is_whole) {
        let keep: &[&str] = if arguments.contains(&"--keep") { &["--keep"] } else { &[] };
        script(stage, "ask/run.py", keep)?;
    }
    searches
}

/// Scores links and hubs, and near-copies.
pub(crate) fn related(stage: &Stage, arguments: &[&str]) -> Result<(), Failure> {
    script(stage, "related/run.py", arguments)?;
    script(stage, "copies/run.py", &[])
}

/// Runs a script over the command line, built beside this program.
fn script(stage: &Stage, name: &str, arguments: &[&str]) -> Result<(), Failure> {
    let notekin = stage.notekin(&stage.work)?;
    let mut command = Command::new("python3");
    command.arg(stage.root.join("bench/quality").join(name)).arg("--notekin");
    command.arg(notekin.get_program()).args(arguments).current_dir(&stage.root);
    succeed(command.env("NOTEKIN_MODELS_DIR", stage.models()).env("PYTHONDONTWRITEBYTECODE", "1"))
}
