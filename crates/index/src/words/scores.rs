//! Scores by words: BM25F of every passage, and of every note as a whole.
//!
//! A word's frequencies in the fields are added up, each field weighted, before they saturate (Robertson, Zaragoza and
//! Taylor, "Simple BM25 extension to multiple weighted fields", 2004): a word in the title and the text counts for more
//! than in one of them, but not twice. Words are taken one after the other into a number for each passage and note. That
//! is simple, and as fast as merging the words' lists, since the number of matching notes needs every match anyway.

use tantivy::{DocId, Searcher, SegmentReader};

use super::corpus::Corpus;
use super::dampings::{Dampings, SATURATION, SegmentDampings};
use super::forms::{Kin, kin};
use super::lists::{List, lists, passages};
use super::note_tally::{Count, NoteTally};
use super::query::WordQuery;
use super::schema::Fields;
use super::vocabulary::Vocabulary;

/// What another form of a word counts, where the word itself counts 1.
const KIN: f32 = 0.5;

/// What a word counts that goes on where the query's last one ends.
const COMPLETED: f32 = 0.7;

/// More other forms than this are not looked for in one query.
const MAX_FORMS: usize = 512;

/// The scores of all passages and notes for a query.
pub(super) struct Scores {
    /// By segment and document.
    pub(super) segments: Vec<SegmentScores>,
    /// By note.
    pub(super) notes: Vec<f32>,
    /// The score of a passage that is full of every word.
    pub(super) best_possible: f32,
    /// The score of a note that is full of every word.
    pub(super) best_possible_note: f32,
}

/// The scores of one segment's passages.
pub(super) struct SegmentScores {
    pub(super) passages: Vec<f32>,
    /// What of it the names of the note earn.
    pub(super) names: Vec<f32>,
    /// The rarity of the words it holds, however often.
    pub(super) held: Vec<f32>,
}

impl Scores {
    /// Scores what matches a query.
    pub(super) fn of(
        corpus: Corpus<'_>,
        fields: &Fields,
        query: &WordQuery,
    ) -> tantivy::Result<Self> {
        let mut scores = Self::nothing(corpus.dampings);
        let mut tally = Tally::new(corpus.dampings);
        let mut room = MAX_FORMS;
        for place in 0..query.terms.len() {
            let word = Weighed::of(corpus.searcher, fields, (query, place), &mut room)?;
            scores.add(corpus, fields, &word, &mut tally)?;
        }
        Ok(scores)
    }

    fn nothing(dampings: &Dampings) -> Self {
        let zeros = |segment: &SegmentDampings| vec![0.0; segment.passages.len()];
        let empty = |segment| SegmentScores {
            passages: zeros(segment),
            names: zeros(segment),
            held: zeros(segment),
        };
        Self {
            segments: dampings.segments.iter().map(empty).collect(),
            notes: vec![0.0; dampings.note_bound()],
            best_possible: 0.0,
            best_possible_note: 0.0,
        }
    }

    /// Adds what a word says.
    fn add(
        &mut self,
        corpus: Corpus<'_>,
        fields: &Fields,
        word: &Weighed,
        tally: &mut Tally,
    ) -> tantivy::Result<()> {
        for (place, ((segment, dampings), scores)) in
            corpus.segments().zip(&mut self.segments).enumerate()
        {
            tally.count((place, segment), fields, word)?;
            tally.settle(dampings, word.rarity, scores);
        }
        self.best_possible += most(word.rarity);
        self.best_possible_note += tally.notes.settle(corpus.dampings, 1.0, &mut self.notes);
        Ok(())
    }
}

/// A word of the query with its other forms in the vault.
struct Weighed {
    forms: Vec<Form>,
    /// `ln(1 + (N - n + 1/2) / (n + 1/2))` for a word in `n` of `N` passages; above 0 as long as there are any.
    rarity: f32,
}

/// One form of a word.
struct Form {
    word: String,
    /// What it counts, where the word itself counts 1.
    weight: f32,
    lists: Vec<List>,
}

impl Weighed {
    /// Reads the word at a place of a query, with as many of its other forms as there is room for.
    fn of(
        searcher: &Searcher,
        fields: &Fields,
        (query, place): (&WordQuery, usize),
        room: &mut usize,
    ) -> tantivy::Result<Self> {
        let word = query.terms.get(place).map_or("", String::as_str);
        let Kin { own, others } = kin(searcher, fields, word)?;
        let mut forms = vec![Form { word: word.to_owned(), weight: 1.0, lists: own }];
        let completions = if query.is_unfinished(place) {
            Vocabulary::new(searcher).completions(word)?
        } else {
            Vec::new()
        };
        let instead = query.instead.get(&place).into_iter().flatten().map(|word| (word, 1.0));
        for (word, weight) in instead.chain(completions.iter().map(|word| (word, COMPLETED))) {
            forms.push(Form { word: word.clone(), weight, lists: lists(searcher, fields, word)? });
        }
        let is_new = |(kin, _): &(String, _)| forms.iter().all(|form| form.word != *kin);
        let others: Vec<_> = others.into_iter().filter(is_new).take(*room).collect();
        *room -= others.len();
        forms.extend(others.into_iter().map(|(word, lists)| Form { word, weight: KIN, lists }));
        let counts = forms.iter().map(|form| passages(&form.lists, fields));
        let count = forms.first().map_or(0, |word| passages(&word.lists, fields));
        let count = if count == 0 { counts.sum() } else { count };
        let rarity = rarity(count.max(1), u64::from(documents(searcher)));
        Ok(Self { forms, rarity })
    }
}

/// Returns how rare each word of a query is, above 0.
pub(crate) fn rarities(searcher: &Searcher, query: &WordQuery) -> tantivy::Result<Vec<f32>> {
    let (fields, mut room) = (Fields::new(), MAX_FORMS);
    let of = u64::from(documents(searcher));
    let rarity = |(place, word): (usize, &String)| {
        // Other forms, which are dear to find, count only where the word itself isn't there.
        let count = passages(&lists(searcher, &fields, word)?, &fields);
        if count > 0 {
            return Ok(rarity(count, of));
        }
        Ok(Weighed::of(searcher, &fields, (query, place), &mut room)?.rarity)
    };
    query.terms.iter().enumerate().map(rarity).collect()
}

/// Returns the number of passages, deleted ones included whose segment was not merged since.
pub(super) fn documents(searcher: &Searcher) -> u32 {
    searcher.segment_readers().iter().map(SegmentReader::max_doc).sum()
}

/// Returns how rare a word is that stands in `count` of some texts.
pub(super) fn rarity(count: u64, of: u64) -> f32 {
    let (count, of) = (count as f32, of as f32);
    (1.0 + ((of - count).max(0.0) + 0.5) / (count + 0.5)).ln()
}

/// Returns the score of a text that is full of a word.
pub(super) fn most(rarity: f32) -> f32 {
    rarity * (SATURATION + 1.0)
}

/// Returns what a weighted frequency is worth in a text, from 0 to k1 + 1.
pub(super) fn saturated(count: f32, damping: f32) -> f32 {
    count * (SATURATION + 1.0) / (count + damping)
}

/// How often one word stands in passages and notes, weighted by field and form.
struct Tally {
    documents: Vec<Count>,
    /// The documents of the segment at hand in which it stands.
    touched: Vec<DocId>,
    notes: NoteTally,
}

/// Some passages with how often a word stands in one field of each, and what once counts.
struct Listed<'a> {
    documents: &'a [DocId],
    times: &'a [u32],
    weight: f32,
}

impl Tally {
    fn new(dampings: &Dampings) -> Self {
        let documents = dampings.segments.iter().map(|segment| segment.passages.len()).max();
        Self {
            documents: vec![Count::default(); documents.unwrap_or(0)],
            touched: Vec::new(),
            notes: NoteTally::new(dampings),
        }
    }

    /// Counts a word in the passages of a segment.
    fn count(
        &mut self,
        (place, segment): (usize, &SegmentReader),
        fields: &Fields,
        word: &Weighed,
    ) -> tantivy::Result<()> {
        for form in &word.forms {
            for list in form.lists.iter().filter(|list| list.segment == place) {
                let weight = list.field.weight * form.weight;
                let field = list.field.field;
                list.visit(segment, |documents, times| {
                    let these = Listed { documents, times, weight };
                    if field == fields.names.field {
                        self.add(&these, |count| &mut count.names);
                    } else if field == fields.tags.field {
                        self.add(&these, |count| &mut count.tags);
                    } else {
                        self.add(&these, |count| &mut count.own);
                    }
                })?;
            }
        }
        Ok(())
    }

    /// Adds to one part of the counts; a copy for each part, as this loop is what a search takes longest for.
    fn add(&mut self, listed: &Listed<'_>, part: impl Fn(&mut Count) -> &mut f32) {
        for (&document, &times) in listed.documents.iter().zip(listed.times) {
            let Some(count) = self.documents.get_mut(document as usize) else { continue };
            if count.all() == 0.0 {
                self.touched.push(document);
            }
            *part(count) += listed.weight * times as f32;
        }
    }

    /// Adds to the passages' scores what was counted in their segment, and hands it on to their notes.
    fn settle(&mut self, dampings: &SegmentDampings, rarity: f32, scores: &mut SegmentScores) {
        for document in self.touched.drain(..) {
            let place = document as usize;
            let Some(count) = self.documents.get_mut(place).map(std::mem::take) else { continue };
            let damping = dampings.passages.get(place).copied().unwrap_or(f32::INFINITY);
            if damping.is_infinite() {
                continue;
            }
            let score = rarity * saturated(count.all(), damping);
            let SegmentScores { passages, names, held } = &mut *scores;
            for (sums, more) in [(passages, score), (held, rarity)] {
                if let Some(sum) = sums.get_mut(place) {
                    *sum += more;
                }
            }
            if let Some(sum) = names.get_mut(place).filter(|_| count.names > 0.0) {
                *sum += score - rarity * saturated(count.own + count.tags, damping);
            }
            if let Some(note) = dampings.notes.get(place) {
                self.notes.add(*note, count);
            }
        }
    }
}
