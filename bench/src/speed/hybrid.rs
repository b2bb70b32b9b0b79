//! Whole searches by words and meaning, warm, and the disk that they need.

use std::fs;
use std::path::Path;

use notekin_engine::{Audience, Engine, SearchRequest};
use notekin_index::Reader;

use crate::Failure;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::{Times, milliseconds};
use crate::vault::{Made, make};

/// How often every question is asked.
const TIMES: usize = 5;

/// Measures searches and disk at every size.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let rows = stage.sizes().into_iter().map(|size| {
        let made = make(stage, size)?;
        let count = Reader::open(&made.layout())?.counts()?.chunks;
        let search = search(stage, &made, count)?;
        let disk = Row::new(format!("disk, {count} passages"), megabytes(&made.data)?, "MB");
        Ok([search, if count < 100_000 { disk } else { disk.bar(disk_bar(count)) }])
    });
    Ok(rows.collect::<Result<Vec<_>, Failure>>()?.concat())
}

fn disk_bar(passages: usize) -> f64 {
    if passages < 500_000 { 600.0 } else { 2500.0 }
}

/// The engine embeds the question itself; what that takes is measured apart, for the same question and at the same time,
/// and taken off.
fn search(stage: &Stage, made: &Made, count: usize) -> Result<Row, Failure> {
    let engine = made.engine();
    let embedder = notekin_embed::open(notekin_embed::DEFAULT_MODEL, &stage.models())?;
    let (mut whole, mut without, mut embedding) = (Vec::new(), Vec::new(), Vec::new());
    for question in stage.questions()? {
        let request = request(&engine, &question)?;
        for _ in 0..stage.times(TIMES) {
            let (question, _) = milliseconds(|| Ok(embedder.query(&request.query)?))?;
            let (search, ()) = milliseconds(|| found(&engine, &request))?;
            embedding.push(question);
            whole.push(search);
            without.push((search - question).max(0.0));
        }
    }
    let (whole, without, embedding) = (Times::of(whole), Times::of(without), Times::of(embedding));
    let row = Row::new(
        format!("a warm search by both, {count} passages, without embedding the question"),
        without.median(),
        "ms",
    );
    let row = row.with_p95(without.p95()).note(format!(
        "with it {:.1}, p95 {:.1}; the question alone {:.1}, on all threads",
        whole.median(),
        whole.p95(),
        embedding.median()
    ));
    Ok(match count {
        40_000..60_000 => row.bar_on_p95(10.0),
        100_000..500_000 => row.bar(25.0),
        500_000.. => row.bar(60.0),
        _ => row,
    })
}

/// Searches; a search that finds nothing measures nothing.
pub(super) fn found(engine: &Engine, request: &SearchRequest) -> Result<(), Failure> {
    let reply = engine.search(request, Audience::Owner)?;
    if reply.mode != request.mode {
        return Err(
            format!("`{}` was not searched by both: {:?}", request.query, reply.notices).into()
        );
    }
    if reply.hits.is_empty() {
        return Err(format!("nothing was found for `{}`", request.query).into());
    }
    Ok(())
}

/// Returns a request for what a question is answered by, or for all there is where that is said to be nothing.
pub(super) fn request(engine: &Engine, question: &str) -> Result<SearchRequest, Failure> {
    let request = SearchRequest { update: false, ..SearchRequest::new(question) };
    let everything = engine.search(&request, Audience::Owner)?.hits.is_empty();
    Ok(SearchRequest { everything, ..request })
}

/// Returns the megabytes of all files below a folder.
fn megabytes(folder: &Path) -> Result<f64, Failure> {
    let mut bytes = 0.0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes +=
            if metadata.is_dir() { megabytes(&entry.path())? } else { metadata.len() as f64 / 1e6 };
    }
    Ok(bytes)
}
