//! One sentence against one passage, by their words.

use std::ops::Range;

use crate::function_words::denies;
use crate::number;
use crate::source::Source;
use crate::words::{Word, WordKind};

/// A sentence to be compared with passages.
pub(super) struct Statement {
    pub(super) text: String,
    pub(super) words: Vec<Word>,
    /// How much each word counts: by its kind, and more the fewer sentences of the passages have it.
    weights: Vec<f32>,
}

impl Statement {
    pub(super) fn new(text: &str, words: Vec<Word>, sources: &[Source]) -> Self {
        let all: usize = sources.iter().map(|source| source.words().len()).sum();
        let weigh = |word: &Word| {
            let holders: usize = sources.iter().map(|source| source.holders(word)).sum();
            word.weight() * (COMMON + (1.0 - COMMON) * rarity(holders, all))
        };
        let weights = words.iter().map(weigh).collect();
        Self { text: text.to_owned(), words, weights }
    }

    /// Returns the share of what is said that is held.
    pub(super) fn coverage(&self, held: impl Fn(usize) -> bool) -> f32 {
        let all: f32 = self.weights.iter().sum();
        let found: f32 = self
            .weights
            .iter()
            .enumerate()
            .filter(|(at, _)| held(*at))
            .map(|(_, weight)| weight)
            .sum();
        if all > 0.0 { found / all } else { 0.0 }
    }
}

/// Returns how rare something is that so many of all have: 1 for none.
fn rarity(holders: usize, all: usize) -> f32 {
    let odds = |holders: usize| (1.0 + all.max(FEW_SENTENCES) as f32 / (holders as f32 + 1.0)).ln();
    odds(holders) / odds(0)
}

/// Among fewer sentences than this, a word that one of them has is no common word.
const FEW_SENTENCES: usize = 50;

/// What is left of the weight of a word that every sentence has.
const COMMON: f32 = 0.3;

/// At most so many sentences of a passage bear out one of the answer.
const MOST_TOGETHER: usize = 3;

/// What each further sentence costs: a place that is wider than it needs to be says less.
const WIDER: f32 = 0.03;

/// What is left of a score for each number or name of the sentence that the passage doesn't have.
const MISSING_NUMBER: f32 = 0.4;
const MISSING_SMALL_NUMBER: f32 = 0.65;
const MISSING_NAME: f32 = 0.55;
/// The same where the passage has it, but elsewhere.
const ELSEWHERE: f32 = 0.85;
/// What is left where one of the two denies what the other says.
const DENIED: f32 = 0.6;

/// So many words behind one that denies are denied.
const DENIAL_REACH: usize = 3;

/// How far a passage bears a sentence out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Match {
    /// The passage's place among those that were given.
    pub(super) passage: usize,
    /// From 0, nothing, to 1, all.
    pub(super) score: f32,
    /// The bytes of the passage's text that say it.
    pub(super) place: Range<usize>,
    /// Whether the sentence stands there as it is written.
    pub(super) is_quote: bool,
    /// For each word of the sentence whether it stands there.
    pub(super) held: Vec<bool>,
}

/// Compares a sentence with a passage.
pub(super) fn compare(statement: &Statement, passage: usize, source: &Source) -> Match {
    let words = &statement.words;
    if let Some((place, is_quote)) = source.quoted(&statement.text, words) {
        return Match { passage, score: 1.0, place, is_quote, held: vec![true; words.len()] };
    }
    let stands: Vec<Vec<bool>> =
        source.words().iter().map(|sentence| stand(words, sentence)).collect();
    let context: Vec<bool> = words.iter().map(|word| source.is_context(word)).collect();
    let mut best = (0.0, 0..0);
    for start in 0..stands.len() {
        for end in start + 1..=(start + MOST_TOGETHER).min(stands.len()) {
            let held =
                |at: usize| context[at] || stands[start..end].iter().any(|sentence| sentence[at]);
            let score = statement.coverage(held) - WIDER * (end - start - 1) as f32;
            if score > best.0 {
                best = (score, start..end);
            }
        }
    }
    let (covered, window) = best;
    let held: Vec<bool> = (0..words.len())
        .map(|at| context[at] || stands[window.clone()].iter().any(|sentence| sentence[at]))
        .collect();
    let sentences = source.words()[window.clone()].concat();
    let denied = if contradicts(words, &sentences) { DENIED } else { 1.0 };
    let score = covered * faults(words, &held, source) * denied;
    Match { passage, score, place: source.place(window), is_quote: false, held }
}

/// Returns which of the words stand in a sentence.
fn stand(words: &[Word], sentence: &[Word]) -> Vec<bool> {
    words.iter().map(|word| sentence.iter().any(|other| word.is_like(&other.folded))).collect()
}

/// Returns what is left of a score for numbers and names that are not held.
fn faults(words: &[Word], held: &[bool], source: &Source) -> f32 {
    let missing = words.iter().zip(held).filter(|(_, held)| !**held).map(|(word, _)| word);
    missing.map(|word| fault(word, source.has(word))).product()
}

/// Returns what is left of a score for a word that is not held, but perhaps elsewhere in the passage.
pub(super) fn fault(word: &Word, is_elsewhere: bool) -> f32 {
    match word.kind {
        WordKind::Number | WordKind::Name if is_elsewhere => ELSEWHERE,
        WordKind::Number if number::may_count(&word.folded) => MISSING_SMALL_NUMBER,
        WordKind::Number => MISSING_NUMBER,
        WordKind::Name => MISSING_NAME,
        _ => 1.0,
    }
}

/// Returns whether one of two texts denies of a word what the other says of it.
fn contradicts(words: &[Word], others: &[Word]) -> bool {
    let (own, theirs) = (denied(words), denied(others));
    words.iter().zip(&own).filter(|(word, _)| word.is_content()).any(|(word, is_denied)| {
        let mut same =
            others.iter().zip(&theirs).filter(|(other, _)| word.is_like(&other.folded)).peekable();
        same.peek().is_some() && same.all(|(_, other_is_denied)| other_is_denied != is_denied)
    })
}

/// Returns which words are denied: the next that say something behind one that denies.
fn denied(words: &[Word]) -> Vec<bool> {
    let mut found = vec![false; words.len()];
    for (at, word) in words.iter().enumerate().filter(|(_, word)| denies(&word.folded)) {
        // "No, it is" answers the question and denies nothing of the sentence.
        let is_answer =
            at == 0 && words.get(1).is_some_and(|next| next.range.start > word.range.end + 1);
        let reach = words.iter().zip(&mut found).skip(at + 1).take(DENIAL_REACH);
        reach
            .filter(|(word, _)| word.is_content() && !is_answer)
            .for_each(|(_, denied)| *denied = true);
    }
    found
}
