//! From raw scores to the chance that a passage answers.

use notekin_embed::ScoreTable;

use super::Why;
use super::fuse::Candidate;

/// The chance that a passage answers which holds as much of the query as words can.
const WORDS_AT_BEST: f32 = 0.8;

/// The share of the best possible word score at which that is half as likely.
const WORDS_MIDDLE: f32 = 0.1;

/// Gives every candidate of a ranking, best first, its chance to answer; none has a greater one than those before it.
///
/// The order knows more than a passage's own scores do: what the rest of its note says, and how the query stands to the
/// vault. Where the two disagree, the chances of neighbours are taken together.
pub(super) fn settle(ranked: &mut [Candidate], scores: Option<&ScoreTable>) {
    let chances = falling(ranked.iter().map(|candidate| answers(candidate, scores)));
    for (candidate, chance) in ranked.iter_mut().zip(chances) {
        candidate.chance = chance;
    }
}

/// Returns the chance, from 0 to 1, that a candidate answers by itself: the chance that either its words or its meaning
/// show it. What a pattern matched, or what a filter alone let through, is what was asked for.
fn answers(candidate: &Candidate, scores: Option<&ScoreTable>) -> f32 {
    if candidate.matched.is_some() || candidate.why == Why::default() {
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

/// Returns the sequence nearest to `chances` that never rises: wherever one rises, those around it become their mean
/// (pool adjacent violators).
fn falling(chances: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut runs: Vec<(f32, usize)> = Vec::new();
    for chance in chances {
        let (mut sum, mut length) = (chance, 1);
        while let Some((above, count)) =
            runs.pop_if(|(above, count)| *above / (*count as f32) < sum / length as f32)
        {
            sum += above;
            length += count;
        }
        runs.push((sum, length));
    }
    let level = |(sum, length): (f32, usize)| std::iter::repeat_n(sum / length as f32, length);
    runs.into_iter().flat_map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(chances: &[f32], expected: &[f32]) {
        let settled = falling(chances.iter().copied());
        assert_eq!(settled.len(), expected.len());
        assert!(settled.is_sorted_by(|a, b| a >= b), "{settled:?}");
        let near = settled.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near, "{settled:?}");
    }

    #[test]
    fn chances_never_rise_down_a_ranking() {
        check(&[], &[]);
        check(&[0.9, 0.5, 0.5, 0.1], &[0.9, 0.5, 0.5, 0.1]);
        check(&[0.28, 0.12, 0.36], &[0.28, 0.24, 0.24]);
        check(&[0.1, 0.2, 0.6, 0.0], &[0.3, 0.3, 0.3, 0.0]);
        check(&[0.0, 1.0], &[0.5, 0.5]);
    }
}
