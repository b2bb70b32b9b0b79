//! Joining what words and meaning say into one order.
//!
//! Each part is scaled to 0..1 over the vault, then summed. The words' share fades with how much of the query the vault's
//! words know at all, so that a question in another language than the notes is left to meaning.

use std::collections::{BTreeMap, BTreeSet};

use notekin_index::{ChunkId, NoteId};
use notekin_note::Span;

use super::{Part, Why};

/// How much meaning weighs in the sum; words weigh the rest.
const MEANING_WEIGHT: f32 = 0.6;

/// The share of the best possible word score at which words count in full. No passage comes near the best possible, which
/// is every word abundant in title, headings, tags and text at once.
const FULL_WORDS: f32 = 0.1;

/// The cosine at which a passage surely has to do with the query; below it meaning is unsure of itself, and a rare word that
/// stands in one note only wins.
const SURE_COSINE: f32 = 0.25;

/// How much of the words' part a passage must earn itself; the rest comes from the best passage of its note. A note that
/// names the thing in one passage and explains it in another is one answer, and in mixed languages the words often stand
/// only in its code or its links.
const OWN_WORDS: f32 = 0.1;

/// What is left of the meaning of a passage that says nothing, where no word of the query names its note: it may close a
/// list, but answers nothing.
const SILENT: f32 = 0.01;

/// A passage with one part's raw score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) chunk: ChunkId,
    pub(super) note: NoteId,
    pub(super) score: f32,
}

/// What words found.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Passages, best first, each with the share of its score that its note's names earn.
    pub(super) hits: Vec<(Scored, f32)>,
    /// The score of a passage that holds every word of the query as often as it can help.
    pub(super) best_possible: f32,
    /// Passages among the hits whose meaning isn't known yet.
    pub(super) pending: BTreeSet<ChunkId>,
}

impl Words {
    /// Returns the passages that words found.
    pub(super) fn chunks(&self) -> BTreeSet<ChunkId> {
        self.hits.iter().map(|(hit, _)| hit.chunk).collect()
    }
}

/// What meaning found.
#[derive(Debug, Default)]
pub(super) struct Meaning {
    /// Passages, best first; cosines, which are around 0 for passages that have nothing to do with the query.
    pub(super) hits: Vec<Scored>,
    /// Passages among the hits that say nothing: only their note's name is near to the query.
    pub(super) silent: BTreeSet<ChunkId>,
}

impl Meaning {
    /// Returns the passages that meaning found.
    pub(super) fn chunks(&self) -> BTreeSet<ChunkId> {
        self.hits.iter().map(|hit| hit.chunk).collect()
    }
}

/// A passage with its place in the joint order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) chunk: ChunkId,
    pub(super) note: NoteId,
    /// The fused score, from 0 to 1; orders passages of one query only.
    pub(super) fused: f32,
    /// The cosine, where the passage has a vector and says something.
    pub(super) cosine: Option<f32>,
    /// The share of the best possible word score, from 0 to 1.
    pub(super) word_share: f32,
    /// The estimated chance that it answers, once that is settled for the whole ranking.
    pub(super) chance: f32,
    /// The bytes that matched, where a regular expression found it.
    pub(super) matched: Option<Span>,
    pub(super) why: Why,
}

/// Returns the union of both parts, best first; ties go to the older passage.
pub(super) fn fuse(words: &Words, meaning: &Meaning) -> Vec<Candidate> {
    let mut union = BTreeMap::new();
    add_meaning(&mut union, meaning, words.hits.is_empty());
    add_words(&mut union, words, meaning.hits.is_empty());
    let mut ranked: Vec<Candidate> = union.into_values().collect();
    ranked.sort_by(|a, b| b.fused.total_cmp(&a.fused).then(a.chunk.cmp(&b.chunk)));
    ranked
}

fn add_words(union: &mut BTreeMap<ChunkId, Candidate>, words: &Words, alone: bool) {
    let Some(top) = words.hits.first().map(|(hit, _)| hit.score).filter(|top| *top > 0.0) else {
        return;
    };
    let known = share(top, words.best_possible);
    let sureness = (known / FULL_WORDS).min(1.0);
    let weight = if alone { 1.0 } else { (1.0 - MEANING_WEIGHT) * sureness };
    for (at, (hit, _)) in words.hits.iter().enumerate() {
        let candidate = entry(union, hit);
        candidate.word_share = share(hit.score, words.best_possible);
        candidate.why.words = Some(Part { rank: at + 1, score: weight * hit.score / top });
    }
    let own_share = if alone { 1.0 } else { OWN_WORDS };
    let of_notes = best_of_notes(&words.hits);
    for candidate in union.values_mut() {
        let own = candidate.why.words.map_or(0.0, |part| part.score);
        let of_note = of_notes.get(&candidate.note).map_or(0.0, |score| weight * score / top);
        candidate.fused += own_share * own + (1.0 - own_share) * of_note;
    }
    if !alone {
        speak_for_meaning(union, words, (top, sureness));
    }
    tell_titles(union, words, weight / top);
}

/// Lets the words of a passage stand in for its meaning where that isn't known yet. To count the unknown as far would hide
/// whatever was written last.
///
/// In proportion to its words a passage gets what words alone would give it, or what the nearest of those got that words
/// put below it, unless the vault hardly knows the query's words: then they may have met by accident.
fn speak_for_meaning(
    union: &mut BTreeMap<ChunkId, Candidate>,
    words: &Words,
    (top, sureness): (f32, f32),
) {
    let trust = (2.0 * sureness).min(1.0);
    let mut nearest_below: f32 = 0.0;
    for (hit, _) in words.hits.iter().rev() {
        let candidate = entry(union, hit);
        if !words.pending.contains(&hit.chunk) {
            let meaning = candidate.why.meaning.map_or(0.0, |part| part.score);
            nearest_below = nearest_below.max(meaning);
            continue;
        }
        let stand_in = hit.score / top * (MEANING_WEIGHT * sureness).max(trust * nearest_below);
        candidate.fused += stand_in;
        if let Some(part) = &mut candidate.why.words {
            part.score += stand_in;
        }
    }
}

/// Says how much of the words' part the notes' names earned, at `scale` for each unit of word score.
fn tell_titles(union: &mut BTreeMap<ChunkId, Candidate>, words: &Words, scale: f32) {
    let mut named: Vec<_> = words.hits.iter().filter(|(_, of_names)| *of_names > 0.0).collect();
    named.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (at, (hit, of_names)) in named.into_iter().enumerate() {
        entry(union, hit).why.title = Some(Part { rank: at + 1, score: scale * of_names });
    }
}

/// Returns the best word score of each note.
fn best_of_notes(hits: &[(Scored, f32)]) -> BTreeMap<NoteId, f32> {
    let mut best = BTreeMap::new();
    for (hit, _) in hits {
        best.entry(hit.note).or_insert(hit.score);
    }
    best
}

fn add_meaning(union: &mut BTreeMap<ChunkId, Candidate>, meaning: &Meaning, alone: bool) {
    let Some(top) = meaning.hits.first().map(|hit| hit.score).filter(|top| *top > 0.0) else {
        return;
    };
    let weight = if alone { 1.0 } else { MEANING_WEIGHT };
    for (at, hit) in meaning.hits.iter().enumerate() {
        let candidate = entry(union, hit);
        let silent = meaning.silent.contains(&hit.chunk);
        let loudness = if silent { SILENT } else { 1.0 };
        let part = loudness * weight * (hit.score / top.max(SURE_COSINE)).max(0.0);
        candidate.fused += part;
        candidate.cosine = (!silent).then_some(hit.score);
        candidate.why.meaning = Some(Part { rank: at + 1, score: part });
    }
}

fn entry<'a>(union: &'a mut BTreeMap<ChunkId, Candidate>, hit: &Scored) -> &'a mut Candidate {
    union.entry(hit.chunk).or_insert(Candidate {
        chunk: hit.chunk,
        note: hit.note,
        fused: 0.0,
        cosine: None,
        word_share: 0.0,
        chance: 0.0,
        matched: None,
        why: Why::default(),
    })
}

fn share(score: f32, best_possible: f32) -> f32 {
    if best_possible > 0.0 { (score / best_possible).clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(chunk: u64, score: f32) -> Scored {
        Scored { chunk: ChunkId(chunk), note: NoteId(chunk as _), score }
    }

    fn nearness(hits: &[(u64, f32)]) -> Meaning {
        let hits = hits.iter().map(|(chunk, cosine)| scored(*chunk, *cosine)).collect();
        Meaning { hits, ..Meaning::default() }
    }

    fn order(ranked: &[Candidate]) -> Vec<u64> {
        ranked.iter().map(|candidate| candidate.chunk.0).collect()
    }

    #[test]
    fn one_part_alone_keeps_its_order() {
        let words = Words {
            hits: vec![(scored(2, 8.0), 0.0), (scored(1, 4.0), 0.0)],
            best_possible: 10.0,
            ..Words::default()
        };
        let ranked = fuse(&words, &Meaning::default());
        assert_eq!(order(&ranked), [2, 1]);
        assert!(ranked[1].why.title.is_none());
        assert!((ranked[1].fused - 0.5).abs() < 1e-6);
    }

    #[test]
    fn words_fade_when_the_vault_does_not_know_them() {
        let meaning = nearness(&[(1, 0.3), (2, 0.25)]);
        let known =
            Words { hits: vec![(scored(2, 8.0), 0.0)], best_possible: 10.0, ..Words::default() };
        assert_eq!(order(&fuse(&known, &meaning)), [2, 1]);
        let hardly_known =
            Words { hits: vec![(scored(2, 0.1), 0.0)], best_possible: 10.0, ..Words::default() };
        assert_eq!(order(&fuse(&hardly_known, &meaning)), [1, 2]);
    }

    #[test]
    fn a_word_of_one_note_beats_a_vague_meaning() {
        let meaning = nearness(&[(1, 0.1), (2, 0.02)]);
        let words =
            Words { hits: vec![(scored(2, 0.8), 0.0)], best_possible: 10.0, ..Words::default() };
        assert_eq!(order(&fuse(&words, &meaning)), [2, 1]);
    }

    #[test]
    fn words_stand_in_for_a_meaning_that_is_not_known_yet() {
        let meaning = nearness(&[(1, 0.3), (3, 0.2)]);
        let hits = vec![(scored(2, 8.0), 0.0), (scored(1, 3.0), 0.0), (scored(4, 1.0), 0.0)];
        let words = Words { hits, best_possible: 10.0, ..Words::default() };
        assert_eq!(order(&fuse(&words, &meaning)), [1, 3, 2, 4], "far is far");
        let pending = [ChunkId(2), ChunkId(4)].into_iter().collect();
        let words = Words { pending, ..words };
        let ranked = fuse(&words, &meaning);
        assert_eq!(order(&ranked), [2, 1, 3, 4], "unknown is not far");
        assert!((ranked[0].fused - 1.0).abs() < 1e-6 && ranked[0].why.meaning.is_none());
    }

    #[test]
    fn words_hardly_known_stand_in_for_little() {
        let ranked = |score: f32| {
            let hits = vec![(scored(2, score), 0.0), (scored(1, score / 5.0), 0.0)];
            let pending = [ChunkId(2)].into_iter().collect();
            let words = Words { hits, best_possible: 10.0, pending };
            order(&fuse(&words, &nearness(&[(1, 0.3), (3, 0.1)])))
        };
        assert_eq!(ranked(0.5), [2, 1, 3], "a mere mention stays behind");
        assert_eq!(ranked(0.1), [1, 3, 2], "words that met by accident");
    }

    #[test]
    fn who_says_nothing_comes_after_those_who_do() {
        let meaning = nearness(&[(1, 0.4), (2, 0.1), (3, 0.02)]);
        let silent: BTreeSet<ChunkId> = [ChunkId(1)].into_iter().collect();
        let meaning = Meaning { silent, ..meaning };
        let ranked = fuse(&Words::default(), &meaning);
        assert_eq!(order(&ranked), [2, 3, 1]);
        assert_eq!(ranked[2].cosine, None);
    }

    #[test]
    fn what_a_name_earned_is_told() {
        let words = Words {
            hits: vec![(scored(1, 8.0), 2.0), (scored(2, 4.0), 3.0)],
            best_possible: 10.0,
            ..Words::default()
        };
        let ranked = fuse(&words, &Meaning::default());
        assert_eq!(ranked[0].why.title, Some(Part { rank: 2, score: 0.25 }));
        assert_eq!(ranked[1].why.title.map(|part| part.rank), Some(1));
    }

    #[test]
    fn nothing_found_is_empty() {
        assert!(fuse(&Words::default(), &Meaning::default()).is_empty());
    }
}
