//! A segment mapped for reading.
#![expect(unsafe_code, reason = "mapping a file")]

use std::fs::File;
use std::path::{Path, PathBuf};

use memmap2::Mmap;

use super::quantise::stride;
use super::segment::{COLUMNS, HEAD, columns_path, head, rows_path};
use super::sums::{SUMMED, Sums};
use crate::error::{Error, Result};
use crate::ids::ChunkId;
use crate::notes::SegmentRow;

/// The committed rows of one segment.
pub(crate) struct SegmentMap {
    path: PathBuf,
    rows: Mmap,
    columns: Mmap,
    stride: usize,
    len: u32,
    sums: Sums,
}

/// The columns of one row.
///
/// In the file they are 16 bytes, little-endian: the chunk's id in 8, then two floats in 4 each.
#[derive(Clone, Copy)]
pub(crate) struct Columns {
    pub(crate) chunk: ChunkId,
    pub(crate) scale: f32,
    pub(crate) inverse: f32,
}

impl SegmentMap {
    /// Maps the committed rows of a segment; files that are too short or not ours are damage.
    pub(crate) fn open(folder: &Path, dims: usize, segment: &SegmentRow) -> Result<Self> {
        let (stride, len) = (stride(dims), segment.rows);
        let path = rows_path(folder, segment.id);
        let rows = map(&path, dims, len as usize * stride)?;
        let columns = map(&columns_path(folder, segment.id), dims, len as usize * COLUMNS)?;
        Ok(Self { path, rows, columns, stride, len, sums: segment.sums.clone() })
    }

    /// Compares the rows from the block of row `from` on with their checksums.
    pub(crate) fn verify(&self, from: u32) -> Result<()> {
        let is_right = |block: u32| {
            let first = block * SUMMED;
            let count = SUMMED.min(self.len - first);
            let columns = part(&self.columns, COLUMNS, first, count);
            self.sums.vouch_for(block, self.rows(first, count), columns)
        };
        let mut blocks = from / SUMMED..self.len.div_ceil(SUMMED);
        match blocks.find(|block| !is_right(*block)) {
            Some(_) => Err(Error::corrupt(&self.path, "its checksum is wrong")),
            None => Ok(()),
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// The bytes of `count` rows.
    pub(crate) fn rows(&self, first: u32, count: u32) -> &[u8] {
        part(&self.rows, self.stride, first, count)
    }

    /// The columns of a row, if there is such a row.
    pub(crate) fn columns(&self, row: u32) -> Option<Columns> {
        let bytes = part(&self.columns, COLUMNS, row, 1);
        let (chunk, rest) = bytes.split_first_chunk()?;
        let (scale, rest) = rest.split_first_chunk()?;
        let (inverse, _) = rest.split_first_chunk()?;
        let (scale, inverse) = (f32::from_le_bytes(*scale), f32::from_le_bytes(*inverse));
        Some(Columns { chunk: ChunkId(u64::from_le_bytes(*chunk)), scale, inverse })
    }
}

/// The bytes of `count` rows, each `width` long; none when there are not so many.
fn part(file: &[u8], width: usize, first: u32, count: u32) -> &[u8] {
    let start = HEAD + first as usize * width;
    file.get(start..start + count as usize * width).unwrap_or_default()
}

fn map(path: &Path, dims: usize, body: usize) -> Result<Mmap> {
    let file = File::open(path).map_err(|error| Error::io(path, error))?;
    // SAFETY: only the one writer of this index changes the file, and it never shortens it nor
    // changes committed rows.
    let map = unsafe { Mmap::map(&file) }.map_err(|error| Error::io(path, error))?;
    if map.len() < HEAD + body {
        return Err(Error::corrupt(path, "it is shorter than what was written to it"));
    }
    if !map.starts_with(&head(dims)) {
        return Err(Error::corrupt(path, "it is not a vector file of this index"));
    }
    Ok(map)
}
