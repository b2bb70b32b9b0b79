//! Searching by words: BM25 over the fields of every chunk.
//!
//! Terms are taken one after the other and add to a score per chunk. That is simple, gives the
//! titles' share for nothing, and is as fast as merging the terms' lists, since the number of
//! matching notes needs every match anyway.

use tantivy::postings::Postings;
use tantivy::query::{Bm25Weight, BooleanQuery, EnableScoring, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, DocSet, Searcher, SegmentReader, TERMINATED, Term};

use super::query::{Exact, WordQuery};
use super::schema::{Fields, TextField};
use super::vocabulary::Vocabulary;
use crate::best::{Best, Ranked};
use crate::filter::NoteSet;
use crate::ids::{ChunkId, NoteId};

/// BM25's k1, as the words index has it: no term counts more than this plus one.
///
/// The other constant, b, is .75: both are those of the library.
const SATURATION: f32 = 1.2;

/// A chunk found by words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordHit {
    /// The chunk.
    pub chunk: ChunkId,
    /// The note it belongs to.
    pub note: NoteId,
    /// BM25 over all fields, weighted; above 0.
    pub score: f32,
    /// What titles, aliases and file name add to the score; 0 when none of them matches.
    pub title_score: f32,
}

impl Ranked for WordHit {
    fn score(&self) -> f32 {
        self.score
    }

    fn chunk(&self) -> ChunkId {
        self.chunk
    }
}

/// What a query by words finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordHits {
    /// The best chunks, best first; equal ones by age.
    pub hits: Vec<WordHit>,
    /// The number of notes with any match.
    pub notes: usize,
    /// A bound no score of this query can pass: every term abundant in every field.
    pub best_possible: f32,
    /// How much of the query the vault knows at all, 0 to 1; unknown words weigh as much as the
    /// rarest.
    pub known_share: f32,
}

/// Which chunks count, and how many are wanted.
pub(crate) struct Found<'a> {
    pub(crate) among: Option<&'a NoteSet>,
    pub(crate) limit: usize,
    /// Whether a chunk is in the snapshot; absent when all are.
    pub(crate) exists: Option<&'a dyn Fn(ChunkId) -> bool>,
}

/// A term of the query with its weight in every field it occurs in.
///
/// Its rarity is that of the field it is most frequent in, and the same for all fields.
struct Weighed {
    fields: Vec<(Term, Bm25Weight)>,
    /// Whether its fields hold several words, of which the best counts in each field.
    varied: bool,
    idf: f32,
}

/// What a word counts that goes on where the query's last one ends, to one that is the same.
const COMPLETED: f32 = 0.7;

/// Finds the best chunks for a query.
pub(crate) fn search(
    searcher: &Searcher,
    query: &WordQuery,
    wanted: &Found<'_>,
) -> tantivy::Result<WordHits> {
    let fields = Fields::new();
    let terms = weigh(searcher, &fields, query)?;
    let mut top = Best::new(wanted.limit);
    let mut notes = NoteSet::default();
    for segment in searcher.segment_readers() {
        let scores = Scores::of(segment, &fields, &terms)?;
        let masks = Masks::of(searcher, segment, &fields, query)?;
        collect(segment, &scores, &masks, wanted, (&mut top, &mut notes))?;
    }
    let known: f32 = terms.iter().filter(|term| !term.fields.is_empty()).map(|term| term.idf).sum();
    let all: f32 = terms.iter().map(|term| term.idf).sum();
    let weights: f32 = fields.texts().iter().map(|field| field.weight).sum();
    Ok(WordHits {
        hits: top.best_first(),
        notes: notes.len(),
        best_possible: all * weights * (SATURATION + 1.0),
        known_share: if all > 0.0 { known / all } else { 0.0 },
    })
}

fn weigh(searcher: &Searcher, fields: &Fields, query: &WordQuery) -> tantivy::Result<Vec<Weighed>> {
    let documents: u64 =
        searcher.segment_readers().iter().map(|segment| u64::from(segment.max_doc())).sum();
    let lengths =
        fields.texts().into_iter().map(|field| average_length(searcher, field.field, documents));
    let lengths = lengths.collect::<tantivy::Result<Vec<_>>>()?;
    let vocabulary = Vocabulary::new(searcher);
    let weighed = query.terms.iter().enumerate().map(|(place, term)| {
        let words = words(&vocabulary, query, place, term)?;
        // A word is as rare as its most frequent use: one that is seldom in titles is not rare for
        // that.
        let mut count = 0;
        let mut found = Vec::new();
        for (field, &length) in fields.texts().into_iter().zip(&lengths) {
            let mut of_field = 0;
            for (word, share) in &words {
                let term = Term::from_field_text(field.field, word);
                let occurs = searcher.doc_freq(&term)?;
                of_field += occurs;
                found.extend((occurs > 0).then_some((term, length, field.weight * share)));
            }
            count = count.max(of_field.min(documents));
        }
        let weight = |(term, length, boost)| {
            let weight = Bm25Weight::for_one_term_without_explain(count, documents, length);
            (term, weight.boost_by(boost))
        };
        let fields = found.into_iter().map(weight).collect();
        Ok(Weighed { fields, varied: words.len() > 1, idf: idf(count.max(1), documents) })
    });
    weighed.collect()
}

/// Returns the words that stand for a term, each with what it counts: itself, what is searched for in
/// its place, and what it may be the beginning of.
fn words(
    vocabulary: &Vocabulary<'_>,
    query: &WordQuery,
    place: usize,
    term: &str,
) -> tantivy::Result<Vec<(String, f32)>> {
    let mut words = vec![(term.to_owned(), 1.0)];
    words.extend(query.instead.get(&place).into_iter().flatten().map(|word| (word.clone(), 1.0)));
    if query.is_unfinished(place) {
        let completions = vocabulary.completions(term)?;
        words.extend(completions.into_iter().map(|word| (word, COMPLETED)));
    }
    Ok(words)
}

/// Returns how rare each term of a query is, above 0.
pub(crate) fn rarities(searcher: &Searcher, query: &WordQuery) -> tantivy::Result<Vec<f32>> {
    Ok(weigh(searcher, &Fields::new(), query)?.iter().map(|term| term.idf).collect())
}

/// The mean number of tokens of a field, over all chunks; at least 1, so that it can be divided by.
fn average_length(searcher: &Searcher, field: Field, documents: u64) -> tantivy::Result<f32> {
    let mut tokens = 0;
    for segment in searcher.segment_readers() {
        tokens += segment.inverted_index(field)?.total_num_tokens();
    }
    Ok((tokens as f32 / documents.max(1) as f32).max(1.0))
}

/// `ln(1 + (N - n + 1/2) / (n + 1/2))` for a term in `n` of `N` chunks; above 0 as long
/// as there are chunks.
///
/// Chunks that were deleted but whose segment was not merged since still count in both numbers.
fn idf(count: u64, documents: u64) -> f32 {
    let (count, documents) = (count as f32, documents as f32);
    (1.0 + (documents - count + 0.5) / (count + 0.5)).ln()
}

/// The scores of all chunks of one segment.
struct Scores {
    all: Vec<f32>,
    names: Vec<f32>,
}

impl Scores {
    fn of(segment: &SegmentReader, fields: &Fields, terms: &[Weighed]) -> tantivy::Result<Self> {
        let documents = segment.max_doc() as usize;
        let mut scores = Self { all: vec![0.0; documents], names: vec![0.0; documents] };
        for term in terms {
            for of_field in term.fields.chunk_by(|a, b| a.0.field() == b.0.field()) {
                scores.add(segment, fields, of_field, term.varied)?;
            }
        }
        Ok(scores)
    }

    /// Adds what the words of a term earn in one field; of several words the best counts.
    fn add(
        &mut self,
        segment: &SegmentReader,
        fields: &Fields,
        words: &[(Term, Bm25Weight)],
        varied: bool,
    ) -> tantivy::Result<()> {
        let of_names = words.first().is_some_and(|(term, _)| term.field() == fields.names.field);
        let mut best = vec![0.0; if varied { self.all.len() } else { 0 }];
        for (term, weight) in words {
            let add = |document: DocId, score: f32| {
                if varied {
                    raise(&mut best, document, score, f32::max);
                } else {
                    self.earn(document, score, of_names);
                }
            };
            each_score(segment, term, weight, add)?;
        }
        for (document, &score) in (0..).zip(&best).filter(|(_, score)| **score > 0.0) {
            self.earn(document, score, of_names);
        }
        Ok(())
    }

    fn earn(&mut self, document: DocId, score: f32, of_names: bool) {
        raise(&mut self.all, document, score, std::ops::Add::add);
        if of_names {
            raise(&mut self.names, document, score, std::ops::Add::add);
        }
    }
}

fn raise(scores: &mut [f32], document: DocId, score: f32, join: fn(f32, f32) -> f32) {
    if let Some(known) = scores.get_mut(document as usize) {
        *known = join(*known, score);
    }
}

/// Calls `each` with every chunk that holds a term and what that earns it.
fn each_score(
    segment: &SegmentReader,
    term: &Term,
    weight: &Bm25Weight,
    mut each: impl FnMut(DocId, f32),
) -> tantivy::Result<()> {
    let index = segment.inverted_index(term.field())?;
    let Some(mut postings) = index.read_postings(term, IndexRecordOption::WithFreqs)? else {
        return Ok(());
    };
    let lengths = segment.get_fieldnorms_reader(term.field())?;
    let mut document = postings.doc();
    while document != TERMINATED {
        each(document, weight.score(lengths.fieldnorm_id(document), postings.term_freq()));
        document = postings.advance();
    }
    Ok(())
}

/// Which chunks of one segment hold the exact parts of a query.
struct Masks {
    required: Vec<Vec<bool>>,
    excluded: Vec<Vec<bool>>,
}

impl Masks {
    fn of(
        searcher: &Searcher,
        segment: &SegmentReader,
        fields: &Fields,
        query: &WordQuery,
    ) -> tantivy::Result<Self> {
        let mask = |exact: &Exact| mask(searcher, segment, fields, exact);
        Ok(Self {
            required: query.required.iter().map(mask).collect::<tantivy::Result<_>>()?,
            excluded: query.excluded.iter().map(mask).collect::<tantivy::Result<_>>()?,
        })
    }

    fn pass(&self, document: DocId) -> bool {
        let holds = |mask: &Vec<bool>| mask.get(document as usize).copied().unwrap_or(false);
        self.required.iter().all(holds) && !self.excluded.iter().any(holds)
    }
}

fn mask(
    searcher: &Searcher,
    segment: &SegmentReader,
    fields: &Fields,
    exact: &Exact,
) -> tantivy::Result<Vec<bool>> {
    let queries = fields.texts().iter().map(|field| exact_query(*field, exact)).collect();
    let weight =
        BooleanQuery::union(queries).weight(EnableScoring::disabled_from_searcher(searcher))?;
    let mut mask = vec![false; segment.max_doc() as usize];
    weight.for_each_no_score(segment, &mut |documents| {
        for &document in documents {
            if let Some(holds) = mask.get_mut(document as usize) {
                *holds = true;
            }
        }
    })?;
    Ok(mask)
}

fn exact_query(field: TextField, Exact(words): &Exact) -> Box<dyn Query> {
    let mut terms: Vec<_> = words
        .iter()
        .map(|(offset, word)| (*offset, Term::from_field_text(field.field, word)))
        .collect();
    match (terms.len(), terms.pop()) {
        (1, Some((_, term))) => Box::new(TermQuery::new(term, IndexRecordOption::Basic)),
        (_, last) => {
            terms.extend(last);
            Box::new(PhraseQuery::new_with_offset(terms))
        }
    }
}

/// Takes the matching chunks of one segment in.
fn collect(
    segment: &SegmentReader,
    scores: &Scores,
    masks: &Masks,
    wanted: &Found<'_>,
    (top, notes): (&mut Best<WordHit>, &mut NoteSet),
) -> tantivy::Result<()> {
    let chunk_of = segment.fast_fields().u64("chunk")?.first_or_default_col(0);
    let note_of = segment.fast_fields().u64("note")?.first_or_default_col(0);
    for (document, &score) in scores.all.iter().enumerate().filter(|(_, score)| **score > 0.0) {
        let document = document as DocId;
        let note = NoteId(note_of.get_val(document) as u32);
        if segment.is_deleted(document)
            || wanted.among.is_some_and(|set| !set.contains(note))
            || !masks.pass(document)
        {
            continue;
        }
        let chunk = ChunkId(chunk_of.get_val(document));
        if wanted.exists.is_some_and(|exists| !exists(chunk)) {
            continue;
        }
        notes.insert(note);
        let title_score = scores.names.get(document as usize).copied().unwrap_or(0.0);
        top.push(WordHit { chunk, note, score, title_score });
    }
    Ok(())
}
