//! What speaks for a link between what is looked at and every other note: meaning, shared rare words, names in the text,
//! and ways over other notes.

use std::collections::{BTreeMap, BTreeSet};

use notekin_embed::LinkOdds;
use notekin_index::{ChunkId, NoteId, NoteSet, Reader, Sample};

use super::around::Around;
use super::looked_at::LookedAt;
use crate::Error;
use crate::engine::{model_of, space};
use crate::search::{Part, Why};

/// Passages looked at for each vector.
const POOL: usize = 300;

/// Notes looked at for the words they share.
const WORDY: usize = 300;

/// How many times each way counts that leads to a note over two others, before they are added up by e-folds.
const PATHS: f32 = 5.0;

/// What the signs say where there is no meaning to go by; fitted like the others, but for words, which count little more than
/// half: the small words of a language that few notes are written in are as rare as telling ones, and nothing sets them right.
const WITHOUT_MEANING: LinkOdds = LinkOdds {
    meaning: 0.0,
    words: 3.0,
    names: 2.5,
    paths: 0.9,
    shared: 0.28,
    bias: -2.49,
    least: 0.5,
};

/// The text before the first heading.
const INTRO: &str = "intro";

/// What is known of the notes that anything speaks for.
pub(super) struct Evidence {
    notes: BTreeMap<NoteId, Signs>,
    odds: LinkOdds,
}

/// What speaks for a link with one note.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    pair: Option<Pair>,
    /// The share of the rare words, from 0 to 1.
    words: f32,
    /// How rare the name is that stands in a text of the other, from 0 to 1.
    names: f32,
    /// The sum over all ways that lead there over two notes.
    paths: f32,
    /// The sum over all neighbours that both have.
    shared: f32,
}

/// The nearest pair of passages of two notes.
#[derive(Clone, Copy, Debug)]
struct Pair {
    cosine: f32,
    from: Option<ChunkId>,
    to: ChunkId,
}

impl Evidence {
    /// Gathers what speaks for each note that may be found, from stored vectors, words and links; `visible` are all that
    /// the audience may see, of which those are some.
    pub(super) fn gather(
        reader: &Reader,
        looked_at: &LookedAt,
        around: &Around,
        (among, visible): (Option<&NoteSet>, Option<&NoteSet>),
    ) -> Result<Self, Error> {
        let model = model_of(reader);
        let odds = model.map_or(WITHOUT_MEANING, |model| model.scores.links);
        let mut gathered = Self { notes: BTreeMap::new(), odds };
        let texts = looked_at.texts();
        let sample = Sample { names: &looked_at.names, texts: &texts };
        let alike = reader.more_like(sample, among)?;
        gathered.add_likest(&alike);
        gathered.add_links(looked_at, around, among);
        gathered.add_pairs(reader, looked_at, among, POOL)?;
        gathered.add_names(reader, looked_at, around, (among, visible))?;
        gathered.add_missing_pairs(reader, looked_at)?;
        gathered.add_words(&alike);
        if let Some(own) = &looked_at.note {
            gathered.notes.remove(&own.id);
        }
        gathered.notes.retain(|id, _| around.notes.contains_key(id));
        Ok(gathered)
    }

    fn signs(&mut self, note: NoteId) -> &mut Signs {
        self.notes.entry(note).or_default()
    }

    /// Adds the notes that share most of the rare words.
    fn add_likest(&mut self, alike: &[(NoteId, f32)]) {
        let mut likest = alike.to_vec();
        likest.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for (note, _) in likest.into_iter().take(WORDY) {
            self.signs(note);
        }
    }

    /// Adds what words say of the notes that anything speaks for; `alike` is by id.
    fn add_words(&mut self, alike: &[(NoteId, f32)]) {
        for (note, signs) in &mut self.notes {
            let place = alike.binary_search_by_key(note, |(note, _)| *note);
            let found = place.ok().and_then(|place| alike.get(place));
            signs.words = found.map_or(0.0, |(_, share)| *share);
        }
    }

    /// Adds the ways to other notes; those that a link joins already are known, whatever else speaks for them.
    fn add_links(&mut self, looked_at: &LookedAt, around: &Around, among: Option<&NoteSet>) {
        let Some(own) = &looked_at.note else { return };
        let is_wanted = |note: &NoteId| among.is_none_or(|among| among.contains(*note));
        for note in around.graph.neighbours(own.id).into_iter().filter(is_wanted) {
            self.signs(note);
        }
        for (note, sum) in around.graph.paths(own.id) {
            if is_wanted(&note) {
                self.signs(note).paths = sum;
            }
        }
        for (note, sum) in around.graph.shared_neighbours(own.id) {
            if is_wanted(&note) {
                self.signs(note).shared = sum;
            }
        }
    }

    /// Adds how near the notes are that something else speaks for: whoever isn't among the nearest is far, not unknown.
    fn add_missing_pairs(&mut self, reader: &Reader, looked_at: &LookedAt) -> Result<(), Error> {
        let others = self.notes.iter().filter(|(_, signs)| signs.pair.is_none());
        let others: NoteSet = others.map(|(note, _)| *note).collect();
        if others.is_empty() {
            return Ok(());
        }
        self.add_pairs(reader, looked_at, Some(&others), usize::MAX)
    }

    /// Adds the nearest passages `among` some notes or all, at most `limit` for each vector.
    fn add_pairs(
        &mut self,
        reader: &Reader,
        looked_at: &LookedAt,
        among: Option<&NoteSet>,
        limit: usize,
    ) -> Result<(), Error> {
        let Some(model) = model_of(reader) else { return Ok(()) };
        let space = space(&model);
        for (from, vector) in &looked_at.vectors {
            for hit in reader.nearest(&space, vector, among, limit)? {
                let pair = Pair { cosine: hit.score, from: *from, to: hit.chunk };
                let best = self.signs(hit.note).pair.get_or_insert(pair);
                if pair.cosine > best.cosine {
                    *best = pair;
                }
            }
        }
        Ok(())
    }

    fn add_names(
        &mut self,
        reader: &Reader,
        looked_at: &LookedAt,
        around: &Around,
        (among, visible): (Option<&NoteSet>, Option<&NoteSet>),
    ) -> Result<(), Error> {
        for (note, rarity) in reader.naming(&looked_at.names, visible)? {
            if among.is_none_or(|among| among.contains(note)) {
                self.signs(note).names = rarity;
            }
        }
        let candidates: BTreeSet<NoteId> = self.notes.keys().copied().collect();
        let titles = candidates
            .iter()
            .filter_map(|id| Some((*id, std::slice::from_ref(&around.notes.get(id)?.title))));
        for (note, rarity) in reader.named(&looked_at.texts(), titles, visible)? {
            let signs = self.signs(note);
            signs.names = signs.names.max(rarity);
        }
        Ok(())
    }

    /// Returns all notes that anything speaks for.
    pub(super) fn notes(&self) -> impl Iterator<Item = NoteId> + '_ {
        self.notes.keys().copied()
    }

    /// Returns the `count` notes that most speaks for but their links, which say nothing of the same text.
    pub(super) fn closest(&self, count: usize) -> Vec<NoteId> {
        let said = |signs: &Signs| {
            let [meaning, words, ..] = signs.adds(self.odds_of(signs));
            meaning + words
        };
        let mut closest: Vec<_> = self.notes.iter().map(|(id, signs)| (said(signs), *id)).collect();
        closest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        closest.into_iter().take(count).map(|(_, id)| id).collect()
    }

    /// A note that isn't read by meaning yet isn't far for that.
    fn odds_of(&self, signs: &Signs) -> &LinkOdds {
        if signs.pair.is_some() { &self.odds } else { &WITHOUT_MEANING }
    }

    /// Returns the chance from which a note is called related.
    pub(super) fn least(&self) -> f32 {
        self.odds.least
    }

    /// Returns the chance that an author would link the two, if half of all such pairs were linked.
    pub(super) fn chance(&self, other: NoteId) -> f32 {
        let Some(signs) = self.notes.get(&other) else { return 0.0 };
        let odds = self.odds_of(signs);
        let log_odds = odds.bias + signs.adds(odds).iter().sum::<f32>();
        1.0 / (1.0 + (-log_odds).exp())
    }

    /// Returns what each part says of `other`: its place by that part alone, and its share of the chance.
    pub(super) fn why(&self, other: NoteId) -> Why {
        let Some(signs) = self.notes.get(&other) else { return Why::default() };
        let adds = signs.adds(self.odds_of(signs));
        let all: f32 = adds.iter().map(|add| add.max(0.0)).sum();
        let chance = self.chance(other);
        let part = |of: usize| {
            let own = adds.get(of).copied().filter(|add| *add > 0.0)?;
            let is_before = |signs: &&Signs| {
                signs.adds(self.odds_of(signs)).get(of).is_some_and(|add| *add > own)
            };
            let rank = 1 + self.notes.values().filter(is_before).count();
            Some(Part { rank, score: chance * own / all })
        };
        Why { meaning: part(0), words: part(1), title: part(2), links: part(3) }
    }

    /// Returns the sections of the note and of `other` that are nearest; empty where meaning says nothing.
    pub(super) fn sections(
        &self,
        reader: &Reader,
        other: NoteId,
    ) -> Result<(String, String), Error> {
        let Some(pair) = self.notes.get(&other).and_then(|signs| signs.pair) else {
            return Ok(Default::default());
        };
        let section = |chunk: ChunkId| -> Result<String, Error> {
            let heading = reader.chunk(chunk)?.map(|chunk| chunk.heading).unwrap_or_default();
            Ok(heading.last().cloned().unwrap_or_else(|| INTRO.to_owned()))
        };
        let from = pair.from.map(section).transpose()?.unwrap_or_default();
        Ok((from, section(pair.to)?))
    }
}

impl Signs {
    /// Returns what meaning, words, names and ways add to the log-odds.
    fn adds(&self, odds: &LinkOdds) -> [f32; 4] {
        [
            odds.meaning * self.pair.map_or(0.0, |pair| pair.cosine),
            odds.words * self.words.sqrt(),
            odds.names * self.names,
            odds.paths * (PATHS * self.paths).ln_1p() + odds.shared * self.shared.ln_1p(),
        ]
    }
}
