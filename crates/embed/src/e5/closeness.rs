//! Closeness: how near sentences are to a query by their tokens alone, without the layers.
//!
//! Each token of the query looks for the token of the sentence that is nearest to it in the table of words, which the
//! model has learned for all its languages at once; rare tokens count more. It is no measure of what a sentence says, but
//! it tells the sentences of one passage apart at a hundredth of the cost (`docs/decisions/032-snippets.md`).
use super::E5;
use crate::kernel::{Matrix, MatrixMut, product};
use crate::vector::normalise;

/// Only the beginning of a longer query or sentence is compared.
const MOST_TOKENS: usize = 64;
/// The chance of a token that counts half; what stands in every text hardly counts.
const COMMON: f32 = 1e-4;

/// The tokens of a text with the directions of their rows in the table of words, one after the other.
struct Directions {
    tokens: Vec<u32>,
    rows: Vec<f32>,
}

impl E5 {
    /// Returns for each sentence the share of the query that it holds something near to, from 0 to 1.
    pub(super) fn shares(&self, query: &str, sentences: &[&str]) -> Vec<f32> {
        let asked = self.directions(query);
        let weights: Vec<f32> = asked.tokens.iter().map(|token| self.rarity(*token)).collect();
        let all: f32 = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let share = |sentence: &&str| {
            let nearest = self.nearest(&asked, &self.directions(sentence));
            nearest.iter().zip(&weights).map(|(cosine, weight)| cosine * weight).sum::<f32>() / all
        };
        sentences.iter().map(share).collect()
    }

    /// Returns for each token asked for the cosine of the nearest that is said, 0 where none is near.
    fn nearest(&self, asked: &Directions, said: &Directions) -> Vec<f32> {
        let (dims, rows, columns) = (self.encoder.dims(), asked.tokens.len(), said.tokens.len());
        if rows == 0 || columns == 0 {
            return vec![0.0; rows];
        }
        let mut cosines = vec![0.0; rows * columns];
        let left = Matrix::new(&asked.rows, rows, dims, dims);
        let right = Matrix::new(&said.rows, columns, dims, dims);
        let mut into = MatrixMut::new(&mut cosines, rows, columns, columns);
        product(left, right.transposed(), 1.0, &mut into);
        let best = |row: &[f32]| row.iter().copied().fold(0.0, f32::max).min(1.0);
        cosines.chunks_exact(columns).map(best).collect()
    }

    fn directions(&self, text: &str) -> Directions {
        let mut tokens = self.tokenizer.tokens(text);
        tokens.truncate(MOST_TOKENS);
        let dims = self.encoder.dims();
        let mut rows = vec![0.0; dims * tokens.len()];
        for (token, row) in tokens.iter().zip(rows.chunks_exact_mut(dims)) {
            self.encoder.word(*token, row);
            if !normalise(row) {
                row.fill(0.0);
            }
        }
        Directions { tokens, rows }
    }

    /// Returns how much a token tells, from 0 to 1.
    fn rarity(&self, token: u32) -> f32 {
        COMMON / (COMMON + self.tokenizer.pieces.log_chance(token).exp())
    }
}
