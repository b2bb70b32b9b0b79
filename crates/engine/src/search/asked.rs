//! What a request asks for, once the conditions that stand in its query are part of its filter.

use notekin_index::Reader;

use super::request::{Mode, SearchRequest};
use crate::filter::{Narrowed, Query};
use crate::{Audience, Error};

/// A request that has been read.
pub(super) struct Asked<'a> {
    given: &'a SearchRequest,
    /// The same with the query's conditions in the filter.
    read: SearchRequest,
}

/// Reads a request; in a pattern there are no conditions.
pub(super) fn read(given: &SearchRequest) -> Result<Asked<'_>, Error> {
    let query = match given.mode {
        Mode::Regex => None,
        _ => match Query::read(&given.query) {
            Err(_) if given.lenient => None,
            read => Some(read?),
        },
    };
    let read = query.map_or_else(
        || given.clone(),
        |query| SearchRequest {
            filter: given.filter.clone().with(query.conditions),
            query: query.words,
            ..given.clone()
        },
    );
    Ok(Asked { given, read })
}

impl Asked<'_> {
    /// Returns what is looked for, and among which notes of a vault.
    pub(super) fn narrow(
        self,
        reader: &Reader,
        audience: Audience,
    ) -> Result<(SearchRequest, Narrowed), Error> {
        let narrowed = self.read.filter.narrow(reader, audience);
        let is_understood = narrowed.as_ref().is_ok_and(|narrowed| narrowed.in_vain.is_empty());
        if is_understood || !self.given.lenient || self.read.filter == self.given.filter {
            return Ok((self.read, narrowed?));
        }
        Ok((self.given.clone(), self.given.filter.narrow(reader, audience)?))
    }
}
