//! What speaks for a link between what is looked at and every other note: meaning, shared rare words, names in the text,
//! and ways over other notes.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread;

use notekin_embed::LinkOdds;
use notekin_index::{ChunkId, NoteId, NoteSet, Reader, Sample, VectorHit};

use super::around::Around;
use super::looked_at::LookedAt;
use crate::Error;
use crate::engine::space;
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

/// How many times words count where a hub is chosen: it speaks of many things, of which its nearest passage is only one
/// (`docs/decisions/052-related.md`).
const HUB_WORDS: f32 = 3.0;

/// The text before the first heading.
const INTRO: &str = "intro";

/// What is known of the notes that anything speaks for.
pub(super) struct Evidence {
    notes: BTreeMap<NoteId, Signs>,
    odds: LinkOdds,
}

/// What is thought of a link between two notes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Judgement {
    /// The chance that an author would make it, if half of all such pairs were linked.
    pub(crate) chance: f32,
    /// The same but for what other links say.
    pub(crate) text: f32,
    /// What meaning, words, names and links add to the log-odds.
    pub(crate) parts: [f32; 4],
}

impl Judgement {
    /// Returns how much speaks for the other as the hub of the one, by the side of other hubs.
    pub(crate) fn as_hub(&self) -> f32 {
        self.as_hub_by_text() + self.parts[3]
    }

    /// Returns the same but for what other links say.
    pub(crate) fn as_hub_by_text(&self) -> f32 {
        let [meaning, words, names, _] = self.parts;
        meaning + HUB_WORDS * words + names
    }
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
    /// What meaning, words, names and ways add to the log-odds.
    adds: [f32; 4],
    /// The log-odds before any of that.
    bias: f32,
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
        let mut gathered = Self::none(reader);
        gathered.fill(reader, looked_at, around, (among, visible))?;
        Ok(gathered)
    }

    /// Gathers what speaks for some notes, whether anything does or not.
    pub(super) fn of_each(
        reader: &Reader,
        looked_at: &LookedAt,
        around: &Around,
        others: &NoteSet,
    ) -> Result<Self, Error> {
        let mut gathered = Self::none(reader);
        for note in others.iter() {
            gathered.signs(note);
        }
        gathered.fill(reader, looked_at, around, (Some(others), None))?;
        Ok(gathered)
    }

    fn none(reader: &Reader) -> Self {
        Self { notes: BTreeMap::new(), odds: odds(reader) }
    }

    fn fill(
        &mut self,
        reader: &Reader,
        looked_at: &LookedAt,
        around: &Around,
        (among, visible): (Option<&NoteSet>, Option<&NoteSet>),
    ) -> Result<(), Error> {
        let texts = looked_at.texts();
        let sample = Sample { names: &looked_at.names, texts: &texts };
        // Words and meaning know nothing of one another, and each takes about as long.
        let (by_words, nearest) = thread::scope(|scope| {
            let nearest = scope.spawn(|| nearest_pairs(reader, looked_at, among, POOL));
            let by_words =
                (reader.more_like(sample, among), reader.naming(&looked_at.names, visible));
            (by_words, nearest.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let (alike, naming) = (by_words.0?, by_words.1?);
        self.add_likest(&alike);
        self.add_links(looked_at, around, among);
        self.add_pairs(nearest?);
        self.add_naming(naming, among);
        // Neither adds notes: whoever isn't among the nearest is far, not unknown.
        let (named, missing) = thread::scope(|scope| {
            let missing = scope.spawn(|| self.missing_pairs(reader, looked_at));
            let named = self.named(reader, looked_at, around, visible);
            (named, missing.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        self.add_named(named?);
        self.add_pairs(missing?);
        self.add_words(&alike);
        self.add_up();
        if let Some(own) = &looked_at.note {
            self.notes.remove(&own.id);
        }
        self.notes.retain(|id, _| around.notes.contains_key(id));
        Ok(())
    }

    fn signs(&mut self, note: NoteId) -> &mut Signs {
        self.notes.entry(note).or_default()
    }

    /// Adds the notes that share most of the rare words.
    fn add_likest(&mut self, alike: &[(NoteId, f32)]) {
        let mut likest = alike.to_vec();
        if likest.len() > WORDY {
            likest.select_nth_unstable_by(WORDY, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            likest.truncate(WORDY);
        }
        for (note, _) in likest {
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

    /// Returns how near the notes are that only something else speaks for.
    fn missing_pairs(
        &self,
        reader: &Reader,
        looked_at: &LookedAt,
    ) -> Result<Vec<(NoteId, Pair)>, Error> {
        let others = self.notes.iter().filter(|(_, signs)| signs.pair.is_none());
        let others: NoteSet = others.map(|(note, _)| *note).collect();
        if others.is_empty() {
            return Ok(Vec::new());
        }
        nearest_pairs(reader, looked_at, Some(&others), usize::MAX)
    }

    /// Adds pairs of passages, of which the nearest of each note counts.
    fn add_pairs(&mut self, pairs: Vec<(NoteId, Pair)>) {
        for (note, pair) in pairs {
            let best = self.signs(note).pair.get_or_insert(pair);
            if pair.cosine > best.cosine {
                *best = pair;
            }
        }
    }

    /// Adds the notes that hold a name of the note looked at.
    fn add_naming(&mut self, naming: BTreeMap<NoteId, f32>, among: Option<&NoteSet>) {
        for (note, rarity) in naming {
            if among.is_none_or(|among| among.contains(note)) {
                self.signs(note).names = rarity;
            }
        }
    }

    /// Returns which of the notes that anything speaks for are named in what is looked at.
    fn named(
        &self,
        reader: &Reader,
        looked_at: &LookedAt,
        around: &Around,
        visible: Option<&NoteSet>,
    ) -> Result<BTreeMap<NoteId, f32>, Error> {
        let title = |id| around.notes.get(id).map(|note| std::slice::from_ref(&note.title));
        let titles = self.notes.keys().filter_map(|id| Some((*id, title(id)?)));
        Ok(reader.named(&looked_at.texts(), titles, visible)?)
    }

    fn add_named(&mut self, named: BTreeMap<NoteId, f32>) {
        for (note, rarity) in named {
            let signs = self.signs(note);
            signs.names = signs.names.max(rarity);
        }
    }

    /// Weighs everything, once all of it is known.
    fn add_up(&mut self) {
        for signs in self.notes.values_mut() {
            // A note that isn't read by meaning yet isn't far for that.
            let odds = if signs.pair.is_some() { &self.odds } else { &WITHOUT_MEANING };
            signs.adds = signs.weighed(odds);
            signs.bias = odds.bias;
        }
    }

    /// Returns all notes that anything speaks for.
    pub(super) fn notes(&self) -> impl Iterator<Item = NoteId> + '_ {
        self.notes.keys().copied()
    }

    /// Returns the `count` notes that most speaks for but their links, which say nothing of the same text.
    pub(super) fn closest(&self, count: usize) -> Vec<NoteId> {
        let said = |signs: &Signs| {
            let [meaning, words, ..] = signs.adds;
            meaning + words
        };
        let mut closest: Vec<_> = self.notes.iter().map(|(id, signs)| (said(signs), *id)).collect();
        closest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        closest.into_iter().take(count).map(|(_, id)| id).collect()
    }

    /// Returns the chance from which a note is called related where nothing is known of the vault's own links.
    pub(super) fn usual_least(reader: &Reader) -> f32 {
        odds(reader).least
    }

    /// Returns the chance that an author would link the two, if half of all such pairs were linked.
    pub(super) fn chance(&self, other: NoteId) -> f32 {
        let Some(signs) = self.notes.get(&other) else { return 0.0 };
        logistic(signs.bias + signs.adds.iter().sum::<f32>())
    }

    /// Returns the chance and what makes it up.
    pub(super) fn judgement(&self, other: NoteId) -> Judgement {
        let Some(signs) = self.notes.get(&other) else { return Judgement::default() };
        let parts = signs.adds;
        let [meaning, words, names, _] = parts;
        let text = logistic(signs.bias + meaning + words + names);
        Judgement { chance: self.chance(other), text, parts }
    }

    /// Returns what each part says of `other`: its place by that part alone, and its share of the chance.
    pub(super) fn why(&self, other: NoteId) -> Why {
        let Some(signs) = self.notes.get(&other) else { return Why::default() };
        let all: f32 = signs.adds.iter().map(|add| add.max(0.0)).sum();
        let chance = self.chance(other);
        let part = |of: usize| {
            let own = signs.adds.get(of).copied().filter(|add| *add > 0.0)?;
            let is_before = |signs: &&Signs| signs.adds.get(of).is_some_and(|add| *add > own);
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
            let heading = reader.heading(chunk)?.unwrap_or_default();
            Ok(heading.last().cloned().unwrap_or_else(|| INTRO.to_owned()))
        };
        let from = pair.from.map(section).transpose()?.unwrap_or_default();
        Ok((from, section(pair.to)?))
    }
}

/// Returns the passages nearest to those looked at, `among` some notes or all, at most `limit` for each vector.
fn nearest_pairs(
    reader: &Reader,
    looked_at: &LookedAt,
    among: Option<&NoteSet>,
    limit: usize,
) -> Result<Vec<(NoteId, Pair)>, Error> {
    let Some(model) = reader.model().and_then(notekin_embed::model) else { return Ok(Vec::new()) };
    let vectors: Vec<&[f32]> =
        looked_at.vectors.iter().map(|(_, vector)| vector.as_slice()).collect();
    let found = reader.nearest_to_each(&space(&model), &vectors, among, limit)?;
    let pairs = looked_at.vectors.iter().zip(found).flat_map(|((from, _), hits)| {
        let pair = |hit: &VectorHit| Pair { cosine: hit.score, from: *from, to: hit.chunk };
        hits.iter().map(|hit| (hit.note, pair(hit))).collect::<Vec<_>>()
    });
    Ok(pairs.collect())
}

impl Signs {
    /// Returns what meaning, words, names and ways add to the log-odds.
    fn weighed(&self, odds: &LinkOdds) -> [f32; 4] {
        [
            odds.meaning * self.pair.map_or(0.0, |pair| pair.cosine),
            odds.words * self.words.sqrt(),
            odds.names * self.names,
            odds.paths * (PATHS * self.paths).ln_1p() + odds.shared * self.shared.ln_1p(),
        ]
    }
}

fn odds(reader: &Reader) -> LinkOdds {
    let model = reader.model().and_then(notekin_embed::model);
    model.map_or(WITHOUT_MEANING, |model| model.scores.links)
}

fn logistic(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
