//! Questions by words alone, beside SQLite's FTS5 with the same passages.

use std::fs;

use notekin_index::{Reader, WordQuery};

use crate::Failure;
use crate::rival::ask;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::timed;
use crate::vault::{Made, make};

/// Passages asked for.
const LIMIT: usize = 10;

/// How often every question is asked.
const TIMES: usize = 9;

/// The size that the bar is for, in passages; vaults of a size have about as many.
const BAR_AT: std::ops::Range<usize> = 40_000..60_000;

/// Measures questions by words at every size.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    stage.sizes().into_iter().map(|size| words(stage, &make(stage, size)?)).collect()
}

fn words(stage: &Stage, made: &Made) -> Result<Row, Failure> {
    let reader = Reader::open(&made.layout())?;
    let count = reader.counts()?.chunks;
    let questions = stage.questions()?;
    let queries: Vec<WordQuery> = questions.iter().map(|text| WordQuery::parse(text)).collect();
    let times = timed(stage.times(TIMES) * queries.len(), |at| {
        if let Some(query) = queries.get(at % queries.len()) {
            reader.words(query, None, LIMIT)?;
        }
        Ok(())
    })?;
    fs::write(made.twins.join("questions.json"), serde_json::to_vec(&questions)?)?;
    let rounds = stage.times(TIMES).div_ceil(3);
    let said = ask(stage, "words", &[made.twins.as_os_str(), rounds.to_string().as_ref()]);
    let row = Row::new(format!("a question by words, {count} passages"), times.median(), "ms")
        .with_p95(times.p95())
        .beside(said.rivals())
        .note(said.told(format!("{} questions", questions.len())));
    Ok(if BAR_AT.contains(&count) { row.bar(2.0) } else { row })
}
