//! Limits: what keeps a sentence from being borne out, however well its words fit.

use crate::literal;
use crate::source::Source;
use crate::unit::Unit;
use crate::words::{Word, WordKind};

/// Returns whether one of some pieces of code and formulas stands in no passage.
///
/// Of a command every sign counts: with one path or option changed it does something else, and its words still fit.
pub(super) fn stands_nowhere(literals: &[&str], sources: &[Source]) -> bool {
    literals.iter().any(|piece| sources.iter().all(|source| source.literal(piece).is_none()))
}

/// Returns whether all of some pieces of code and formulas stand in a text.
pub(super) fn stand_in(literals: &[&str], text: &str) -> bool {
    literals.iter().all(|piece| literal::find(piece, text).is_some())
}

/// Returns whether a number has another unit than in every passage that has the number.
pub(super) fn measures_otherwise(text: &str, words: &[Word], sources: &[Source]) -> bool {
    words.iter().filter(|word| word.kind == WordKind::Number).any(|word| {
        let Some(unit) = Unit::of(text, &word.range) else { return false };
        let found: Vec<bool> =
            sources.iter().filter_map(|source| source.measures(word, &unit)).collect();
        !found.is_empty() && !found.contains(&true)
    })
}
