//! The passages of other notes that are nearest to those of a subject.

use std::collections::BTreeSet;

use notekin_index::{ChunkId, NoteId, NoteSet, Reader, VectorHit};

use super::features::Pair;
use super::subject::ResolvedSubject;
use crate::Error;
use crate::engine::{model_of, space};

/// Passages looked at for each vector.
const POOL: usize = 300;

/// The cosine from which two passages say the same in hardly other words.
const SAME: f32 = 0.9;

/// How many other notes must say the same as a passage, at least, for it to be boilerplate.
const LEAST_NOTES: usize = 5;

/// The share of all notes that must; of very many notes not all can be seen.
const LEAST_SHARE: f32 = 0.01;

/// Notes that are enough in the largest vault.
const MOST_NOTES: usize = 100;

/// A passage of the subject with its vector.
pub(super) type Passage = (Option<ChunkId>, Vec<f32>);

/// The passages nearest to a subject.
pub(super) struct Nearest {
    /// Each with the note it is of.
    pub(super) pairs: Vec<(NoteId, Pair)>,
    /// The subject's passages that tell it from others: a footer that stands in many notes brings them all near, and says
    /// nothing of any.
    pub(super) telling: Vec<Passage>,
}

impl Nearest {
    /// Finds the passages nearest to a subject, `among` some notes or all; `visible` are all that the audience may see.
    pub(super) fn find(
        reader: &Reader,
        subject: &ResolvedSubject,
        (among, visible): (Option<&NoteSet>, Option<&NoteSet>),
    ) -> Result<Self, Error> {
        // What stands in many notes is told by all of them, whichever are asked for.
        let everywhere = hits(reader, &subject.vectors, visible, POOL)?;
        let own = subject.note.as_ref().map(|note| note.id);
        let bar = (reader.counts_among(visible)?.notes as f32 * LEAST_SHARE) as usize;
        let bar = bar.clamp(LEAST_NOTES, MOST_NOTES);
        let passages = subject.vectors.iter().zip(everywhere);
        let telling: Vec<(&Passage, Vec<VectorHit>)> =
            passages.filter(|(_, hits)| notes_that_say_the_same(hits, own) < bar).collect();
        let pairs = if among.is_none() && visible.is_none() {
            telling.iter().flat_map(|(passage, hits)| pairs(passage, hits)).collect()
        } else {
            let passages: Vec<Passage> =
                telling.iter().map(|(passage, _)| (*passage).clone()).collect();
            near(reader, &passages, among, POOL)?
        };
        let telling = telling.into_iter().map(|(passage, _)| passage.clone()).collect();
        Ok(Self { pairs, telling })
    }
}

/// Returns the passages nearest to each of some, `among` some notes or all, at most `limit` for each.
pub(super) fn near(
    reader: &Reader,
    passages: &[Passage],
    among: Option<&NoteSet>,
    limit: usize,
) -> Result<Vec<(NoteId, Pair)>, Error> {
    let found = hits(reader, passages, among, limit)?;
    Ok(passages.iter().zip(&found).flat_map(|(passage, hits)| pairs(passage, hits)).collect())
}

fn hits(
    reader: &Reader,
    passages: &[Passage],
    among: Option<&NoteSet>,
    limit: usize,
) -> Result<Vec<Vec<VectorHit>>, Error> {
    let Some(model) = model_of(reader) else { return Ok(Vec::new()) };
    let vectors: Vec<&[f32]> = passages.iter().map(|(_, vector)| vector.as_slice()).collect();
    Ok(reader.nearest_to_each(&space(&model), &vectors, among, limit)?)
}

fn pairs(passage: &Passage, hits: &[VectorHit]) -> Vec<(NoteId, Pair)> {
    let pair = |hit: &VectorHit| Pair { cosine: hit.score, from: passage.0, to: hit.chunk };
    hits.iter().map(|hit| (hit.note, pair(hit))).collect()
}

/// Counts the other notes of which a passage says the same.
fn notes_that_say_the_same(hits: &[VectorHit], own: Option<NoteId>) -> usize {
    let same = hits.iter().filter(|hit| hit.score >= SAME && Some(hit.note) != own);
    same.map(|hit| hit.note).collect::<BTreeSet<_>>().len()
}
