//! The scan: every live row against a query, or several at once.

use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

use super::live::{Live, Slot};
use super::map::SegmentMap;
use super::quantise::Probe;
use crate::best::{Best, Ranked};
use crate::filter::NoteSet;
use crate::ids::{ChunkId, NoteId};
use crate::space::Space;

/// So many rows are multiplied before their scores are looked at.
const BLOCK: usize = 256;
/// Rows that are worth a thread of their own, for one query: about a millisecond of work, many times
/// what it takes to start one.
const THREAD: usize = 32 * 1024;

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

/// Finds the chunks nearest to each of some queries, best first; equal ones by age.
///
/// Large indexes are scanned by several threads, each a piece of every segment. They are started for
/// this scan alone: a shared pool may be busy with the model for as long as many scans take.
pub(crate) fn nearest(
    segments: &[(u32, SegmentMap)],
    live: &Live,
    space: &Space,
    queries: &[&[f32]],
    (among, limit): (Option<&NoteSet>, usize),
) -> Vec<Vec<VectorHit>> {
    let probes: Vec<Probe> = queries.iter().map(|query| Probe::new(space, query)).collect();
    let pieces = pieces(live, threads(live, probes.len()));
    let scan = |pieces: &[Range<usize>]| {
        let nearest = probes.iter().map(|_| Nearest { best: Best::new(limit), current: None });
        let mut scan = Scan { probes: &probes, among, nearest: nearest.collect() };
        for (((_, segment), slots), piece) in segments.iter().zip(&live.slots).zip(pieces) {
            scan.segment(segment, slots, piece.clone());
        }
        scan.nearest.into_iter().map(Nearest::finish).collect::<Vec<_>>()
    };
    let Some((first, others)) = pieces.split_first() else { return Vec::new() };
    let best = thread::scope(|scope| {
        let others: Vec<_> = others.iter().map(|pieces| scope.spawn(|| scan(pieces))).collect();
        let mut best = scan(first);
        for other in others {
            let found = other.join().unwrap_or_else(|panic| resume_unwind(panic));
            for (best, found) in best.iter_mut().zip(found) {
                best.merge(found);
            }
        }
        best
    });
    best.into_iter().map(Best::best_first).collect()
}

/// Returns how many threads the rows are worth for so many queries, this one included.
fn threads(live: &Live, queries: usize) -> usize {
    let rows: usize = live.slots.iter().map(Vec::len).sum();
    match rows * queries / THREAD {
        0 | 1 => 1,
        worth => thread::available_parallelism().map_or(1, |most| worth.min(most.get())),
    }
}

/// Cuts every segment into as many pieces as there are threads; returns those of each thread.
///
/// The rows of a chunk stay together, so that its best can be told.
fn pieces(live: &Live, threads: usize) -> Vec<Vec<Range<usize>>> {
    let cut = |slots: &[Slot], part: usize| {
        let at = slots.len() * part / threads;
        let chunk = |at: usize| slots.get(at).map(|slot| slot.chunk);
        (at..slots.len()).find(|&at| at == 0 || chunk(at) != chunk(at - 1)).unwrap_or(slots.len())
    };
    let piece = |slots: &[Slot], part| cut(slots, part)..cut(slots, part + 1);
    let of_thread = |part| live.slots.iter().map(|slots| piece(slots, part)).collect();
    (0..threads).map(of_thread).collect()
}

/// A scan under way.
struct Scan<'a> {
    probes: &'a [Probe],
    among: Option<&'a NoteSet>,
    /// Of each probe.
    nearest: Vec<Nearest>,
}

impl Scan<'_> {
    /// Multiplies runs of rows that pass, at most `BLOCK` at once; the others are not even read. A block
    /// stays in the processor's cache while each query takes its turn, so that memory is read once.
    fn segment(&mut self, segment: &SegmentMap, slots: &[Slot], piece: Range<usize>) {
        let mut sums = [0; BLOCK];
        let slots = slots.get(..piece.end).unwrap_or_default();
        let mut at = piece.start;
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
            let rows = segment.rows(at as u32, passing as u32);
            for (probe, nearest) in self.probes.iter().zip(&mut self.nearest) {
                probe.query.products(rows, sums);
                nearest.take(block, sums, probe.step);
            }
            at += passing;
        }
    }

    fn passes(&self, slot: &Slot) -> bool {
        slot.note.is_some_and(|note| self.among.is_none_or(|set| set.contains(note)))
    }
}

/// The nearest chunks so far; the rows of a chunk come one after the other, and its best counts.
struct Nearest {
    best: Best<VectorHit>,
    current: Option<VectorHit>,
}

impl Nearest {
    /// Takes a block of rows with their products. Most are left out at once: a row that isn't among the
    /// best makes no chunk one of them.
    fn take(&mut self, slots: &[Slot], sums: &[i32], step: f32) {
        for (slot, &sum) in slots.iter().zip(sums) {
            let score = slot.inverse * slot.scale * sum as f32 * step;
            if let Some(note) = slot.note.filter(|_| self.best.has_room_for(score)) {
                self.push(VectorHit { chunk: slot.chunk, note, score });
            }
        }
    }

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

    fn finish(mut self) -> Best<VectorHit> {
        if let Some(last) = self.current {
            self.best.push(last);
        }
        self.best
    }
}
