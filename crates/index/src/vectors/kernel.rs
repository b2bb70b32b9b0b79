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

/// A kernel with a query: takes rows and writes products.
pub(super) type Kernel = Box<dyn Fn(&[u8], &mut [i32])>;

/// Returns every kernel that this processor has and that fits the query's length, with its name; the
/// one in use is the last. For tests and measurements.
pub(super) fn each(query: &[i16]) -> Vec<(&'static str, Kernel)> {
    let mut kernels: Vec<(&str, Kernel)> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx2") {
            let query = query.to_vec();
            let kernel = move |rows: &[u8], into: &mut [i32]| avx2::products(&query, rows, into);
            kernels.push(("AVX2", Box::new(kernel)));
        }
        for (name, halves) in vnni::all(query) {
            kernels.push((name, Box::new(move |rows, into| halves.products(rows, into))));
        }
    }
    let query = Query::new(query.to_vec());
    kernels.push(("the one in use", Box::new(move |rows, into| query.products(rows, into))));
    kernels
}

#[cfg(test)]
mod tests;
