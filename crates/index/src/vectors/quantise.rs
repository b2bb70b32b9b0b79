//! Quantising: a stored vector becomes a byte a dimension, a query two.

use super::kernel::Query;
use crate::space::{Space, inverse_norm};

/// Rows are padded to a multiple of this, so that the kernels have no tails.
const LANES: usize = 32;

/// The bytes a row takes.
pub(super) fn stride(dims: usize) -> usize {
    dims.next_multiple_of(LANES)
}

/// A quantised vector: `scale * bytes` is the vector minus the space's mean.
pub(super) struct Row {
    /// `stride` long.
    pub(super) bytes: Vec<i8>,
    pub(super) scale: f32,
    /// One over the length of `T(v - mean)`, of the vector as it is stored.
    pub(super) inverse: f32,
}

/// Quantises a vector; what is not a number counts as zero.
///
/// The largest value becomes 127, so that a number is off by at most half of `scale`. The length is
/// that of the vector as it is stored, so that scores are cosines of what is stored.
pub(super) fn quantise(space: &Space, vector: &[f32]) -> Row {
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let centred: Vec<f32> = (0..space.dims)
        .map(|at| finite(vector.get(at).copied().unwrap_or(0.0)) - space.mean_at(at))
        .collect();
    let peak = centred.iter().fold(0.0_f32, |peak, value| peak.max(value.abs()));
    let scale = if peak > 0.0 { peak / 127.0 } else { 1.0 };
    let mut bytes: Vec<i8> = centred.iter().map(|value| (value / scale).round() as i8).collect();
    bytes.resize(stride(space.dims), 0);
    let inverse = inverse_norm(&space.transform(&restore(space.dims, &bytes, scale)));
    Row { bytes, scale, inverse }
}

/// The vector that a row stands for, minus the space's mean.
pub(super) fn restore(dims: usize, bytes: &[i8], scale: f32) -> Vec<f32> {
    bytes.iter().take(dims).map(|&byte| f32::from(byte) * scale).collect()
}

/// A query made ready for scanning.
///
/// With `w = T(T(q)) / |T(q)|` the score of a row is `inverse * scale * w.bytes`: `T` is symmetric,
/// so that it can act on the query alone.
pub(super) struct Probe {
    /// `w` in steps of `step`, `stride` long.
    pub(super) query: Query,
    pub(super) step: f32,
}

impl Probe {
    /// Transforms and quantises a query.
    ///
    /// A row's bytes are at most 127, so that a sum is at most `127 * stride` times the largest weight.
    /// Up to a stride of 480 a weight may be anything 16 bits hold; for longer rows it must be less.
    pub(super) fn new(space: &Space, query: &[f32]) -> Self {
        let once = space.transform(query);
        let length = inverse_norm(&once);
        let exact: Vec<f32> = space.transform(&once).iter().map(|value| value * length).collect();
        let peak = exact.iter().fold(0.0_f32, |peak, value| peak.max(value.abs()));
        // The sum of all products must fit 32 bits.
        let most =
            (i32::MAX as f32 * 0.99 / (127.0 * stride(space.dims) as f32)).min(f32::from(i16::MAX));
        let step = if peak > 0.0 { peak / most } else { 1.0 };
        let mut weights: Vec<i16> =
            exact.iter().map(|value| (value / step).round() as i16).collect();
        weights.resize(stride(space.dims), 0);
        Self { query: Query::new(weights), step }
    }
}
