//! What is embedded, what waits for it, and which rows of the vector files serve it.
//!
//! A chunk is in one of four states, told by three of its columns:
//!
//! | state | `embeddable` | `segment` | `stale` |
//! |---|---|---|---|
//! | never embedded: a listing, or nothing to say | 0 | none | 0 |
//! | pending: waits for its first vector | 1 | none | 0 |
//! | served | any | its file | 0 |
//! | stale: served, but a new vector is wanted, as after a change of title | any | its file | 1 |
//!
//! One that is `withheld` waits for nothing: the model may not see it, or can't embed it.

use rusqlite::{Connection, params};

use super::read::{self, heading, path, rows};
use super::text;
use crate::filter::NoteSet;
use crate::ids::{ChunkId, NoteId, VectorKey};
use crate::rows::{Counts, PendingChunk, Withheld};
use crate::vectors::Sums;

const SERVED: &str = "SELECT id, note, segment, row, parts FROM chunk";

/// The rows of one vector file that serve a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Served {
    pub(crate) chunk: ChunkId,
    pub(crate) note: NoteId,
    pub(crate) segment: u32,
    /// The first of its rows; the others follow.
    pub(crate) row: u32,
    pub(crate) parts: u32,
}

/// All rows that serve, in the order they lie in.
pub(crate) fn served(sql: &Connection) -> rusqlite::Result<Vec<Served>> {
    let order = "WHERE segment IS NOT NULL ORDER BY segment, row, parts";
    rows(sql, &format!("{SERVED} {order}"), [], read_served)
}

/// The rows that serve the chunks of one note, in its order.
pub(crate) fn served_of(sql: &Connection, note: NoteId) -> rusqlite::Result<Vec<Served>> {
    let order = "WHERE note = ?1 AND segment IS NOT NULL ORDER BY ordinal";
    rows(sql, &format!("{SERVED} {order}"), [note.0], read_served)
}

fn read_served(row: &rusqlite::Row<'_>) -> rusqlite::Result<Served> {
    Ok(Served {
        chunk: ChunkId(row.get(0)?),
        note: NoteId(row.get(1)?),
        segment: row.get(2)?,
        row: row.get(3)?,
        parts: row.get(4)?,
    })
}

/// Says which rows serve a chunk from now on; false when the chunk is gone.
pub(crate) fn serve(
    sql: &Connection,
    chunk: ChunkId,
    key: &VectorKey,
    place: [u32; 3],
) -> rusqlite::Result<bool> {
    let [segment, row, parts] = place;
    let mut update = sql.prepare_cached(
        "UPDATE chunk SET vector = ?2, segment = ?3, row = ?4, parts = ?5, stale = 0 WHERE id = ?1",
    )?;
    Ok(update.execute(params![chunk.0, key, segment, row, parts])? > 0)
}

/// Moves a chunk to other rows with the same contents.
pub(crate) fn move_rows(
    sql: &Connection,
    chunk: ChunkId,
    segment: u32,
    row: u32,
) -> rusqlite::Result<()> {
    sql.prepare_cached("UPDATE chunk SET segment = ?2, row = ?3 WHERE id = ?1")?
        .execute(params![chunk.0, segment, row])?;
    Ok(())
}

/// Takes the vectors of a lost file, or of all files, off their chunks, which are pending again.
pub(crate) fn unserve(sql: &Connection, segment: Option<u32>) -> rusqlite::Result<()> {
    sql.execute(
        "UPDATE chunk SET vector = NULL, segment = NULL, row = NULL, parts = NULL, stale = 0 \
         WHERE segment IS NOT NULL AND (?1 IS NULL OR segment = ?1)",
        [segment],
    )?;
    sql.execute("DELETE FROM segment WHERE ?1 IS NULL OR id = ?1", [segment])?;
    Ok(())
}

/// A vector file and its committed rows.
#[derive(Clone, Debug)]
pub(crate) struct SegmentRow {
    pub(crate) id: u32,
    pub(crate) rows: u32,
    pub(crate) sums: Sums,
}

/// The vector files, in the order they were begun.
pub(crate) fn segments(sql: &Connection) -> rusqlite::Result<Vec<SegmentRow>> {
    rows(sql, "SELECT id, rows, sums FROM segment ORDER BY id", [], |row| {
        let sums = Sums::of_bytes(row.get_ref(2)?.as_blob()?);
        Ok(SegmentRow { id: row.get(0)?, rows: row.get(1)?, sums })
    })
}

pub(crate) fn add_segment(sql: &Connection) -> rusqlite::Result<SegmentRow> {
    sql.execute("INSERT INTO segment (rows, sums) VALUES (0, x'')", [])?;
    Ok(SegmentRow { id: sql.last_insert_rowid() as u32, rows: 0, sums: Sums::default() })
}

pub(crate) fn set_segment(sql: &Connection, segment: &SegmentRow) -> rusqlite::Result<()> {
    sql.prepare_cached("UPDATE segment SET rows = ?2, sums = ?3 WHERE id = ?1")?
        .execute(params![segment.id, segment.rows, segment.sums.to_bytes()])?;
    Ok(())
}

pub(crate) fn remove_segment(sql: &Connection, segment: u32) -> rusqlite::Result<()> {
    sql.execute("DELETE FROM segment WHERE id = ?1", [segment])?;
    Ok(())
}

/// The live rows of every vector file that has any.
pub(crate) fn live_rows(sql: &Connection) -> rusqlite::Result<Vec<(u32, u32)>> {
    let query = "SELECT segment, SUM(parts) FROM chunk WHERE segment IS NOT NULL GROUP BY segment";
    rows(sql, query, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The rows that serve from one vector file, in the order they lie in.
pub(crate) fn served_from(sql: &Connection, segment: u32) -> rusqlite::Result<Vec<Served>> {
    rows(sql, &format!("{SERVED} WHERE segment = ?1 ORDER BY row"), [segment], read_served)
}

/// Makes every served chunk wait for a new vector; the old one serves until then.
pub(crate) fn mark_stale(sql: &Connection) -> rusqlite::Result<()> {
    sql.execute("UPDATE chunk SET stale = 1 WHERE segment IS NOT NULL", [])?;
    Ok(())
}

/// Says why a chunk isn't to be embedded.
pub(crate) fn withhold(sql: &Connection, chunk: ChunkId, reason: &str) -> rusqlite::Result<()> {
    sql.prepare_cached("UPDATE chunk SET withheld = ?2 WHERE id = ?1")?
        .execute(params![chunk.0, reason])?;
    Ok(())
}

/// Makes everything wait again that was withheld for a reason other than that its note is private.
pub(crate) fn release(sql: &Connection) -> rusqlite::Result<usize> {
    sql.execute(
        "UPDATE chunk SET withheld = NULL WHERE withheld IS NOT NULL AND withheld != ?1",
        [PRIVATE],
    )
}

/// The chunks that are withheld as those of private notes, or should be, and aren't the other one as well.
const ASTRAY: &str = "(withheld IS ?1) != (?2 AND embeddable \
     AND note IN (SELECT id FROM note WHERE private))";

/// Whether chunks of private notes wait that are to be withheld, or the other way round.
pub(crate) fn is_astray(sql: &Connection, withhold: bool) -> rusqlite::Result<bool> {
    sql.prepare_cached(&format!("SELECT 1 FROM chunk WHERE {ASTRAY} LIMIT 1"))?
        .exists(params![PRIVATE, withhold])
}

/// Withholds the chunks of private notes, with the vectors they have, or lets them wait like all others.
pub(crate) fn withhold_private(sql: &Connection, withhold: bool) -> rusqlite::Result<()> {
    let update = format!(
        "UPDATE chunk SET withheld = iif(withheld IS ?1, NULL, ?1), vector = NULL, segment = NULL, \
         row = NULL, parts = NULL, stale = 0 WHERE {ASTRAY}"
    );
    sql.execute(&update, params![PRIVATE, withhold])?;
    Ok(())
}

/// The notes with chunks that are withheld, by path, with the reasons; one that is private has that one.
pub(crate) fn withheld(sql: &Connection) -> rusqlite::Result<Vec<Withheld>> {
    let query = "SELECT note.id, note.path, MIN(withheld), COUNT(*), MAX(withheld = ?1) \
         FROM chunk JOIN note ON note.id = chunk.note WHERE withheld IS NOT NULL \
         GROUP BY note.id ORDER BY note.path";
    rows(sql, query, [PRIVATE], |row| {
        let is_private: bool = row.get(4)?;
        Ok(Withheld {
            note: NoteId(row.get(0)?),
            path: path(row, 1)?,
            reason: if is_private { None } else { row.get(2)? },
            chunks: row.get(3)?,
        })
    })
}

/// The reason why chunks of private notes are withheld.
const PRIVATE: &str = "private";

pub(crate) fn vector_keys(sql: &Connection) -> rusqlite::Result<Vec<VectorKey>> {
    rows(
        sql,
        "SELECT DISTINCT vector FROM chunk WHERE vector IS NOT NULL ORDER BY vector",
        [],
        |row| row.get(0),
    )
}

/// The keys of the vectors that serve one note.
pub(crate) fn vector_keys_of(sql: &Connection, note: NoteId) -> rusqlite::Result<Vec<VectorKey>> {
    rows(sql, "SELECT vector FROM chunk WHERE note = ?1 AND vector IS NOT NULL", [note.0], |row| {
        row.get(0)
    })
}

pub(crate) fn counts(sql: &Connection) -> rusqlite::Result<Counts> {
    let count =
        |query: &str| sql.prepare_cached(query)?.query_row([], |row| row.get::<_, usize>(0));
    let notes = read::note_count(sql)?;
    let embedded = count("SELECT COUNT(*) FROM chunk WHERE segment IS NOT NULL")?;
    let pending = "FROM chunk WHERE embeddable AND segment IS NULL AND withheld IS NULL";
    let waiting = count(&format!("SELECT COUNT(DISTINCT note) {pending}"))?;
    let unserved = "SELECT COUNT(*) FROM (SELECT note FROM chunk GROUP BY note \
         HAVING SUM(embeddable AND segment IS NULL AND withheld IS NULL) > 0 AND SUM(segment IS NOT NULL) = 0)";
    Ok(Counts {
        notes,
        notes_ready: notes - waiting,
        notes_unserved: if waiting > 0 { count(unserved)? } else { 0 },
        chunks: count("SELECT COUNT(*) FROM chunk")?,
        embeddable: embedded + count(&format!("SELECT COUNT(*) {pending}"))?,
        embedded,
        stale: count("SELECT COUNT(*) FROM chunk WHERE stale AND withheld IS NULL")?,
    })
}

/// The same for some notes only.
pub(crate) fn counts_among(sql: &Connection, among: &NoteSet) -> rusqlite::Result<Counts> {
    let mut select = sql.prepare_cached(
        "SELECT note, COUNT(*), SUM(embeddable AND segment IS NULL AND withheld IS NULL), \
         SUM(segment IS NOT NULL), SUM(stale AND withheld IS NULL) FROM chunk GROUP BY note",
    )?;
    let mut rows = select.query([])?;
    let mut counts = Counts { notes: among.len(), ..Counts::default() };
    while let Some(row) = rows.next()? {
        if among.contains(NoteId(row.get(0)?)) {
            let (pending, embedded): (usize, usize) = (row.get(2)?, row.get(3)?);
            counts.notes_ready += usize::from(pending == 0);
            counts.notes_unserved += usize::from(pending > 0 && embedded == 0);
            counts.chunks += row.get::<_, usize>(1)?;
            counts.embeddable += pending + embedded;
            counts.embedded += embedded;
            counts.stale += row.get::<_, usize>(4)?;
        }
    }
    Ok(counts)
}

/// The chunks that wait for their first vector, in order.
pub(crate) fn pending(sql: &Connection) -> rusqlite::Result<Vec<ChunkId>> {
    chunks_where(sql, "embeddable AND segment IS NULL")
}

/// The chunks that have nothing to say, and stand for a note's title alone, in order.
pub(crate) fn silent(sql: &Connection) -> rusqlite::Result<Vec<ChunkId>> {
    chunks_where(sql, "embeddable AND tokens = 0")
}

fn chunks_where(sql: &Connection, condition: &str) -> rusqlite::Result<Vec<ChunkId>> {
    let mut select =
        sql.prepare_cached(&format!("SELECT id FROM chunk WHERE {condition} ORDER BY id"))?;
    select.query_map([], |row| Ok(ChunkId(row.get(0)?)))?.collect()
}

/// Chunks that wait for a vector, of all notes or some: the first of every note, newest note first, then the rest, then
/// the stale ones.
pub(crate) fn unembedded(
    sql: &Connection,
    limit: usize,
    among: Option<&NoteSet>,
) -> rusqlite::Result<Vec<PendingChunk>> {
    let which = "chunk.id IN (SELECT c.id FROM chunk c JOIN note n ON n.id = c.note \
             WHERE (c.embeddable AND c.segment IS NULL OR c.stale) AND c.withheld IS NULL \
                 AND (?2 IS NULL OR n.id IN (SELECT value FROM json_each(?2))) \
             ORDER BY c.stale, NOT c.lead, n.modified DESC, n.id, c.ordinal LIMIT ?1) \
         ORDER BY chunk.stale, NOT chunk.lead, note.modified DESC, note.id, chunk.ordinal";
    let among = among.map(|among| {
        let ids: Vec<String> = among.iter().map(|note| note.0.to_string()).collect();
        format!("[{}]", ids.join(","))
    });
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    passages(sql, which, params![limit, among])
}

/// The chunks that any model embeds, whatever serves them now and whatever is withheld, after one of them.
pub(crate) fn embeddable_after(
    sql: &Connection,
    after: ChunkId,
    limit: usize,
) -> rusqlite::Result<Vec<PendingChunk>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let which = "chunk.id > ?1 AND chunk.embeddable ORDER BY chunk.id LIMIT ?2";
    passages(sql, which, params![after.0, limit])
}

/// The same of one note.
pub(crate) fn embeddable_of(sql: &Connection, note: NoteId) -> rusqlite::Result<Vec<PendingChunk>> {
    passages(sql, "note.id = ?1 AND chunk.embeddable ORDER BY chunk.id", params![note.0])
}

/// Reads chunks with all that is embedded of them.
fn passages(
    sql: &Connection,
    which: &str,
    values: &[&dyn rusqlite::ToSql],
) -> rusqlite::Result<Vec<PendingChunk>> {
    let query = format!(
        "SELECT chunk.id, note.id, note.title, note.private, chunk.heading, texts, note.path \
         FROM chunk JOIN note ON note.id = chunk.note JOIN chunk_text ON chunk_text.chunk = chunk.id \
         WHERE {which}"
    );
    let mut passages = rows(sql, &query, values, |row| {
        Ok(PendingChunk {
            chunk: ChunkId(row.get(0)?),
            note: NoteId(row.get(1)?),
            path: path(row, 6)?,
            title: row.get(2)?,
            other_titles: Vec::new(),
            private: row.get(3)?,
            heading: heading(row, 4)?,
            text: text::unpack(row.get_ref(5)?.as_blob()?)?.text,
        })
    })?;
    for chunk in &mut passages {
        chunk.other_titles =
            read::detail(sql, chunk.note)?.map(|detail| detail.others).unwrap_or_default();
    }
    Ok(passages)
}
