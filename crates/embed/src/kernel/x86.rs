//! What an x86 processor with AVX2 or more makes possible.
use super::avx2::Avx2;
use super::quantised::{Rows, Weights, multiply};
use super::vnni::Vnni;

/// The kernels in use on an x86 processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct X86 {
    /// What does all but the products.
    pub(super) vectors: Avx2,
    /// What makes the products, if the processor can do it better than with AVX2.
    pub(super) dots: Option<Vnni>,
}

impl X86 {
    /// Asks the processor.
    pub(super) fn detect() -> Option<Self> {
        Some(Self { vectors: Avx2::detect()?, dots: Vnni::detect() })
    }

    /// Returns every choice of kernels that this processor runs.
    pub(super) fn all() -> Vec<Self> {
        let dots = [None].into_iter().chain(Vnni::all().into_iter().map(Some));
        let with = |vectors| dots.map(|dots| Self { vectors, dots }).collect();
        Avx2::detect().map(with).unwrap_or_default()
    }

    /// Returns the name of the instructions that make the products.
    pub(super) fn name(self) -> &'static str {
        match self.dots {
            None => "AVX2",
            Some(Vnni::Narrow(_)) => "AVX-VNNI",
            Some(Vnni::Wide(_)) => "AVX512-VNNI",
        }
    }

    /// Rounds the rows of `input`, each of `inputs` numbers, into `rows`.
    pub(super) fn quantise(self, input: &[f32], inputs: usize, rows: &mut Rows) {
        self.vectors.quantise(input, inputs, rows);
    }

    /// Writes the product of `rows` and `weights`, offsets added, row by row into `output`.
    pub(super) fn multiply(self, weights: &Weights, rows: &Rows, output: &mut [f32]) {
        match self.dots {
            None => multiply(self.vectors, weights, rows, output),
            Some(Vnni::Narrow(narrow)) => multiply(narrow, weights, rows, output),
            Some(Vnni::Wide(wide)) => multiply(wide, weights, rows, output),
        }
    }
}
