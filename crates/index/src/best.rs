//! The best hits of a search.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::ids::ChunkId;

/// A hit that can be compared with others.
pub(crate) trait Ranked {
    /// The more the better.
    fn score(&self) -> f32;

    /// Decides between equal scores: the older chunk first.
    fn chunk(&self) -> ChunkId;
}

/// The best hits so far, at most `limit` of them.
///
/// Memory and time grow with `limit`, not with the number of hits: a new one either pushes the worst
/// out or is forgotten. With a limit of 0 nothing is kept.
pub(crate) struct Best<H> {
    limit: usize,
    /// The worst of them on top.
    heap: BinaryHeap<Worst<H>>,
}

/// A hit that is greater the worse it is.
///
/// The heap of the standard library has its greatest on top, and what must be at hand is the worst.
/// Scores are compared by `total_cmp`, so that the order is total whatever they are.
struct Worst<H>(H);

impl<H: Ranked> Ord for Worst<H> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = other.0.score().total_cmp(&self.0.score());
        by_score.then_with(|| self.0.chunk().cmp(&other.0.chunk()))
    }
}

impl<H: Ranked> PartialOrd for Worst<H> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<H: Ranked> PartialEq for Worst<H> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<H: Ranked> Eq for Worst<H> {}

impl<H: Ranked> Best<H> {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, heap: BinaryHeap::new() }
    }

    /// Returns whether a hit with this score might be among the best, so that the rest of it need be found out.
    pub(crate) fn has_room_for(&self, score: f32) -> bool {
        self.heap.len() < self.limit
            || self.heap.peek().is_some_and(|Worst(worst)| score.total_cmp(&worst.score()).is_ge())
    }

    pub(crate) fn push(&mut self, hit: H) {
        if self.heap.len() < self.limit {
            self.heap.push(Worst(hit));
        } else if let Some(mut worst) = self.heap.peek_mut() {
            let hit = Worst(hit);
            if hit < *worst {
                *worst = hit;
            }
        }
    }

    /// Takes in the best of another part of the same search.
    pub(crate) fn merge(&mut self, other: Self) {
        for Worst(hit) in other.heap {
            self.push(hit);
        }
    }

    pub(crate) fn best_first(self) -> Vec<H> {
        self.heap.into_sorted_vec().into_iter().map(|Worst(hit)| hit).collect()
    }
}
