//! The exact parts of a query: phrases that must be there, words that must not.

use tantivy::query::{BooleanQuery, EnableScoring, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, Searcher, SegmentReader, Term};

use super::query::{Exact, WordQuery};
use super::schema::Fields;

/// Which chunks of one segment hold the exact parts of a query.
pub(super) struct Masks {
    required: Vec<Vec<bool>>,
    excluded: Vec<Vec<bool>>,
}

impl Masks {
    pub(super) fn of(
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

    /// Returns whether all chunks pass.
    pub(super) fn is_empty(&self) -> bool {
        self.required.is_empty() && self.excluded.is_empty()
    }

    pub(super) fn pass(&self, document: DocId) -> bool {
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
    let queries = fields.texts().iter().map(|field| exact_query(field.field, exact)).collect();
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

/// Returns the query for words in a row in one field.
pub(super) fn exact_query(field: Field, Exact(words): &Exact) -> Box<dyn Query> {
    let mut terms: Vec<_> =
        words.iter().map(|(offset, word)| (*offset, Term::from_field_text(field, word))).collect();
    match (terms.len(), terms.pop()) {
        (1, Some((_, term))) => Box::new(TermQuery::new(term, IndexRecordOption::Basic)),
        (_, last) => {
            terms.extend(last);
            Box::new(PhraseQuery::new_with_offset(terms))
        }
    }
}
