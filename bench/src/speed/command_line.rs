//! The command line, each time from its start: searches, and an update with nothing to do.

use std::process::{Command, Stdio};

use crate::Failure;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::timed;
use crate::vault::{Made, Size, make};

/// How often each command is started.
const TIMES: usize = 11;

/// Measures searches with 10,000 notes and an update of 13,000.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let made = make(stage, stage.size(Size::of_notes(10_000)))?;
    let mut rows = Vec::new();
    for (mode, bar) in [("keyword", 0.15), ("hybrid", 0.4)] {
        let words = ["search", "--no-update", "--mode", mode, "--json", "airflow scheduler"];
        let work = format!("`notekin search --mode {mode} --no-update`, {} notes", made.notes);
        rows.push(started(stage, &made, &words, work)?.bar(bar).note("from its start to its end"));
    }
    let made = make(stage, stage.size(Size::of_notes(13_000)))?;
    let work = format!("`notekin index` with nothing changed, {} notes", made.notes);
    rows.push(started(stage, &made, &["index", "--yes", "--json"], work)?.bar(1.0));
    Ok(rows)
}

fn started(stage: &Stage, made: &Made, words: &[&str], work: String) -> Result<Row, Failure> {
    let times = timed(stage.times(TIMES), |_| {
        let mut command = stage.notekin(&made.data)?;
        command.args(words).args(made.named());
        run_silently(&mut command)
    })?;
    Ok(Row::new(work, times.median() / 1e3, "s").with_p95(times.p95() / 1e3))
}

/// Runs the command line; that nothing was found is a success too.
pub(super) fn run_silently(command: &mut Command) -> Result<(), Failure> {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    match status.code() {
        Some(0 | 1) => Ok(()),
        _ => Err(format!("`{command:?}` failed").into()),
    }
}
