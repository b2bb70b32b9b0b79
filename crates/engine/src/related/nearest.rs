//! The passages of other notes that are nearest to those of a subject.

use std::collections::BTreeSet;

use notekin_index::{ChunkId, NoteId, NoteSet, Reader, VectorHit};

use super::features::Pair;
use super::shared_text::{Held, strip};
use super::subject::ResolvedSubject;
use crate::Error;
use crate::engine::{model_of, space};

/// Passages looked at for each vector.
const POOL: usize = 300;

/// A passage of the subject with its vector.
pub(super) type Passage = (Option<ChunkId>, Vec<f32>);

/// The passages nearest to a subject.
pub(super) struct Nearest {
    /// Each with the note it is of.
    pub(super) pairs: Vec<(NoteId, Pair)>,
    /// The subject's passages that tell it from others: a footer that stands in many notes brings them all near, and says
    /// nothing of any.
    pub(super) telling: Vec<Passage>,
    /// Passages of others that say nothing but what many of them do.
    pub(super) empty: BTreeSet<ChunkId>,
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
        let (mut telling, mut pairs) = (Vec::new(), Vec::new());
        // What was found everywhere needn't be looked for again, unless only some notes are asked for.
        let is_asked = |pair: &(NoteId, Pair)| among.is_none_or(|among| among.contains(pair.0));
        let (mut again, mut empty) = (Vec::new(), BTreeSet::new());
        for (passage, hits) in subject.vectors.iter().zip(everywhere) {
            match Held::find(reader, passage.0, &hits, own)? {
                Held::Whole => {}
                Held::Hardly if among.is_none() => {
                    pairs.extend(paired(passage, &hits));
                    telling.push(passage.clone());
                }
                Held::Hardly => again.push(passage.clone()),
                Held::Partly(holders) => {
                    let stripped = strip(reader, passage, &holders, &hits)?;
                    pairs.extend(stripped.pairs.into_iter().filter(is_asked));
                    empty.extend(stripped.empty);
                    again.push(stripped.passage);
                }
            }
        }
        pairs.extend(near(reader, &again, among.or(visible), POOL)?);
        telling.extend(again);
        pairs.retain(|(_, pair)| !empty.contains(&pair.to));
        Ok(Self { pairs, telling, empty })
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
    Ok(passages.iter().zip(&found).flat_map(|(passage, hits)| paired(passage, hits)).collect())
}

/// Returns what lies nearest to each of some passages, best first; nothing where no model has read the vault.
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

/// Returns a passage paired with each that was found near it.
fn paired(passage: &Passage, hits: &[VectorHit]) -> Vec<(NoteId, Pair)> {
    let pair = |hit: &VectorHit| Pair { cosine: hit.score, from: passage.0, to: hit.chunk };
    hits.iter().map(|hit| (hit.note, pair(hit))).collect()
}
