//! Names of notes in the text of others: links that nobody has made yet.

use std::collections::{BTreeMap, BTreeSet};

use tantivy::query::EnableScoring;
use tantivy::{DocId, Searcher};

use super::dampings::Dampings;
use super::exact::exact_query;
use super::query::{Exact, exact};
use super::schema::Fields;
use super::tokens::Tokens;
use crate::filter::NoteSet;
use crate::ids::NoteId;

/// More names of one note than this are not looked for.
const MAX_NAMES: usize = 16;

/// The texts of the notes that somebody may see, ready to be looked through for names.
pub(crate) struct Mentions<'a> {
    searcher: &'a Searcher,
    dampings: &'a Dampings,
    /// Those notes; all when nothing. What others hold makes no name less rare.
    visible: Option<&'a NoteSet>,
}

impl<'a> Mentions<'a> {
    pub(crate) fn new(
        (searcher, dampings): (&'a Searcher, &'a Dampings),
        visible: Option<&'a NoteSet>,
    ) -> Self {
        Self { searcher, dampings, visible }
    }

    /// Returns the notes whose text holds one of some names, each with how rare that is.
    pub(crate) fn naming(&self, names: &[String]) -> tantivy::Result<BTreeMap<NoteId, f32>> {
        let mut naming = BTreeMap::new();
        for name in names.iter().take(MAX_NAMES).filter_map(|name| exact(name)) {
            let notes = self.holding(&name)?;
            let rarity = self.rarity(notes.len());
            for note in notes {
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
        let mut named = BTreeMap::new();
        for (note, names) in notes {
            for name in names.iter().take(MAX_NAMES).filter_map(|name| exact(name)) {
                if places.hold(&name) {
                    let rarity = self.rarity(self.holding(&name)?.len());
                    let best = named.entry(note).or_insert(rarity);
                    *best = f32::max(*best, rarity);
                }
            }
        }
        Ok(named)
    }

    /// Returns the notes whose text or headings hold words in a row.
    fn holding(&self, name: &Exact) -> tantivy::Result<BTreeSet<NoteId>> {
        let fields = Fields::new();
        let mut notes = BTreeSet::new();
        for field in [fields.body, fields.heading] {
            let scoring = EnableScoring::disabled_from_searcher(self.searcher);
            let weight = exact_query(field.field, name).weight(scoring)?;
            let parts = self.searcher.segment_readers().iter().zip(&self.dampings.segments);
            for (segment, dampings) in parts {
                let is_visible =
                    |note: &NoteId| self.visible.is_none_or(|visible| visible.contains(*note));
                // What was deleted is still listed, until its segment is merged.
                let note = |document: &DocId| {
                    let place = *document as usize;
                    let is_there = dampings.passages.get(place).is_some_and(|d| d.is_finite());
                    dampings.notes.get(place).copied().filter(is_visible).filter(|_| is_there)
                };
                weight.for_each_no_score(segment, &mut |documents| {
                    notes.extend(documents.iter().filter_map(note));
                })?;
            }
        }
        Ok(notes)
    }

    /// Returns how rare a name is that stands in `count` notes: 0 in all of them, nearly 1 in one of very many.
    fn rarity(&self, count: usize) -> f32 {
        let all = self.visible.map_or(self.dampings.note_count, NoteSet::len) + 1;
        let all = all as f32;
        ((all / (count as f32 + 0.5)).ln() / all.ln()).clamp(0.0, 1.0)
    }
}

/// Where each word stands in some texts.
struct Places {
    /// Text and position.
    of: BTreeMap<String, BTreeSet<(usize, usize)>>,
}

impl Places {
    fn of(texts: &[&str]) -> Self {
        let mut of: BTreeMap<String, BTreeSet<_>> = BTreeMap::new();
        let mut tokens = Tokens::default();
        for (place, text) in texts.iter().enumerate() {
            tokens.cut(text);
            for token in tokens.list() {
                let word = tokens.folded(token).to_owned();
                of.entry(word).or_default().insert((place, token.position));
            }
        }
        Self { of }
    }

    /// Returns whether words stand there in a row.
    fn hold(&self, Exact(words): &Exact) -> bool {
        let Some((first, rest)) = words.split_first() else { return false };
        let (offset, word) = first;
        self.of.get(word).into_iter().flatten().any(|(text, at)| {
            rest.iter().all(|(place, word)| {
                let at = (*text, at + place - offset);
                self.of.get(word).is_some_and(|places| places.contains(&at))
            })
        })
    }
}
