//! What is relevant enough to be shown.
//!
//! Meaning always finds something: whatever lies nearest. "Nothing here answers that" is an answer too, and a better one
//! than ten passages of something else, so that what is unlikely to answer is left out. The nearest notes are named all the
//! same, since no such judgement is always right.

use super::fuse::Candidate;

/// The least chance to answer that the best passage must have. Chosen with questions that the notes answer and others that
/// they don't (`docs/decisions/031-scores-and-order.md`).
const LEAST_CHANCE: f32 = 0.07;

/// The least chance that each of the others must have, and the least part of the best one's.
const LEAST_OF_OTHERS: (f32, f32) = (0.03, 0.1);

/// Passages whose notes are named where nothing is relevant.
pub(crate) const NAMED: usize = 3;

/// A ranking, parted into what is shown and what isn't.
pub(super) struct Judged<'a> {
    /// The beginning of the ranking that is shown.
    pub(super) relevant: &'a [Candidate],
    /// The first of the rest, where nothing is relevant.
    pub(super) nearest: &'a [Candidate],
}

/// Parts a ranking whose chances are settled. What matches is no guess: nothing is left out of that.
pub(super) fn judge(ranked: &[Candidate], matches: bool) -> Judged<'_> {
    let best = ranked.first().map_or(0.0, |candidate| candidate.chance);
    let (least, part) = LEAST_OF_OTHERS;
    let shown = if matches {
        ranked.len()
    } else if best < LEAST_CHANCE {
        0
    } else {
        ranked.partition_point(|candidate| candidate.chance >= f32::max(least, part * best))
    };
    let nearest = if shown == 0 { NAMED.min(ranked.len()) } else { 0 };
    Judged {
        relevant: ranked.get(..shown).unwrap_or_default(),
        nearest: ranked.get(..nearest).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use notekin_index::{ChunkId, NoteId};

    use super::*;
    use crate::search::Why;

    fn judged(chances: &[f32], matches: bool) -> (usize, usize) {
        let candidate = |(at, &chance): (usize, &f32)| Candidate {
            chunk: ChunkId(at as u64),
            note: NoteId(at as u32),
            fused: 0.0,
            cosine: None,
            word_share: 0.0,
            note_share: 0.0,
            held: 0.0,
            chance,
            matched: None,
            why: Why::default(),
        };
        let ranked: Vec<_> = chances.iter().enumerate().map(candidate).collect();
        let judged = judge(&ranked, matches);
        (judged.relevant.len(), judged.nearest.len())
    }

    #[test]
    fn what_is_unlikely_to_answer_is_not_shown_but_named() {
        assert_eq!(judged(&[], false), (0, 0));
        assert_eq!(judged(&[0.9, 0.5, 0.1, 0.08, 0.01], false), (3, 0));
        assert_eq!(judged(&[0.1, 0.04, 0.02], false), (2, 0));
        assert_eq!(judged(&[0.06, 0.05, 0.04, 0.03], false), (0, 3));
    }

    #[test]
    fn words_and_patterns_match_or_do_not() {
        assert_eq!(judged(&[0.06, 0.001], true), (2, 0));
        assert_eq!(judged(&[1.0, 1.0], true), (2, 0));
    }
}
