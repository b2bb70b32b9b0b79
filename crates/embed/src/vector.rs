//! The two sums that every vector of a model goes through.

/// Scales `vector` to unit length; returns `false`, leaving it alone, when it has no direction.
pub(crate) fn normalise(vector: &mut [f32]) -> bool {
    let length = dot(vector, vector).sqrt();
    if !length.is_finite() || length < f32::MIN_POSITIVE {
        return false;
    }
    for x in vector {
        *x /= length;
    }
    true
}

/// Returns the inner product of two vectors of one length.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
