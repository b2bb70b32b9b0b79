//! From raw scores to the chance that a passage answers.

use notekin_embed::ScoreTable;

use super::fuse::Candidate;

/// The chance that a passage answers which holds as much of the query as words can.
const WORDS_AT_BEST: f32 = 0.8;

/// The share of the best possible word score at which that is half as likely.
const WORDS_MIDDLE: f32 = 0.1;

/// Returns the chance, from 0 to 1, that a candidate answers: the chance that either its words or its meaning show it. What
/// a pattern matched is what was asked for.
pub(super) fn answers(candidate: &Candidate, scores: Option<&ScoreTable>) -> f32 {
    if candidate.matched.is_some() {
        return 1.0;
    }
    let by_meaning = match (candidate.cosine, scores) {
        (Some(cosine), Some(scores)) => scores.answers.chance(cosine),
        _ => 0.0,
    };
    1.0 - (1.0 - by_meaning) * (1.0 - by_words(candidate.word_share))
}

fn by_words(share: f32) -> f32 {
    let square = (share / WORDS_MIDDLE).powi(2);
    WORDS_AT_BEST * square / (1.0 + square)
}
