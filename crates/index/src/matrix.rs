//! The matrix: the rows of all vectors that serve, as the writer keeps them.
//!
//! The rows lie in numbered segments; those of one chunk stand side by side in one of them. Rows are
//! only ever appended. Which of them serve is said by the notes database alone, so that a snapshot
//! of it is a snapshot of the matrix too; a row nobody refers to is dead and takes up room until its
//! segment is compacted.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::ids::{ChunkId, VectorKey};
use crate::layout::Layout;
use crate::notes::{self, Database, SegmentRow};
use crate::space::Space;
use crate::vectors::{SegmentMap, SegmentWriter, segment_files};

/// Segments with fewer rows are left as they are; others are compacted when less than half of their
/// rows is alive.
const MIN_COMPACTED: u32 = 1024;

/// The segments of an index and the one that is appended to.
///
/// Without a space nothing can be stored: rows are made relative to its mean.
pub(crate) struct Matrix {
    folder: PathBuf,
    space: Option<Space>,
    active: Option<SegmentWriter>,
    /// Segments that no later snapshot uses.
    obsolete: Vec<u32>,
}

impl Matrix {
    /// Opens the segments and reads them whole; chunks of a damaged one wait for their vectors again.
    ///
    /// Tells what was damaged, too, if anything was.
    pub(crate) fn open(layout: &Layout, database: &Database) -> Result<(Self, Option<Error>)> {
        let folder = layout.segments();
        let dims = dims(database)?;
        let segments = database.run(notes::segments)?;
        let mut damage = None;
        for segment in &segments {
            let verified = SegmentMap::open(&folder, dims, segment).and_then(|map| map.verify(0));
            if let Err(error) = verified {
                log::warn!("vectors have to be taken from their store again");
                log::debug!("vectors have to be taken from their store again: {error}");
                database.run(|sql| notes::unserve(sql, Some(segment.id)))?;
                damage = Some(error);
            }
        }
        remove_strays(&folder, &segments.iter().map(|segment| segment.id).collect::<Vec<_>>());
        Ok((Self { folder, space: None, active: None, obsolete: Vec::new() }, damage))
    }

    pub(crate) fn set_space(&mut self, space: &Space) {
        self.space = Some(space.clone());
    }

    /// Drops the vectors of all chunks.
    ///
    /// Their files stay until the commit, without which they serve on.
    pub(crate) fn drop_all(&mut self, database: &Database) -> Result<()> {
        self.obsolete.extend(database.run(notes::segments)?.iter().map(|segment| segment.id));
        self.active = None;
        database.run(|sql| notes::unserve(sql, None))
    }

    /// Stores the vectors that serve a chunk, unless it is gone.
    pub(crate) fn put(
        &mut self,
        database: &Database,
        chunk: ChunkId,
        key: &VectorKey,
        parts: &[Vec<f32>],
    ) -> Result<()> {
        let Some(space) = self.space.clone() else {
            let stored = database.state("model")?.unwrap_or_default();
            return Err(Error::OtherModel { stored, asked: String::new() });
        };
        let active = self.active(database)?;
        let place = [active.id(), active.len(), parts.len() as u32];
        if database.run(|sql| notes::serve(sql, chunk, key, place))? {
            for part in parts {
                active.append(&space, chunk, part);
            }
        }
        Ok(())
    }

    /// The segment to append to.
    fn active(&mut self, database: &Database) -> Result<&mut SegmentWriter> {
        if self.active.as_ref().is_some_and(SegmentWriter::is_full) {
            self.flush_active(database)?;
            self.active = None;
        }
        match &mut self.active {
            Some(active) => Ok(active),
            vacant => Ok(vacant.insert(open_active(&self.folder, database)?)),
        }
    }

    /// Writes what was appended, and moves the rows of segments that are mostly dead.
    pub(crate) fn flush(&mut self, database: &Database) -> Result<()> {
        self.flush_active(database)?;
        self.compact(database)?;
        self.flush_active(database)?;
        Ok(())
    }

    fn flush_active(&mut self, database: &Database) -> Result<()> {
        let Some(active) = &mut self.active else { return Ok(()) };
        active.flush()?;
        database.run(|sql| notes::set_segment(sql, &active.row()))
    }

    fn compact(&mut self, database: &Database) -> Result<()> {
        let segments = database.run(notes::segments)?;
        let live: HashMap<u32, u32> = database.run(notes::live_rows)?.into_iter().collect();
        for segment in segments {
            let live = live.get(&segment.id).copied().unwrap_or(0);
            if segment.rows >= MIN_COMPACTED && live < segment.rows / 2 {
                self.compact_segment(database, &segment)?;
            }
        }
        Ok(())
    }

    /// Moves the live rows of a segment to the active one.
    ///
    /// The bytes move as they are, so that no score changes. The segment is forgotten first: otherwise
    /// it could be chosen as the one to append to. Its rows are verified once more, since they get new
    /// checksums.
    fn compact_segment(&mut self, database: &Database, segment: &SegmentRow) -> Result<()> {
        let id = segment.id;
        let from = SegmentMap::open(&self.folder, dims(database)?, segment)?;
        from.verify(0)?;
        if self.active.as_ref().is_some_and(|active| active.id() == id) {
            self.active = None;
        }
        database.run(|sql| notes::remove_segment(sql, id))?;
        for served in database.run(|sql| notes::served_from(sql, id))? {
            let active = self.active(database)?;
            database.run(|sql| notes::move_rows(sql, served.chunk, active.id(), active.len()))?;
            for row in served.row..served.row + served.parts {
                if let Some(columns) = from.columns(row) {
                    active.append_row(
                        served.chunk,
                        from.rows(row, 1),
                        [columns.scale, columns.inverse],
                    );
                }
            }
        }
        self.obsolete.push(id);
        Ok(())
    }

    /// Forgets what was appended since the last commit.
    pub(crate) fn rollback(&mut self) {
        self.active = None;
        self.obsolete.clear();
    }

    /// Removes the files of segments that the committed notes do not use.
    pub(crate) fn remove_obsolete(&mut self) {
        for id in self.obsolete.drain(..) {
            for path in segment_files(&self.folder, id) {
                remove(&path);
            }
        }
    }
}

fn dims(database: &Database) -> Result<usize> {
    Ok(database.state("dims")?.and_then(|dims| dims.parse().ok()).unwrap_or(0))
}

/// The last segment if there is room in it, or a new one.
fn open_active(folder: &Path, database: &Database) -> Result<SegmentWriter> {
    let dims = dims(database)?;
    if let Some(segment) = database.run(notes::segments)?.pop() {
        let last = SegmentWriter::open(folder, dims, segment)?;
        if !last.is_full() {
            return Ok(last);
        }
    }
    SegmentWriter::open(folder, dims, database.run(notes::add_segment)?)
}

/// Removes files of segments that are not known; what cannot be removed is tried again by the next
/// writer.
fn remove_strays(folder: &Path, known: &[u32]) {
    let known: Vec<_> = known.iter().flat_map(|id| segment_files(folder, *id)).collect();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()).filter(|path| !known.contains(path)) {
        remove(&path);
    }
}

fn remove(path: &Path) {
    if let Err(error) = std::fs::remove_file(path) {
        log::warn!("cannot remove a file of vectors: {error}");
        log::debug!("cannot remove `{}`: {error}", path.display());
    }
}
