//! From raw scores to the chance that a passage answers.

use notekin_embed::ScoreTable;
use notekin_index::NoteSet;

use super::Why;
use super::fuse::{Candidate, Scored};

/// What a note's words add to the log-odds of its passages, for all that words can be.
const WORDS: f32 = 7.0;

/// The log-odds of a passage whose meaning isn't known: by no words at all, and what those of its note and its own add.
const WORDS_ALONE: [f32; 3] = [-3.7, 5.1, 4.2];

/// How much of the query a passage must hold, and the least chance it then has: whoever types the words of a passage means
/// it, whatever a model makes of them.
const HOLDS_ALL: (f32, f32) = (0.95, 0.25);

/// The most by which a vault's background may be above the usual: many notes that all answer are no background.
const GREATEST_EXCESS: f32 = 0.1;

/// The notes nearest to a query that may well have to do with it; those that follow are its background.
const FOREGROUND: usize = 5;

/// The notes that make a background.
const BACKGROUND: usize = 20;

/// Turns what is known of a candidate into its chance to answer.
pub(super) struct Chances<'a> {
    scores: Option<&'a ScoreTable>,
    /// The cosine of the query with what hardly has to do with it.
    background: f32,
}

impl<'a> Chances<'a> {
    /// Reads the background from what meaning finds in the whole vault, best first.
    ///
    /// Some queries are near to everything, and others to nothing, so that a cosine says little alone: what counts is how
    /// far it stands out above those of notes that hardly have to do with the query. What a small vault lacks of such
    /// notes, the model's usual background stands in for.
    pub(super) fn new(scores: Option<&'a ScoreTable>, vicinity: &[Scored]) -> Self {
        let usual = scores.map_or(0.0, |scores| scores.background);
        let mut seen = NoteSet::default();
        let best_of_notes = vicinity.iter().filter(|hit| seen.insert(hit.note));
        let behind: Vec<f32> =
            best_of_notes.map(|hit| hit.score).skip(FOREGROUND).take(BACKGROUND).collect();
        let missing = (BACKGROUND - behind.len()) as f32;
        let background = (behind.iter().sum::<f32>() + missing * usual) / BACKGROUND as f32;
        Self { scores, background: background.min(usual + GREATEST_EXCESS) }
    }

    /// Gives every candidate of a ranking, best first, its chance to answer; none has a greater one than those before it.
    ///
    /// The order knows more than a passage's own scores do: what the rest of its note says, and how the query stands to
    /// the vault. Where the two disagree, the chances of neighbours are taken together.
    pub(super) fn settle(&self, ranked: &mut [Candidate]) {
        let chances = falling(ranked.iter().map(|candidate| self.answers(candidate)));
        for (candidate, chance) in ranked.iter_mut().zip(chances) {
            candidate.chance = chance;
        }
    }

    /// Returns the chance, from 0 to 1, that a candidate answers by itself. What a pattern matched, or what a filter alone
    /// let through, is what was asked for.
    fn answers(&self, candidate: &Candidate) -> f32 {
        if candidate.matched.is_some() || candidate.why == Why::default() {
            return 1.0;
        }
        let log_odds = if let (Some(cosine), Some(scores)) = (candidate.cosine, self.scores) {
            scores.answers.log_odds(cosine - self.background) + WORDS * candidate.note_share
        } else {
            let [none, of_note, own] = WORDS_ALONE;
            none + of_note * candidate.note_share + own * candidate.word_share
        };
        let chance = 1.0 / (1.0 + (-log_odds).exp());
        let (all, least) = HOLDS_ALL;
        if candidate.held >= all { chance.max(least) } else { chance }
    }
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
    use notekin_index::{ChunkId, NoteId};

    use super::*;

    fn check(chances: &[f32], expected: &[f32]) {
        let settled = falling(chances.iter().copied());
        assert_eq!(settled.len(), expected.len());
        assert!(settled.is_sorted_by(|a, b| a >= b), "{settled:?}");
        let near = settled.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near, "{settled:?}");
    }

    #[test]
    fn a_background_is_of_the_notes_behind_the_nearest() {
        let scores = notekin_embed::model(notekin_embed::DEFAULT_MODEL).unwrap().scores;
        let hit = |(note, score)| Scored { chunk: ChunkId(note), note: NoteId(note as u32), score };
        let background = |hits: Vec<(u64, f32)>| {
            Chances::new(Some(&scores), &hits.into_iter().map(hit).collect::<Vec<_>>()).background
        };
        let is_usual = |background: f32| (background - scores.background).abs() < 1e-6;
        assert!(is_usual(background(vec![])));
        assert!(is_usual(background((0..5).map(|note| (note, 0.9)).collect())));
        let near = (0..5).map(|note| (note, 0.9));
        let all_near = (0..40).map(|note| (note, 0.6)).collect();
        assert!((background(all_near) - scores.background - GREATEST_EXCESS).abs() < 1e-6);
        let far = (5..40).map(|note| (note, 0.2));
        assert!((background(near.chain(far).collect()) - 0.2).abs() < 1e-6);
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
