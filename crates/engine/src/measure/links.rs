//! How well linked pairs of notes are told from others.

use std::collections::BTreeMap;

use notekin_index::NoteId;

use super::Work;
use super::dice::Dice;
use super::request::{JudgedPair, LinkMeasure, Relation, ScoreSpread, Variant};
use super::sample::Sample;
use super::statistics::{Interval, auc, curve, histogram};
use crate::Error;
use crate::progress::Stage;
use crate::related::{Judge, Judgement, LogOdds};

/// A part of a score.
type Part = fn(&LogOdds) -> f32;

/// The parts of the score, and what they are called.
const PARTS: [(&str, Part); 4] = [
    ("meaning", |odds| odds.meaning),
    ("shared words", |odds| odds.words),
    ("names", |odds| odds.names),
    ("links", |odds| odds.links),
];

/// Bins of the scores' histogram.
const BINS: usize = 25;

/// Points of a curve.
const POINTS: usize = 200;

/// Judges all pairs of a sample, and finds out how well that tells linked ones from others.
pub(super) fn measure(
    judge: &Judge<'_>,
    sample: &Sample,
    missing: usize,
    seed: u64,
    work: &Work<'_>,
) -> Result<LinkMeasure, Error> {
    let judged = judged(judge, &sample.pairs, work)?;
    let variant = |name: String, is_default, of: &dyn Fn(&Judgement) -> f32| {
        let scores: Vec<_> =
            judged.iter().map(|((_, _, relation), judged)| (*relation, of(judged))).collect();
        let (random, same_folder) = auc_by_relation(&scores, seed);
        Variant { group: "parts", name, is_default, random, same_folder }
    };
    let wholes = [
        variant("all parts".to_owned(), true, &|judged| judged.chance),
        variant("text alone".to_owned(), false, &|judged| judged.text),
    ];
    let has_meaning = judged.iter().any(|(_, judged)| judged.parts.meaning != 0.0);
    let parts = PARTS
        .iter()
        .skip(usize::from(!has_meaning))
        .map(|(name, of)| variant(format!("{name} alone"), false, &|judged| of(&judged.parts)));
    let path = |note| judge.note(note).map(|note| note.path.clone());
    let pairs: Vec<JudgedPair> = judged
        .iter()
        .filter_map(|((a, b, relation), judged)| {
            let (relation, score, text_score) = (*relation, judged.chance, judged.text);
            Some(JudgedPair { a: path(*a)?, b: path(*b)?, relation, score, text_score })
        })
        .collect();
    Ok(LinkMeasure {
        linked_in_vault: sample.linked_in_vault,
        given: sample.given,
        missing: missing + sample.pairs.len() - pairs.len(),
        parts: wholes.into_iter().chain(parts).collect(),
        scores: spread(&pairs),
        pairs,
    })
}

/// Returns how the scores of each kind of pairs lie.
fn spread(pairs: &[JudgedPair]) -> Vec<ScoreSpread> {
    let of = |relation| -> Vec<f32> {
        pairs.iter().filter(|pair| pair.relation == relation).map(|pair| pair.score).collect()
    };
    let linked = of(Relation::Linked);
    let kinds = [Relation::Linked, Relation::Random, Relation::SameFolder];
    let spread = kinds.map(|relation| {
        let scores = of(relation);
        let is_linked = relation == Relation::Linked;
        let curve = if is_linked { Vec::new() } else { curve(&linked, &scores, POINTS) };
        (!scores.is_empty()).then(|| ScoreSpread {
            relation,
            histogram: histogram(&scores, BINS),
            curve,
        })
    });
    spread.into_iter().flatten().collect()
}

type Pair = (NoteId, NoteId, Relation);

/// Returns what is thought of each pair, seen from its first note.
///
/// That is how related notes are looked for; from the other side a score differs by little.
fn judged(
    judge: &Judge<'_>,
    pairs: &[Pair],
    work: &Work<'_>,
) -> Result<Vec<(Pair, Judgement)>, Error> {
    let mut by_note: BTreeMap<NoteId, Vec<Pair>> = BTreeMap::new();
    for pair in pairs {
        by_note.entry(pair.0).or_default().push(*pair);
    }
    work.progress.begin(Stage::Comparing, by_note.len());
    let mut all = Vec::with_capacity(pairs.len());
    for (note, pairs) in by_note {
        work.go_on()?;
        let others: Vec<NoteId> = pairs.iter().map(|(_, other, _)| *other).collect();
        let judgements = judge.judge(note, &others)?;
        all.extend(pairs.into_iter().zip(judgements.into_iter().map(|(_, judged)| judged)));
        work.progress.advance(1);
    }
    Ok(all)
}

/// Returns how well scores tell linked pairs from those of the whole vault, and from those of one folder.
///
/// The dice fall anew for each, so that two ways to score the same pairs are judged on the same samples of them.
pub(super) fn auc_by_relation(
    scores: &[(Relation, f32)],
    seed: u64,
) -> (Option<Interval>, Option<Interval>) {
    let of = |wanted: Relation| -> Vec<f32> {
        scores.iter().filter(|(is, _)| *is == wanted).map(|(_, score)| *score).collect()
    };
    let linked = of(Relation::Linked);
    let against = |relation| auc(&linked, &of(relation), &mut Dice::new(seed));
    (against(Relation::Random), against(Relation::SameFolder))
}
