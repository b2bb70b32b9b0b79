//! The vocabulary: the words that the notes have, looked through for those that a query may mean.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, Searcher, TERMINATED, Term};

use super::query::WordQuery;
use super::schema::Fields;
use super::spelling::Misspelt;
use crate::filter::NoteSet;
use crate::ids::NoteId;

/// More words than this aren't tried in place of one that is unfinished.
const MAX_COMPLETIONS: usize = 50;
/// Words compared by how often notes have them, of those that are equally near to a misspelt one.
const MAX_NEAR: usize = 64;
/// Words searched for in place of a misspelt one.
const MAX_INSTEAD: usize = 3;

/// The words of all notes.
pub(crate) struct Vocabulary<'a> {
    searcher: &'a Searcher,
    fields: Fields,
}

impl<'a> Vocabulary<'a> {
    pub(crate) fn new(searcher: &'a Searcher) -> Self {
        Self { searcher, fields: Fields::new() }
    }

    /// Returns the words that begin with `start` and go on, the most frequent first.
    pub(super) fn completions(&self, start: &str) -> tantivy::Result<Vec<String>> {
        let mut counts: HashMap<Vec<u8>, u32> = HashMap::new();
        // No word holds the greatest byte, so that it ends the range of those with this start.
        let end = [start.as_bytes(), &[u8::MAX]].concat();
        for segment in self.searcher.segment_readers() {
            for field in self.fields.texts() {
                let index = segment.inverted_index(field.field)?;
                let mut words = index.terms().range().gt(start).lt(&end).into_stream()?;
                while words.advance() {
                    *counts.entry(words.key().to_vec()).or_default() += words.value().doc_freq;
                }
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        counts.truncate(MAX_COMPLETIONS);
        Ok(counts.into_iter().filter_map(|(word, _)| String::from_utf8(word).ok()).collect())
    }

    /// Returns the query with its misspelt words replaced by words of the visible notes, and those pairs; nothing when
    /// too few of its words are like any.
    pub(crate) fn respelt(
        &self,
        query: &WordQuery,
        visible: Option<&NoteSet>,
    ) -> tantivy::Result<Option<(WordQuery, Vec<Respelt>)>> {
        let (mut respelt, mut words, mut unlike) = (query.clone(), Vec::new(), 0);
        for &place in &query.loose {
            let Some(typed) = query.terms.get(place) else { continue };
            let Some(misspelt) = Misspelt::of(typed) else { continue };
            if self.count(typed, visible)? > 0 {
                continue;
            }
            let instead = self.nearest(&misspelt, visible)?;
            if instead.is_empty() {
                unlike += 1;
                continue;
            }
            for word in &instead {
                respelt.stand_in(place, word);
            }
            words.push(Respelt { typed: typed.clone(), searched: instead });
        }
        // Where most words are like none here, the query is in another language or of another matter.
        Ok((words.len() > unlike).then_some((respelt, words)))
    }

    /// Returns the words that are likest to a misspelt one and that visible notes have, the most frequent first.
    fn nearest(
        &self,
        misspelt: &Misspelt,
        visible: Option<&NoteSet>,
    ) -> tantivy::Result<Vec<String>> {
        for (_, words) in self.by_distance(misspelt)? {
            let mut counted = Vec::new();
            for word in words.into_iter().take(MAX_NEAR) {
                let count = self.count(&word, visible)?;
                counted.extend((count > 0).then_some((count, word)));
            }
            counted.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
            counted.truncate(MAX_INSTEAD);
            if !counted.is_empty() {
                return Ok(counted.into_iter().map(|(_, word)| word).collect());
            }
        }
        Ok(Vec::new())
    }

    /// Returns all words that are near enough to a misspelt one, by how many letters differ.
    fn by_distance(
        &self,
        misspelt: &Misspelt,
    ) -> tantivy::Result<BTreeMap<usize, BTreeSet<String>>> {
        let mut near: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for segment in self.searcher.segment_readers() {
            for field in self.fields.texts() {
                let index = segment.inverted_index(field.field)?;
                let mut words = index.terms().stream()?;
                while words.advance() {
                    let Ok(word) = std::str::from_utf8(words.key()) else { continue };
                    if let Some(distance) = misspelt.distance(word) {
                        near.entry(distance).or_default().insert(word.to_owned());
                    }
                }
            }
        }
        Ok(near)
    }

    /// Returns how many passages of visible notes have a word, or a little more: of each field.
    fn count(&self, word: &str, visible: Option<&NoteSet>) -> tantivy::Result<usize> {
        let mut count = 0;
        for segment in self.searcher.segment_readers() {
            let note_of = segment.fast_fields().u64("note")?.first_or_default_col(0);
            for field in self.fields.texts() {
                let term = Term::from_field_text(field.field, word);
                let index = segment.inverted_index(field.field)?;
                let Some(mut postings) = index.read_postings(&term, IndexRecordOption::Basic)?
                else {
                    continue;
                };
                let mut document = postings.doc();
                while document != TERMINATED {
                    let note = NoteId(note_of.get_val(document) as u32);
                    let counts = !segment.is_deleted(document)
                        && visible.is_none_or(|visible| visible.contains(note));
                    count += usize::from(counts);
                    document = postings.advance();
                }
            }
        }
        Ok(count)
    }
}

/// A word that no note has, and what was searched for in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Respelt {
    /// The word as typed, folded.
    pub typed: String,
    /// The words of the notes that are likest to it, the most frequent first.
    pub searched: Vec<String>,
}
