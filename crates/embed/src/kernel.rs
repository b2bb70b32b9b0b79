//! The arithmetic of the forward pass, chosen once for the processor it runs on.
//!
//! Two flavours: plain floats for any processor, and 4-bit weights times 8-bit activations for
//! those with AVX2. Everything that differs between them is decided here.
#[cfg(target_arch = "x86_64")]
mod avx2;
mod linear;
mod pointwise;
mod product;
pub(crate) mod q4;
#[cfg(target_arch = "x86_64")]
mod quantised;
#[cfg(test)]
mod tests;

pub(crate) use linear::{Linear, Scratch};
pub(crate) use pointwise::Norm;
pub(crate) use product::{Matrix, MatrixMut, product};

/// The flavour in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cpu {
    /// Nothing is known of the processor.
    Portable,
    /// The processor has AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
}

impl Cpu {
    /// Returns the fastest flavour that this processor runs.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detect() {
            return Self::Avx2(avx2);
        }
        Self::Portable
    }

    /// Adds `update` to the rows of `x` and brings each row to the norm's mean and spread.
    pub(crate) fn add_and_norm(self, x: &mut [f32], update: &[f32], norm: &Norm) {
        match self {
            Self::Portable => pointwise::add_and_norm(x, update, norm),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.add_and_norm(x, update, norm),
        }
    }

    /// Turns each row of `length` scores into shares that sum to one.
    pub(crate) fn softmax(self, scores: &mut [f32], length: usize) {
        match self {
            Self::Portable => pointwise::softmax(scores, length),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.softmax(scores, length),
        }
    }

    /// Applies the Gaussian error linear unit to every number.
    pub(crate) fn gelu(self, x: &mut [f32]) {
        match self {
            Self::Portable => pointwise::gelu(x),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.gelu(x),
        }
    }
}
