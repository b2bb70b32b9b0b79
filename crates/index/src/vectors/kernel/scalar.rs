//! The kernel in plain Rust: what the others must agree with, and what runs where there is no
//! other.

/// Writes the inner product of `query` and each row to `products`.
pub(super) fn products(query: &[i16], rows: &[u8], products: &mut [i32]) {
    for (row, product) in rows.chunks_exact(query.len().max(1)).zip(products) {
        let terms = row
            .iter()
            .zip(query)
            .map(|(&byte, &weight)| i32::from(byte.cast_signed()) * i32::from(weight));
        *product = terms.sum();
    }
}
