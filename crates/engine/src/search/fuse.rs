//! Joining what words and meaning say into one order.
//!
//! Each part is scaled to 0..1 over the vault, then summed. The words' share fades with how much of the query the vault's
//! words know at all, so that a question in another language than the notes is left to meaning.

use std::collections::{BTreeMap, BTreeSet};

use notekin_index::{ChunkId, NoteId, WordHit, WordNote};
use notekin_note::Span;

use super::{Part, Why};

/// How much meaning weighs in the sum; words weigh the rest.
const MEANING_WEIGHT: f32 = 0.6;

/// The share of all that words can be at which they count in full. No passage comes near to all, which is every word of the
/// query abundant in it.
const FULL_WORDS: f32 = 0.4;

/// The cosine at which a passage surely has to do with the query; below it meaning is unsure of itself, and a rare word that
/// stands in one note only wins.
const SURE_COSINE: f32 = 0.25;

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
    /// Passages, best first.
    pub(super) hits: Vec<WordHit>,
    /// The matching notes, by id.
    pub(super) notes: Vec<WordNote>,
    /// The greatest share that a passage has of all that words can be.
    pub(super) best_share: f32,
    /// Passages among the hits whose meaning isn't known yet.
    pub(super) pending: BTreeSet<ChunkId>,
}

impl Words {
    /// Returns the passages that words found.
    pub(super) fn chunks(&self) -> BTreeSet<ChunkId> {
        self.hits.iter().map(|hit| hit.chunk).collect()
    }

    fn note(&self, note: NoteId) -> Option<&WordNote> {
        let place = self.notes.binary_search_by_key(&note, |note| note.note).ok()?;
        self.notes.get(place)
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
    /// The fused score, at most 1, or at most 2 where its title was typed; orders passages of one query only.
    pub(super) fused: f32,
    /// The cosine, where the passage has a vector and says something.
    pub(super) cosine: Option<f32>,
    /// What its words are of all that words can be, from 0 to 1.
    pub(super) word_share: f32,
    /// The same of its whole note.
    pub(super) note_share: f32,
    /// How much of the query it holds, however often, from 0 to 1.
    pub(super) held: f32,
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
    let sureness = (words.best_share / FULL_WORDS).min(1.0);
    let weight = if alone { 1.0 } else { (1.0 - MEANING_WEIGHT) * sureness };
    for (at, hit) in words.hits.iter().enumerate() {
        let candidate = entry(union, (hit.chunk, hit.note));
        candidate.word_share = hit.share;
        candidate.held = hit.held;
        candidate.why.words = Some(Part { rank: at + 1, score: weight * hit.score });
    }
    for candidate in union.values_mut() {
        let note = words.note(candidate.note);
        candidate.note_share = note.map_or(0.0, |note| note.share);
        candidate.fused += match candidate.why.words {
            Some(own) => own.score,
            None => weight * note.map_or(0.0, |note| note.lent),
        };
    }
    if !alone {
        speak_for_meaning(union, words, sureness);
    }
    tell_titles(union, words, weight);
}

/// Lets the words of a passage stand in for its meaning where that isn't known yet. To count the unknown as far would hide
/// whatever was written last.
///
/// In proportion to its words a passage gets what words alone would give it, or what the nearest of those got that words
/// put below it, unless the vault hardly knows the query's words: then they may have met by accident.
fn speak_for_meaning(union: &mut BTreeMap<ChunkId, Candidate>, words: &Words, sureness: f32) {
    let trust = (2.0 * sureness).min(1.0);
    let mut nearest_below: f32 = 0.0;
    for hit in words.hits.iter().rev() {
        let candidate = entry(union, (hit.chunk, hit.note));
        if !words.pending.contains(&hit.chunk) {
            let meaning = candidate.why.meaning.map_or(0.0, |part| part.score);
            nearest_below = nearest_below.max(meaning);
            continue;
        }
        let stand_in = hit.score * (MEANING_WEIGHT * sureness).max(trust * nearest_below);
        candidate.fused += stand_in;
        if let Some(part) = &mut candidate.why.words {
            part.score += stand_in;
        }
    }
}

/// Says how much of the words' part the notes' names earned.
fn tell_titles(union: &mut BTreeMap<ChunkId, Candidate>, words: &Words, weight: f32) {
    let mut named: Vec<_> = words.hits.iter().filter(|hit| hit.title_share > 0.0).collect();
    named.sort_by(|a, b| b.title_share.total_cmp(&a.title_share));
    for (at, hit) in named.into_iter().enumerate() {
        let score = weight * hit.score * (hit.title_share / hit.share).min(1.0);
        entry(union, (hit.chunk, hit.note)).why.title = Some(Part { rank: at + 1, score });
    }
}

fn add_meaning(union: &mut BTreeMap<ChunkId, Candidate>, meaning: &Meaning, alone: bool) {
    let Some(top) = meaning.hits.first().map(|hit| hit.score) else { return };
    let weight = if alone { 1.0 } else { MEANING_WEIGHT };
    for (at, hit) in meaning.hits.iter().enumerate() {
        let candidate = entry(union, (hit.chunk, hit.note));
        let silent = meaning.silent.contains(&hit.chunk);
        let loudness = if silent { SILENT } else { 1.0 };
        // Below 0 for what is farther than what has nothing to do with the query: last, but not left out.
        let part = loudness * weight * hit.score / top.max(SURE_COSINE);
        candidate.fused += part;
        candidate.cosine = (!silent).then_some(hit.score);
        candidate.why.meaning = Some(Part { rank: at + 1, score: part.max(0.0) });
    }
}

fn entry(
    union: &mut BTreeMap<ChunkId, Candidate>,
    (chunk, note): (ChunkId, NoteId),
) -> &mut Candidate {
    union.entry(chunk).or_insert(Candidate {
        chunk,
        note,
        fused: 0.0,
        cosine: None,
        word_share: 0.0,
        note_share: 0.0,
        held: 0.0,
        chance: 0.0,
        matched: None,
        why: Why::default(),
    })
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

    /// A passage that is alone in its note: what words say of it is as much the note's.
    fn found(chunk: u64, score: f32, share: f32) -> WordHit {
        let (chunk, note) = (ChunkId(chunk), NoteId(chunk as _));
        WordHit { chunk, note, score, share, held: 0.5, title_share: 0.0 }
    }

    fn wording(hits: &[(u64, f32, f32)]) -> Words {
        let best_share = hits.iter().fold(0.0f32, |best, (_, _, share)| best.max(*share));
        let hits = hits.iter().map(|&(chunk, score, share)| found(chunk, score, share)).collect();
        Words { hits, best_share, ..Words::default() }
    }

    #[test]
    fn one_part_alone_keeps_its_order() {
        let ranked = fuse(&wording(&[(2, 1.0, 0.8), (1, 0.5, 0.4)]), &Meaning::default());
        assert_eq!(order(&ranked), [2, 1]);
        assert!(ranked[1].why.title.is_none());
        assert!((ranked[1].fused - 0.5).abs() < 1e-6);
    }

    #[test]
    fn words_fade_when_the_vault_does_not_know_them() {
        let meaning = nearness(&[(1, 0.3), (2, 0.25)]);
        assert_eq!(order(&fuse(&wording(&[(2, 1.0, 0.8)]), &meaning)), [2, 1]);
        assert_eq!(order(&fuse(&wording(&[(2, 1.0, 0.01)]), &meaning)), [1, 2]);
    }

    #[test]
    fn a_word_of_one_note_beats_a_vague_meaning() {
        let meaning = nearness(&[(1, 0.1), (2, 0.02)]);
        assert_eq!(order(&fuse(&wording(&[(2, 1.0, 0.3)]), &meaning)), [2, 1]);
    }

    #[test]
    fn a_note_lends_its_words_to_its_other_passages() {
        let meaning = nearness(&[(1, 0.3), (3, 0.29)]);
        let note = WordNote { note: NoteId(3), lent: 0.8, share: 0.4 };
        let words = Words { notes: vec![note], ..wording(&[(2, 1.0, 0.5)]) };
        let ranked = fuse(&words, &meaning);
        assert_eq!(order(&ranked), [3, 1, 2]);
        assert!(ranked[0].why.words.is_none(), "it holds none of them itself");
    }

    #[test]
    fn words_stand_in_for_a_meaning_that_is_not_known_yet() {
        let meaning = nearness(&[(1, 0.3), (3, 0.2)]);
        let words = wording(&[(2, 1.0, 0.8), (1, 0.375, 0.3), (4, 0.125, 0.1)]);
        assert_eq!(order(&fuse(&words, &meaning)), [1, 3, 2, 4], "far is far");
        let pending = [ChunkId(2), ChunkId(4)].into_iter().collect();
        let words = Words { pending, ..words };
        let ranked = fuse(&words, &meaning);
        assert_eq!(order(&ranked), [2, 1, 3, 4], "unknown is not far");
        assert!((ranked[0].fused - 1.0).abs() < 1e-6 && ranked[0].why.meaning.is_none());
    }

    #[test]
    fn words_hardly_known_stand_in_for_little() {
        let ranked = |share: f32| {
            let pending = [ChunkId(2)].into_iter().collect();
            let words = wording(&[(2, 1.0, share), (1, 0.2, share / 5.0)]);
            order(&fuse(&Words { pending, ..words }, &nearness(&[(1, 0.3), (3, 0.1)])))
        };
        assert_eq!(ranked(0.2), [2, 1, 3], "a mere mention stays behind");
        assert_eq!(ranked(0.04), [1, 3, 2], "words that met by accident");
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
        let named = |hit: WordHit, title_share: f32| WordHit { title_share, ..hit };
        let hits = vec![named(found(1, 1.0, 0.8), 0.2), named(found(2, 0.5, 0.4), 0.3)];
        let ranked =
            fuse(&Words { hits, best_share: 0.8, ..Words::default() }, &Meaning::default());
        assert_eq!(ranked[0].why.title, Some(Part { rank: 2, score: 0.25 }));
        assert_eq!(ranked[1].why.title.map(|part| part.rank), Some(1));
    }

    #[test]
    fn nothing_found_is_empty() {
        assert!(fuse(&Words::default(), &Meaning::default()).is_empty());
    }
}
