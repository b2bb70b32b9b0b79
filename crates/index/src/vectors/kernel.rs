//! The kernels: the inner products of a query and many rows.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod vnni;

/// So far ahead of the row in hand memory is asked for: the processor looks ahead by itself, but
/// not past the end of a page.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 4096;

/// A query in the form that the processor's kernel takes.
pub(super) struct Query {
    weights: Vec<i16>,
    #[cfg(target_arch = "x86_64")]
    halves: Option<vnni::Halves>,
}

impl Query {
    /// Takes the weights of a query, a multiple of 32.
    ///
    /// The sums must fit 32 bits: the query is scaled for that, see `Probe`.
    pub(super) fn new(weights: Vec<i16>) -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            halves: vnni::Halves::new(&weights),
            weights,
        }
    }

    /// Writes the inner product of the query and each row to `products`, in the order of the rows.
    ///
    /// A row is as long as the query, each byte a signed number. All kernels give exactly the same
    /// numbers.
    pub(super) fn products(&self, rows: &[u8], products: &mut [i32]) {
        #[cfg(target_arch = "x86_64")]
        if let Some(halves) = &self.halves {
            return halves.products(rows, products);
        }
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return avx2::products(&self.weights, rows, products);
        }
        scalar::products(&self.weights, rows, products);
    }
}

#[cfg(test)]
mod tests;
