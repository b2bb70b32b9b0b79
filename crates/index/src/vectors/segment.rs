//! A segment: the files that rows are appended to.
//!
//! `<n>.rows` holds the quantised vectors, `<n>.columns` the chunk id, scale and inverse norm of
//! each. Both start with the same head. Rows count from when the notes database says so; what a
//! killed writer left beyond that is written over, which nobody can notice: no snapshot reaches
//! that far. Files are never shortened, since readers have them mapped.
//!
//! ```text
//! both     0   8 bytes      `NKROWS1` and a zero
//!          8   4 bytes      the length of the vectors, little-endian
//!         12   52 bytes     zeros
//! <n>.rows     from 64      each row: `dims` signed bytes, zeros up to a multiple of 32
//! <n>.columns  from 64      each row: chunk id (8 bytes), scale (4), inverse norm (4)
//! ```

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::quantise::{Row, quantise, stride};
use super::sums::Sums;
use crate::error::{Error, Result};
use crate::ids::ChunkId;
use crate::notes::SegmentRow;
use crate::space::Space;

/// The bytes before the first row, so that rows are aligned.
pub(super) const HEAD: usize = 64;
/// What the head starts with; the length of the vectors follows.
const MAGIC: &[u8; 8] = b"NKROWS1\0";
/// The bytes of one row's columns.
pub(super) const COLUMNS: usize = 16;
/// A segment of this many rows is full.
///
/// The last chunk's parts still go in whole. With 384 dimensions that is 48 MiB of rows.
const MAX_ROWS: u32 = 1 << 17;

/// The path of a segment's vectors.
pub(super) fn rows_path(folder: &Path, id: u32) -> PathBuf {
    folder.join(format!("{id}.rows"))
}

/// The path of a segment's columns.
pub(super) fn columns_path(folder: &Path, id: u32) -> PathBuf {
    folder.join(format!("{id}.columns"))
}

/// The paths of both files.
pub(crate) fn segment_files(folder: &Path, id: u32) -> [PathBuf; 2] {
    [rows_path(folder, id), columns_path(folder, id)]
}

/// The head of both files.
pub(super) fn head(dims: usize) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    for (to, from) in head.iter_mut().zip(MAGIC.iter().copied().chain((dims as u32).to_le_bytes()))
    {
        *to = from;
    }
    head
}

/// The segment that is being appended to.
pub(crate) struct SegmentWriter {
    id: u32,
    committed: u32,
    rows: Appended,
    columns: Appended,
    sums: Sums,
}

impl SegmentWriter {
    /// Opens a segment to go on after its committed rows.
    pub(crate) fn open(folder: &Path, dims: usize, segment: SegmentRow) -> Result<Self> {
        let SegmentRow { id, rows: committed, sums } = segment;
        let start = |width: usize| (HEAD + committed as usize * width) as u64;
        let rows = Appended::open(rows_path(folder, id), dims, start(stride(dims)))?;
        let columns = Appended::open(columns_path(folder, id), dims, start(COLUMNS))?;
        Ok(Self { id, committed, rows, columns, sums })
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// The rows it has, appended ones included.
    pub(crate) fn len(&self) -> u32 {
        self.committed + (self.columns.pending.len() / COLUMNS) as u32
    }

    /// The segment as the notes database is to know it.
    pub(crate) fn row(&self) -> SegmentRow {
        SegmentRow { id: self.id, rows: self.len(), sums: self.sums.clone() }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.len() >= MAX_ROWS
    }

    /// Appends a vector that serves a chunk.
    pub(crate) fn append(&mut self, space: &Space, chunk: ChunkId, vector: &[f32]) {
        let Row { bytes, scale, inverse } = quantise(space, vector);
        let bytes: Vec<u8> = bytes.iter().map(|byte| byte.cast_unsigned()).collect();
        self.append_row(chunk, &bytes, [scale, inverse]);
    }

    /// Appends a row as it is in another segment.
    pub(crate) fn append_row(&mut self, chunk: ChunkId, bytes: &[u8], [scale, inverse]: [f32; 2]) {
        let floats = [scale.to_le_bytes(), inverse.to_le_bytes()].concat();
        let columns = [chunk.0.to_le_bytes().as_slice(), &floats].concat();
        self.sums.append(self.len(), bytes, &columns);
        self.rows.pending.extend_from_slice(bytes);
        self.columns.pending.extend_from_slice(&columns);
    }

    /// Writes what was appended, so that it survives a power cut.
    pub(crate) fn flush(&mut self) -> Result<()> {
        let len = self.len();
        self.rows.flush()?;
        self.columns.flush()?;
        self.committed = len;
        Ok(())
    }
}

/// A file and what is to be appended to it.
struct Appended {
    path: PathBuf,
    file: File,
    pending: Vec<u8>,
}

impl Appended {
    fn open(path: PathBuf, dims: usize, start: u64) -> Result<Self> {
        let open = || -> std::io::Result<File> {
            let mut file =
                OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            if start == HEAD as u64 {
                file.write_all(&head(dims))?;
            }
            file.seek(SeekFrom::Start(start))?;
            Ok(file)
        };
        match open() {
            Ok(file) => Ok(Self { path, file, pending: Vec::new() }),
            Err(error) => Err(Error::io(&path, error)),
        }
    }

    fn flush(&mut self) -> Result<()> {
        let written = self.file.write_all(&self.pending).and_then(|()| self.file.sync_data());
        written.map_err(|error| Error::io(&self.path, error))?;
        self.pending.clear();
        Ok(())
    }
}
