//! Passages of which much stands in many other notes: a footer, or what a form says.
//!
//! Such text brings all notes near that hold it, and says nothing of any. A passage that is little else is not compared at
//! all. Where it was cut together with text of the note's own, what its holders' vectors have in common is taken off.

use std::collections::BTreeSet;

use notekin_index::{ChunkId, NoteId, Reader, VectorHit};
use notekin_note::sentences;

use super::features::Pair;
use super::nearest::Passage;
use crate::Error;
use crate::engine::{model_of, space};

/// The notes nearest to a passage whose texts are looked at, to see whether it stands in many.
const LOOKED_AT: usize = 8;

/// How many of them must hold it.
const LEAST_NOTES: usize = 5;

/// Of so many of the nearest one must, or the others aren't looked at: nothing is nearer to a footer than the same footer.
const FIRST: usize = 2;

/// The holders by which it is told what they have in common.
const HOLDERS: usize = 24;

/// The share of a passage's text that stands in another, sentence by sentence, from which the other holds it.
const LEAST_SHARE: f32 = 0.5;

/// The characters of its own from which a passage says something.
const LEAST_OWN: usize = 40;

/// The notes that are compared once more without what they have in common.
const COMPARED: usize = 60;

/// What passages have in common by chance, and lose with what is taken off: with it, scores are those of the same notes
/// without the text they share. Set on the built-in model, of which unrelated passages have a cosine of .35 to .4.
const BY_CHANCE: f32 = 0.25;

/// The cosine with what they have in common from which a passage says nothing else.
const NOTHING_ELSE: f32 = 0.97;

/// How much of a passage other notes hold.
pub(super) enum Held {
    /// Not much of it, or few of them.
    Hardly,
    /// All, or nearly all.
    Whole,
    /// Much, but the passage has text of its own; these hold it.
    Partly(Vec<VectorHit>),
}

impl Held {
    /// Looks how much of a passage stands in other notes than its `own`, going by those nearest to it, best first.
    pub(super) fn find(
        reader: &Reader,
        passage: Option<ChunkId>,
        hits: &[VectorHit],
        own: Option<NoteId>,
    ) -> Result<Self, Error> {
        let mut seen = BTreeSet::new();
        let others: Vec<&VectorHit> =
            hits.iter().filter(|hit| Some(hit.note) != own && seen.insert(hit.note)).collect();
        let Some(passage) = passage.filter(|_| others.len() >= LEAST_NOTES) else {
            return Ok(Self::Hardly);
        };
        let text =
            |chunk| reader.chunk(chunk).map(|row| row.map(|row| row.text).unwrap_or_default());
        let passage = text(passage)?;
        let mut holders: Vec<(VectorHit, String)> = Vec::new();
        for (at, other) in others.into_iter().take(HOLDERS).enumerate() {
            let is_over = at == FIRST && holders.is_empty();
            if is_over || at == LOOKED_AT && holders.len() < LEAST_NOTES {
                return Ok(Self::Hardly);
            }
            let held = text(other.chunk)?;
            if share_within(&passage, &held) >= LEAST_SHARE {
                holders.push((*other, held));
            }
        }
        if holders.len() < LEAST_NOTES {
            return Ok(Self::Hardly);
        }
        let texts: Vec<&str> = holders.iter().map(|(_, text)| text.as_str()).collect();
        Ok(if own_characters(&passage, &texts) < LEAST_OWN {
            Self::Whole
        } else {
            Self::Partly(holders.into_iter().map(|(hit, _)| hit).collect())
        })
    }
}

/// A passage without what the holders of its text have in common.
pub(super) struct Stripped {
    /// The passage with what is left of its vector.
    pub(super) passage: Passage,
    /// It paired with what is left of the nearest passages.
    pub(super) pairs: Vec<(NoteId, Pair)>,
    /// Those of them of which nothing is left.
    pub(super) empty: Vec<ChunkId>,
}

/// Takes off a passage's vector what the holders of its text have in common, and compares what is left of it with what is
/// left of the nearest.
pub(super) fn strip(
    reader: &Reader,
    (chunk, vector): &Passage,
    holders: &[VectorHit],
    hits: &[VectorHit],
) -> Result<Stripped, Error> {
    let Some(space) = model_of(reader).map(|model| space(&model)) else {
        let passage = (*chunk, vector.clone());
        return Ok(Stripped { passage, pairs: Vec::new(), empty: Vec::new() });
    };
    let own = unit(space.transform(vector));
    let of_hit = |hit: &VectorHit| -> Result<Option<Vec<f32>>, Error> {
        let vectors = reader.vectors(&space, hit.note)?.into_iter();
        let mut parts = vectors.filter(|(chunk, _)| *chunk == hit.chunk);
        Ok(parts.next().map(|(_, vector)| unit(space.transform(&vector))))
    };
    let mut others = Vec::new();
    for hit in hits.iter().take(COMPARED) {
        others.extend(of_hit(hit)?.map(|vector| (hit, vector)));
    }
    let is_holder = |hit: &VectorHit| holders.iter().any(|holder| holder.chunk == hit.chunk);
    let mut sum = vec![0.0; own.len()];
    for (_, vector) in others.iter().filter(|(hit, _)| is_holder(hit)) {
        add(&mut sum, vector, 1.0);
    }
    let (mut pairs, mut empty) = (Vec::new(), Vec::new());
    for (hit, other) in &others {
        // What two have in common is only what the others have, too.
        let mut common = sum.clone();
        if is_holder(hit) {
            add(&mut common, other, -1.0);
        }
        let common = unit(common);
        if dot(other, &common) > NOTHING_ELSE {
            empty.push(hit.chunk);
            continue;
        }
        let cosine = dot(&left(&own, &common), &left(other, &common));
        let cosine = BY_CHANCE + (1.0 - BY_CHANCE) * cosine;
        pairs.push((hit.note, Pair { cosine, from: *chunk, to: hit.chunk }));
    }
    let left = left(&own, &unit(sum));
    Ok(Stripped { passage: (*chunk, left), pairs, empty })
}

/// Returns what is left of a vector without what of it lies in a direction of unit length; it has the length 1 again.
fn left(vector: &[f32], direction: &[f32]) -> Vec<f32> {
    let along = dot(vector, direction);
    unit(vector.iter().zip(direction).map(|(value, part)| value - along * part).collect())
}

fn add(sum: &mut [f32], vector: &[f32], times: f32) {
    sum.iter_mut().zip(vector).for_each(|(sum, value)| *sum += times * value);
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns a vector with the length 1; one without length as it is.
fn unit(vector: Vec<f32>) -> Vec<f32> {
    let length = dot(&vector, &vector).sqrt().max(f32::MIN_POSITIVE);
    vector.into_iter().map(|value| value / length).collect()
}

/// Returns the share of a text that stands in another, sentence by sentence.
fn share_within(text: &str, other: &str) -> f32 {
    let others: BTreeSet<&str> = pieces(other).collect();
    let shared: usize = pieces(text).filter(|piece| others.contains(piece)).map(str::len).sum();
    shared as f32 / pieces(text).map(str::len).sum::<usize>().max(1) as f32
}

/// Counts the characters of the sentences that hardly any of the other texts has.
fn own_characters(text: &str, others: &[&str]) -> usize {
    let others: Vec<BTreeSet<&str>> = others.iter().map(|other| pieces(other).collect()).collect();
    let is_own = |piece: &&str| others.iter().filter(|it| it.contains(piece)).count() < LEAST_NOTES;
    pieces(text).filter(is_own).map(|piece| piece.chars().count()).sum()
}

/// Returns the sentences of a text, without what stands around them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    sentences(text).into_iter().filter_map(|place| text.get(place)).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::{left, own_characters, share_within, unit};

    #[test]
    fn a_text_stands_in_another_sentence_by_sentence() {
        let (tea, pots) = ("Tea is steamed.", "Pots are warmed.");
        let both = format!("{tea} {pots}");
        assert!((share_within(&both, &format!("{pots}\n\n{tea}")) - 1.0).abs() < 1e-6);
        let half = share_within(&both, pots);
        assert!(half > 0.4 && half < 0.6);
        assert!(share_within(tea, pots) < 1e-6 && share_within("", tea) < 1e-6);
    }

    #[test]
    fn what_hardly_any_other_has_is_own() {
        let (form, own) = ("Sleep by eleven.", "Saw two herons.");
        let text = format!("{form} {own}");
        assert_eq!(own_characters(&text, &[form; 5]), own.len());
        assert_eq!(own_characters(&text, &[form; 4]), text.len() - 1);
        assert_eq!(own_characters(form, &[form; 9]), 0);
    }

    #[test]
    fn what_is_left_has_nothing_in_common() {
        let left = left(&[3.0, 4.0], &unit(vec![2.0, 0.0]));
        assert!(left[0].abs() < 1e-6 && (left[1] - 1.0).abs() < 1e-6);
    }
}
