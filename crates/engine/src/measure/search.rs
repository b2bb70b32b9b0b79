//! How well questions are answered whose answers are known.

use std::collections::BTreeSet;

use notekin_note::NotePath;

use super::Work;
use super::dice::Dice;
use super::known::Question;
use super::request::SearchMeasure;
use super::statistics::{mean_with_interval, share_with_interval};
use crate::engine::Engine;
use crate::progress::Stage;
use crate::{Audience, Error, Mode, SearchRequest};

/// The modes that rank.
const MODES: [Mode; 3] = [Mode::Hybrid, Mode::Keyword, Mode::Semantic];

/// The first notes that count.
const DEPTH: usize = 10;

/// Asks all questions in each mode.
pub(super) fn measure(
    engine: &Engine,
    questions: &[Question],
    seed: u64,
    work: &Work<'_>,
) -> Result<Vec<SearchMeasure>, Error> {
    if questions.is_empty() {
        return Ok(Vec::new());
    }
    let reader = engine.reader()?;
    let has_meaning = reader.model().is_some() && engine.serving_model(&reader).is_ok();
    let modes = MODES.iter().filter(|mode| has_meaning || **mode == Mode::Keyword);
    let mut measures = Vec::new();
    for mode in modes {
        work.progress.begin(Stage::Asking, questions.len());
        let mut found = Vec::new();
        for question in questions {
            work.go_on()?;
            found.push(ask(engine, &question.query, *mode)?);
            work.progress.advance(1);
        }
        measures.extend(scored(*mode, questions, found, seed));
    }
    Ok(measures)
}

/// Returns the notes found, best first.
fn ask(engine: &Engine, query: &str, mode: Mode) -> Result<Vec<NotePath>, Error> {
    let usual = SearchRequest::new(query);
    // Enough passages for that many notes, however hardly they have to do with the query: a ranking is judged.
    let limit = DEPTH * usual.per_note;
    let request =
        SearchRequest { mode, limit, everything: true, lenient: true, update: false, ..usual };
    let reply = engine.search(&request, Audience::Owner)?;
    let mut notes: Vec<NotePath> = Vec::new();
    for hit in reply.hits {
        if !notes.contains(&hit.path) {
            notes.push(hit.path);
        }
    }
    notes.truncate(DEPTH);
    Ok(notes)
}

fn scored(
    mode: Mode,
    questions: &[Question],
    found: Vec<Vec<NotePath>>,
    seed: u64,
) -> Option<SearchMeasure> {
    let both = || questions.iter().zip(&found);
    let rank = |(question, found): (&Question, &Vec<NotePath>)| {
        let place = found.iter().position(|path| question.answers.contains(path));
        place.map(|place| place + 1)
    };
    let ranks: Vec<Option<usize>> = both().map(rank).collect();
    let gains: Vec<f32> = both().map(|(question, found)| ndcg(&question.answers, found)).collect();
    let mean = |values: &[f32]| mean_with_interval(values, &mut Dice::new(seed));
    let hit_at = |depth: usize| {
        let hits = ranks.iter().map(|rank| rank.is_some_and(|rank| rank <= depth));
        share_with_interval(&hits.collect::<Vec<_>>())
    };
    let (hit_at_1, hit_at_5, hit_at_10) = (hit_at(1)?, hit_at(5)?, hit_at(DEPTH)?);
    let reciprocal: Vec<f32> =
        ranks.iter().map(|rank| rank.map_or(0.0, |rank| 1.0 / rank as f32)).collect();
    let (mrr, ndcg) = (mean(&reciprocal)?, mean(&gains)?);
    let ids = questions.iter().map(|question| question.id.clone());
    let found = ids.zip(found).collect();
    Some(SearchMeasure { mode, hit_at_1, hit_at_5, hit_at_10, mrr, ndcg, found, ranks })
}

/// Returns the normalised discounted cumulative gain, with answers that are right or wrong.
fn ndcg(answers: &BTreeSet<NotePath>, found: &[NotePath]) -> f32 {
    let discount = |place: usize| 1.0 / (place as f32 + 2.0).log2();
    let places = found.iter().enumerate().filter(|(_, path)| answers.contains(*path));
    let sum: f32 = places.map(|(place, _)| discount(place)).sum();
    let best: f32 = (0..answers.len().min(DEPTH)).map(discount).sum();
    if best > 0.0 { sum / best } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<NotePath> {
        names.iter().map(|name| NotePath::parse(name).unwrap()).collect()
    }

    #[test]
    fn the_gain_is_one_when_all_answers_come_first_and_falls_with_their_rank() {
        let answers: BTreeSet<NotePath> = paths(&["a.md", "b.md"]).into_iter().collect();
        let ndcg = |found: &[&str]| ndcg(&answers, &paths(found));
        assert!((ndcg(&["b.md", "a.md", "c.md"]) - 1.0).abs() < 1e-6);
        assert!((ndcg(&["c.md"])).abs() < 1e-6);
        // One of two, second: 1/log2(3) of 1 + 1/log2(3).
        assert!((ndcg(&["c.md", "a.md"]) - 0.6309 / 1.6309).abs() < 1e-3);
    }
}
