//! A linear layer: weights and an offset, applied to every row of its input.
use super::Cpu;
use super::product::{Matrix, MatrixMut, product};
use super::q4;
#[cfg(target_arch = "x86_64")]
use super::{X86, quantised};

/// A layer in the form that suits the processor.
#[derive(Debug)]
pub(crate) struct Linear(Form);

#[derive(Debug)]
enum Form {
    /// One row of plain floats for each output.
    Floats {
        /// The rows, one after the other.
        weights: Vec<f32>,
        /// Length of a row.
        inputs: usize,
        /// What is added to each output.
        offset: Vec<f32>,
    },
    /// The file's 4-bit blocks.
    #[cfg(target_arch = "x86_64")]
    Quantised(X86, quantised::Weights),
}

/// Room for an input in the form that a kernel takes; may be used for any layer in turn.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    #[cfg(target_arch = "x86_64")]
    rows: quantised::Rows,
}

impl Linear {
    /// Makes a layer of 4-bit weights: `offset.len()` rows of whole blocks.
    pub(crate) fn new(cpu: Cpu, blocks: &[q4::Block], offset: Vec<f32>) -> Self {
        let inputs = blocks.len() / offset.len() * q4::BLOCK;
        Self(match cpu {
            Cpu::Portable => {
                let mut weights = vec![0.0; blocks.len() * q4::BLOCK];
                q4::expand(blocks, &mut weights);
                Form::Floats { weights, inputs, offset }
            }
            #[cfg(target_arch = "x86_64")]
            Cpu::X86(x86) => Form::Quantised(x86, quantised::Weights::new(blocks, inputs, &offset)),
        })
    }

    /// Writes the layer's output for every row of `input` into `output`.
    pub(crate) fn apply(&self, input: &[f32], output: &mut [f32], scratch: &mut Scratch) {
        match &self.0 {
            Form::Floats { weights, inputs, offset } => {
                let (rows, outputs) = (input.len() / inputs, offset.len());
                let weights = Matrix::new(weights, outputs, *inputs, *inputs).transposed();
                let mut into = MatrixMut::new(output, rows, outputs, outputs);
                product(Matrix::new(input, rows, *inputs, *inputs), weights, 1.0, &mut into);
                for row in output.chunks_exact_mut(outputs) {
                    row.iter_mut().zip(offset).for_each(|(x, offset)| *x += offset);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Form::Quantised(x86, weights) => {
                x86.quantise(input, weights.inputs, &mut scratch.rows);
                x86.multiply(weights, &scratch.rows, output);
            }
        }
    }
}
