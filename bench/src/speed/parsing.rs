//! Notes parsed and cut into passages on one thread.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use notekin_note::{Format, NotePath, Settings, parse};

use crate::Failure;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::timed;

/// How often all notes are parsed.
const TIMES: usize = 7;

/// Measures all notes of the shared vaults, else of the fixtures.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let (shared, own) = (stage.shared().join("vaults"), stage.root.join("fixtures/vaults"));
    let mut notes = Vec::new();
    collect(if shared.is_dir() && !stage.quick { &shared } else { &own }, &mut notes)?;
    let settings = Settings::default();
    let times = timed(stage.times(TIMES), |_| {
        for (format, raw) in &notes {
            black_box(parse(raw, *format, &settings));
        }
        Ok(())
    })?;
    let megabytes = notes.iter().map(|(_, raw)| raw.len()).sum::<usize>() as f64 / 1e6;
    let row = Row::new("parsing and cutting, one thread", megabytes / times.median() * 1e3, "MB/s");
    let note = format!("{} notes of {megabytes:.1} MB", notes.len());
    Ok(vec![row.better_large().bar(50.0).note(note)])
}

fn collect(folder: &Path, notes: &mut Vec<(Format, Vec<u8>)>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, notes)?;
        } else if let Some(format) = format(&path) {
            notes.push((format, fs::read(&path)?));
        }
    }
    Ok(())
}

fn format(path: &Path) -> Option<Format> {
    Format::of(&NotePath::parse(path.file_name()?.to_str()?).ok()?)
}
