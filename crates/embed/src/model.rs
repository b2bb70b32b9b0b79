//! A model: what must be known of it to store, compare and judge its vectors.
use crate::passage::Passage;
use crate::template::Template;
use sha2::{Digest, Sha256};

/// A model of the registry, with the constants that belong to its vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The stable name; part of every vector's key.
    pub id: String,
    /// Length of its vectors.
    pub dims: usize,
    /// Most tokens it reads at once, prefix and marks included.
    pub token_limit: usize,
    /// The licence of the weights.
    pub licence: String,
    /// What is written around a text, so that the model knows its part.
    pub template: Template,
    /// The mean vector of passages in many languages, `dims` long.
    pub mean: Vec<f32>,
    /// The mean vector of queries of many kinds and languages, `dims` long.
    pub query_mean: Vec<f32>,
    /// The directions that tell the language of a text rather than its matter.
    pub subspace: Subspace,
    /// How its similarities translate into chances.
    pub scores: ScoreTable,
}

/// Directions to take out of a vector, and how much of them: `v - factor * (v Ut) U`.
#[derive(Debug, Clone, PartialEq)]
pub struct Subspace {
    /// Orthonormal rows of `dims` numbers each; may be empty.
    pub basis: Vec<Vec<f32>>,
    /// The share that is taken out, 0 to 1.
    pub factor: f32,
}

/// Maps the cosine of two vectors, after their means and the subspace are taken out, to estimated chances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreTable {
    /// The chance that a passage answers a query, over how far its cosine stands out above the background.
    pub answers: Logistic,
    /// The background where a vault is too small to have its own: the cosine of a query with what hardly has to do with it.
    pub background: f32,
    /// The chance that an author would link two notes.
    pub links: LinkOdds,
}

/// What speaks for a link between two notes: what each feature adds to its log-odds, for even odds before anything is known.
///
/// Fitted to links and as many random pairs of notes (`docs/decisions/052-related.md`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkOdds {
    /// For a cosine of 1 between the nearest passages.
    pub meaning: f32,
    /// For all the rare words of one in the other.
    pub words: f32,
    /// For the rarest of names of one in the text of the other.
    pub names: f32,
    /// For each e-fold of paths from one to the other over two notes between.
    pub paths: f32,
    /// For each e-fold of neighbours that both have.
    pub shared: f32,
    /// For nothing of all that.
    pub bias: f32,
    /// The chance from which a note is called related.
    pub least: f32,
}

impl LinkOdds {
    /// What speaks for a link where there is no meaning to go by, whatever the model.
    ///
    /// Fitted like the others, but for words, which count little more than half: the small words of a language that few
    /// notes are written in are as rare as telling ones, and nothing sets them right.
    pub const WITHOUT_MEANING: Self = Self {
        meaning: 0.0,
        words: 3.0,
        names: 2.5,
        paths: 0.9,
        shared: 0.28,
        bias: -2.49,
        least: 0.5,
    };
}

/// A logistic curve over a cosine, or the difference of two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Logistic {
    /// Where the chance is one half.
    pub middle: f32,
    /// How steeply the chance rises there, per unit, divided by 4.
    pub steepness: f32,
}

/// Names a stored vector: a hash of the model's id and the exact text it was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VectorKey(pub [u8; 16]);

impl Model {
    /// Returns the model with vectors of another length, and with nothing known of their means.
    #[must_use]
    pub fn with_dims(self, dims: usize) -> Self {
        Self { dims, mean: vec![0.0; dims], query_mean: vec![0.0; dims], ..self }
    }

    /// Returns the key under which the vectors of `passage` are kept.
    pub fn key(&self, passage: &Passage<'_>) -> VectorKey {
        let mut hash = Sha256::new();
        hash.update(&self.id);
        hash.update([0]);
        hash.update(self.passage_text(passage));
        let mut key = [0; 16];
        key.iter_mut().zip(hash.finalize()).for_each(|(into, byte)| *into = byte);
        VectorKey(key)
    }

    /// Returns the exact text that is embedded for `passage`: its header and text in the model's template.
    pub fn passage_text(&self, passage: &Passage<'_>) -> String {
        self.template.passage(&passage.header(), passage.text)
    }
}

impl Logistic {
    /// Returns the chance, 0 to 1, that belongs to a value.
    pub fn chance(&self, value: f32) -> f32 {
        1.0 / (1.0 + (-self.log_odds(value)).exp())
    }

    /// Returns the logarithm of the odds that belong to a value; other evidence adds to it.
    pub fn log_odds(&self, value: f32) -> f32 {
        self.steepness * (value - self.middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake;

    fn key(title: &str, text: &str) -> VectorKey {
        fake::model().key(&Passage { title, heading: &[], text })
    }

    #[test]
    fn key_depends_on_title_text_and_model() {
        assert_eq!(key("a", "b"), key("a", "b"));
        assert_ne!(key("a", "b"), key("a", "c"));
        assert_ne!(key("a", "b"), key("c", "b"));
        let other = Model { id: "other".to_owned(), ..fake::model() };
        assert_ne!(other.key(&Passage { title: "a", heading: &[], text: "b" }), key("a", "b"));
    }

    #[test]
    fn chance_is_a_half_in_the_middle_and_rises() {
        let curve = Logistic { middle: 0.8, steepness: 40.0 };
        assert!((curve.chance(0.8) - 0.5).abs() < 1e-6);
        assert!(curve.chance(0.7) < 0.05 && curve.chance(0.9) > 0.95);
    }
}
