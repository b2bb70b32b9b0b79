//! A segment mapped for reading.
#![expect(unsafe_code, reason = "mapping a file")]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

use super::quantise::stride;
use super::segment::{COLUMNS, HEAD, columns_path, head, rows_path};
use crate::error::{Error, Result};
use crate::ids::ChunkId;

/// The committed rows of one segment.
pub(crate) struct SegmentMap {
    rows: Mmap,
    columns: Mmap,
    stride: usize,
    len: u32,
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
    /// Maps a segment of which `len` rows are committed; files that are too short or not ours are
    /// damage.
    pub(crate) fn open(folder: &Path, id: u32, dims: usize, len: u32) -> Result<Self> {
        let stride = stride(dims);
        let rows = map(&rows_path(folder, id), dims, len as usize * stride)?;
        let columns = map(&columns_path(folder, id), dims, len as usize * COLUMNS)?;
        Ok(Self { rows, columns, stride, len })
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// The bytes of `count` rows.
    pub(crate) fn rows(&self, first: u32, count: u32) -> &[u8] {
        let start = HEAD + first as usize * self.stride;
        self.rows.get(start..start + count as usize * self.stride).unwrap_or_default()
    }

    /// The columns of a row, if there is such a row.
    pub(crate) fn columns(&self, row: u32) -> Option<Columns> {
        let start = HEAD + row as usize * COLUMNS;
        let bytes = self.columns.get(start..start + COLUMNS)?;
        let (chunk, rest) = bytes.split_first_chunk()?;
        let (scale, rest) = rest.split_first_chunk()?;
        let (inverse, _) = rest.split_first_chunk()?;
        let (scale, inverse) = (f32::from_le_bytes(*scale), f32::from_le_bytes(*inverse));
        Some(Columns { chunk: ChunkId(u64::from_le_bytes(*chunk)), scale, inverse })
    }
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
