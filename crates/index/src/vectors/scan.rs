//! The scan: every live row against one query.

use super::kernel::products;
use super::live::{Live, Slot};
use super::map::SegmentMap;
use super::quantise::Probe;
use crate::best::{Best, Ranked};
use crate::filter::NoteSet;
use crate::ids::{ChunkId, NoteId};
use crate::space::Space;

/// So many rows are multiplied before their scores are looked at.
const BLOCK: usize = 256;

/// A chunk found by meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorHit {
    /// The chunk.
    pub chunk: ChunkId,
    /// The note it belongs to.
    pub note: NoteId,
    /// The cosine of the query and the chunk's best part in their [`Space`], up to the
    /// quantisation; -1 to 1.
    pub score: f32,
}

impl Ranked for VectorHit {
    fn score(&self) -> f32 {
        self.score
    }

    fn chunk(&self) -> ChunkId {
        self.chunk
    }
}

/// Finds the chunks nearest to a query, best first; equal ones by age.
pub(crate) fn nearest(
    segments: &[(u32, SegmentMap)],
    live: &Live,
    space: &Space,
    query: &[f32],
    (among, limit): (Option<&NoteSet>, usize),
) -> Vec<VectorHit> {
    let mut scan = Scan {
        probe: Probe::new(space, query),
        among,
        nearest: Nearest { best: Best::new(limit), current: None },
    };
    for ((_, segment), slots) in segments.iter().zip(&live.slots) {
        scan.segment(segment, slots);
    }
    scan.nearest.best_first()
}

/// A scan under way.
struct Scan<'a> {
    probe: Probe,
    among: Option<&'a NoteSet>,
    nearest: Nearest,
}

impl Scan<'_> {
    /// Multiplies runs of rows that pass, at most `BLOCK` at once; the others are not even read.
    fn segment(&mut self, segment: &SegmentMap, slots: &[Slot]) {
        let mut sums = [0; BLOCK];
        let mut at = 0;
        while at < slots.len() {
            let rest = slots.get(at..).unwrap_or_default();
            let passing = rest.iter().take(BLOCK).take_while(|slot| self.passes(slot)).count();
            if passing == 0 {
                at += 1;
                continue;
            }
            let (Some(sums), Some(block)) = (sums.get_mut(..passing), rest.get(..passing)) else {
                return;
            };
            products(&self.probe.weights, segment.rows(at as u32, passing as u32), sums);
            self.take(block, sums);
            at += passing;
        }
    }

    fn passes(&self, slot: &Slot) -> bool {
        slot.note.is_some_and(|note| self.among.is_none_or(|set| set.contains(note)))
    }

    fn take(&mut self, slots: &[Slot], sums: &[i32]) {
        for (slot, &sum) in slots.iter().zip(sums) {
            let score = slot.inverse * slot.scale * sum as f32 * self.probe.step;
            if let Some(note) = slot.note {
                self.nearest.push(VectorHit { chunk: slot.chunk, note, score });
            }
        }
    }
}

/// The nearest chunks so far; the rows of a chunk come one after the other, and its best counts.
struct Nearest {
    best: Best<VectorHit>,
    current: Option<VectorHit>,
}

impl Nearest {
    fn push(&mut self, hit: VectorHit) {
        match &mut self.current {
            Some(current) if current.chunk == hit.chunk => {
                current.score = current.score.max(hit.score);
            }
            current => {
                if let Some(done) = current.replace(hit) {
                    self.best.push(done);
                }
            }
        }
    }

    fn best_first(mut self) -> Vec<VectorHit> {
        if let Some(last) = self.current {
            self.best.push(last);
        }
        self.best.best_first()
    }
}
