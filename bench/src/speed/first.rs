//! The first run over 2,000 real notes: until they are found by words, and in a long run until they are by meaning.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use notekin_index::{Layout, Reader};

use super::command_line::run_silently;
use crate::Failure;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::milliseconds;

/// Vaults that have 1,963 notes together.
const VAULTS: [&str; 5] = [
    "dendron-site",
    "logseq-docs",
    "obsidian-tasks-demo",
    "zettelkasten.de",
    "data-engineering-wiki",
];

/// How often a second process asks how far the first one is.
const PAUSE: Duration = Duration::from_secs(1);

/// Measures the first run; the folder of data is new each time.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let work = stage.work.join("speed/first");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let (vault, data) = (work.join("notes"), work.join("data"));
    let count = gather(stage, &vault)?;
    let mut index = stage.notekin(&data)?;
    index.arg("index").arg("--vault").arg(&vault).args(["--words-only", "--yes", "--json"]);
    let (words, ()) = milliseconds(|| run_silently(&mut index))?;
    let work = format!("first run over {count} notes, by words");
    let mut rows = vec![Row::new(work, words / 1e3, "s").bar(5.0)];
    if stage.long {
        stage.need_model()?;
        fs::remove_dir_all(&data)?;
        rows.extend(by_meaning(stage, &vault, &data, count)?);
    }
    Ok(rows)
}

fn by_meaning(stage: &Stage, vault: &Path, data: &Path, count: usize) -> Result<[Row; 2], Failure> {
    let mut index = stage.notekin(data)?;
    index.arg("index").arg("--vault").arg(vault).args(["--yes", "--json"]);
    let started = Instant::now();
    let mut running = Running(index.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?);
    let mut every_note = None;
    let ended = loop {
        let status = running.0.try_wait()?;
        if every_note.is_none() && (status.is_some() || are_all_found(data)) {
            every_note = Some(started.elapsed());
        }
        match status {
            Some(status) if status.success() => break started.elapsed(),
            Some(_) => return Err("`notekin index` failed".into()),
            None => thread::sleep(PAUSE),
        }
    };
    let every_note = every_note.unwrap_or(ended).as_secs_f64();
    let note = "asked by a second process every second";
    Ok([
        Row::new(
            format!("the same, until every note is found by meaning, {count} notes"),
            every_note,
            "s",
        )
        .bar(300.0)
        .note(note),
        Row::new("the same, until every passage is", ended.as_secs_f64(), "s"),
    ])
}

/// A process that ends with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _gone_already = self.0.kill();
        let _by_a_kill = self.0.wait();
    }
}

/// Returns whether a passage of every note that has any to embed is found by meaning.
fn are_all_found(data: &Path) -> bool {
    let counts = || {
        let folder = data.join("vaults").join(crate::vault::id(data)?).join("index");
        let layout = Layout { folder, vectors: data.join("vectors") };
        Ok::<_, Failure>(Reader::open(&layout)?.counts()?)
    };
    // Before words are committed there is no index to ask.
    counts().is_ok_and(|counts| counts.embedded > 0 && counts.notes_unserved == 0)
}

/// Copies the notes of the vaults into one; without the shared data, those of the fixtures.
fn gather(stage: &Stage, into: &Path) -> Result<usize, Failure> {
    let shared = stage.shared().join("vaults");
    let from: Vec<PathBuf> = if shared.is_dir() && !stage.quick {
        VAULTS.iter().map(|name| shared.join(name)).collect()
    } else {
        vec![stage.root.join("fixtures/vaults/sample")]
    };
    let mut count = 0;
    for vault in from {
        let name = vault.file_name().map(PathBuf::from).unwrap_or_default();
        count += copy(&vault, &into.join(name))?;
    }
    Ok(count)
}

fn copy(from: &Path, into: &Path) -> Result<usize, Failure> {
    fs::create_dir_all(into)?;
    let mut count = 0;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = into.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            count += copy(&entry.path(), &target)?;
        } else {
            fs::write(&target, fs::read(entry.path())?)?;
            count += usize::from(target.extension().is_some_and(|extension| extension == "md"));
        }
    }
    Ok(count)
}
