//! One page of a ranking: few passages a note, from where the page before ended.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use notekin_index::ChunkId;

use super::fuse::Candidate;
use super::request::REQUEST;
use crate::Error;
use crate::cursor::Mark;

/// The place in a ranking after which a page goes on, as it stands behind the mark of its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cursor {
    /// The index's generation that made the page before.
    pub(super) generation: u64,
    fused: f32,
    chunk: ChunkId,
}

impl Cursor {
    /// Returns the place after a candidate, in the ranking of a generation of the index.
    pub(super) fn after(candidate: &Candidate, generation: u64) -> Self {
        Self { generation, fused: candidate.fused, chunk: candidate.chunk }
    }

    /// Reads the cursor of the search that a mark is of.
    pub(super) fn parse(cursor: &str, mark: Mark) -> Result<Self, Error> {
        mark.place(cursor, REQUEST)?.parse()
    }

    fn is_before(&self, candidate: &Candidate) -> bool {
        match candidate.fused.total_cmp(&self.fused) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => candidate.chunk > self.chunk,
            std::cmp::Ordering::Greater => false,
        }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:x}.{:x}.{:x}", self.generation, self.fused.to_bits(), self.chunk.0)
    }
}

impl FromStr for Cursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut parts = text.split('.').map(|part| u64::from_str_radix(part, 16));
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(Ok(generation)), Some(Ok(bits)), Some(Ok(chunk)), None)
                if u32::try_from(bits).is_ok() =>
            {
                Ok(Self { generation, fused: f32::from_bits(bits as u32), chunk: ChunkId(chunk) })
            }
            _ => Err(Error::Invalid(format!("`{text}` is not a cursor of a search"))),
        }
    }
}

/// A page and the way to the next.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) candidates: Vec<Candidate>,
    pub(super) next: Option<Cursor>,
}

/// Returns the first passages of each note in a ranking, over all its pages.
pub(super) fn few_of_each(ranked: &[Candidate], per_note: usize) -> Vec<Candidate> {
    let mut of_note = BTreeMap::new();
    let is_among_first = |candidate: &&Candidate| {
        let count = of_note.entry(candidate.note).or_insert(0usize);
        *count += 1;
        *count <= per_note
    };
    ranked.iter().filter(is_among_first).copied().collect()
}

/// Returns the page of `shown` that follows `cursor`, of at most `passages`.
pub(super) fn page(
    shown: &[Candidate],
    passages: usize,
    cursor: Option<&Cursor>,
    generation: u64,
) -> Page {
    let mut ahead =
        shown.iter().filter(|candidate| cursor.is_none_or(|cursor| cursor.is_before(candidate)));
    let candidates: Vec<Candidate> = ahead.by_ref().take(passages).copied().collect();
    let more = ahead.next().is_some();
    let next = candidates.last().filter(|_| more).map(|last| Cursor::after(last, generation));
    Page { candidates, next }
}

#[cfg(test)]
mod tests {
    use notekin_index::NoteId;

    use super::*;
    use crate::search::Why;

    fn ranking() -> Vec<Candidate> {
        (0..9u64)
            .map(|at| Candidate {
                chunk: ChunkId(at),
                note: NoteId((at / 3) as _),
                fused: 1.0 - (at / 2) as f32 / 10.0,
                cosine: None,
                word_share: 0.0,
                note_share: 0.0,
                held: 0.0,
                chance: 0.0,
                matched: None,
                why: Why::default(),
            })
            .collect()
    }

    fn chunks(page: &Page) -> Vec<u64> {
        page.candidates.iter().map(|candidate| candidate.chunk.0).collect()
    }

    #[test]
    fn pages_follow_one_another_without_gap_or_repeat() {
        let shown = few_of_each(&ranking(), 2);
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let page = page(&shown, 2, cursor.as_ref(), 7);
            seen.extend(chunks(&page));
            match page.next {
                Some(next) => {
                    cursor = Some(next.to_string().parse().expect("a cursor reads what it wrote"));
                }
                None => break,
            }
        }
        assert_eq!(seen, [0, 1, 3, 4, 6, 7]);
    }

    #[test]
    fn foreign_cursors_are_refused() {
        for text in ["", "1", "1.2", "x.y.z", "1.2.3.4", "1.fffffffffff.2"] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
    }
}
