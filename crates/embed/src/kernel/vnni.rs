//! The kernels for processors that multiply and add four bytes in one instruction (VNNI).
//!
//! Two families have it: AVX-VNNI, 8 numbers at a time, in laptops; AVX512-VNNI, 16 at a time, in
//! servers and some desktops. The code is the same, so it is written once, as a macro.
#![expect(
    unsafe_code,
    reason = "vector loads and stores, and calls into code for a newer processor"
)]

use super::quantised::{Kernel, PANEL, Panel, TileBlock};
use std::arch::x86_64::{
    _mm256_cvtepi32_ps, _mm256_dpbusd_avx_epi32, _mm256_fmadd_ps, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_mul_ps, _mm256_set1_epi32, _mm256_set1_ps, _mm256_storeu_ps,
    _mm512_cvtepi32_ps, _mm512_dpbusd_epi32, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_loadu_si512,
    _mm512_mul_ps, _mm512_set1_epi32, _mm512_set1_ps, _mm512_storeu_ps,
};

/// Proof that the processor has VNNI, and the wider of its forms: only [`Vnni::detect`] makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vnni {
    /// AVX-VNNI.
    Narrow(Narrow),
    /// AVX512-VNNI.
    Wide(Wide),
}

impl Vnni {
    /// Asks the processor.
    pub(super) fn detect() -> Option<Self> {
        Self::all().pop()
    }

    /// Returns the forms that the processor has, the wider last.
    pub(super) fn all() -> Vec<Self> {
        let narrow = Narrow::detect().map(Self::Narrow);
        narrow.into_iter().chain(Wide::detect().map(Self::Wide)).collect()
    }
}

/// Defines a proof that the processor has some features, and the kernel that they make possible.
macro_rules! kernel {
    ($(#[$doc:meta])* $name:ident, $module:ident, $lanes:literal, $features:literal,
     detect [$($feature:tt)+],
     numbers $set_numbers:ident $load_numbers:ident $dot:ident,
     floats $to_floats:ident $set:ident $load:ident $multiply:ident $add_product:ident $store:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) struct $name(());

        impl $name {
            /// Asks the processor.
            pub(super) fn detect() -> Option<Self> {
                let found = $(is_x86_feature_detected!($feature))&&+;
                found.then_some(Self(()))
            }
        }

        impl Kernel for $name {
            fn product<const ROWS: usize>(
                self,
                panel: Panel<'_>,
                tile: &[TileBlock],
            ) -> [[f32; PANEL]; ROWS] {
                // SAFETY: `self` proves that the processor has the features the function needs.
                unsafe { $module(panel, tile) }
            }
        }

        /// Multiplies one panel of weights with the first `ROWS` rows of a tile.
        #[target_feature(enable = $features)]
        fn $module<const ROWS: usize>(
            panel: Panel<'_>,
            tile: &[TileBlock],
        ) -> [[f32; PANEL]; ROWS] {
            let mut results = [[0.0; PANEL]; ROWS];
            for part in 0..PANEL / $lanes {
                let load = |from: &[f32; PANEL]| {
                    let from: &[f32; $lanes] = &from.as_chunks().0[part];
                    // SAFETY: the reference covers what is read; no alignment is needed.
                    unsafe { $load(from.as_ptr()) }
                };
                let mut totals = [load(panel.offset); ROWS];
                for ((block, scales), rows) in panel.blocks.iter().zip(panel.scales).zip(tile) {
                    let mut sums = [$set_numbers(0); ROWS];
                    for (sum, row) in sums.iter_mut().zip(rows) {
                        *sum = $set_numbers(row.start);
                    }
                    for (group, weights) in block.0.iter().enumerate() {
                        let weights: &[u8; 4 * $lanes] = &weights.as_chunks().0[part];
                        // SAFETY: the reference covers what is read; no alignment is needed.
                        let weights = unsafe { $load_numbers(weights.as_ptr().cast()) };
                        for (sum, row) in sums.iter_mut().zip(rows) {
                            *sum = $dot(*sum, weights, $set_numbers(row.groups[group]));
                        }
                    }
                    let scales = load(&scales.0);
                    for ((total, sum), row) in totals.iter_mut().zip(sums).zip(rows) {
                        let scale = $multiply(scales, $set(row.scale));
                        *total = $add_product($to_floats(sum), scale, *total);
                    }
                }
                for (result, total) in results.iter_mut().zip(totals) {
                    let result: &mut [f32; $lanes] = &mut result.as_chunks_mut().0[part];
                    // SAFETY: the reference covers what is written; no alignment is needed.
                    unsafe { $store(result.as_mut_ptr(), total) };
                }
            }
            results
        }
    };
}

kernel! {
    /// Proof that the processor has AVX-VNNI.
    Narrow, narrow_product, 8, "avx2,fma,avxvnni",
    detect ["avx2" "fma" "avxvnni"],
    numbers _mm256_set1_epi32 _mm256_loadu_si256 _mm256_dpbusd_avx_epi32,
    floats _mm256_cvtepi32_ps _mm256_set1_ps _mm256_loadu_ps _mm256_mul_ps _mm256_fmadd_ps
        _mm256_storeu_ps
}

kernel! {
    /// Proof that the processor has AVX512-VNNI.
    Wide, wide_product, 16, "avx512f,avx512vnni",
    detect ["avx512f" "avx512vnni"],
    numbers _mm512_set1_epi32 _mm512_loadu_si512 _mm512_dpbusd_epi32,
    floats _mm512_cvtepi32_ps _mm512_set1_ps _mm512_loadu_ps _mm512_mul_ps _mm512_fmadd_ps
        _mm512_storeu_ps
}
