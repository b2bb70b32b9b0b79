//! Cursors: a place in a reply, with a mark of the request it belongs to.
//!
//! A cursor is text that goes out and comes back, perhaps much later and with another request: after a change of the
//! query, of a filter, of the vault. A place means nothing there, and to go on from it would leave out what lies before
//! it without a word. The mark is no secret and no proof; it tells slips, not forgeries.

use std::hash::{Hash, Hasher};

use crate::Error;

/// What stands between the mark and the place.
const BETWEEN: char = '.';

/// A short mark of a request: where a reply goes on makes sense for the same request only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(u32);

impl Mark {
    /// Returns the mark of everything that a reply's order and contents depend on, but for how much of it is asked for.
    pub(crate) fn of(request: &impl Hash) -> Self {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        request.hash(&mut hasher);
        let hash = hasher.finish();
        Self((hash ^ (hash >> 32)) as u32)
    }

    /// Writes a place in the reply to this request.
    pub(crate) fn sign(self, place: &str) -> String {
        format!("{:08x}{BETWEEN}{place}", self.0)
    }

    /// Returns the place that a cursor tells; that of another request's is an error, which names what was asked for.
    pub(crate) fn place<'a>(self, cursor: &'a str, request: &str) -> Result<&'a str, Error> {
        let (mark, place) = cursor
            .split_once(BETWEEN)
            .filter(|(mark, _)| mark.len() == 8)
            .and_then(|(mark, place)| Some((u32::from_str_radix(mark, 16).ok()?, place)))
            .ok_or_else(|| Error::Invalid(format!("`{cursor}` is not a cursor of a {request}")))?;
        if mark == self.0 {
            return Ok(place);
        }
        Err(Error::Invalid(format!("this cursor belongs to another {request}")))
    }
}

/// A hash (Fowler, Noll and Vo's) that stays the same from one build of this program to the next.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_knows_its_own_places_only() {
        let (tea, coffee) = (Mark::of(&"tea"), Mark::of(&"coffee"));
        let cursor = tea.sign("a.b");
        assert_eq!(tea.place(&cursor, "search").unwrap(), "a.b");
        assert_eq!(
            coffee.place(&cursor, "search").unwrap_err().to_string(),
            "this cursor belongs to another search"
        );
        for foreign in ["", ".", "a.b", "+0000001.x", "é.x", &cursor[1..]] {
            assert!(tea.place(foreign, "search").is_err(), "{foreign}");
        }
    }
}
