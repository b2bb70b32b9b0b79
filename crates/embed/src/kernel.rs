//! The arithmetic of the forward pass, chosen once for the processor it runs on.
//!
//! Two flavours: plain floats for any processor, and 4-bit weights times 8-bit activations for
//! those with AVX2, whose products are made with VNNI where that is. Everything that differs between
//! them is decided here.
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
#[cfg(target_arch = "x86_64")]
mod vnni;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use linear::{Linear, Scratch};
pub(crate) use pointwise::Norm;
pub(crate) use product::{Matrix, MatrixMut, product};
#[cfg(target_arch = "x86_64")]
use x86::X86;

/// Whether every processor of this kind multiplies and adds in one step.
const FUSED: bool = cfg!(target_arch = "aarch64");

/// The flavour in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cpu {
    /// Nothing is known of the processor.
    Portable,
    /// The processor has at least AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    X86(X86),
}

impl Cpu {
    /// Returns the fastest flavour that this processor runs.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(x86) = X86::detect() {
            return Self::X86(x86);
        }
        Self::Portable
    }

    /// Returns every flavour that this processor runs; on x86, each kernel is one.
    pub(crate) fn all() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        all.extend(X86::all().into_iter().map(Self::X86));
        all
    }

    /// Returns the name of the instructions it uses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Portable => "plain floats",
            #[cfg(target_arch = "x86_64")]
            Self::X86(x86) => x86.name(),
        }
    }

    /// Adds `update` to the rows of `x` and brings each row to the norm's mean and spread.
    pub(crate) fn add_and_norm(self, x: &mut [f32], update: &[f32], norm: &Norm) {
        match self {
            Self::Portable => pointwise::add_and_norm(x, update, norm),
            #[cfg(target_arch = "x86_64")]
            Self::X86(x86) => x86.vectors.add_and_norm(x, update, norm),
        }
    }

    /// Turns each row of `length` scores into shares that sum to one.
    pub(crate) fn softmax(self, scores: &mut [f32], length: usize) {
        match self {
            Self::Portable => pointwise::softmax::<FUSED>(scores, length),
            #[cfg(target_arch = "x86_64")]
            Self::X86(x86) => x86.vectors.softmax(scores, length),
        }
    }

    /// Applies the Gaussian error linear unit to every number.
    pub(crate) fn gelu(self, x: &mut [f32]) {
        match self {
            Self::Portable => pointwise::gelu::<FUSED>(x),
            #[cfg(target_arch = "x86_64")]
            Self::X86(x86) => x86.vectors.gelu(x),
        }
    }
}
