//! Weights and rows laid out for the product of 4-bit weights and 8-bit activations.
//!
//! The weights keep the file's blocks and scales exactly; only the activations are rounded, each
//! block of 32 to 8 bits with a scale of its own. A panel is 16 outputs side by side: for every
//! block of inputs it holds 8 groups, each with 4 inputs of all 16 outputs, so that one group of a
//! row, repeated, meets one or two vectors of weights.
//!
//! The sums of a block are whole numbers and exact in every kernel, and all kernels scale and add
//! them in the same order: so they give the same floats, bit by bit, and vectors made on one
//! processor can be compared with those made on another.

use super::q4::{self, BLOCK};

/// Outputs in a panel.
pub(super) const PANEL: usize = 16;
/// Inputs in a group.
const GROUP: usize = 4;
pub(super) const GROUPS: usize = BLOCK / GROUP;
/// Rows that are worked on together.
pub(super) const TILE: usize = 4;

/// One block of inputs for one panel of outputs: each weight plus 8, so 0 to 15.
///
/// It starts at a cache line, so that no vector of it lies across two.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct PanelBlock(pub(super) [[u8; PANEL * GROUP]; GROUPS]);

/// The scales of such a block.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct PanelScales(pub(super) [f32; PANEL]);

/// The same block of inputs for each row of a tile.
pub(super) type TileBlock = [RowBlock; TILE];

/// A layer's weights, panel by panel, block by block.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) inputs: usize,
    pub(super) blocks: Vec<PanelBlock>,
    pub(super) scales: Vec<PanelScales>,
    pub(super) offsets: Vec<[f32; PANEL]>,
}

/// A block of one row, rounded to 8 bits.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct RowBlock {
    /// The groups, each as 4 signed bytes in one number.
    pub(super) groups: [i32; GROUPS],
    /// What the bytes are multiples of.
    pub(super) scale: f32,
    /// Minus 8 times the sum of the bytes: where a sum starts, it takes off the 8 that were added to
    /// each weight.
    pub(super) start: i32,
    /// Half of the start in each of two 16-bit halves, for sums that are kept in two. Starting
    /// there, none leaves 16 bits in the end: it is a sum over 16 bytes b of (weight - 4) * b, at
    /// most 16 * 11 * 127, and of -4 * b over the other 16, at most 16 * 4 * 127, which makes 30,480.
    pub(super) halves: i32,
}

/// The rows of an input, tile by tile, block by block; the last tile is filled up with zeros.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) tiles: Vec<TileBlock>,
}

/// One panel of a layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Panel<'a> {
    pub(super) blocks: &'a [PanelBlock],
    pub(super) scales: &'a [PanelScales],
    pub(super) offset: &'a [f32; PANEL],
}

/// What differs between the processors.
pub(super) trait Kernel: Copy {
    /// Multiplies one panel of weights with the first `ROWS` rows of a tile.
    fn product<const ROWS: usize>(
        self,
        panel: Panel<'_>,
        tile: &[TileBlock],
    ) -> [[f32; PANEL]; ROWS];
}

impl Weights {
    /// Lays out rows of `inputs` weights; `offset` has one number for each row, a multiple of 16.
    pub(super) fn new(file: &[q4::Block], inputs: usize, offset: &[f32]) -> Self {
        let per_row = inputs / BLOCK;
        let mut blocks = vec![PanelBlock([[0; PANEL * GROUP]; GROUPS]); file.len() / PANEL];
        let mut scales = vec![PanelScales([0.0; PANEL]); blocks.len()];
        for (row, file) in file.chunks_exact(per_row).enumerate() {
            let (panel, lane) = (row / PANEL * per_row, row % PANEL);
            let places = blocks.iter_mut().zip(&mut scales).skip(panel);
            for ((block, scales), file) in places.zip(file) {
                let (scale, halves) = q4::halves(file);
                scales.0.iter_mut().skip(lane).take(1).for_each(|place| *place = scale);
                for (group, halves) in block.0.iter_mut().zip(halves.as_chunks::<GROUP>().0) {
                    let lanes = group.as_chunks_mut::<GROUP>().0;
                    lanes.iter_mut().skip(lane).take(1).for_each(|place| *place = *halves);
                }
            }
        }
        Self { inputs, blocks, scales, offsets: offset.as_chunks().0.to_vec() }
    }
}

impl Rows {
    /// Makes room for the rows of `input`, each of `inputs` numbers, and rounds them with `round`.
    #[inline]
    pub(super) fn fill(
        &mut self,
        input: &[f32],
        inputs: usize,
        round: impl Fn(&[f32; BLOCK]) -> RowBlock,
    ) {
        let per_row = inputs / BLOCK;
        let count = input.len() / inputs;
        self.tiles.clear();
        self.tiles.resize(count.div_ceil(TILE) * per_row, TileBlock::default());
        let tiles = self.tiles.chunks_exact_mut(per_row);
        for (tile, input) in tiles.zip(input.chunks(inputs * TILE)) {
            for (lane, row) in input.chunks_exact(inputs).enumerate() {
                for (place, block) in tile.iter_mut().zip(row.as_chunks::<BLOCK>().0) {
                    if let Some(place) = place.get_mut(lane) {
                        *place = round(block);
                    }
                }
            }
        }
    }
}

impl RowBlock {
    /// Puts together what is known of a block: its bytes, their sum and what they are multiples of.
    pub(super) fn new(groups: [i32; GROUPS], sum: i32, scale: f32) -> Self {
        // Numbers that are none have any sum.
        let half = sum.wrapping_mul(-4);
        Self { groups, scale, start: half.wrapping_mul(2), halves: half << 16 | half & 0xffff }
    }
}

/// Writes the product of `rows` and `weights`, offsets added, row by row into `output`.
///
/// The last tile may have fewer rows than the others: no work is done for those it lacks.
pub(super) fn multiply<K: Kernel>(kernel: K, weights: &Weights, rows: &Rows, output: &mut [f32]) {
    let per_row = weights.inputs / BLOCK;
    let outputs = weights.offsets.len() * PANEL;
    let panels = weights.blocks.chunks_exact(per_row).zip(weights.scales.chunks_exact(per_row));
    for (index, ((blocks, scales), offset)) in panels.zip(&weights.offsets).enumerate() {
        let panel = Panel { blocks, scales, offset };
        let tiles = rows.tiles.chunks_exact(per_row);
        for (tile, output) in tiles.zip(output.chunks_mut(outputs * TILE)) {
            let place = Place { output, outputs, from: index * PANEL };
            match place.output.len() / outputs {
                1 => place.write(kernel.product::<1>(panel, tile)),
                2 => place.write(kernel.product::<2>(panel, tile)),
                3 => place.write(kernel.product::<3>(panel, tile)),
                _ => place.write(kernel.product::<TILE>(panel, tile)),
            }
        }
    }
}

/// Where the results of one panel go in the rows of one tile.
struct Place<'a> {
    output: &'a mut [f32],
    outputs: usize,
    from: usize,
}

impl Place<'_> {
    fn write<const ROWS: usize>(self, results: [[f32; PANEL]; ROWS]) {
        for (row, result) in self.output.chunks_exact_mut(self.outputs).zip(results) {
            if let Some(Some(place)) = row.get_mut(self.from..).map(<[f32]>::first_chunk_mut) {
                *place = result;
            }
        }
    }
}

/// Rounds a block as its definition has it: what the kernels are held to.
#[cfg(test)]
pub(super) fn rounded(block: &[f32; BLOCK]) -> RowBlock {
    let most = block.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let per_unit = if most > 0.0 { 127.0 / most } else { 0.0 };
    let bytes = block.map(|x| (x * per_unit).round_ties_even() as i8);
    let mut groups = [0; GROUPS];
    for (group, bytes) in groups.iter_mut().zip(bytes.as_chunks::<GROUP>().0) {
        *group = i32::from_le_bytes(bytes.map(i8::cast_unsigned));
    }
    RowBlock::new(groups, bytes.iter().map(|&byte| i32::from(byte)).sum(), most / 127.0)
}

/// The product as its definition has it, one number at a time: what the kernels are held to.
#[cfg(test)]
pub(super) fn plain_multiply(weights: &Weights, rows: &Rows, output: &mut [f32]) {
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
                    let weight =
                        weights.blocks[place].0[input / GROUP][lane * GROUP + input % GROUP];
                    (i32::from(weight) - 8) * i32::from(byte)
                })
                .sum();
            *output = (sum as f32).mul_add(weights.scales[place].0[lane] * row.scale, *output);
        }
    }
}
