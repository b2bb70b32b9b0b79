//! One sentence against one passage, by their words.

use std::ops::Range;

use crate::function_words::denies;
use crate::number;
use crate::source::Source;
use crate::words::{Word, WordKind};

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
/// What is left where one of the two denies and the other doesn't.
const DENIED: f32 = 0.6;

/// A passage's sentence that has this much of its own in the other says the same or the opposite.
const SAME_SUBJECT: f32 = 0.7;

/// How far a passage bears a sentence out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Match {
    /// The passage's place among those that were given.
    pub(super) passage: usize,
    /// From 0, nothing, to 1, all.
    pub(super) score: f32,
    /// The bytes of the passage's text that say it.
    pub(super) place: Range<usize>,
    /// Whether the sentence stands there word for word.
    pub(super) is_quote: bool,
    /// For each word of the sentence whether it stands there.
    pub(super) held: Vec<bool>,
}

/// Compares a sentence, given as its words, with a passage.
pub(super) fn compare(words: &[Word], passage: usize, source: &Source) -> Match {
    if let Some(place) = source.quoted(words) {
        return Match { passage, score: 1.0, place, is_quote: true, held: vec![true; words.len()] };
    }
    let stands: Vec<Vec<bool>> =
        source.words().iter().map(|sentence| stand(words, sentence)).collect();
    let context: Vec<bool> = words.iter().map(|word| source.is_context(word)).collect();
    let mut best = (0.0, 0..0);
    for start in 0..stands.len() {
        for end in start + 1..=(start + MOST_TOGETHER).min(stands.len()) {
            let held =
                |at: usize| context[at] || stands[start..end].iter().any(|sentence| sentence[at]);
            let score = coverage(words, held) - WIDER * (end - start - 1) as f32;
            if score > best.0 {
                best = (score, start..end);
            }
        }
    }
    let (covered, window) = best;
    let held: Vec<bool> = (0..words.len())
        .map(|at| context[at] || stands[window.clone()].iter().any(|sentence| sentence[at]))
        .collect();
    let score = covered * faults(words, &held, source) * denial(words, source, &window);
    Match { passage, score, place: source.place(window), is_quote: false, held }
}

/// Returns which of the words stand in a sentence.
fn stand(words: &[Word], sentence: &[Word]) -> Vec<bool> {
    words.iter().map(|word| sentence.iter().any(|other| word.is_like(&other.folded))).collect()
}

/// Returns the share of what the words say that is held.
pub(super) fn coverage(words: &[Word], held: impl Fn(usize) -> bool) -> f32 {
    let all: f32 = words.iter().map(Word::weight).sum();
    let found: f32 =
        words.iter().enumerate().filter(|(at, _)| held(*at)).map(|(_, word)| word.weight()).sum();
    if all > 0.0 { found / all } else { 0.0 }
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

/// Returns what is left of a score where one denies what the other says.
fn denial(words: &[Word], source: &Source, window: &Range<usize>) -> f32 {
    let Some(sentences) = source.words().get(window.clone()) else { return 1.0 };
    let is_denied = |words: &[Word]| words.iter().any(|word| denies(&word.folded));
    let passage_denies = sentences.iter().any(|sentence| is_denied(sentence));
    if is_denied(words) == passage_denies {
        return 1.0;
    }
    // Where the passage denies, that may be about something the sentence leaves out.
    let theirs = sentences.concat();
    let shared = coverage(&theirs, |at| words.iter().any(|word| theirs[at].is_like(&word.folded)));
    if passage_denies && shared < SAME_SUBJECT { 1.0 } else { DENIED }
}
