//! The speed of reading memory on one thread, which no scan can pass.

use std::hint::black_box;

use crate::Failure;
use crate::stage::Stage;
use crate::timing::milliseconds;

/// How often each way of reading is tried; the best counts, as it is a limit that is sought.
const ROUNDS: usize = 3;

/// The buffer is so many times the largest cache, and at least `LEAST`.
const CACHES: usize = 4;

/// Bytes of a buffer at least.
const LEAST: usize = 1 << 30;

/// Bytes of a buffer in a quick run.
const QUICK: usize = 1 << 26;

/// Returns the bytes to read: more than caches hold, but at most half of the memory that is free.
pub(super) fn size(stage: &Stage) -> usize {
    if stage.quick {
        return QUICK;
    }
    let wanted = LEAST.max(CACHES * crate::machine::largest_cache());
    match crate::machine::free_memory() / 2 {
        0 => wanted,
        half => wanted.min(half),
    }
}

/// Returns the most gigabytes a second that were read of a buffer, from one to eight places at once.
pub(super) fn measure(bytes: usize) -> Result<f64, Failure> {
    // Not zeros: untouched zeros may all be one page.
    let buffer = vec![1_u64; bytes / 8];
    let mut best = 0.0_f64;
    for _ in 0..ROUNDS {
        for way in [read::<1>, read::<2>, read::<4>, read::<8>] {
            let (taken, sum) = milliseconds(|| Ok(way(&buffer)))?;
            black_box(sum);
            best = best.max(bytes as f64 / 1e6 / taken);
        }
    }
    Ok(best)
}

/// Sums the buffer from `PLACES` places at once, each in eight sums, so that adding is never what is waited for.
fn read<const PLACES: usize>(buffer: &[u64]) -> u64 {
    let length = buffer.len() / PLACES / 8 * 8;
    let mut streams: [_; PLACES] =
        std::array::from_fn(|place| buffer[place * length..][..length].chunks_exact(8));
    let mut sums = [[0_u64; 8]; PLACES];
    for _ in 0..length / 8 {
        for (stream, sums) in streams.iter_mut().zip(&mut sums) {
            for (sum, word) in sums.iter_mut().zip(stream.next().unwrap_or_default()) {
                *sum = sum.wrapping_add(*word);
            }
        }
    }
    sums.iter().flatten().fold(0, |all, sum| all.wrapping_add(*sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_reads_all() {
        let buffer = vec![3; 640];
        for way in [read::<1>, read::<2>, read::<4>, read::<8>] {
            assert_eq!(way(&buffer), 3 * 640);
        }
    }
}
