//! How fast the kernels are, against the speed of reading memory.

use std::hint::black_box;
use std::time::Instant;

use super::kernel::{Kernel, each};

/// Bytes of a measured row.
const ROW: usize = 384;
/// Rows in a piece: 6 MB, a fraction of the time that a system gives to one program at a stretch.
const ROWS: usize = 16 * 1024;

/// How fast rows are read or multiplied on one thread, in GB (10^9 bytes) a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KernelSpeed {
    /// The kernel, or that rows are only read.
    pub name: &'static str,
    /// The best piece: what is possible, even if the machine is busy.
    pub best: f64,
    /// Half of the pieces were faster.
    pub median: f64,
}

/// Measures the kernels that this processor has, after one that only reads, on a buffer of `bytes`.
///
/// The buffer should be several times as large as the caches. Its pieces are read or multiplied in
/// turn, so that all meet the same conditions. Nothing is returned when it holds too few pieces.
pub fn kernel_speeds(bytes: usize) -> Vec<KernelSpeed> {
    let query: Vec<i16> = (0..ROW as i16).map(|at| at * 83 - 16_000).collect();
    let mut kernels: Vec<(&'static str, Kernel)> = vec![("reading alone", Box::new(read))];
    kernels.extend(each(&query));
    let rows = vec![3_u8; bytes];
    let mut speeds = vec![Vec::new(); kernels.len()];
    let mut products = vec![0; ROWS];
    for round in 0..kernels.len() {
        for (place, piece) in rows.chunks_exact(ROW * ROWS).enumerate() {
            let turn = (place + round) % kernels.len();
            let (Some((_, kernel)), Some(speeds)) = (kernels.get(turn), speeds.get_mut(turn))
            else {
                continue;
            };
            let start = Instant::now();
            kernel(piece, &mut products);
            black_box(&products);
            speeds.push(piece.len() as f64 / start.elapsed().as_secs_f64() / 1e9);
        }
    }
    let named = kernels.iter().zip(speeds);
    named.filter_map(|((name, _), speeds)| speed(name, speeds)).collect()
}

/// Reads every byte and does as little as possible with it.
fn read(rows: &[u8], _: &mut [i32]) {
    let mut lanes = [0_u64; 16];
    for words in rows.as_chunks::<128>().0 {
        for (lane, word) in lanes.iter_mut().zip(words.as_chunks::<8>().0) {
            *lane ^= u64::from_ne_bytes(*word);
        }
    }
    black_box(lanes);
}

fn speed(name: &'static str, mut speeds: Vec<f64>) -> Option<KernelSpeed> {
    speeds.sort_by(f64::total_cmp);
    let (best, median) = (*speeds.last()?, *speeds.get(speeds.len() / 2)?);
    Some(KernelSpeed { name, best, median })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_comes_first_and_the_kernel_in_use_last() {
        let speeds = kernel_speeds(ROW * ROWS * 2);
        assert_eq!(speeds.first().unwrap().name, "reading alone");
        assert_eq!(speeds.last().unwrap().name, "the one in use");
        assert!(speeds.iter().all(|speed| speed.median > 0.0 && speed.best >= speed.median));
        assert!(kernel_speeds(ROW).is_empty());
    }
}
