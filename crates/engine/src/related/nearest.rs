//! The passages of other notes that are nearest to those of a subject.

use std::collections::BTreeSet;

use notekin_index::{ChunkId, NoteId, NoteSet, Reader, VectorHit};
use notekin_note::sentences;

use super::features::Pair;
use super::subject::ResolvedSubject;
use crate::Error;
use crate::engine::{model_of, space};

/// Passages looked at for each vector.
const POOL: usize = 300;

/// The notes nearest to a passage whose texts are looked at, to see whether it is boilerplate.
const LOOKED_AT: usize = 8;

/// How many of them must hold it.
const LEAST_NOTES: usize = 5;

/// Of so many of the nearest one must, or the others aren't looked at: nothing is nearer to a footer than the same footer.
const FIRST: usize = 2;

/// The share of a passage's text that stands in another, sentence by sentence, from which the other holds it.
const LEAST_SHARE: f32 = 0.5;

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
        let mut telling = Vec::new();
        for (passage, hits) in subject.vectors.iter().zip(everywhere) {
            if !is_boilerplate(reader, passage.0, &hits, own)? {
                telling.push((passage, hits));
            }
        }
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
fn pairs(passage: &Passage, hits: &[VectorHit]) -> Vec<(NoteId, Pair)> {
    let pair = |hit: &VectorHit| Pair { cosine: hit.score, from: passage.0, to: hit.chunk };
    hits.iter().map(|hit| (hit.note, pair(hit))).collect()
}

/// Returns whether a passage stands in many other notes, going by those nearest to it.
fn is_boilerplate(
    reader: &Reader,
    passage: Option<ChunkId>,
    hits: &[VectorHit],
    own: Option<NoteId>,
) -> Result<bool, Error> {
    let mut seen = BTreeSet::new();
    let others = hits.iter().filter(|hit| Some(hit.note) != own && seen.insert(hit.note));
    let others: Vec<ChunkId> = others.take(LOOKED_AT).map(|hit| hit.chunk).collect();
    let Some(passage) = passage.filter(|_| others.len() >= LEAST_NOTES) else { return Ok(false) };
    let text = |chunk| reader.chunk(chunk).map(|row| row.map(|row| row.text).unwrap_or_default());
    let passage = text(passage)?;
    let mut holders = 0;
    for (looked_at, other) in others.into_iter().enumerate() {
        if looked_at == FIRST && holders == 0 {
            return Ok(false);
        }
        holders += usize::from(share_within(&passage, &text(other)?) >= LEAST_SHARE);
    }
    Ok(holders >= LEAST_NOTES)
}

/// Returns the share of a text that stands in another, sentence by sentence.
fn share_within(text: &str, other: &str) -> f32 {
    let others: BTreeSet<&str> = pieces(other).collect();
    let shared: usize = pieces(text).filter(|piece| others.contains(piece)).map(str::len).sum();
    shared as f32 / pieces(text).map(str::len).sum::<usize>().max(1) as f32
}

/// Returns the sentences of a text, without what stands around them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    sentences(text).into_iter().filter_map(|place| text.get(place)).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::share_within;

    #[test]
    fn a_text_stands_in_another_sentence_by_sentence() {
        let (tea, pots) = ("Tea is steamed.", "Pots are warmed.");
        let both = format!("{tea} {pots}");
        assert!((share_within(&both, &format!("{pots}\n\n{tea}")) - 1.0).abs() < 1e-6);
        let half = share_within(&both, pots);
        assert!(half > 0.4 && half < 0.6);
        assert!(share_within(tea, pots) < 1e-6 && share_within("", tea) < 1e-6);
    }
}
