//! The kernel for AVX2: 32 bytes at a time, widened and multiplied in pairs.
#![expect(unsafe_code, reason = "the vector instructions of one processor family")]

use super::AHEAD;
use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_prefetch,
    _mm_shuffle_epi32, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_setzero_si256,
};

/// How many bytes one step takes.
const STEP: usize = 32;
/// Bytes of a cache line.
const LINE: usize = 64;

/// Writes the inner product of `query` and each row to `products`.
///
/// Panics when the processor has no AVX2 or a row is not a whole number of steps.
pub(super) fn products(query: &[i16], rows: &[u8], products: &mut [i32]) {
    assert!(std::arch::is_x86_feature_detected!("avx2"), "the caller has looked for AVX2");
    assert!(!query.is_empty() && query.len().is_multiple_of(STEP), "rows are padded");
    // SAFETY: both conditions are asserted above.
    unsafe { row_products(query, rows, products) }
}

/// # Safety
/// AVX2 must be there, and the length of `query` a multiple of `STEP` and not 0.
#[target_feature(enable = "avx2")]
unsafe fn row_products(query: &[i16], rows: &[u8], products: &mut [i32]) {
    for (row, product) in rows.chunks_exact(query.len()).zip(products) {
        let mut sums = [_mm256_setzero_si256(); 2];
        for at in (0..row.len()).step_by(STEP) {
            if at.is_multiple_of(LINE) {
                // A hint may point anywhere.
                _mm_prefetch::<_MM_HINT_T0>(row.as_ptr().wrapping_add(at + AHEAD).cast());
            }
            // SAFETY: `row` is as long as `query`, a multiple of `STEP`: so `at + STEP` lies within
            // both.
            let (bytes, weights) = unsafe { (row.as_ptr().add(at), query.as_ptr().add(at)) };
            // SAFETY: as above; the loads need no alignment.
            let (low, high, first, second) = unsafe {
                (
                    _mm_loadu_si128(bytes.cast()),
                    _mm_loadu_si128(bytes.add(16).cast()),
                    _mm256_loadu_si256(weights.cast()),
                    _mm256_loadu_si256(weights.add(16).cast()),
                )
            };
            let low = _mm256_madd_epi16(_mm256_cvtepi8_epi16(low), first);
            let high = _mm256_madd_epi16(_mm256_cvtepi8_epi16(high), second);
            sums = [_mm256_add_epi32(sums[0], low), _mm256_add_epi32(sums[1], high)];
        }
        *product = sum(_mm256_add_epi32(sums[0], sums[1]));
    }
}

/// The sum of eight numbers.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn sum(eight: __m256i) -> i32 {
    let halves = (_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
    let four = _mm_add_epi32(halves.0, halves.1);
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}
