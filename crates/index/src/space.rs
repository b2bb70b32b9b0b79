//! The space: the model whose vectors are kept, and how they are compared.

use crate::fingerprint::Fingerprint;

/// A model's vector space: what is taken off every vector before it is compared.
///
/// The score of a query `q` and a vector `v` is the cosine of `T(q)` and `T(v - mean)`, where `T(x) =
/// x - factor * BᵀB x` takes the languages' own directions off. Queries are not distributed as
/// passages are, so that whoever asks takes the queries' own mean off.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// The model's id.
    pub model: String,
    /// The length of its vectors.
    pub dims: usize,
    /// The constant mean of its passage vectors, `dims` long; empty means zero.
    pub mean: Vec<f32>,
    /// The orthonormal rows of `B`, each `dims` long; may be empty.
    pub basis: Vec<Vec<f32>>,
    /// How much of the basis is taken off, 0 to 1.
    pub factor: f32,
}

impl Space {
    /// What must be equal for stored rows to be of this space.
    ///
    /// Any other constant than before, be it one number of the mean, drops all rows. While the model
    /// stays, the vector store has what they were made of, so that it need not be asked again.
    pub(crate) fn fingerprint(&self) -> String {
        let mut print = Fingerprint::default();
        print.add(self.model.as_bytes());
        print.add(&self.dims.to_le_bytes());
        print.add(&self.factor.to_le_bytes());
        for vector in self.basis.iter().chain([&self.mean]) {
            let bytes: Vec<u8> = vector.iter().flat_map(|value| value.to_le_bytes()).collect();
            print.add(&bytes);
        }
        format!("{:016x}", print.value())
    }

    /// `T(x)`: for each row `b` of the basis, `x` loses `factor * (b . x) * b`.
    ///
    /// As the rows are orthonormal, their order makes no difference, and `T` is symmetric.
    pub fn transform(&self, x: &[f32]) -> Vec<f32> {
        let mut transformed = x.to_vec();
        for direction in &self.basis {
            let share = self.factor * dot(direction, x);
            for (value, along) in transformed.iter_mut().zip(direction) {
                *value -= share * along;
            }
        }
        transformed
    }

    /// The mean at one dimension.
    pub(crate) fn mean_at(&self, dimension: usize) -> f32 {
        self.mean.get(dimension).copied().unwrap_or(0.0)
    }
}

pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// One over the length of a vector; 0 for one without length.
pub(crate) fn inverse_norm(x: &[f32]) -> f32 {
    let norm = dot(x, x).sqrt();
    if norm > f32::MIN_POSITIVE { 1.0 / norm } else { 0.0 }
}
