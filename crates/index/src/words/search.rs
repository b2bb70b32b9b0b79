//! Searching by words: which passages match, and how well.

use std::sync::Arc;

use tantivy::columnar::ColumnValues;
use tantivy::{DocId, Searcher};

use super::corpus::Corpus;
use super::dampings::SATURATION;
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
    corpus: Corpus<'_>,
    query: &WordQuery,
    wanted: &Found<'_>,
) -> tantivy::Result<WordHits> {
    let fields = Fields::new();
    let scores = Scores::of(corpus, &fields, query)?;
    let mut matches = Matches { notes: vec![false; scores.notes.len()], ..Matches::default() };
    for ((segment, dampings), scores) in corpus.segments().zip(&scores.segments) {
        let part = Part {
            masks: Masks::of(corpus.searcher, segment, &fields, query)?,
            chunks: segment.fast_fields().u64("chunk")?.first_or_default_col(0),
            notes: &dampings.notes,
            scores,
        };
        matches.collect(part, wanted);
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

/// The passages of one segment, by document.
struct Part<'a> {
    masks: Masks,
    chunks: Arc<dyn ColumnValues<u64>>,
    notes: &'a [NoteId],
    scores: &'a SegmentScores,
}

impl Part<'_> {
    fn chunk(&self, document: DocId) -> ChunkId {
        ChunkId(self.chunks.get_val(document))
    }

    fn note(&self, document: DocId) -> Option<NoteId> {
        self.notes.get(document as usize).copied()
    }

    fn score(&self, document: DocId) -> f32 {
        self.scores.passages.get(document as usize).copied().unwrap_or(0.0)
    }

    /// Returns whether each passage with a score matches.
    fn is_plain(&self, wanted: &Found<'_>) -> bool {
        wanted.among.is_none() && wanted.exists.is_none() && self.masks.is_empty()
    }

    fn is_wanted(&self, document: DocId, note: NoteId, wanted: &Found<'_>) -> bool {
        wanted.among.is_none_or(|set| set.contains(note))
            && self.masks.pass(document)
            && wanted.exists.is_none_or(|exists| exists(self.chunk(document)))
    }
}

/// What matches, before it is known how good the best is.
#[derive(Default)]
struct Matches<'a> {
    /// The matching documents of each segment.
    parts: Vec<(Part<'a>, Vec<DocId>)>,
    /// Whether a note has any match, by note.
    notes: Vec<bool>,
    /// The best score of a passage.
    best: f32,
}

impl<'a> Matches<'a> {
    /// Takes the matching passages of one segment in.
    fn collect(&mut self, part: Part<'a>, wanted: &Found<'_>) {
        let mut documents = Vec::new();
        let is_plain = part.is_plain(wanted);
        for (document, (&score, &note)) in (0..).zip(part.scores.passages.iter().zip(part.notes)) {
            if score <= 0.0 || !(is_plain || part.is_wanted(document, note, wanted)) {
                continue;
            }
            if let Some(found) = self.notes.get_mut(note.0 as usize) {
                *found = true;
            }
            self.best = self.best.max(score);
            documents.push(document);
        }
        self.parts.push((part, documents));
    }

    /// Returns the best passages, each against the best there are.
    fn ranked(self, scores: &Scores, limit: usize) -> WordHits {
        let found =
            self.notes.iter().zip(&scores.notes).enumerate().filter(|(_, (found, _))| **found);
        let best_note = found.clone().fold(0.0f32, |best, (_, (_, score))| best.max(*score));
        let lends = |score: f32| (1.0 - OWN_SHARE) * share(score, best_note);
        let notes = found.map(|(note, (_, score))| WordNote {
            note: NoteId(note as u32),
            lent: lends(*score),
            share: share(*score, scores.best_possible_note),
        });
        let notes = notes.collect();
        let mut top = Best::new(limit);
        for (part, documents) in &self.parts {
            for &document in documents {
                let Some(note) = part.note(document) else { continue };
                let of_note = scores.notes.get(note.0 as usize).copied().unwrap_or(0.0);
                let own = part.score(document);
                let score = OWN_SHARE * share(own, self.best) + lends(of_note);
                if !top.has_room_for(score) {
                    continue;
                }
                let of = |sums: &[f32]| sums.get(document as usize).copied().unwrap_or(0.0);
                top.push(WordHit {
                    chunk: part.chunk(document),
                    note,
                    score,
                    share: share(own, scores.best_possible),
                    held: share(of(&part.scores.held) * (SATURATION + 1.0), scores.best_possible),
                    title_share: share(of(&part.scores.names), scores.best_possible),
                });
            }
        }
        let best_share = share(self.best, scores.best_possible);
        WordHits { hits: top.best_first(), notes, best_share }
    }
}

/// Returns what a score is of a greater one, from 0 to 1.
fn share(score: f32, of: f32) -> f32 {
    if of > 0.0 { (score / of).clamp(0.0, 1.0) } else { 0.0 }
}
