//! Weights and rows laid out for the product of 4-bit weights and 8-bit activations.
//!
//! The weights keep the file's blocks and scales exactly; only the activations are rounded, each
//! block of 32 to 8 bits with a scale of its own. A panel is 8 outputs side by side: for every
//! block of inputs it holds 8 groups, each with 4 inputs of all 8 outputs, so that one group of a
//! row, repeated 8 times, meets one vector of weights.
#![expect(clippy::inline_always, reason = "a caller's processor features reach inlined code only")]

use super::pointwise::ROUNDER;
use super::q4::{self, BLOCK};

/// Outputs in a panel.
pub(super) const PANEL: usize = 8;
/// Inputs in a group.
const GROUP: usize = 4;
const GROUPS: usize = BLOCK / GROUP;
/// Rows that are worked on together.
pub(super) const TILE: usize = 4;

/// One block of inputs for one panel of outputs: each weight plus 8, so 0 to 15.
pub(super) type PanelBlock = [[u8; PANEL * GROUP]; GROUPS];
/// The same block of inputs for each row of a tile.
pub(super) type TileBlock = [RowBlock; TILE];

/// A layer's weights, panel by panel, block by block.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) inputs: usize,
    pub(super) blocks: Vec<PanelBlock>,
    pub(super) scales: Vec<[f32; PANEL]>,
    pub(super) offsets: Vec<[f32; PANEL]>,
}

/// A block of one row, rounded to 8 bits.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct RowBlock {
    /// The groups, each as 4 signed bytes in one number.
    pub(super) groups: [i32; GROUPS],
    /// What the bytes are multiples of.
    pub(super) scale: f32,
    /// Minus 4 times the sum of the bytes: in the two halves of a sum it takes off the 8 that were
    /// added to each weight. Starting there, no partial sum leaves 16 bits in the end: a half is a
    /// sum over 16 bytes b of (weight - 4) * b, at most 16 * 11 * 127, and of 4 * b over the other
    /// 16, at most 16 * 4 * 127, which makes 30,480.
    pub(super) start: i16,
}

/// The rows of an input, tile by tile, block by block; the last tile is filled up with zeros.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) tiles: Vec<TileBlock>,
}

impl Weights {
    /// Lays out rows of `inputs` weights; `offset` has one number for each row, a multiple of 8.
    pub(super) fn new(file: &[q4::Block], inputs: usize, offset: &[f32]) -> Self {
        let per_row = inputs / BLOCK;
        let mut blocks = vec![[[0; PANEL * GROUP]; GROUPS]; file.len() / PANEL];
        let mut scales = vec![[0.0; PANEL]; blocks.len()];
        for (row, file) in file.chunks_exact(per_row).enumerate() {
            let (panel, lane) = (row / PANEL * per_row, row % PANEL);
            let places = blocks.iter_mut().zip(&mut scales).skip(panel);
            for ((block, scales), file) in places.zip(file) {
                let (scale, halves) = q4::halves(file);
                scales.iter_mut().skip(lane).take(1).for_each(|place| *place = scale);
                for (group, halves) in block.iter_mut().zip(halves.as_chunks::<GROUP>().0) {
                    let lanes = group.as_chunks_mut::<GROUP>().0;
                    lanes.iter_mut().skip(lane).take(1).for_each(|place| *place = *halves);
                }
            }
        }
        Self { inputs, blocks, scales, offsets: offset.as_chunks().0.to_vec() }
    }
}

/// Rounds the rows of `input`, each of `inputs` numbers, into `rows`.
#[inline(always)]
pub(super) fn quantise(input: &[f32], inputs: usize, rows: &mut Rows) {
    let per_row = inputs / BLOCK;
    let count = input.len() / inputs;
    rows.tiles.clear();
    rows.tiles.resize(count.div_ceil(TILE) * per_row, TileBlock::default());
    let tiles = rows.tiles.chunks_exact_mut(per_row);
    for (tile, input) in tiles.zip(input.chunks(inputs * TILE)) {
        for (lane, row) in input.chunks_exact(inputs).enumerate() {
            for (place, block) in tile.iter_mut().zip(row.as_chunks::<BLOCK>().0) {
                if let Some(place) = place.get_mut(lane) {
                    *place = quantised(block);
                }
            }
        }
    }
}

#[inline(always)]
fn quantised(block: &[f32; BLOCK]) -> RowBlock {
    let most = largest(block);
    let per_unit = if most > 0.0 { 127.0 / most } else { 0.0 };
    // The whole numbers, each shifted up by the same amount, which 32 bits of sum do not show.
    let mut numbers = [0_u32; BLOCK];
    for (number, x) in numbers.iter_mut().zip(block) {
        *number = (x * per_unit + ROUNDER).to_bits();
    }
    let sum = numbers.iter().fold(0_u32, |sum, &number| sum.wrapping_add(number));
    let sum = sum.wrapping_sub(ROUNDER.to_bits().wrapping_mul(BLOCK as u32)) as i32;
    let mut groups = [0; GROUPS];
    for (group, numbers) in groups.iter_mut().zip(numbers.as_chunks::<GROUP>().0) {
        let [a, b, c, d] = numbers.map(|number| number & 0xff);
        *group = (a | b << 8 | c << 16 | d << 24) as i32;
    }
    RowBlock { groups, scale: most / 127.0, start: (-4 * sum) as i16 }
}

/// Returns the largest size of a number in the block, eight at a time.
#[inline(always)]
fn largest(block: &[f32; BLOCK]) -> f32 {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let mut lanes = [0.0; PANEL];
    for eight in block.as_chunks::<PANEL>().0 {
        lanes.iter_mut().zip(eight).for_each(|(lane, x)| *lane = larger(x.abs(), *lane));
    }
    lanes.into_iter().fold(0.0, larger)
}

/// The product as its definition has it, one number at a time: what the kernels are held to.
#[cfg(test)]
pub(super) fn multiply(weights: &Weights, rows: &Rows, output: &mut [f32]) {
    let per_row = weights.inputs / BLOCK;
    let outputs = weights.offsets.len() * PANEL;
    for (index, output) in output.iter_mut().enumerate() {
        let (row, column) = (index / outputs, index % outputs);
        let (panel, lane) = (column / PANEL, column % PANEL);
        *output = weights.offsets[panel][lane];
        for block in 0..per_row {
            let row = &rows.tiles[row / TILE * per_row + block][row % TILE];
            let place = panel * per_row + block;
            let sum: i32 = (0..BLOCK)
                .map(|input| {
                    let byte = row.groups[input / GROUP].to_le_bytes()[input % GROUP] as i8;
                    let weight = weights.blocks[place][input / GROUP][lane * GROUP + input % GROUP];
                    (i32::from(weight) - 8) * i32::from(byte)
                })
                .sum();
            *output += sum as f32 * row.scale * weights.scales[place][lane];
        }
    }
}
