//! How well linked pairs of notes are told from others.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use notekin_index::NoteId;

use super::dice::Dice;
use super::request::{JudgedPair, LinkMeasure, Relation, Variant};
use super::sample::Sample;
use super::statistics::{Interval, auc};
use crate::Error;
use crate::progress::{Progress, Stage};
use crate::related::{Judge, Judgement};

/// Judges all pairs of a sample, and finds out how well that tells linked ones from others.
pub(super) fn measure(
    judge: &Judge<'_>,
    sample: &Sample,
    given: bool,
    dice: &mut Dice,
    (progress, cancel): (&dyn Progress, &AtomicBool),
) -> Result<LinkMeasure, Error> {
    let judged = judged(judge, &sample.pairs, (progress, cancel))?;
    let mut parts = Vec::new();
    let mut add = |name: &str, usual, of: &dyn Fn(&Judgement) -> f32| {
        let scores: Vec<_> =
            judged.iter().map(|((_, _, relation), judged)| (*relation, of(judged))).collect();
        let (random, same_folder) = told_apart(&scores, dice);
        parts.push(Variant { of: "parts", name: name.to_owned(), usual, random, same_folder });
    };
    add("all parts", true, &|judged| judged.chance);
    add("text alone", false, &|judged| judged.text);
    add("meaning alone", false, &|judged| judged.parts.meaning);
    add("shared words alone", false, &|judged| judged.parts.words);
    add("names alone", false, &|judged| judged.parts.names);
    add("links alone", false, &|judged| judged.parts.links);
    let path = |note| judge.note(note).map(|note| note.path.clone());
    let pairs = judged
        .iter()
        .filter_map(|((a, b, relation), judged)| {
            let (relation, score, text_score) = (*relation, judged.chance, judged.text);
            Some(JudgedPair { a: path(*a)?, b: path(*b)?, relation, score, text_score })
        })
        .collect();
    let (linked_in_vault, missing) = (sample.linked_in_vault, sample.missing);
    Ok(LinkMeasure { linked_in_vault, given, missing, pairs, parts })
}

type Pair = (NoteId, NoteId, Relation);

/// Returns what is thought of each pair, seen from its first note.
fn judged(
    judge: &Judge<'_>,
    pairs: &[Pair],
    (progress, cancel): (&dyn Progress, &AtomicBool),
) -> Result<Vec<(Pair, Judgement)>, Error> {
    let mut by_note: BTreeMap<NoteId, Vec<Pair>> = BTreeMap::new();
    for pair in pairs {
        by_note.entry(pair.0).or_default().push(*pair);
    }
    progress.begin(Stage::Comparing, by_note.len());
    let mut all = Vec::with_capacity(pairs.len());
    for (note, pairs) in by_note {
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let others: Vec<NoteId> = pairs.iter().map(|(_, other, _)| *other).collect();
        let judgements = judge.judge(note, &others)?;
        all.extend(pairs.into_iter().zip(judgements.into_iter().map(|(_, judged)| judged)));
        progress.advance(1);
    }
    Ok(all)
}

/// Returns how well scores tell linked pairs from those of the whole vault, and from those of one folder.
pub(super) fn told_apart(
    scores: &[(Relation, f32)],
    dice: &mut Dice,
) -> (Option<Interval>, Option<Interval>) {
    let of = |wanted: Relation| -> Vec<f32> {
        scores.iter().filter(|(is, _)| *is == wanted).map(|(_, score)| *score).collect()
    };
    let linked = of(Relation::Linked);
    let random = auc(&linked, &of(Relation::Random), dice);
    (random, auc(&linked, &of(Relation::SameFolder), dice))
}
