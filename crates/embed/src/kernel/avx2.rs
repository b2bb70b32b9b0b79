//! The kernels for processors with AVX2 and FMA.
#![expect(
    unsafe_code,
    reason = "vector loads and stores, and calls into code for a newer processor"
)]

use super::pointwise::{self, Norm};
use super::q4::BLOCK;
use super::quantised::{GROUPS, Kernel, PANEL, Panel, RowBlock, Rows, TileBlock};
use std::arch::x86_64::{
    __m256, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_cvtss_f32, _mm_max_ps, _mm_movehl_ps,
    _mm_shuffle_epi32, _mm_shuffle_ps, _mm256_add_epi16, _mm256_add_epi32, _mm256_andnot_ps,
    _mm256_castps256_ps128, _mm256_castsi256_si128, _mm256_cvtepi32_ps, _mm256_cvtps_epi32,
    _mm256_extractf128_ps, _mm256_extracti128_si256, _mm256_fmadd_ps, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_ps, _mm256_mul_ps,
    _mm256_packs_epi16, _mm256_packs_epi32, _mm256_permutevar8x32_epi32, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_setr_epi32, _mm256_setzero_ps, _mm256_setzero_si256,
    _mm256_storeu_ps, _mm256_storeu_si256,
};

/// Numbers in a vector.
const LANES: usize = 8;

/// Proof that the processor has AVX2 and FMA: only [`Avx2::detect`] makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Avx2(());

#[expect(clippy::unused_self, reason = "having it is the proof that the calls are sound")]
impl Avx2 {
    /// Asks the processor.
    pub(super) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        found.then_some(Self(()))
    }

    /// As [`pointwise::add_and_norm`].
    pub(super) fn add_and_norm(self, x: &mut [f32], update: &[f32], norm: &Norm) {
        // SAFETY: `self` proves that the processor has the features the function needs.
        unsafe { add_and_norm(x, update, norm) }
    }

    /// As [`pointwise::softmax`].
    pub(super) fn softmax(self, scores: &mut [f32], length: usize) {
        // SAFETY: `self` proves that the processor has the features the function needs.
        unsafe { softmax(scores, length) }
    }

    /// As [`pointwise::gelu`].
    pub(super) fn gelu(self, x: &mut [f32]) {
        // SAFETY: `self` proves that the processor has the features the function needs.
        unsafe { gelu(x) }
    }

    /// Rounds the rows of `input`, each of `inputs` numbers, into `rows`.
    pub(super) fn quantise(self, input: &[f32], inputs: usize, rows: &mut Rows) {
        // SAFETY: `self` proves that the processor has the features the function needs.
        unsafe { quantise(input, inputs, rows) }
    }
}

impl Kernel for Avx2 {
    fn product<const ROWS: usize>(
        self,
        panel: Panel<'_>,
        tile: &[TileBlock],
    ) -> [[f32; PANEL]; ROWS] {
        // SAFETY: `self` proves that the processor has the features the function needs.
        unsafe { product(panel, tile) }
    }
}

#[target_feature(enable = "avx2,fma")]
fn add_and_norm(x: &mut [f32], update: &[f32], norm: &Norm) {
    pointwise::add_and_norm(x, update, norm);
}

#[target_feature(enable = "avx2,fma")]
fn softmax(scores: &mut [f32], length: usize) {
    pointwise::softmax::<true>(scores, length);
}

#[target_feature(enable = "avx2,fma")]
fn gelu(x: &mut [f32]) {
    pointwise::gelu::<true>(x);
}

#[target_feature(enable = "avx2,fma")]
fn quantise(input: &[f32], inputs: usize, rows: &mut Rows) {
    rows.fill(input, inputs, |block| rounded(block));
}

/// Rounds a block to 8 bits.
#[target_feature(enable = "avx2,fma")]
fn rounded(block: &[f32; BLOCK]) -> RowBlock {
    let sign = _mm256_set1_ps(-0.0);
    let mut numbers = [_mm256_setzero_ps(); BLOCK / LANES];
    let mut most = _mm256_setzero_ps();
    for (numbers, block) in numbers.iter_mut().zip(block.as_chunks::<LANES>().0) {
        *numbers = load(block);
        most = _mm256_max_ps(_mm256_andnot_ps(sign, *numbers), most);
    }
    let most = largest(most);
    let per_unit = _mm256_set1_ps(if most > 0.0 { 127.0 / most } else { 0.0 });
    let [a, b, c, d] = numbers.map(|x| _mm256_cvtps_epi32(_mm256_mul_ps(x, per_unit)));
    let sum = sum(_mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d)));
    // Packing works in each half of a vector: the last step puts the fours in their order.
    let bytes = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
    let bytes = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    let mut groups = [0; GROUPS];
    store_numbers(&mut groups, bytes);
    RowBlock::new(groups, sum, most / 127.0)
}

/// Multiplies one panel of weights with the first `ROWS` rows of a tile: half of the panel after
/// the other, so that all sums stay in registers.
#[target_feature(enable = "avx2,fma")]
fn product<const ROWS: usize>(panel: Panel<'_>, tile: &[TileBlock]) -> [[f32; PANEL]; ROWS] {
    let mut results = [[0.0; PANEL]; ROWS];
    half_product::<ROWS, 0>(panel, tile, &mut results);
    half_product::<ROWS, 1>(panel, tile, &mut results);
    results
}

#[target_feature(enable = "avx2,fma")]
fn half_product<const ROWS: usize, const HALF: usize>(
    panel: Panel<'_>,
    tile: &[TileBlock],
    results: &mut [[f32; PANEL]; ROWS],
) {
    let ones = _mm256_set1_epi16(1);
    let mut totals = [load(&panel.offset.as_chunks().0[HALF]); ROWS];
    for ((block, scales), rows) in panel.blocks.iter().zip(panel.scales).zip(tile) {
        let mut sums = [_mm256_setzero_si256(); ROWS];
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum = _mm256_set1_epi32(row.halves);
        }
        for (group, weights) in block.0.iter().enumerate() {
            let weights = load_bytes(&weights.as_chunks().0[HALF]);
            for (sum, row) in sums.iter_mut().zip(rows) {
                let bytes = _mm256_set1_epi32(row.groups[group]);
                *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(weights, bytes));
            }
        }
        let scales = load(&scales.0.as_chunks().0[HALF]);
        for ((total, sum), row) in totals.iter_mut().zip(sums).zip(rows) {
            let sum = _mm256_cvtepi32_ps(_mm256_madd_epi16(sum, ones));
            let scale = _mm256_mul_ps(scales, _mm256_set1_ps(row.scale));
            *total = _mm256_fmadd_ps(sum, scale, *total);
        }
    }
    for (result, total) in results.iter_mut().zip(totals) {
        store(&mut result.as_chunks_mut().0[HALF], total);
    }
}

/// Returns the largest of eight numbers.
#[target_feature(enable = "avx2")]
fn largest(eight: __m256) -> f32 {
    let four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
    let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_max_ps(two, _mm_shuffle_ps::<1>(two, two)))
}

/// Returns the sum of eight numbers.
#[target_feature(enable = "avx2")]
fn sum(eight: __m256i) -> i32 {
    let halves = (_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
    let four = _mm_add_epi32(halves.0, halves.1);
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}

#[target_feature(enable = "avx2")]
fn load(from: &[f32; LANES]) -> __m256 {
    // SAFETY: the reference covers the 32 bytes that are read; no alignment is needed.
    unsafe { _mm256_loadu_ps(from.as_ptr()) }
}

#[target_feature(enable = "avx2")]
fn load_bytes(from: &[u8; 32]) -> __m256i {
    // SAFETY: the reference covers the 32 bytes that are read; no alignment is needed.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
fn store(into: &mut [f32; LANES], value: __m256) {
    // SAFETY: the reference covers the 32 bytes that are written; no alignment is needed.
    unsafe { _mm256_storeu_ps(into.as_mut_ptr(), value) }
}

#[target_feature(enable = "avx2")]
fn store_numbers(into: &mut [i32; LANES], value: __m256i) {
    // SAFETY: the reference covers the 32 bytes that are written; no alignment is needed.
    unsafe { _mm256_storeu_si256(into.as_mut_ptr().cast(), value) }
}
