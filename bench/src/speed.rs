//! Speed: every bar of the design beside what others take for the same work, in one run.
//!
//! Each subject runs in a process of its own, so that no memory, thread or warm cache of one serves another.

mod bandwidth;
mod command_line;
mod embedding;
mod first;
mod hybrid;
mod memory;
mod parsing;
mod related;
mod scan;
mod serve;
mod words;

use std::env;
use std::process::{Command, Stdio};

use crate::Failure;
use crate::machine;
use crate::row::Row;
use crate::stage::Stage;
use crate::table::Report;

/// A subject: its name, how many threads it may use (0 for all), whether it goes by meaning, and what measures it.
struct Subject {
    name: &'static str,
    threads: usize,
    needs_model: bool,
    measure: fn(&Stage) -> Result<Vec<Row>, Failure>,
}

const SUBJECTS: [Subject; 10] = [
    subject("scan", 1, true, scan::run),
    subject("words", 0, true, words::run),
    subject("hybrid", 0, true, hybrid::run),
    subject("related", 0, true, related::run),
    subject("memory", 0, true, memory::run),
    subject("embedding", 1, true, embedding::run),
    subject("command-line", 0, true, command_line::run),
    subject("serve", 0, true, serve::run),
    subject("parsing", 1, false, parsing::run),
    subject("first", 0, false, first::run),
];

const fn subject(
    name: &'static str,
    threads: usize,
    needs_model: bool,
    measure: fn(&Stage) -> Result<Vec<Row>, Failure>,
) -> Subject {
    Subject { name, threads, needs_model, measure }
}

/// What marks the one line of a subject's process that is its result.
const RESULT: &str = "rows: ";

/// Measures the subjects named, or all, and writes the table; a subject that fails is told, the others go on.
pub(crate) fn run(stage: &Stage, names: &[&str], keep: bool) -> Result<(), Failure> {
    if let Some(unknown) = names.iter().find(|name| find(name).is_none()) {
        let known = SUBJECTS.map(|subject| subject.name).join(", ");
        return Err(format!("no subject `{unknown}`; there are {known}").into());
    }
    let mut report = Report::new(stage.quick, machine::load());
    let is_wanted = |subject: &&Subject| names.is_empty() || names.contains(&subject.name);
    for subject in SUBJECTS.iter().filter(is_wanted) {
        eprintln!("measuring {}", subject.name);
        let ready = if subject.needs_model { stage.need_model() } else { Ok(()) };
        match ready.and_then(|()| apart(stage, subject)) {
            Ok(rows) => report.add(subject.name, rows),
            Err(failure) => report.miss(subject.name, &failure.to_string()),
        }
    }
    let text = report.finished(machine::load());
    println!("{text}");
    let name = if stage.quick { "speed-quick.md" } else { "speed.md" };
    let folder = if keep && !stage.quick {
        let run = format!("{}-{}", machine::today(), machine::slug());
        stage.root.join("bench/runs").join(run)
    } else {
        stage.work.join("runs")
    };
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(name), text)?;
    println!("written to {}", folder.join(name).display());
    if report.is_whole() { Ok(()) } else { Err("not every subject was measured".into()) }
}

/// Measures one subject in this process and tells the result on one line.
pub(crate) fn alone(stage: &Stage, name: &str) -> Result<(), Failure> {
    let subject = find(name).ok_or_else(|| format!("no subject `{name}`"))?;
    let rows = (subject.measure)(stage)?;
    println!("{RESULT}{}", serde_json::to_string(&rows)?);
    Ok(())
}

fn find(name: &str) -> Option<&'static Subject> {
    SUBJECTS.iter().find(|subject| subject.name == name)
}

fn apart(stage: &Stage, subject: &Subject) -> Result<Vec<Row>, Failure> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["subject", subject.name]).stdin(Stdio::null()).stderr(Stdio::inherit());
    command.args(stage.quick.then_some("--quick")).args(stage.long.then_some("--long"));
    if subject.threads > 0 {
        command.env("RAYON_NUM_THREADS", subject.threads.to_string());
    }
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let rows = text.lines().find_map(|line| line.strip_prefix(RESULT));
    let rows = rows.filter(|_| output.status.success());
    Ok(serde_json::from_str(rows.ok_or("it failed, see above")?)?)
}
