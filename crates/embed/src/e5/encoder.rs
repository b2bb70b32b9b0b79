//! The forward pass: the tokens of one text -> its vector.
use super::cursor::Parsed;
use super::weights::{Shape, Weights};
use crate::kernel::{Cpu, Linear, Matrix, MatrixMut, Norm, Scratch, product};
use crate::vector::normalise;

/// A BERT encoder with mean pooling.
#[derive(Debug)]
pub(super) struct Encoder {
    cpu: Cpu,
    weights: Weights,
    /// One row for each place in a text, the (only) kind of text added.
    positions: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

#[derive(Debug)]
struct Layer {
    /// Queries, keys and values in one.
    look: Linear,
    gather: Linear,
    gathered: Norm,
    widen: Linear,
    narrow: Linear,
    narrowed: Norm,
}

/// The numbers of one text on their way through the layers; a row for each token.
#[derive(Debug)]
struct States {
    tokens: Vec<f32>,
    looked: Vec<f32>,
    seen: Vec<f32>,
    update: Vec<f32>,
    inner: Vec<f32>,
    scores: Vec<f32>,
    scratch: Scratch,
}

impl Encoder {
    /// Takes the layers from a weights file, in the form that suits `cpu`.
    pub(super) fn new(weights: Weights, cpu: Cpu) -> Parsed<Self> {
        let Shape { hidden, layers, positions, kinds, .. } = weights.shape;
        let kind = weights.floats("emb.type", kinds * hidden)?;
        let mut positions = weights.floats("emb.pos", positions * hidden)?;
        for row in positions.chunks_exact_mut(hidden) {
            row.iter_mut().zip(&kind).for_each(|(x, kind)| *x += kind);
        }
        let norm = read_norm(&weights, "emb.ln")?;
        let layers =
            (0..layers).map(|index| Layer::read(&weights, index, cpu)).collect::<Parsed<_>>()?;
        Ok(Self { cpu, weights, positions, norm, layers })
    }

    /// Returns the length of a vector.
    pub(super) fn dims(&self) -> usize {
        self.weights.shape.hidden
    }

    /// Returns the most tokens a text may have.
    pub(super) fn limit(&self) -> usize {
        self.weights.shape.positions
    }

    /// Writes a token's row of the table of words, as it is before all layers.
    pub(super) fn word(&self, token: u32, row: &mut [f32]) {
        self.weights.word(token, row);
    }

    /// Returns the unit vector of a text of 1 to [`Self::limit`] tokens, or `None` if damaged
    /// weights make numbers that have no direction.
    pub(super) fn vector(&self, tokens: &[u32]) -> Option<Vec<f32>> {
        let mut states = States::new(self.weights.shape, tokens.len());
        self.look_up(tokens, &mut states);
        for layer in &self.layers {
            self.attend(layer, &mut states);
            self.transform(layer, &mut states);
        }
        let mut vector = vec![0.0; self.weights.shape.hidden];
        for row in states.tokens.chunks_exact(vector.len()) {
            vector.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        }
        normalise(&mut vector).then_some(vector)
    }

    fn look_up(&self, tokens: &[u32], states: &mut States) {
        for (row, &token) in states.tokens.chunks_exact_mut(self.weights.shape.hidden).zip(tokens) {
            self.weights.word(token, row);
        }
        self.cpu.add_and_norm(&mut states.tokens, &self.positions, &self.norm);
    }

    /// Lets every token take in what it finds in the others.
    fn attend(&self, layer: &Layer, states: &mut States) {
        let Shape { hidden, heads, .. } = self.weights.shape;
        layer.look.apply(&states.tokens, &mut states.looked, &mut states.scratch);
        for head in (0..hidden).step_by(hidden / heads) {
            self.attend_by_head(head, states);
        }
        layer.gather.apply(&states.seen, &mut states.update, &mut states.scratch);
        self.cpu.add_and_norm(&mut states.tokens, &states.update, &layer.gathered);
    }

    /// Does one head's part: shares of attention from queries and keys, then the values' mean.
    fn attend_by_head(&self, head: usize, states: &mut States) {
        let Shape { hidden, heads, .. } = self.weights.shape;
        let (count, width) = (states.tokens.len() / hidden, hidden / heads);
        let [queries, keys, values] = [0, hidden, 2 * hidden].map(|part| {
            let data = states.looked.get(part + head..).unwrap_or_default();
            Matrix::new(data, count, width, 3 * hidden)
        });
        let scale = 1.0 / (width as f32).sqrt();
        let mut scores = MatrixMut::new(&mut states.scores, count, count, count);
        product(queries, keys.transposed(), scale, &mut scores);
        self.cpu.softmax(&mut states.scores, count);
        let seen = states.seen.get_mut(head..).unwrap_or_default();
        let shares = Matrix::new(&states.scores, count, count, count);
        product(shares, values, 1.0, &mut MatrixMut::new(seen, count, width, hidden));
    }

    /// Transforms every token by itself.
    fn transform(&self, layer: &Layer, states: &mut States) {
        layer.widen.apply(&states.tokens, &mut states.inner, &mut states.scratch);
        self.cpu.gelu(&mut states.inner);
        layer.narrow.apply(&states.inner, &mut states.update, &mut states.scratch);
        self.cpu.add_and_norm(&mut states.tokens, &states.update, &layer.narrowed);
    }
}

impl Layer {
    fn read(weights: &Weights, index: usize, cpu: Cpu) -> Parsed<Self> {
        let Shape { hidden, inner, .. } = weights.shape;
        let linear = |names: &[&str], inputs: usize, outputs: usize| {
            let (mut blocks, mut offset) = (Vec::new(), Vec::new());
            for name in names {
                let matrix = weights.blocks(&format!("l{index}.{name}.w"), inputs * outputs)?;
                blocks.extend_from_slice(matrix);
                offset.extend(weights.floats(&format!("l{index}.{name}.b"), outputs)?);
            }
            Ok(Linear::new(cpu, &blocks, offset))
        };
        Ok(Self {
            look: linear(&["q", "k", "v"], hidden, hidden)?,
            gather: linear(&["ao"], hidden, hidden)?,
            gathered: read_norm(weights, &format!("l{index}.aln"))?,
            widen: linear(&["fi"], hidden, inner)?,
            narrow: linear(&["fo"], inner, hidden)?,
            narrowed: read_norm(weights, &format!("l{index}.oln"))?,
        })
    }
}

impl States {
    fn new(shape: Shape, count: usize) -> Self {
        let rows = |width: usize| vec![0.0; width * count];
        Self {
            tokens: rows(shape.hidden),
            looked: rows(3 * shape.hidden),
            seen: rows(shape.hidden),
            update: rows(shape.hidden),
            inner: rows(shape.inner),
            scores: rows(count),
            scratch: Scratch::default(),
        }
    }
}

fn read_norm(weights: &Weights, name: &str) -> Parsed<Norm> {
    let Shape { hidden, epsilon, .. } = weights.shape;
    let gain = weights.floats(&format!("{name}.w"), hidden)?;
    let offset = weights.floats(&format!("{name}.b"), hidden)?;
    Ok(Norm { gain, offset, epsilon })
}
