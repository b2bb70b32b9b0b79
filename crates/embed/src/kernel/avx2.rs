//! The kernels for processors with AVX2 and FMA.
#![expect(
    unsafe_code,
    reason = "vector loads and stores, and calls into code for a newer processor"
)]

use super::pointwise::{self, Norm};
use super::quantised::{self, PANEL, PanelBlock, Rows, TILE, TileBlock, Weights};
use std::arch::x86_64::{
    __m256, __m256i, _mm256_add_epi16, _mm256_cvtepi32_ps, _mm256_fmadd_ps, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_mul_ps, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_storeu_ps,
};

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

    /// As [`quantised::quantise`].
    pub(super) fn quantise(self, input: &[f32], inputs: usize, rows: &mut Rows) {
        // SAFETY: `self` proves that the processor has the features the function needs.
        unsafe { quantise(input, inputs, rows) }
    }

    /// Writes the product of `rows` and `weights`, offsets added, row by row into `output`.
    pub(super) fn multiply(self, weights: &Weights, rows: &Rows, output: &mut [f32]) {
        // SAFETY: `self` proves that the processor has the features the function needs.
        unsafe { multiply(weights, rows, output) }
    }
}

#[target_feature(enable = "avx2,fma")]
fn add_and_norm(x: &mut [f32], update: &[f32], norm: &Norm) {
    pointwise::add_and_norm(x, update, norm);
}

#[target_feature(enable = "avx2,fma")]
fn softmax(scores: &mut [f32], length: usize) {
    pointwise::softmax(scores, length);
}

#[target_feature(enable = "avx2,fma")]
fn gelu(x: &mut [f32]) {
    pointwise::gelu(x);
}

#[target_feature(enable = "avx2,fma")]
fn quantise(input: &[f32], inputs: usize, rows: &mut Rows) {
    quantised::quantise(input, inputs, rows);
}

#[target_feature(enable = "avx2,fma")]
fn multiply(weights: &Weights, rows: &Rows, output: &mut [f32]) {
    let per_row = weights.inputs / super::q4::BLOCK;
    let outputs = weights.offsets.len() * PANEL;
    let panels = weights.blocks.chunks_exact(per_row).zip(weights.scales.chunks_exact(per_row));
    for (panel, ((blocks, scales), offset)) in panels.zip(&weights.offsets).enumerate() {
        let tiles = rows.tiles.chunks_exact(per_row);
        for (tile, output) in tiles.zip(output.chunks_mut(outputs * TILE)) {
            let totals = multiply_tile(blocks, scales, offset, tile);
            for (row, total) in output.chunks_exact_mut(outputs).zip(totals) {
                if let Some(Some(place)) =
                    row.get_mut(panel * PANEL..).map(<[f32]>::first_chunk_mut)
                {
                    store(place, total);
                }
            }
        }
    }
}

/// Multiplies one panel of weights with one tile of rows.
#[target_feature(enable = "avx2,fma")]
fn multiply_tile(
    blocks: &[PanelBlock],
    scales: &[[f32; PANEL]],
    offset: &[f32; PANEL],
    tile: &[TileBlock],
) -> [__m256; TILE] {
    let ones = _mm256_set1_epi16(1);
    let mut totals = [load(offset); TILE];
    for ((block, scales), rows) in blocks.iter().zip(scales).zip(tile) {
        let mut sums = [_mm256_set1_epi16(0); TILE];
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum = _mm256_set1_epi16(row.start);
        }
        for (group, weights) in block.iter().enumerate() {
            let weights = load_bytes(weights);
            for (sum, row) in sums.iter_mut().zip(rows) {
                let bytes = _mm256_set1_epi32(row.groups[group]);
                *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(weights, bytes));
            }
        }
        let scales = load(scales);
        for ((total, sum), row) in totals.iter_mut().zip(sums).zip(rows) {
            let sum = _mm256_cvtepi32_ps(_mm256_madd_epi16(sum, ones));
            let scale = _mm256_mul_ps(scales, _mm256_set1_ps(row.scale));
            *total = _mm256_fmadd_ps(sum, scale, *total);
        }
    }
    totals
}

#[target_feature(enable = "avx2")]
fn load(from: &[f32; PANEL]) -> __m256 {
    // SAFETY: the reference covers the 32 bytes that are read; no alignment is needed.
    unsafe { _mm256_loadu_ps(from.as_ptr()) }
}

#[target_feature(enable = "avx2")]
fn load_bytes(from: &[u8; 32]) -> __m256i {
    // SAFETY: the reference covers the 32 bytes that are read; no alignment is needed.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
fn store(into: &mut [f32; PANEL], value: __m256) {
    // SAFETY: the reference covers the 32 bytes that are written; no alignment is needed.
    unsafe { _mm256_storeu_ps(into.as_mut_ptr(), value) }
}
