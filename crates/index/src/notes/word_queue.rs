//! The word queue: chunks whose entry in the words index must be written again.
//!
//! The queue is part of the notes' transaction, so that a kill between the two commits loses
//! nothing: whatever is still queued at the next opening is written again.

use rusqlite::{Connection, OptionalExtension, params};

use super::read;
use super::text;
use crate::ids::{ChunkId, NoteId};

/// What happened to a chunk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// It never was in the words index.
    New,
    /// It is worded differently, or gone.
    Other,
}

pub(super) fn enqueue(sql: &Connection, chunk: ChunkId, change: Change) -> rusqlite::Result<()> {
    sql.prepare_cached("INSERT INTO word_queue (chunk, fresh) VALUES (?1, ?2)")?
        .execute(params![chunk.0, change == Change::New])?;
    Ok(())
}

/// Queues every chunk there is, for a words index that starts empty.
pub(crate) fn enqueue_all(sql: &Connection) -> rusqlite::Result<()> {
    sql.execute_batch(
        "DELETE FROM word_queue; INSERT INTO word_queue (chunk, fresh) SELECT id, 1 FROM chunk",
    )
}

/// An entry of the queue.
///
/// The wording is that of when the entry is read, not of when it was made: a chunk that changed
/// twice since is written twice with the same words.
pub(crate) struct Queued {
    /// Its place in the queue. An emptied queue may count from 1 again, so that a place is only good
    /// until the next commit.
    pub(crate) seq: i64,
    /// The chunk it is about.
    pub(crate) chunk: ChunkId,
    /// Whether the words index cannot hold the chunk yet.
    pub(crate) fresh: bool,
    /// What is to be found by words; nothing when the chunk is gone.
    pub(crate) wording: Option<Wording>,
}

/// What is found of a chunk by words.
pub(crate) struct Wording {
    pub(crate) note: NoteId,
    /// Titles, aliases and file name of the note.
    pub(crate) names: Vec<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) heading: Vec<String>,
    pub(crate) text: String,
    pub(crate) aside: String,
}

#[cfg(test)]
impl Wording {
    /// Returns the wording of a passage without words.
    pub(crate) fn of(note: NoteId) -> Self {
        Self {
            note,
            names: Vec::new(),
            tags: Vec::new(),
            heading: Vec::new(),
            text: String::new(),
            aside: String::new(),
        }
    }
}

/// The first entries after `seq`.
pub(crate) fn next_queued(
    sql: &Connection,
    seq: i64,
    limit: usize,
) -> rusqlite::Result<Vec<Queued>> {
    let query = "SELECT seq, chunk, fresh FROM word_queue WHERE seq > ?1 ORDER BY seq LIMIT ?2";
    let mut entries = read::rows(sql, query, params![seq, limit], |row| {
        Ok(Queued {
            seq: row.get(0)?,
            chunk: ChunkId(row.get(1)?),
            fresh: row.get(2)?,
            wording: None,
        })
    })?;
    let mut names = None;
    for entry in &mut entries {
        entry.wording = wording(sql, entry.chunk, &mut names)?;
    }
    Ok(entries)
}

/// The names of the note read last: neighbours in the queue mostly share them.
type LastNames = Option<(NoteId, Vec<String>, Vec<String>)>;

fn wording(
    sql: &Connection,
    chunk: ChunkId,
    last: &mut LastNames,
) -> rusqlite::Result<Option<Wording>> {
    let mut select = sql.prepare_cached(
        "SELECT note, heading, texts FROM chunk JOIN chunk_text ON chunk = id WHERE id = ?1",
    )?;
    let found = select.query_row([chunk.0], |row| {
        let texts = text::unpack(row.get_ref(2)?.as_blob()?)?;
        Ok((NoteId(row.get(0)?), read::heading(row, 1)?, texts))
    });
    let Some((note, heading, texts)) = found.optional()? else { return Ok(None) };
    if last.as_ref().is_none_or(|(known, ..)| *known != note) {
        let (names, tags) = names(sql, note)?;
        *last = Some((note, names, tags));
    }
    let (names, tags) =
        last.as_ref().map(|(_, names, tags)| (names.clone(), tags.clone())).unwrap_or_default();
    Ok(Some(Wording { note, names, tags, heading, text: texts.text, aside: texts.aside }))
}

fn names(sql: &Connection, note: NoteId) -> rusqlite::Result<(Vec<String>, Vec<String>)> {
    let (Some(row), Some(detail)) = (read::note_by_id(sql, note)?, read::detail(sql, note)?) else {
        return Ok(Default::default());
    };
    let mut names = vec![row.title.clone()];
    let others =
        detail.others.into_iter().chain(detail.aliases).chain([row.path.stem().to_owned()]);
    for name in others {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok((names, detail.tags))
}

/// Forgets the entries up to `seq`: they are committed.
pub(crate) fn clear_queue(sql: &Connection, seq: i64) -> rusqlite::Result<()> {
    sql.prepare_cached("DELETE FROM word_queue WHERE seq <= ?1")?.execute([seq])?;
    Ok(())
}

/// Whether anything is queued.
pub(crate) fn has_queue(sql: &Connection) -> rusqlite::Result<bool> {
    sql.prepare_cached("SELECT 1 FROM word_queue LIMIT 1")?.exists([])
}

/// The generation that a payload of the words index names: it is the instance's name and the
/// generation.
pub(crate) fn words_generation(payload: &str) -> Option<u64> {
    payload.split_once(' ')?.1.parse().ok()
}
