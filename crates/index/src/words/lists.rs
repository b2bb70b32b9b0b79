//! Where the passages that have a word are listed.

use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, Searcher, SegmentReader, Term};

use super::schema::{Fields, TextField};

/// The passages of one segment that have a word in one field. To look it up is dear beside reading it where it is short, so
/// that it is kept once found.
#[derive(Clone)]
pub(super) struct List {
    /// The segment's place in the searcher.
    pub(super) segment: usize,
    pub(super) field: TextField,
    pub(super) info: TermInfo,
}

impl List {
    /// Visits the passages, many at once, each with how often it has the word.
    pub(super) fn visit(
        &self,
        segment: &SegmentReader,
        mut visit: impl FnMut(&[DocId], &[u32]),
    ) -> tantivy::Result<()> {
        let index = segment.inverted_index(self.field.field)?;
        let option = IndexRecordOption::WithFreqs;
        let mut blocks = index.read_block_postings_from_terminfo(&self.info, option)?;
        while blocks.block_len() > 0 {
            visit(blocks.docs(), blocks.freqs());
            blocks.advance();
        }
        Ok(())
    }
}

/// Returns all lists of a folded word.
pub(super) fn lists(
    searcher: &Searcher,
    fields: &Fields,
    word: &str,
) -> tantivy::Result<Vec<List>> {
    lists_in(searcher, &fields.texts(), word)
}

/// Returns the lists of a folded word in some fields.
pub(super) fn lists_in(
    searcher: &Searcher,
    fields: &[TextField],
    word: &str,
) -> tantivy::Result<Vec<List>> {
    let mut lists = Vec::new();
    for field in fields {
        let term = Term::from_field_text(field.field, word);
        for (place, segment) in searcher.segment_readers().iter().enumerate() {
            let info = segment.inverted_index(field.field)?.get_term_info(&term)?;
            lists.extend(info.map(|info| List { segment: place, field: *field, info }));
        }
    }
    Ok(lists)
}

/// Returns in how many passages a word stands, in the field where it is most frequent: a word that is seldom in titles is
/// not rare for that.
///
/// Passages that were deleted but whose segment was not merged since still count.
pub(super) fn passages(lists: &[List], fields: &Fields) -> u64 {
    let in_field = |field: TextField| -> u64 {
        let of_field = lists.iter().filter(|list| list.field.field == field.field);
        of_field.map(|list| u64::from(list.info.doc_freq)).sum()
    };
    fields.texts().into_iter().map(in_field).max().unwrap_or(0)
}
