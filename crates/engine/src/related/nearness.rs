//! How near every other note is to one: by the best pair of passages and by shared neighbours.

use std::collections::BTreeMap;

use notekin_embed::Model;
use notekin_index::{ChunkId, NoteId, NoteRow, NoteSet, Reader};

use super::graph::Graph;
use crate::Error;
use crate::engine::space;
use crate::search::{Part, Why};

/// Passages looked at for each passage of the note.
const POOL: usize = 300;

/// The chance of a link between notes whose shared neighbours leave no doubt.
const LINKS_AT_BEST: f32 = 0.8;

/// The Adamic-Adar sum at which that is half as likely.
const LINKS_MIDDLE: f32 = 2.0;

/// What a link between the two adds to that sum where there is no meaning to go by: the author has said that they belong
/// together. Where there is, a link tells nothing new: it shows what is known, and how near the notes are is the question.
const DIRECT_LINK: f32 = 6.0;

/// The text before the first heading.
const INTRO: &str = "intro";

/// What is known of the notes near one note.
pub(super) struct Nearness {
    pairs: BTreeMap<NoteId, Pair>,
    meaning: BTreeMap<NoteId, Part>,
    links: BTreeMap<NoteId, Part>,
}

/// The nearest pair of passages of two notes.
#[derive(Clone, Copy, Debug)]
struct Pair {
    cosine: f32,
    from: ChunkId,
    to: ChunkId,
}

impl Nearness {
    /// Measures the notes that may be found against `note`, from stored vectors and links.
    pub(super) fn of(
        reader: &Reader,
        note: &NoteRow,
        graph: &Graph,
        among: Option<&NoteSet>,
    ) -> Result<Self, Error> {
        let model = reader.model().and_then(notekin_embed::model);
        let pairs = model
            .as_ref()
            .map(|model| best_pairs(reader, model, note.id, among))
            .transpose()?
            .unwrap_or_default();
        let chance = |pair: &Pair| {
            model.as_ref().map_or(0.0, |model| model.scores.links.chance(pair.cosine))
        };
        let meaning = ranked(pairs.iter().map(|(id, pair)| (*id, chance(pair))));
        let mut kin = graph.kin(note.id);
        if pairs.is_empty() {
            for neighbour in graph.neighbours(note.id) {
                *kin.entry(neighbour).or_insert(0.0) += DIRECT_LINK;
            }
        }
        let links = ranked(kin.into_iter().map(|(id, sum)| (id, by_links(sum))));
        Ok(Self { pairs, meaning, links })
    }

    /// Returns all notes anything is known of.
    pub(super) fn notes(&self) -> impl Iterator<Item = NoteId> + '_ {
        let only_linked = self.links.keys().filter(|id| !self.meaning.contains_key(id));
        self.meaning.keys().chain(only_linked).copied()
    }

    /// Returns the `count` notes with the nearest passages, or the most shared neighbours where there are no vectors.
    pub(super) fn closest(&self, count: usize) -> impl Iterator<Item = NoteId> + '_ {
        let parts = if self.meaning.is_empty() { &self.links } else { &self.meaning };
        parts.iter().filter(move |(_, part)| part.rank <= count).map(|(id, _)| *id)
    }

    /// Returns the chance that an author would link the note with `other`: that either meaning or links show it.
    pub(super) fn chance(&self, other: NoteId) -> f32 {
        let score =
            |parts: &BTreeMap<NoteId, Part>| parts.get(&other).map_or(0.0, |part| part.score);
        1.0 - (1.0 - score(&self.meaning)) * (1.0 - score(&self.links))
    }

    /// Returns what each part says of `other`.
    pub(super) fn why(&self, other: NoteId) -> Why {
        Why {
            meaning: self.meaning.get(&other).copied(),
            links: self.links.get(&other).copied(),
            ..Why::default()
        }
    }

    /// Returns the sections of the note and of `other` that are nearest; empty where only links say something.
    pub(super) fn sections(
        &self,
        reader: &Reader,
        other: NoteId,
    ) -> Result<(String, String), Error> {
        let Some(pair) = self.pairs.get(&other) else { return Ok(Default::default()) };
        let section = |chunk: ChunkId| -> Result<String, Error> {
            let heading = reader.chunk(chunk)?.map(|chunk| chunk.heading).unwrap_or_default();
            Ok(heading.last().cloned().unwrap_or_else(|| INTRO.to_owned()))
        };
        Ok((section(pair.from)?, section(pair.to)?))
    }
}

fn best_pairs(
    reader: &Reader,
    model: &Model,
    note: NoteId,
    among: Option<&NoteSet>,
) -> Result<BTreeMap<NoteId, Pair>, Error> {
    let space = space(model);
    let mut pairs: BTreeMap<NoteId, Pair> = BTreeMap::new();
    for (from, vector) in reader.vectors(&space, note)? {
        for hit in reader.nearest(&space, &vector, among, POOL)? {
            let pair = Pair { cosine: hit.score, from, to: hit.chunk };
            let best = pairs.entry(hit.note).or_insert(pair);
            if pair.cosine > best.cosine {
                *best = pair;
            }
        }
    }
    pairs.remove(&note);
    Ok(pairs)
}

fn by_links(sum: f32) -> f32 {
    LINKS_AT_BEST * sum / (sum + LINKS_MIDDLE)
}

/// Gives each score its place, from 1 for the highest.
fn ranked(scores: impl Iterator<Item = (NoteId, f32)>) -> BTreeMap<NoteId, Part> {
    let mut order: Vec<(NoteId, f32)> = scores.collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    order
        .into_iter()
        .enumerate()
        .map(|(at, (id, score))| (id, Part { rank: at + 1, score }))
        .collect()
}
