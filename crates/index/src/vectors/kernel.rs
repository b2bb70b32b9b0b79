//! The kernel: the inner products of a query and many rows.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod scalar;

/// Writes the inner product of `query` and each row to `products`, in the order of the rows.
///
/// A row is as long as the query, a multiple of 32, each byte a signed number. The sums must fit 32
/// bits: the query is scaled for that, see `Probe`. All kernels give exactly the same numbers.
pub(super) fn products(query: &[i16], rows: &[u8], products: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return avx2::products(query, rows, products);
    }
    scalar::products(query, rows, products);
}

#[cfg(test)]
mod tests;
