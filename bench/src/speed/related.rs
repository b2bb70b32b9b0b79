//! Looks at related notes, warm, from stored vectors, words and links.

use notekin_engine::{Audience, RelatedRequest, Show, Subject};
use notekin_index::Reader;

use crate::Failure;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::{Times, milliseconds};
use crate::vault::{Size, make};

/// Notes looked at, all over the vault.
const NOTES: usize = 30;

/// How often each is looked at.
const TIMES: usize = 5;

/// Measures looks at notes of a vault of 50,000 passages.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let made = make(stage, stage.size(Size::of_passages(50_000)))?;
    let reader = Reader::open(&made.layout())?;
    let (notes, count) = (reader.notes()?, reader.counts()?.chunks);
    let engine = made.engine();
    let mut times = Vec::new();
    for note in notes.iter().step_by((notes.len() / NOTES).max(1)) {
        let subject = Subject::Note(note.path.as_str().to_owned());
        let request = RelatedRequest {
            show: Show::All,
            everything: true,
            update: false,
            ..RelatedRequest::new(subject)
        };
        engine.related(&request, Audience::Owner)?;
        for _ in 0..stage.times(TIMES) {
            let (time, reply) = milliseconds(|| Ok(engine.related(&request, Audience::Owner)?))?;
            if reply.related.is_empty() {
                return Err(format!("nothing is related to {}", note.path).into());
            }
            times.push(time);
        }
    }
    let times = Times::of(times);
    let row =
        Row::new(format!("a warm look at related notes, {count} passages"), times.median(), "ms");
    Ok(vec![row.with_p95(times.p95()).bar(10.0)])
}
