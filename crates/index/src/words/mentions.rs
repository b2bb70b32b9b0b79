//! Names of notes in the text of others: links that nobody has made yet.

use std::collections::{BTreeMap, HashMap};

use tantivy::query::EnableScoring;

use super::corpus::Corpus;
use super::exact::exact_query;
use super::query::{Exact, exact, exact_of, units};
use super::schema::Fields;
use super::tokens::Tokens;
use crate::filter::NoteSet;
use crate::ids::NoteId;

/// More names of one note than this are not looked for.
const MAX_NAMES: usize = 16;

/// The texts of the notes that somebody may see, ready to be looked through for names.
pub(crate) struct Mentions<'a> {
    corpus: Corpus<'a>,
    fields: Fields,
    /// Those notes; all when nothing. What others hold makes no name less rare.
    visible: Option<&'a NoteSet>,
}

impl<'a> Mentions<'a> {
    pub(crate) fn new(corpus: Corpus<'a>, visible: Option<&'a NoteSet>) -> Self {
        Self { corpus, fields: Fields::new(), visible }
    }

    /// Returns the notes whose text holds one of some names, each with how rare that is.
    pub(crate) fn naming(&self, names: &[String]) -> tantivy::Result<BTreeMap<NoteId, f32>> {
        let mut naming = BTreeMap::new();
        for name in names.iter().take(MAX_NAMES).filter_map(|name| exact(name)) {
            let notes = self.holding(&name)?;
            let rarity = self.rarity(notes.len());
            for note in notes.iter() {
                let best = naming.entry(note).or_insert(rarity);
                *best = f32::max(*best, rarity);
            }
        }
        Ok(naming)
    }

    /// Returns which of some notes, each with its names, the texts name, each with how rare the name is.
    pub(crate) fn named<'n>(
        &self,
        texts: &[&str],
        notes: impl Iterator<Item = (NoteId, &'n [String])>,
    ) -> tantivy::Result<BTreeMap<NoteId, f32>> {
        let places = Places::of(texts);
        let mut tokens = Tokens::default();
        let mut named = BTreeMap::new();
        for (note, names) in notes {
            for name in names.iter().take(MAX_NAMES) {
                tokens.cut(name);
                if let Some(name) = places.holding(&tokens) {
                    let rarity = self.rarity(self.holding(&name)?.len());
                    let best = named.entry(note).or_insert(rarity);
                    *best = f32::max(*best, rarity);
                }
            }
        }
        Ok(named)
    }

    /// Returns the notes whose text or headings hold words in a row.
    fn holding(&self, name: &Exact) -> tantivy::Result<NoteSet> {
        let mut notes = NoteSet::default();
        for field in [self.fields.body, self.fields.heading] {
            let scoring = EnableScoring::disabled_from_searcher(self.corpus.searcher);
            let weight = exact_query(field.field, name).weight(scoring)?;
            for (segment, dampings) in self.corpus.segments() {
                weight.for_each_no_score(segment, &mut |documents| {
                    for note in documents.iter().filter_map(|document| dampings.note(*document)) {
                        notes.insert(note);
                    }
                })?;
            }
        }
        Ok(match self.visible {
            Some(visible) => notes.both(visible),
            None => notes,
        })
    }

    /// Returns how rare a name is that stands in `count` notes: 0 in all of them, nearly 1 in one of very many.
    fn rarity(&self, count: usize) -> f32 {
        let all = self.visible.map_or(self.corpus.dampings.note_count, NoteSet::len) + 1;
        let all = all as f32;
        ((all / (count as f32 + 0.5)).ln() / all.ln()).clamp(0.0, 1.0)
    }
}

/// Where each word stands in some texts.
struct Places {
    /// Text and position, in the order in which texts are cut.
    of: HashMap<String, Vec<(usize, usize)>>,
}

impl Places {
    fn of(texts: &[&str]) -> Self {
        let mut of: HashMap<String, Vec<_>> = HashMap::new();
        let mut tokens = Tokens::default();
        for (text, content) in texts.iter().enumerate() {
            tokens.cut(content);
            for token in tokens.list() {
                let (word, place) = (tokens.folded(token), (text, token.position));
                if let Some(places) = of.get_mut(word) {
                    places.push(place);
                } else {
                    of.insert(word.to_owned(), vec![place]);
                }
            }
        }
        Self { of }
    }

    /// Returns the words of a name as they stand there in a row, if they do; most don't even stand there.
    fn holding(&self, name: &Tokens) -> Option<Exact> {
        let is_there = |word: &str| self.of.contains_key(word);
        let are_there = units(name).all(|unit| is_there(name.folded(unit)));
        are_there.then(|| exact_of(name)).flatten().filter(|name| self.hold(name))
    }

    /// Returns whether words stand there in a row.
    fn hold(&self, Exact(words): &Exact) -> bool {
        let Some((first, rest)) = words.split_first() else { return false };
        let (offset, word) = first;
        self.of.get(word).into_iter().flatten().any(|(text, at)| {
            rest.iter().all(|(place, word)| {
                let at = (*text, at + place - offset);
                self.of.get(word).is_some_and(|places| places.binary_search(&at).is_ok())
            })
        })
    }
}
