//! What speaks for a link between a subject and every other note: meaning, shared rare words, names in the text, and paths
//! over other notes.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread;

use notekin_embed::LinkOdds;
use notekin_index::{ChunkId, NoteId, NoteSet, Reader, Sample};

use super::features::{Features, Judgement, LogOdds, Pair};
use super::link_context::LinkContext;
use super::nearest::{Nearest, near};
use super::subject::ResolvedSubject;
use crate::Error;
use crate::engine::model_of;
use crate::search::{Part, Why};

/// Notes looked at for the words they share.
const WORDY: usize = 300;

/// The text before the first heading.
const INTRO: &str = "intro";

/// What is known of the notes that anything speaks for.
pub(super) struct Evidence {
    notes: BTreeMap<NoteId, Candidate>,
    odds: LinkOdds,
}

/// A note that something speaks for.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    features: Features,
    /// What the features come to, once all of them are known.
    log_odds: LogOdds,
}

impl Evidence {
    /// Gathers what speaks for each note that may be found, from stored vectors, words and links; `visible` are all that
    /// the audience may see, of which those are some.
    pub(super) fn gather(
        reader: &Reader,
        subject: &ResolvedSubject,
        context: &LinkContext,
        (among, visible): (Option<&NoteSet>, Option<&NoteSet>),
    ) -> Result<Self, Error> {
        let mut gathered = Self::empty(reader);
        gathered.fill(reader, subject, context, (among, visible))?;
        Ok(gathered)
    }

    /// Gathers what speaks for some notes, whether anything does or not.
    pub(super) fn of_each(
        reader: &Reader,
        subject: &ResolvedSubject,
        context: &LinkContext,
        others: &NoteSet,
    ) -> Result<Self, Error> {
        let mut gathered = Self::empty(reader);
        for note in others.iter() {
            gathered.features(note);
        }
        gathered.fill(reader, subject, context, (Some(others), None))?;
        Ok(gathered)
    }

    fn empty(reader: &Reader) -> Self {
        Self { notes: BTreeMap::new(), odds: odds(reader) }
    }

    fn fill(
        &mut self,
        reader: &Reader,
        subject: &ResolvedSubject,
        context: &LinkContext,
        (among, visible): (Option<&NoteSet>, Option<&NoteSet>),
    ) -> Result<(), Error> {
        let texts = subject.texts();
        let sample = Sample { names: &subject.names, texts: &texts };
        // Words and meaning know nothing of one another, and each takes about as long.
        let (by_words, nearest) = thread::scope(|scope| {
            let nearest = scope.spawn(|| Nearest::find(reader, subject, (among, visible)));
            let by_words =
                (reader.more_like(sample, among), reader.naming(&subject.names, visible));
            (by_words, nearest.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let (alike, naming) = (by_words.0?, by_words.1?);
        self.add_likest(&alike);
        self.add_links(subject, context, among);
        let mut nearest = nearest?;
        self.add_pairs(std::mem::take(&mut nearest.pairs));
        self.add_naming(naming, among);
        // Neither adds notes: whoever isn't among the nearest is far, not unknown.
        let gathered = &*self;
        let (named, missing) = thread::scope(|scope| {
            let missing = scope.spawn(|| gathered.missing_pairs(reader, &nearest));
            let named = gathered.named(reader, subject, context, visible);
            (named, missing.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        self.add_named(named?);
        self.add_pairs(missing?);
        self.add_words(&alike);
        self.add_up();
        if let Some(own) = &subject.note {
            self.notes.remove(&own.id);
        }
        self.notes.retain(|id, _| context.notes.contains_key(id));
        Ok(())
    }

    fn features(&mut self, note: NoteId) -> &mut Features {
        &mut self.notes.entry(note).or_default().features
    }

    /// Adds the notes that share most of the rare words.
    fn add_likest(&mut self, alike: &[(NoteId, f32)]) {
        let mut likest = alike.to_vec();
        if likest.len() > WORDY {
            likest.select_nth_unstable_by(WORDY, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            likest.truncate(WORDY);
        }
        for (note, _) in likest {
            self.features(note);
        }
    }

    /// Adds what words say of the notes that anything speaks for; `alike` is by id.
    fn add_words(&mut self, alike: &[(NoteId, f32)]) {
        for (note, candidate) in &mut self.notes {
            let place = alike.binary_search_by_key(note, |(note, _)| *note);
            let found = place.ok().and_then(|place| alike.get(place));
            candidate.features.words = found.map_or(0.0, |(_, share)| *share);
        }
    }

    /// Adds the paths to other notes; those that a link joins already are known, whatever else speaks for them.
    fn add_links(
        &mut self,
        subject: &ResolvedSubject,
        context: &LinkContext,
        among: Option<&NoteSet>,
    ) {
        let Some(own) = &subject.note else { return };
        let is_wanted = |note: &NoteId| among.is_none_or(|among| among.contains(*note));
        for note in context.graph.neighbours(own.id).into_iter().filter(is_wanted) {
            self.features(note);
        }
        for (note, sum) in context.graph.paths(own.id) {
            if is_wanted(&note) {
                self.features(note).paths = sum;
            }
        }
        for (note, sum) in context.graph.shared_neighbours(own.id) {
            if is_wanted(&note) {
                self.features(note).shared = sum;
            }
        }
    }

    /// Returns how near the notes are that only something else speaks for.
    fn missing_pairs(
        &self,
        reader: &Reader,
        nearest: &Nearest,
    ) -> Result<Vec<(NoteId, Pair)>, Error> {
        let others = self.notes.iter().filter(|(_, other)| other.features.pair.is_none());
        let others: NoteSet = others.map(|(note, _)| *note).collect();
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let mut pairs = near(reader, &nearest.telling, Some(&others), usize::MAX)?;
        pairs.retain(|(_, pair)| !nearest.empty.contains(&pair.to));
        Ok(pairs)
    }

    /// Adds pairs of passages, of which the nearest of each note counts.
    fn add_pairs(&mut self, pairs: Vec<(NoteId, Pair)>) {
        for (note, pair) in pairs {
            let best = self.features(note).pair.get_or_insert(pair);
            if pair.cosine > best.cosine {
                *best = pair;
            }
        }
    }

    /// Adds the notes that hold a name of the note looked at.
    fn add_naming(&mut self, naming: BTreeMap<NoteId, f32>, among: Option<&NoteSet>) {
        for (note, rarity) in naming {
            if among.is_none_or(|among| among.contains(note)) {
                self.features(note).names = rarity;
            }
        }
    }

    /// Returns which of the notes that anything speaks for are named in what is looked at.
    fn named(
        &self,
        reader: &Reader,
        subject: &ResolvedSubject,
        context: &LinkContext,
        visible: Option<&NoteSet>,
    ) -> Result<BTreeMap<NoteId, f32>, Error> {
        let title = |id| context.notes.get(id).map(|note| std::slice::from_ref(&note.title));
        let titles = self.notes.keys().filter_map(|id| Some((*id, title(id)?)));
        Ok(reader.named(&subject.texts(), titles, visible)?)
    }

    fn add_named(&mut self, named: BTreeMap<NoteId, f32>) {
        for (note, rarity) in named {
            let rarest = &mut self.features(note).names;
            *rarest = rarest.max(rarity);
        }
    }

    /// Weighs everything, once all of it is known.
    fn add_up(&mut self) {
        for candidate in self.notes.values_mut() {
            candidate.log_odds = candidate.features.weighed(&self.odds);
        }
    }

    /// Returns all notes that anything speaks for.
    pub(super) fn notes(&self) -> impl Iterator<Item = NoteId> + '_ {
        self.notes.keys().copied()
    }

    /// Returns the `count` notes that most speaks for but their links, which say nothing of the same text.
    pub(super) fn closest(&self, count: usize) -> Vec<NoteId> {
        let said = |other: &Candidate| other.log_odds.meaning + other.log_odds.words;
        let mut closest: Vec<_> = self.notes.iter().map(|(id, other)| (said(other), *id)).collect();
        closest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        closest.into_iter().take(count).map(|(_, id)| id).collect()
    }

    /// Returns the chance from which a note is called related where nothing is known of the vault's own links.
    pub(super) fn usual_least(reader: &Reader) -> f32 {
        odds(reader).least
    }

    /// Returns the chance that an author would link the two, if half of all such pairs were linked.
    pub(super) fn chance(&self, other: NoteId) -> f32 {
        self.notes.get(&other).map_or(0.0, |other| other.log_odds.chance())
    }

    /// Returns the chance and what makes it up.
    pub(super) fn judgement(&self, other: NoteId) -> Judgement {
        self.notes
            .get(&other)
            .map_or_else(Judgement::default, |other| Judgement::of(other.log_odds))
    }

    /// Returns what each part says of `other`: its place by that part alone, and its share of the chance.
    pub(super) fn why(&self, other: NoteId) -> Why {
        let Some(Candidate { log_odds, .. }) = self.notes.get(&other) else {
            return Why::default();
        };
        let part = |of: fn(&LogOdds) -> f32| {
            let own = Some(of(log_odds)).filter(|own| *own > 0.0)?;
            let is_before = |other: &&Candidate| of(&other.log_odds) > own;
            let rank = 1 + self.notes.values().filter(is_before).count();
            Some(Part { rank, score: log_odds.chance() * own / log_odds.for_it() })
        };
        Why {
            meaning: part(|odds| odds.meaning),
            words: part(|odds| odds.words),
            title: part(|odds| odds.names),
            links: part(|odds| odds.links),
        }
    }

    /// Returns the sections of the note and of `other` that are nearest; empty where meaning says nothing.
    pub(super) fn sections(
        &self,
        reader: &Reader,
        other: NoteId,
    ) -> Result<(String, String), Error> {
        let Some(pair) = self.notes.get(&other).and_then(|other| other.features.pair) else {
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

fn odds(reader: &Reader) -> LinkOdds {
    model_of(reader).map_or(LinkOdds::WITHOUT_MEANING, |model| model.scores.links)
}

/// Returns the weights that scores come from, in one word.
pub(super) fn weights(reader: &Reader) -> String {
    let LinkOdds { meaning, words, names, paths, shared, bias, least: _ } = odds(reader);
    [meaning, words, names, paths, shared, bias].map(|weight| weight.to_string()).join(",")
}
