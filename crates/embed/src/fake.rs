//! A deterministic stand-in for a model: texts that share words or parts of words come out near.
use crate::error::Error;
use crate::model::{LinkOdds, Logistic, Model, ScoreTable, Subspace};
use crate::passage::{Parts, Passage};
use crate::template::Template;
use crate::vector::normalise;
use crate::{Embedder, check_cancelled};
use std::sync::atomic::AtomicBool;
use unicode_normalization::UnicodeNormalization;

/// The id under which [`crate::open`] gives the fake; it is in no list.
pub(crate) const ID: &str = "fake";
const DIMS: usize = 64;
/// A text of more words comes in parts, as an over-long passage does with a real model.
const WORDS_PER_PART: usize = 512;

/// Embeds a text as a hashed bag of its words and their runs of three characters.
#[derive(Debug)]
pub(crate) struct Fake {
    model: Model,
}

/// Returns the fake's registry entry.
pub(crate) fn model() -> Model {
    Model {
        id: ID.to_owned(),
        dims: DIMS,
        token_limit: WORDS_PER_PART,
        licence: "MIT".to_owned(),
        template: Template::plain(),
        mean: vec![0.0; DIMS],
        query_mean: vec![0.0; DIMS],
        subspace: Subspace { basis: Vec::new(), factor: 0.0 },
        scores: ScoreTable {
            answers: Logistic { middle: 0.3, steepness: 12.0 },
            background: 0.0,
            // Round numbers near those of the built-in model, so that tests read alike with either.
            links: LinkOdds {
                meaning: 5.0,
                words: 2.5,
                names: 2.5,
                paths: 1.0,
                shared: 0.25,
                bias: -4.0,
                least: 0.5,
            },
        },
    }
}

impl Fake {
    pub(crate) fn new() -> Self {
        Self { model: model() }
    }
}

impl Embedder for Fake {
    fn model(&self) -> &Model {
        &self.model
    }

    fn passages(&self, passages: &[Passage<'_>], cancel: &AtomicBool) -> Result<Vec<Parts>, Error> {
        let parts = |passage: &Passage<'_>| {
            check_cancelled(cancel)?;
            Ok(parts(&self.model.passage_text(passage)))
        };
        passages.iter().map(parts).collect()
    }

    fn passages_without_prompt(
        &self,
        passages: &[Passage<'_>],
        _cancel: &AtomicBool,
    ) -> Option<Result<Vec<Parts>, Error>> {
        let parts =
            |passage: &Passage<'_>| parts(&format!("{}\n{}", passage.header(), passage.text));
        Some(Ok(passages.iter().map(parts).collect()))
    }

    fn query(&self, text: &str) -> Result<Vec<f32>, Error> {
        let words = words(text.get(..self.reach(text)).unwrap_or(text));
        Ok(bag(&words))
    }

    fn reach(&self, text: &str) -> usize {
        text.split_inclusive(char::is_whitespace).take(WORDS_PER_PART).map(str::len).sum()
    }
}

fn parts(text: &str) -> Parts {
    let words = words(text);
    if words.is_empty() {
        return vec![bag(&[])];
    }
    words.chunks(WORDS_PER_PART).map(bag).collect()
}

fn words(text: &str) -> Vec<String> {
    let folded = text.nfc().collect::<String>().to_lowercase();
    let words = folded.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn bag(words: &[String]) -> Vec<f32> {
    let mut vector = vec![0.0; DIMS];
    for word in words {
        add(&mut vector, word.chars(), 1.0);
        let letters: Vec<_> = word.chars().collect();
        for three in letters.windows(3) {
            add(&mut vector, three.iter().copied(), 0.3);
        }
    }
    if !normalise(&mut vector) {
        // No word at all, or words that cancel out: any direction is as good as another.
        vector.fill((DIMS as f32).sqrt().recip());
    }
    vector
}

/// Adds `weight` with a sign at the place that the hash of `feature` names.
fn add(vector: &mut [f32], feature: impl Iterator<Item = char>, weight: f32) {
    let hash = feature.fold(0xcbf2_9ce4_8422_2325_u64, |hash, letter| {
        (hash ^ u64::from(u32::from(letter))).wrapping_mul(0x0100_0000_01b3)
    });
    let hash = hash ^ (hash >> 29);
    let place = (hash >> 8) as usize % vector.len();
    let sign = if hash & 1 == 0 { 1.0 } else { -1.0 };
    if let Some(entry) = vector.get_mut(place) {
        *entry += sign * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::dot;

    fn query(text: &str) -> Vec<f32> {
        Fake::new().query(text).unwrap()
    }

    #[test]
    fn shared_words_are_near() {
        let bread = query("Sourdough bread needs a long rest");
        let near = dot(&bread, &query("how long does sourdough bread rest?"));
        let far = dot(&bread, &query("configure the network printer"));
        assert!(near > 0.5 && far < 0.3, "near {near}, far {far}");
    }

    #[test]
    fn every_text_gives_unit_vectors() {
        for text in ["", "a", "\u{1f35e}", "ein Brot"] {
            let vector = query(text);
            assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5, "{text:?}");
        }
    }

    #[test]
    fn long_passages_come_in_parts() {
        let text = "word ".repeat(WORDS_PER_PART + 1);
        let passage = Passage { title: "", heading: &[], text: &text };
        let parts = Fake::new().passages(&[passage], &AtomicBool::new(false)).unwrap();
        assert_eq!(parts[0].len(), 2);
    }

    #[test]
    fn cancelling_stops() {
        let passage = Passage { title: "", heading: &[], text: "x" };
        let result = Fake::new().passages(&[passage], &AtomicBool::new(true));
        assert!(matches!(result, Err(Error::Cancelled)));
    }
}
