//! Blocks of 4-bit numbers: 32 weights that share one scale.
use half::f16;

/// Weights in a block.
pub(crate) const BLOCK: usize = 32;
/// Bytes of a block: the scale as half a float, then two weights a byte.
const BYTES: usize = 2 + BLOCK / 2;

/// A block as it lies in the file: a byte's low half is a weight of the first 16, its high half
/// one of the last 16; a weight is the half minus 8, times the scale.
pub(crate) type Block = [u8; BYTES];

/// Returns how many bytes `count` weights take.
pub(crate) fn bytes(count: usize) -> usize {
    count.div_ceil(BLOCK).saturating_mul(BYTES)
}

/// Reads bytes as blocks; a rest too short for a block is left out.
pub(crate) fn blocks(bytes: &[u8]) -> &[Block] {
    bytes.as_chunks().0
}

/// Returns the scale of a block and its weights' halves, 0 to 15, in order.
pub(crate) fn halves(block: &Block) -> (f32, [u8; BLOCK]) {
    let &[low, high, ref pairs @ ..] = block;
    let mut halves = [0; BLOCK];
    let (first, last) = halves.split_at_mut(BLOCK / 2);
    for ((pair, first), last) in pairs.iter().zip(first).zip(last) {
        *first = pair & 15;
        *last = pair >> 4;
    }
    (f16::from_le_bytes([low, high]).to_f32(), halves)
}

/// Writes the weights of `blocks` into `row`; what no block covers becomes zero.
pub(crate) fn expand(blocks: &[Block], row: &mut [f32]) {
    row.fill(0.0);
    for (block, weights) in blocks.iter().zip(row.chunks_mut(BLOCK)) {
        let (scale, halves) = halves(block);
        for (weight, half) in weights.iter_mut().zip(halves) {
            *weight = (f32::from(half) - 8.0) * scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_halves_come_first() {
        let mut block = [0x80; BYTES];
        block[..2].copy_from_slice(&f16::from_f32(0.5).to_le_bytes());
        block[2] = 0xf1;
        let mut row = [1.0; BLOCK];
        expand(&[block], &mut row);
        assert_eq!((row[0], row[16], row[1], row[17]), (-3.5, 3.5, -4.0, 0.0));
    }
}
