//! The kernels for processors that multiply and add four bytes in one instruction (VNNI).
//!
//! The instruction takes bytes without a sign on one side and with a sign on the other. So a weight
//! of the query is cut into two bytes, `256 * high + low`: the low one has no sign and meets the
//! rows as they are; the high one has a sign and meets the rows with 128 added to each number, which
//! is taken off the sum in the end. Sums wrap around on the way; the last one fits.
#![expect(unsafe_code, reason = "the vector instructions of one processor family")]

use super::AHEAD;
use std::arch::x86_64::{
    _MM_HINT_T0, _mm_prefetch, _mm256_add_epi32, _mm256_dpbusd_avx_epi32, _mm256_loadu_si256,
    _mm256_set1_epi8, _mm256_setzero_si256, _mm256_slli_epi32, _mm256_xor_si256, _mm512_add_epi32,
    _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_reduce_add_epi32, _mm512_set1_epi8,
    _mm512_setzero_si512, _mm512_slli_epi32, _mm512_xor_si512,
};

/// A query cut into bytes, for a processor that has one of the kernels.
pub(super) struct Halves {
    width: Width,
    low: Vec<u8>,
    high: Vec<u8>,
    /// What the 128 added to each number of a row add to a product.
    excess: i32,
}

/// Which kernel; made only where the processor has it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Width {
    /// AVX-VNNI, 32 bytes at a time: laptops.
    Narrow,
    /// AVX512-VNNI, 64 bytes at a time: servers and some desktops.
    Wide,
}

impl Halves {
    /// Cuts a query for the widest kernel that the processor has and that fits its length.
    pub(super) fn new(weights: &[i16]) -> Option<Self> {
        let mut widths = [Width::Wide, Width::Narrow].into_iter();
        widths.find_map(|width| Self::of_width(width, weights))
    }

    fn of_width(width: Width, weights: &[i16]) -> Option<Self> {
        let (step, found) = match width {
            Width::Narrow => (narrow::STEP, narrow::detect()),
            Width::Wide => (wide::STEP, wide::detect()),
        };
        if !found || weights.is_empty() || !weights.len().is_multiple_of(step) {
            return None;
        }
        let high = weights.iter().map(|weight| weight >> 8);
        let excess =
            high.clone().map(|high| i32::from(high) * 128 * 256).fold(0, i32::wrapping_add);
        let high = high.map(|high| high as u8).collect();
        let low = weights.iter().map(|&weight| weight as u8).collect();
        Some(Self { width, low, high, excess })
    }

    /// Writes the inner product of the query and each row to `products`.
    pub(super) fn products(&self, rows: &[u8], products: &mut [i32]) {
        // SAFETY: `of_width` has looked for the features; both halves are as long as they must be.
        unsafe {
            match self.width {
                Width::Narrow => narrow::products(self, rows, products),
                Width::Wide => wide::products(self, rows, products),
            }
        }
    }
}

/// Defines a kernel; the two differ in the names of the instructions only.
macro_rules! kernel {
    ($module:ident, $step:literal, $features:literal, [$($feature:tt)+],
     $zero:ident $set:ident $load:ident $flip:ident $dot:ident $shift:ident $add:ident, $sum:path) => {
        mod $module {
            use super::*;

            /// How many bytes one step takes.
            pub(super) const STEP: usize = $step;

            /// Whether the processor has what the kernel needs.
            pub(super) fn detect() -> bool {
                $(is_x86_feature_detected!($feature))&&+
            }

            /// # Safety
            /// The features must be there, and the query a multiple of `STEP` and not empty.
            #[target_feature(enable = $features)]
            pub(super) unsafe fn products(query: &Halves, rows: &[u8], products: &mut [i32]) {
                let length = query.low.len();
                let signs = $set(-128);
                for (row, product) in rows.chunks_exact(length).zip(products) {
                    let (mut low, mut high) = ([$zero(); 2], [$zero(); 2]);
                    for (step, at) in (0..length).step_by(STEP).enumerate() {
                        // A hint may point anywhere.
                        _mm_prefetch::<_MM_HINT_T0>(row.as_ptr().wrapping_add(at + AHEAD).cast());
                        // SAFETY: `row` and both halves of the query are `length` long, a multiple
                        // of `STEP`: so `at + STEP` lies within all. The loads need no alignment.
                        let (row, weights_low, weights_high) = unsafe {
                            (
                                $load(row.as_ptr().add(at).cast()),
                                $load(query.low.as_ptr().add(at).cast()),
                                $load(query.high.as_ptr().add(at).cast()),
                            )
                        };
                        let turn = step % 2;
                        low[turn] = $dot(low[turn], weights_low, row);
                        high[turn] = $dot(high[turn], $flip(row, signs), weights_high);
                    }
                    let high = $shift::<8>($add(high[0], high[1]));
                    *product = $sum($add(high, $add(low[0], low[1]))).wrapping_sub(query.excess);
                }
            }
        }
    };
}

kernel! {
    narrow, 32, "avx2,avxvnni", ["avx2" "avxvnni"],
    _mm256_setzero_si256 _mm256_set1_epi8 _mm256_loadu_si256 _mm256_xor_si256
    _mm256_dpbusd_avx_epi32 _mm256_slli_epi32 _mm256_add_epi32, super::super::avx2::sum
}

kernel! {
    wide, 64, "avx512f,avx512vnni", ["avx512f" "avx512vnni"],
    _mm512_setzero_si512 _mm512_set1_epi8 _mm512_loadu_si512 _mm512_xor_si512
    _mm512_dpbusd_epi32 _mm512_slli_epi32 _mm512_add_epi32, _mm512_reduce_add_epi32
}

/// The query for every kernel that this processor has, with the kernel's name.
pub(super) fn all(weights: &[i16]) -> Vec<(&'static str, Halves)> {
    let kernels = [("AVX-VNNI", Width::Narrow), ("AVX512-VNNI", Width::Wide)].into_iter();
    kernels.filter_map(|(name, width)| Some((name, Halves::of_width(width, weights)?))).collect()
}
