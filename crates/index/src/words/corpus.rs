//! All passages of a snapshot, as words are looked for in them.

use tantivy::{Searcher, SegmentReader};

use super::dampings::{Dampings, SegmentDampings};

/// The passages and notes of one snapshot of the words index.
#[derive(Clone, Copy)]
pub(crate) struct Corpus<'a> {
    pub(super) searcher: &'a Searcher,
    /// What their lengths take off.
    pub(super) dampings: &'a Dampings,
}

impl<'a> Corpus<'a> {
    /// Returns the passages of a searcher, of which these are the lengths.
    pub(crate) fn new(searcher: &'a Searcher, dampings: &'a Dampings) -> Self {
        Self { searcher, dampings }
    }

    /// Returns each segment with what the lengths of its passages take off.
    pub(super) fn segments(self) -> impl Iterator<Item = (&'a SegmentReader, &'a SegmentDampings)> {
        self.searcher.segment_readers().iter().zip(&self.dampings.segments)
    }
}
