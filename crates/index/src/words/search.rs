//! Searching by words: which passages match, and how well.

use tantivy::{DocId, Searcher, SegmentReader};

use super::dampings::{Dampings, SATURATION};
use super::exact::Masks;
use super::query::WordQuery;
use super::schema::Fields;
use super::scores::{Scores, SegmentScores};
use crate::best::{Best, Ranked};
use crate::filter::NoteSet;
use crate::ids::{ChunkId, NoteId};

/// How much of its score a passage earns by its own words; the rest comes from its note as a whole. A note that names the
/// thing in one passage and explains it in another is one answer, and in mixed languages the words often stand only in its
/// code or its links.
const OWN_SHARE: f32 = 0.4;

/// A chunk found by words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordHit {
    /// The chunk.
    pub chunk: ChunkId,
    /// The note it belongs to.
    pub note: NoteId,
    /// From its own words and its note's, each against the best found; above 0, at most 1.
    pub score: f32,
    /// What its own words are of all that words can be, from 0 to 1.
    pub share: f32,
    /// How much of the query it holds, however often, from 0 to 1; rare words count more.
    pub held: f32,
    /// What titles, aliases and file name add to `share`; 0 when none of them matches.
    pub title_share: f32,
}

/// A note with any match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordNote {
    /// The note.
    pub note: NoteId,
    /// What it adds to the score of each of its chunks, also of those without a match.
    pub lent: f32,
    /// What its words are of all that words can be, from 0 to 1.
    pub share: f32,
}

impl Ranked for WordHit {
    fn score(&self) -> f32 {
        self.score
    }

    fn chunk(&self) -> ChunkId {
        self.chunk
    }
}

/// What a query by words finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordHits {
    /// The best chunks, best first; equal ones by age.
    pub hits: Vec<WordHit>,
    /// The notes with any match, by id.
    pub notes: Vec<WordNote>,
    /// The greatest share of any chunk.
    pub best_share: f32,
}

/// Which chunks count, and how many are wanted.
pub(crate) struct Found<'a> {
    pub(crate) among: Option<&'a NoteSet>,
    pub(crate) limit: usize,
    /// Whether a chunk is in the snapshot; absent when all are.
    pub(crate) exists: Option<&'a dyn Fn(ChunkId) -> bool>,
}

/// Finds the best chunks for a query.
pub(crate) fn search(
    (searcher, dampings): (&Searcher, &Dampings),
    query: &WordQuery,
    wanted: &Found<'_>,
) -> tantivy::Result<WordHits> {
    let fields = Fields::new();
    let scores = Scores::of(searcher, dampings, &fields, query)?;
    let mut matches = Matches { notes: vec![false; scores.notes.len()], ..Matches::default() };
    let parts = searcher.segment_readers().iter().zip(&scores.segments).zip(&dampings.segments);
    for ((segment, scored), dampings) in parts {
        let masks = Masks::of(searcher, segment, &fields, query)?;
        matches.collect(segment, (scored, &dampings.notes), &masks, wanted)?;
    }
    Ok(matches.ranked(&scores, wanted.limit))
}

/// Returns the chunks that hold what a query says must be there and nothing of what must not, in order, each with its
/// note; nothing when it says neither.
pub(crate) fn exact(
    searcher: &Searcher,
    query: &WordQuery,
) -> tantivy::Result<Option<Vec<(ChunkId, NoteId)>>> {
    if query.required.is_empty() && query.excluded.is_empty() {
        return Ok(None);
    }
    let fields = Fields::new();
    let mut chunks = Vec::new();
    for segment in searcher.segment_readers() {
        let masks = Masks::of(searcher, segment, &fields, query)?;
        let chunk_of = segment.fast_fields().u64("chunk")?.first_or_default_col(0);
        let note_of = segment.fast_fields().u64("note")?.first_or_default_col(0);
        for document in segment.doc_ids_alive().filter(|document| masks.pass(*document)) {
            let note = NoteId(note_of.get_val(document) as u32);
            chunks.push((ChunkId(chunk_of.get_val(document)), note));
        }
    }
    chunks.sort_unstable();
    Ok(Some(chunks))
}

/// What matches, before it is known how good the best is.
#[derive(Default)]
struct Matches {
    passages: Vec<Match>,
    /// Whether a note has any match, by note.
    notes: Vec<bool>,
}

struct Match {
    chunk: ChunkId,
    note: NoteId,
    score: f32,
    names: f32,
    held: f32,
}

impl Matches {
    /// Takes the matching passages of one segment in.
    fn collect(
        &mut self,
        segment: &SegmentReader,
        (scores, notes): (&SegmentScores, &[NoteId]),
        masks: &Masks,
        wanted: &Found<'_>,
    ) -> tantivy::Result<()> {
        let chunk_of = segment.fast_fields().u64("chunk")?.first_or_default_col(0);
        let SegmentScores { passages, names, held } = scores;
        let all = passages.iter().zip(names).zip(held).zip(notes).enumerate();
        let matching = all.filter(|(_, (((score, _), _), _))| **score > 0.0);
        for (document, (((&score, &names), &held), &note)) in matching {
            let document = document as DocId;
            if wanted.among.is_some_and(|set| !set.contains(note)) || !masks.pass(document) {
                continue;
            }
            let chunk = ChunkId(chunk_of.get_val(document));
            if wanted.exists.is_some_and(|exists| !exists(chunk)) {
                continue;
            }
            if let Some(found) = self.notes.get_mut(note.0 as usize) {
                *found = true;
            }
            self.passages.push(Match { chunk, note, score, names, held });
        }
        Ok(())
    }

    /// Returns the best passages, each against the best there are.
    fn ranked(self, scores: &Scores, limit: usize) -> WordHits {
        let found =
            self.notes.iter().zip(&scores.notes).enumerate().filter(|(_, (found, _))| **found);
        let best_note = found.clone().fold(0.0f32, |best, (_, (_, score))| best.max(*score));
        let lends = |score: f32| (1.0 - OWN_SHARE) * part(score, best_note);
        let notes = found.map(|(note, (_, score))| WordNote {
            note: NoteId(note as u32),
            lent: lends(*score),
            share: part(*score, scores.best_possible_note),
        });
        let notes = notes.collect();
        let best = self.passages.iter().fold(0.0f32, |best, passage| best.max(passage.score));
        let mut top = Best::new(limit);
        for Match { chunk, note, score, names, held } in self.passages {
            let of_note = scores.notes.get(note.0 as usize).copied().unwrap_or(0.0);
            top.push(WordHit {
                chunk,
                note,
                score: OWN_SHARE * part(score, best) + lends(of_note),
                share: part(score, scores.best_possible),
                held: part(held * (SATURATION + 1.0), scores.best_possible),
                title_share: part(names, scores.best_possible),
            });
        }
        WordHits { hits: top.best_first(), notes, best_share: part(best, scores.best_possible) }
    }
}

/// Returns what a score is of a greater one, from 0 to 1.
fn part(score: f32, of: f32) -> f32 {
    if of > 0.0 { (score / of).clamp(0.0, 1.0) } else { 0.0 }
}
