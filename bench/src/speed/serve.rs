//! The running engine: how soon it answers, what HTTP adds to a search, what it does when nobody asks, and how it bears
//! many who ask at once while notes are edited.

mod connection;
mod load;
mod process;

use std::thread;
use std::time::{Duration, Instant};

use notekin_engine::{Audience, Engine, SearchRequest};
use serde_json::json;

use super::command_line::run_silently;
use crate::Failure;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::{Times, milliseconds};
use crate::vault::{Made, Size, make};
use connection::Connection;
use load::{Load, Loaded};
use process::Process;

/// How many notes are served.
const NOTES: usize = 13_000;

/// How often every question is asked both ways.
const TIMES: usize = 5;

/// How long it is watched while nobody asks.
const IDLE: Duration = Duration::from_secs(30);

/// How many ask at once.
const CLIENTS: usize = 50;

/// How long they do.
const LASTS: Duration = Duration::from_mins(1);

/// Measures an engine that serves a vault of its own, as its notes are edited.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let own = Stage { work: stage.work.join("serve"), ..stage.clone() };
    let made = make(&own, stage.size(Size::of_notes(NOTES)))?;
    // An engine serves the vaults that are registered.
    run_silently(own.notekin(&made.data)?.args(["vault", "add"]).arg(&made.vault))?;
    let first = stage.questions()?.into_iter().next_back().unwrap_or_default();
    let (start, process) = milliseconds(|| {
        let process = Process::start(&mut own.notekin(&made.data)?, &made.data)?;
        found(&mut process.connect()?, &first, false)?;
        Ok(process)
    })?;
    process.settled()?;
    let mut rows = vec![
        Row::new(
            format!("from the start of `notekin serve` to its first answer, {} notes", made.notes),
            start / 1e3,
            "s",
        )
        .bar(1.0)
        .note("by words and by meaning, from an index that is there"),
    ];
    rows.push(added(stage, &made, &process)?);
    rows.push(idle(stage, &process)?);
    let lasts = if stage.quick { Duration::from_secs(3) } else { LASTS };
    let load = Load {
        clients: CLIENTS,
        lasts,
        vault: &made.vault,
        notes: made.notes,
        questions: stage.many_questions()?,
    };
    rows.extend(loaded(&load.run(&process)?));
    process.settled()?;
    Ok(rows)
}

/// Measures what a search takes longer when it is asked over HTTP than in this process, question by question.
fn added(stage: &Stage, made: &Made, process: &Process) -> Result<Row, Failure> {
    let engine = made.engine();
    let mut connection = process.connect()?;
    let (mut inside, mut over_http, mut added) = (Vec::new(), Vec::new(), Vec::new());
    for question in stage.questions()? {
        in_process(&engine, &question)?;
        found(&mut connection, &question, true)?;
        for _ in 0..stage.times(TIMES) {
            let (own, ()) = milliseconds(|| in_process(&engine, &question))?;
            let (theirs, ()) = milliseconds(|| found(&mut connection, &question, true))?;
            inside.push(own);
            over_http.push(theirs);
            added.push(theirs - own);
        }
    }
    let (inside, over_http, added) = (Times::of(inside), Times::of(over_http), Times::of(added));
    let row = Row::new("what HTTP adds to a search", added.median(), "ms").with_p95(added.p95());
    Ok(row.bar(2.0).note(format!(
        "over HTTP {:.1}, p95 {:.1}; the same in one process {:.1}, p95 {:.1}",
        over_http.median(),
        over_http.p95(),
        inside.median(),
        inside.p95()
    )))
}

/// Searches in this process.
fn in_process(engine: &Engine, question: &str) -> Result<(), Failure> {
    let request = SearchRequest { update: false, ..SearchRequest::new(question) };
    engine.search(&request, Audience::Owner)?;
    Ok(())
}

/// Searches over HTTP as the page does, or without a look for changes.
fn found(connection: &mut Connection, question: &str, no_update: bool) -> Result<(), Failure> {
    connection.post("search", &json!({ "query": question, "no_update": no_update }))?;
    Ok(())
}

/// Measures the seconds on cores of an engine that nobody asks.
fn idle(stage: &Stage, process: &Process) -> Result<Row, Failure> {
    let lasts = if stage.quick { Duration::from_secs(2) } else { IDLE };
    let before = process.cpu_seconds()?;
    let started = Instant::now();
    thread::sleep(lasts);
    let used = process.cpu_seconds()? - before;
    let work =
        format!("time on cores in {:.0} s without a request", started.elapsed().as_secs_f64());
    Ok(Row::new(work, used, "s").bar(0.1))
}

/// Returns what many clients met.
fn loaded(met: &Loaded) -> [Row; 5] {
    let work = format!(
        "{CLIENTS} clients, {:.0} searches a second, while a note a second is edited",
        met.searches.count() as f64 / met.lasted.as_secs_f64()
    );
    let again = "the same: ";
    [
        Row::new(work, met.searches.median(), "ms").with_p95(met.searches.p95()).note(format!(
            "{} searches, {} edits",
            met.searches.count(),
            met.edits
        )),
        Row::new(format!("{again}99 of 100 within"), met.searches.p99(), "ms").bar(150.0),
        Row::new(format!("{again}failed"), met.failed.len() as f64, "searches")
            .bar(0.0)
            .note(met.failed.first().cloned().unwrap_or_default()),
        Row::new(format!("{again}memory of the engine at the end"), met.memory.1, "MB")
            .note(format!("at the start {:.0}", met.memory.0)),
        Row::new(format!("{again}until what was written last is found"), met.found, "s"),
    ]
}
