//! The scan of all vectors on one thread, beside FAISS and NumKong, and against the speed of reading memory.

use std::fs;

use notekin_index::Reader;

use super::bandwidth;
use crate::Failure;
use crate::perturbed::{bytes, centred_query, space, without_languages};
use crate::rival::ask;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::timed;
use crate::vault::{Made, make};

/// Passages asked for.
const LIMIT: usize = 10;

/// How often the scan is timed.
const TIMES: usize = 41;

/// Questions that are scanned for in turn.
const QUESTIONS: usize = 16;

/// Megabytes a second of the machine that the bars were set on: 100,000 rows of 384 bytes in 4 ms are 80 % of it.
pub(super) const REFERENCE: f64 = 12.0;

/// Measures the scan at every size.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let (mut rows, mut last) = (Vec::new(), (f64::NAN, f64::NAN));
    let before = bandwidth::measure(bandwidth::size(stage))?;
    for size in stage.sizes() {
        let made = make(stage, size)?;
        let (row, speed, count) = scan(stage, &made)?;
        // The bars are taken at the size nearest to 100,000 rows, as a scan takes time in proportion.
        if stage.quick || (100_000..300_000).contains(&count) {
            last = (speed, row.ours * 100_000.0 / count as f64);
        }
        rows.push(row);
    }
    let buffer = bandwidth::size(stage);
    let memory = before.max(bandwidth::measure(buffer)?);
    let (speed, hundred) = last;
    rows.push(
        Row::new("scan of 100,000 x 384, one thread", hundred, "ms")
            .bar(4.0)
            .note("from the time for the size nearest to it"),
    );
    rows.push(
        Row::new("scan, share of the speed of reading memory", speed / memory * 100.0, "%")
            .better_large()
            .bar(80.0)
            .note(format!("{speed:.1} GB/s of vectors at that size")),
    );
    let said = format!(
        "one thread, buffer of {} MiB; {:.2} of the reference machine's {REFERENCE} GB/s",
        buffer >> 20,
        memory / REFERENCE
    );
    rows.push(Row::new("reading memory", memory, "GB/s").better_large().note(said));
    Ok(rows)
}

/// Returns the row of one vault, the gigabytes a second, and how many passages it has.
fn scan(stage: &Stage, made: &Made) -> Result<(Row, f64, usize), Failure> {
    let reader = Reader::open(&made.layout())?;
    let count = reader.counts()?.embedded;
    let embedder = notekin_embed::open(notekin_embed::DEFAULT_MODEL, &stage.models())?;
    let space = space(embedder.as_ref());
    let questions = stage.questions()?;
    let queries = questions.iter().take(QUESTIONS).map(|text| centred_query(&*embedder, text));
    let queries = queries.collect::<Result<Vec<_>, _>>()?;
    let query = |at: usize| queries.get(at % queries.len()).map_or(&[][..], Vec::as_slice);
    let times = timed(stage.times(TIMES), |at| {
        reader.nearest(&space, query(at), None, LIMIT)?;
        Ok(())
    })?;
    let twin: Vec<u8> =
        queries.iter().flat_map(|query| bytes(&without_languages(&space, query))).collect();
    fs::write(made.twins.join("queries.f32"), twin)?;
    let found = queries
        .iter()
        .map(|query| Ok(reader.nearest(&space, query, None, LIMIT)?))
        .collect::<Result<Vec<_>, Failure>>()?;
    let found: Vec<Vec<u64>> =
        found.iter().map(|hits| hits.iter().map(|hit| hit.chunk.0).collect()).collect();
    fs::write(made.twins.join("found.json"), serde_json::to_vec(&found)?)?;
    let arguments = [made.twins.as_os_str().to_owned(), count.to_string().into()];
    let said = ask(stage, "scan", &arguments);
    let speed = (count * space.dims) as f64 / 1e6 / times.median();
    let agreement = said.value["note"].as_str().unwrap_or_default();
    let note = said.told(format!("{speed:.1} GB/s; {agreement}").trim_end_matches("; ").to_owned());
    let row =
        Row::new(format!("scan of {count} x {}, one thread", space.dims), times.median(), "ms");
    Ok((row.with_p95(times.p95()).beside(said.rivals()).note(note), speed, count))
}
