//! The checksums of a segment: one of every block of rows, carried on as rows are appended.

/// So many rows have one checksum.
pub(super) const SUMMED: u32 = 1024;

/// The checksums of a segment's committed rows, as the notes database keeps them.
///
/// The one of the last block is carried on from what it was, never made from the file: otherwise it
/// would vouch for damage that came between two commits. Stored, a block is two numbers of 4 bytes,
/// little-endian: the CRC-32 of its vectors and that of its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums(Vec<[u32; 2]>);

impl Sums {
    /// Reads what [`Sums::to_bytes`] wrote.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        let (numbers, _) = bytes.as_chunks::<4>();
        let numbers: Vec<u32> = numbers.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        Self(numbers.as_chunks::<2>().0.to_vec())
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flatten().flat_map(|sum| sum.to_le_bytes()).collect()
    }

    /// Adds the row that comes after `row` others.
    pub(super) fn append(&mut self, row: u32, vector: &[u8], columns: &[u8]) {
        if row.is_multiple_of(SUMMED) {
            self.0.push([0, 0]);
        }
        if let Some([of_vectors, of_columns]) = self.0.last_mut() {
            *of_vectors = carried_on(*of_vectors, vector);
            *of_columns = carried_on(*of_columns, columns);
        }
    }

    /// Whether these are the vectors and the columns of a block, counted from 0.
    pub(super) fn vouch_for(&self, block: u32, vectors: &[u8], columns: &[u8]) -> bool {
        let sums = [carried_on(0, vectors), carried_on(0, columns)];
        self.0.get(block as usize) == Some(&sums)
    }
}

fn carried_on(sum: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(sum);
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::{SUMMED, Sums};

    #[test]
    fn sums_are_carried_on_and_kept() {
        let mut sums = Sums::default();
        for row in 0..SUMMED + 2 {
            sums.append(row, &row.to_le_bytes(), &[row as u8]);
            sums = Sums::of_bytes(&sums.to_bytes());
        }
        let vectors: Vec<u8> = (0..SUMMED).flat_map(u32::to_le_bytes).collect();
        let columns: Vec<u8> = (0..SUMMED).map(|row| row as u8).collect();
        assert!(sums.vouch_for(0, &vectors, &columns));
        let second = [SUMMED.to_le_bytes(), (SUMMED + 1).to_le_bytes()].concat();
        assert!(sums.vouch_for(1, &second, &[0, 1]));
        assert!(!sums.vouch_for(1, &second, &[0, 2]));
        assert!(!sums.vouch_for(2, &[], &[]));
    }
}
