//! What a search finds that asks for nothing but a filter: every note that passes, by its beginning.

use notekin_index::{Reader, WordQuery};

use super::Search;
use super::fuse::Candidate;
use super::request::{Mode, Why};
use super::ways::Found;
use crate::Error;

impl Search<'_> {
    /// Returns whether there is nothing to look for: no query, or only words that must not be found.
    pub(super) fn asks_nothing(&self) -> bool {
        let query = &self.request.query;
        query.trim().is_empty()
            || self.request.mode != Mode::Regex && WordQuery::said(query).trim().is_empty()
    }

    /// Lists the notes that pass the filter, the newest first; without a filter none.
    ///
    /// A note with a word that must not be found is left out, wherever in it the word stands. Of equally new notes the one
    /// read first comes first. Meaning has no part in it, so that the mode is by words.
    pub(super) fn listing(&self) -> Result<Found, Error> {
        let mode = if self.request.mode == Mode::Regex { Mode::Regex } else { Mode::Keyword };
        let Some(among) = self.among.as_ref().filter(|_| !self.request.filter.is_empty()) else {
            return Ok(Found::nothing(self.request.mode));
        };
        let mut among = among.clone();
        for excluded in self.words.exclusions() {
            // All notes that match are told of, however few passages are asked for.
            let found = self.reader.words(&excluded, Some(&among), 1)?;
            among = among.without(&found.notes.iter().map(|found| found.note).collect());
        }
        let ranked = newest(self.reader, &among)?;
        Ok(Found { total: ranked.len(), ranked, ..Found::nothing(mode) })
    }
}

/// Returns the first passages of some notes, ranked by day.
fn newest(reader: &Reader, among: &notekin_index::NoteSet) -> Result<Vec<Candidate>, Error> {
    let candidate = |(chunk, note, day): (_, _, notekin_note::Day)| Candidate {
        chunk,
        note,
        // A place that stays whatever comes and goes; days are small enough to be told apart.
        fused: day.0 as f32,
        cosine: None,
        word_share: 0.0,
        note_share: 0.0,
        held: 0.0,
        chance: 1.0,
        matched: None,
        why: Why::default(),
    };
    Ok(reader.newest(among)?.into_iter().map(candidate).collect())
}
