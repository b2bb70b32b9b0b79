//! What happens to single numbers and rows, written so that the compiler makes vector code of it.
//!
//! Every function is inlined into its caller, so that a caller compiled for a newer processor gets
//! code for that processor. `FUSED` says whether that can multiply and add in one step: where it
//! can't, asking for it means a slow call.
#![expect(clippy::inline_always, reason = "a caller's processor features reach inlined code only")]

use std::f32::consts::{FRAC_1_SQRT_2, LOG2_E};

/// Sums kept side by side, so that adding up a row is not one long chain.
const LANES: usize = 8;
/// Added to a small float, rounds it to a whole number, which then stands in its lowest bits.
const ROUNDER: f32 = 12_582_912.0;

/// Gain and offset of a layer norm, and what keeps it from dividing by zero.
#[derive(Debug, Clone)]
pub(crate) struct Norm {
    pub(crate) gain: Vec<f32>,
    pub(crate) offset: Vec<f32>,
    pub(crate) epsilon: f32,
}

/// Adds `update` to `x`, then brings each row to mean 0 and variance 1, times gain, plus offset.
///
/// A row is as long as the gain.
#[inline(always)]
pub(super) fn add_and_norm(x: &mut [f32], update: &[f32], norm: &Norm) {
    let length = norm.gain.len();
    for (row, update) in x.chunks_exact_mut(length).zip(update.chunks_exact(length)) {
        row.iter_mut().zip(update).for_each(|(x, update)| *x += update);
        let mean = sum(row, |x| x) / length as f32;
        let variance = sum(row, |x| (x - mean) * (x - mean)) / length as f32;
        let scale = 1.0 / (variance + norm.epsilon).sqrt();
        for ((x, gain), offset) in row.iter_mut().zip(&norm.gain).zip(&norm.offset) {
            *x = (*x - mean) * scale * gain + offset;
        }
    }
}

/// Turns each row of `length` scores into shares that add up to 1.
///
/// The greatest is taken off first, so that no power overflows.
#[inline(always)]
pub(super) fn softmax<const FUSED: bool>(scores: &mut [f32], length: usize) {
    for row in scores.chunks_exact_mut(length) {
        let most = most(row);
        for score in row.iter_mut() {
            *score = exp::<FUSED>(*score - most);
        }
        let share = 1.0 / sum(row, |x| x);
        for score in row.iter_mut() {
            *score *= share;
        }
    }
}

/// Applies `x / 2 * (1 + erf(x / sqrt 2))` to each number: the exact form, not the one with `tanh`.
#[inline(always)]
pub(super) fn gelu<const FUSED: bool>(x: &mut [f32]) {
    for x in x {
        *x *= 0.5 * (1.0 + erf::<FUSED>(*x * FRAC_1_SQRT_2));
    }
}

/// Returns `x * y + z`.
#[inline(always)]
fn add_product<const FUSED: bool>(x: f32, y: f32, z: f32) -> f32 {
    if FUSED { x.mul_add(y, z) } else { x * y + z }
}

/// Returns a polynomial's value at `x`; its coefficients stand from the highest power down.
#[inline(always)]
fn polynomial<const FUSED: bool, const N: usize>(coefficients: [f32; N], x: f32) -> f32 {
    coefficients.into_iter().fold(0.0, |sum, next| add_product::<FUSED>(sum, x, next))
}

/// Returns the error function, to within 2e-7 (Abramowitz and Stegun, 7.1.26).
#[inline(always)]
fn erf<const FUSED: bool>(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / add_product::<FUSED>(0.327_591_1, size, 1.0);
    let coefficients = [1.061_405_4, -1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6];
    let share = polynomial::<FUSED, 5>(coefficients, t) * t;
    (1.0 - share * exp::<FUSED>(-size * size)).copysign(x)
}

/// Returns e to the power of `x`, to within 3e-7 of it; `x` is held to +-87.
///
/// Splits off the whole powers of two, which go straight into the exponent bits, and takes a
/// polynomial of the rest (the coefficients are those of Cephes' `expf`).
#[inline(always)]
fn exp<const FUSED: bool>(x: f32) -> f32 {
    let x = x.clamp(-87.0, 87.0);
    let shifted = add_product::<FUSED>(x, LOG2_E, ROUNDER);
    let power = shifted - ROUNDER;
    let rest = add_product::<FUSED>(power, -0.693_359_4, x);
    let rest = add_product::<FUSED>(power, 2.121_944_4e-4, rest);
    let coefficients =
        [1.987_569_1e-4, 1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5];
    let above = polynomial::<FUSED, 6>(coefficients, rest);
    let fraction = add_product::<FUSED>(above * rest, rest, rest) + 1.0;
    f32::from_bits(fraction.to_bits().wrapping_add(shifted.to_bits() << 23))
}

#[inline(always)]
fn sum(row: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let (blocks, rest) = row.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for block in blocks {
        lanes.iter_mut().zip(block).for_each(|(lane, &x)| *lane += of(x));
    }
    lanes.iter().sum::<f32>() + rest.iter().map(|&x| of(x)).sum::<f32>()
}

#[inline(always)]
fn most(row: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let (blocks, rest) = row.as_chunks::<LANES>();
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for block in blocks {
        lanes.iter_mut().zip(block).for_each(|(lane, &x)| *lane = larger(*lane, x));
    }
    lanes.into_iter().chain(rest.iter().copied()).fold(f32::NEG_INFINITY, larger)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_close_everywhere() {
        for step in -8700..=8700 {
            let x = step as f32 / 100.0;
            let exact = f64::from(x).exp();
            for found in [exp::<false>(x), exp::<true>(x)] {
                assert!((f64::from(found) / exact - 1.0).abs() < 3e-7, "{x}");
            }
        }
        assert!(exp::<false>(f32::NEG_INFINITY) < 1e-37);
    }

    #[test]
    fn erf_is_close_at_known_values() {
        for (x, exact) in
            [(0.0_f32, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (3.0, 0.999_977_9)]
        {
            for erf in [erf::<false>, erf::<true>] {
                assert!((erf(x) - exact).abs() < 3e-7, "{x}");
                assert!((erf(-x) + exact).abs() < 3e-7, "-{x}");
            }
        }
    }

    #[test]
    fn softmax_rows_sum_to_one() {
        let mut scores = [1.0, 2.0, 3.0, -100.0, 0.0, 100.0];
        softmax::<false>(&mut scores, 3);
        assert!((scores[..3].iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((scores[2] - 0.665_240_9).abs() < 1e-6);
        assert!((scores[5] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn norm_brings_mean_and_spread() {
        let norm = Norm { gain: vec![2.0; 10], offset: vec![1.0; 10], epsilon: 1e-12 };
        let mut x: Vec<_> = (0..10).map(|x| x as f32).collect();
        add_and_norm(&mut x, &[5.0; 10], &norm);
        let mean = x.iter().sum::<f32>() / 10.0;
        let spread = x.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / 10.0;
        assert!((mean - 1.0).abs() < 1e-5 && (spread - 4.0).abs() < 1e-4);
    }
}
