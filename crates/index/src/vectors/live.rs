//! The live rows: which rows of all segments serve which chunks of a snapshot.

use super::map::SegmentMap;
use super::quantise::restore;
use crate::error::{Error, Result};
use crate::ids::{ChunkId, NoteId};
use crate::notes::Served;
use crate::space::Space;

/// A row that may serve a chunk.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) chunk: ChunkId,
    /// None when the row is dead.
    pub(super) note: Option<NoteId>,
    pub(super) scale: f32,
    pub(super) inverse: f32,
}

const DEAD: Slot = Slot { chunk: ChunkId(0), note: None, scale: 0.0, inverse: 0.0 };

/// The slots of every segment, in the order of the segments.
///
/// One for every row, dead ones included, so that slot and row have the same number. Made once for
/// a snapshot.
pub(crate) struct Live {
    pub(super) slots: Vec<Vec<Slot>>,
}

impl Live {
    /// Looks up the rows that serve; one that belongs to another chunk is damage.
    pub(crate) fn new(segments: &[(u32, SegmentMap)], served: &[Served]) -> Result<Self> {
        let mut slots: Vec<Vec<Slot>> =
            segments.iter().map(|(_, segment)| vec![DEAD; segment.len() as usize]).collect();
        for rows in served {
            let at = segments
                .binary_search_by_key(&rows.segment, |(id, _)| *id)
                .map_err(|_| damaged(rows))?;
            let (Some((_, segment)), Some(slots)) = (segments.get(at), slots.get_mut(at)) else {
                continue;
            };
            for row in rows.row..rows.row.saturating_add(rows.parts) {
                let columns = segment.columns(row).filter(|columns| columns.chunk == rows.chunk);
                let (Some(columns), Some(slot)) = (columns, slots.get_mut(row as usize)) else {
                    return Err(damaged(rows));
                };
                *slot = Slot {
                    chunk: rows.chunk,
                    note: Some(rows.note),
                    scale: columns.scale,
                    inverse: columns.inverse,
                };
            }
        }
        Ok(Self { slots })
    }
}

fn damaged(rows: &Served) -> Error {
    let file = format!("{}.columns", rows.segment);
    Error::corrupt(std::path::Path::new(&file), "its rows are not those of the notes")
}

/// The vectors that serve a chunk minus the space's mean, as far as their rows keep them.
pub(crate) fn restored(
    segments: &[(u32, SegmentMap)],
    space: &Space,
    served: &Served,
) -> Vec<(ChunkId, Vec<f32>)> {
    let Some((_, segment)) = segments.iter().find(|(id, _)| *id == served.segment) else {
        return Vec::new();
    };
    let restore = |row| {
        let bytes: Vec<i8> = segment.rows(row, 1).iter().map(|byte| byte.cast_signed()).collect();
        Some((served.chunk, restore(space.dims, &bytes, segment.columns(row)?.scale)))
    };
    (served.row..served.row + served.parts).filter_map(restore).collect()
}
