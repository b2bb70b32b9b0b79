//! Many who ask at once, while notes are edited.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::connection::Connection;
use super::process::Process;
use crate::Failure;
use crate::timing::Times;

/// How often each client asks, and a note is edited.
const EVERY: Duration = Duration::from_secs(1);

/// How long what was written last may take to be found.
const PATIENCE: Duration = Duration::from_secs(30);

/// Who asks what, and for how long.
pub(super) struct Load<'a> {
    /// How many ask, each on a connection of its own.
    pub(super) clients: usize,
    /// How long they go on.
    pub(super) lasts: Duration,
    /// The folder in which notes are edited.
    pub(super) vault: &'a Path,
    /// How many notes are in it.
    pub(super) notes: usize,
    /// What they ask, one after the other.
    pub(super) questions: Vec<String>,
}

/// What they met.
pub(super) struct Loaded {
    /// How long each search took.
    pub(super) searches: Times,
    /// What each that failed was told.
    pub(super) failed: Vec<String>,
    /// How many edits there were.
    pub(super) edits: usize,
    /// How long all of it took.
    pub(super) lasted: Duration,
    /// The megabytes of the engine at the start and at the end.
    pub(super) memory: (f64, f64),
    /// The seconds from the last edit until it was found.
    pub(super) found: f64,
}

impl Load<'_> {
    /// Has all of them ask; the notes are put back as they were.
    pub(super) fn run(&self, process: &Process) -> Result<Loaded, Failure> {
        let connections =
            (0..self.clients).map(|_| process.connect()).collect::<Result<Vec<_>, _>>()?;
        let before = process.megabytes()?;
        let start = Instant::now();
        let (asked, edits) = thread::scope(|scope| {
            let editing = scope.spawn(|| self.edit(start));
            let asking: Vec<_> = connections
                .into_iter()
                .enumerate()
                .map(|(at, connection)| scope.spawn(move || self.ask(at, connection, start)))
                .collect();
            let asked: Vec<_> =
                asking.into_iter().filter_map(|client| client.join().ok()).collect();
            (asked, editing.join().unwrap_or_else(|_| Err("editing broke off".into())))
        });
        let lasted = start.elapsed();
        let edits = edits?;
        let found = found(&mut process.connect()?, edits.len());
        let after = process.megabytes()?;
        edits.iter().try_for_each(|(path, text)| fs::write(path, text))?;
        let (times, failed): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
        Ok(Loaded {
            searches: Times::of(times.concat()),
            failed: failed.concat(),
            edits: edits.len(),
            lasted,
            memory: (before, after),
            found: found?,
        })
    }

    /// Asks about once a second, each client at a time of its own; returns the milliseconds of each search, and what failed.
    fn ask(
        &self,
        client: usize,
        mut connection: Connection,
        start: Instant,
    ) -> (Vec<f64>, Vec<String>) {
        let (mut times, mut failed) = (Vec::new(), Vec::new());
        let offset = EVERY.mul_f64(client as f64 / self.clients as f64);
        for (turn, due) in dues(start + offset, start + self.lasts) {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let question = &self.questions[(turn * self.clients + client) % self.questions.len()];
            let asked = Instant::now();
            match connection.post("search", &json!({ "query": question, "lenient": true })) {
                Ok(_) => times.push(asked.elapsed().as_secs_f64() * 1e3),
                Err(failure) => failed.push(failure.to_string()),
            }
        }
        (times, failed)
    }

    /// Adds a line to a note once a second; returns the notes with what was in them before.
    fn edit(&self, start: Instant) -> Result<Vec<(PathBuf, String)>, Failure> {
        let mut edited = Vec::new();
        for (turn, due) in dues(start, start + self.lasts) {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            // A prime far from the number of notes leads all over the vault.
            let path = self.vault.join(crate::vault::place((turn * 7919) % self.notes));
            let text = fs::read_to_string(&path)?;
            fs::write(
                &path,
                format!("{text}\n## Added\n\nOf {} nothing was known.\n", word(turn)),
            )?;
            edited.push((path, text));
        }
        Ok(edited)
    }
}

/// Returns when each turn is due.
fn dues(start: Instant, end: Instant) -> impl Iterator<Item = (usize, Instant)> {
    (0_u32..)
        .map(move |turn| (turn as usize, start + EVERY * turn))
        .take_while(move |it| it.1 < end)
}

/// Returns a word that stands nowhere but in one edit.
fn word(turn: usize) -> String {
    format!("zzedit{turn}q")
}

/// Returns the seconds until the last of the edits is found.
fn found(connection: &mut Connection, edits: usize) -> Result<f64, Failure> {
    let wanted = json!({ "query": word(edits.saturating_sub(1)), "mode": "keyword" });
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        let reply = connection.post("search", &wanted)?;
        if reply["hits"].as_array().is_some_and(|hits| !hits.is_empty()) {
            return Ok(started.elapsed().as_secs_f64());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Err("what was written is not found".into())
}
