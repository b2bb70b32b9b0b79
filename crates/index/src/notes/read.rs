//! What is asked of notes, links and chunks.

use notekin_note::{Day, Format, Lines, LinkKind, NotePath, Span};
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::detail::Detail;
use super::text::{self, Texts};
use crate::draft::Stamp;
use crate::filter::NoteSet;
use crate::ids::{ChunkId, NoteId};
use crate::rows::{ChunkRow, Known, LinkRow, NoteRow};

const NOTE: &str = "SELECT id, path, format, size, modified, title, private, \
     COALESCE(date_day, name_day, created_day) FROM note";
const LINK: &str = "SELECT note, ordinal, target_note, kind, embed, target, heading, block, display, \
     first, last FROM link";
const CHUNK: &str = "SELECT id, note, ordinal, first, last, first_line, last_line, heading, tokens, \
     listing, segment IS NOT NULL, texts FROM chunk JOIN chunk_text ON chunk_text.chunk = chunk.id";

/// Runs a query whose every row becomes a `T`.
pub(super) fn rows<T>(
    sql: &Connection,
    query: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    sql.prepare_cached(query)?.query_map(params, read)?.collect()
}

pub(crate) fn known(sql: &Connection) -> rusqlite::Result<Vec<Known>> {
    rows(sql, "SELECT id, path, size, modified, hash FROM note ORDER BY path", [], |row| {
        let stamp = Stamp { size: row.get(2)?, modified_ns: row.get(3)? };
        Ok(Known { id: NoteId(row.get(0)?), path: path(row, 1)?, stamp, hash: row.get(4)? })
    })
}

/// Returns one past the greatest id of a note.
pub(crate) fn id_bound(sql: &Connection) -> rusqlite::Result<u32> {
    let mut select = sql.prepare_cached("SELECT COALESCE(MAX(id) + 1, 0) FROM note")?;
    select.query_row([], |row| row.get(0))
}

pub(crate) fn note_count(sql: &Connection) -> rusqlite::Result<usize> {
    sql.prepare_cached("SELECT COUNT(*) FROM note")?.query_row([], |row| row.get(0))
}

pub(crate) fn notes(sql: &Connection) -> rusqlite::Result<Vec<NoteRow>> {
    rows(sql, &format!("{NOTE} ORDER BY path"), [], note_row)
}

pub(crate) fn note_at(sql: &Connection, path: &NotePath) -> rusqlite::Result<Option<NoteRow>> {
    sql.prepare_cached(&format!("{NOTE} WHERE path = ?1"))?
        .query_row([path.as_str()], note_row)
        .optional()
}

pub(crate) fn note_by_id(sql: &Connection, id: NoteId) -> rusqlite::Result<Option<NoteRow>> {
    sql.prepare_cached(&format!("{NOTE} WHERE id = ?1"))?.query_row([id.0], note_row).optional()
}

fn note_row(row: &Row<'_>) -> rusqlite::Result<NoteRow> {
    Ok(NoteRow {
        id: NoteId(row.get(0)?),
        path: path(row, 1)?,
        format: format_of(row.get(2)?),
        stamp: Stamp { size: row.get(3)?, modified_ns: row.get(4)? },
        title: row.get(5)?,
        private: row.get(6)?,
        day: row.get::<_, Option<i32>>(7)?.map(Day),
    })
}

/// The path in a column; one that is none is damage.
pub(super) fn path(row: &Row<'_>, column: usize) -> rusqlite::Result<NotePath> {
    NotePath::parse(&row.get::<_, String>(column)?).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

/// The number a format is stored as; a number once given must keep its meaning.
pub(super) fn format_code(format: Format) -> u8 {
    match format {
        Format::Markdown => 0,
        Format::Canvas => 1,
        Format::Excalidraw => 2,
    }
}

fn format_of(code: u8) -> Format {
    match code {
        1 => Format::Canvas,
        2 => Format::Excalidraw,
        _ => Format::Markdown,
    }
}

pub(crate) fn detail(sql: &Connection, note: NoteId) -> rusqlite::Result<Option<Detail>> {
    let mut select = sql.prepare_cached("SELECT detail FROM note_detail WHERE note = ?1")?;
    let text: Option<String> = select.query_row([note.0], |row| row.get(0)).optional()?;
    text.map(|text| serde_json::from_str(&text).map_err(|_| damaged_text(0))).transpose()
}

fn damaged_text(column: usize) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(
        column,
        Type::Text,
        Box::new(FromSqlError::InvalidType),
    )
}

/// The headings above a chunk, stored one to a line.
pub(super) fn heading(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<String>> {
    let joined: String = row.get(column)?;
    Ok(joined.lines().map(str::to_owned).collect())
}

/// All links, or those that one end of `end` selects.
pub(crate) fn links(
    sql: &Connection,
    end: Option<(LinkEnd, NoteId)>,
) -> rusqlite::Result<Vec<LinkRow>> {
    let order = "ORDER BY note, ordinal";
    match end {
        None => rows(sql, &format!("{LINK} {order}"), [], link_row),
        Some((LinkEnd::From, note)) => {
            rows(sql, &format!("{LINK} WHERE note = ?1 {order}"), [note.0], link_row)
        }
        Some((LinkEnd::To, note)) => {
            rows(sql, &format!("{LINK} WHERE target_note = ?1 {order}"), [note.0], link_row)
        }
    }
}

/// Which end of a link is asked for.
#[derive(Clone, Copy)]
pub(crate) enum LinkEnd {
    From,
    To,
}

fn link_row(row: &Row<'_>) -> rusqlite::Result<LinkRow> {
    let target: String = row.get(5)?;
    Ok(LinkRow {
        from: NoteId(row.get(0)?),
        ordinal: row.get(1)?,
        to: row.get::<_, Option<u32>>(2)?.map(NoteId),
        kind: if row.get(3)? { LinkKind::Markdown } else { LinkKind::Wiki },
        embed: row.get(4)?,
        heading: row.get(6)?,
        block: row.get(7)?,
        display: row.get::<_, Option<_>>(8)?.unwrap_or_else(|| target.clone()),
        target,
        span: Span { start: row.get(9)?, end: row.get(10)? },
    })
}

pub(crate) fn chunk(sql: &Connection, id: ChunkId) -> rusqlite::Result<Option<ChunkRow>> {
    sql.prepare_cached(&format!("{CHUNK} WHERE chunk.id = ?1"))?
        .query_row([id.0], chunk_row)
        .optional()
}

/// The headings above a chunk.
pub(crate) fn heading_of(sql: &Connection, id: ChunkId) -> rusqlite::Result<Option<Vec<String>>> {
    let mut select = sql.prepare_cached("SELECT heading FROM chunk WHERE id = ?1")?;
    select.query_row([id.0], |row| heading(row, 0)).optional()
}

pub(crate) fn chunks(sql: &Connection, note: NoteId) -> rusqlite::Result<Vec<ChunkRow>> {
    rows(sql, &format!("{CHUNK} WHERE note = ?1 ORDER BY ordinal"), [note.0], chunk_row)
}

fn chunk_row(row: &Row<'_>) -> rusqlite::Result<ChunkRow> {
    let texts = text::unpack(row.get_ref(11)?.as_blob()?)?;
    Ok(ChunkRow {
        id: ChunkId(row.get(0)?),
        note: NoteId(row.get(1)?),
        ordinal: row.get(2)?,
        span: Span { start: row.get(3)?, end: row.get(4)? },
        lines: Lines { start: row.get(5)?, end: row.get(6)? },
        heading: heading(row, 7)?,
        tokens: row.get(8)?,
        listing: row.get(9)?,
        embedded: row.get(10)?,
        raw: texts.raw,
        text: texts.text,
        aside: texts.aside,
    })
}

/// The raw bytes of those chunks of a note that don't only list links, in its order.
pub(crate) fn raw_prose(sql: &Connection, note: NoteId) -> rusqlite::Result<Vec<Vec<u8>>> {
    let query = "SELECT texts FROM chunk JOIN chunk_text ON chunk_text.chunk = chunk.id \
         WHERE note = ?1 AND NOT listing ORDER BY ordinal";
    rows(sql, query, [note.0], |row| text::unpack_raw(row.get_ref(0)?.as_blob()?))
}

/// Whether a chunk is there.
pub(crate) fn is_chunk(sql: &Connection, chunk: ChunkId) -> rusqlite::Result<bool> {
    sql.prepare_cached("SELECT 1 FROM chunk WHERE id = ?1")?.exists([chunk.0])
}

/// What is done with each chunk: its id, its note, where it starts in the file, its raw bytes.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(ChunkId, NoteId, usize, &[u8]);

/// Visits every chunk, in the order of paths and places.
pub(crate) fn each_raw(sql: &Connection, visit: Visit<'_>) -> rusqlite::Result<()> {
    let mut select = sql.prepare_cached(
        "SELECT chunk.id, note.id, chunk.first, texts FROM note JOIN chunk ON chunk.note = note.id \
         JOIN chunk_text ON chunk_text.chunk = chunk.id ORDER BY note.path, chunk.ordinal",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let Texts { raw, .. } = text::unpack(row.get_ref(3)?.as_blob()?)?;
        visit(ChunkId(row.get(0)?), NoteId(row.get(1)?), row.get(2)?, &raw);
    }
    Ok(())
}

/// All tags, folded, each with a note that has it.
pub(crate) fn tags(sql: &Connection) -> rusqlite::Result<Vec<(String, NoteId)>> {
    let query = "SELECT folded, note FROM tag ORDER BY folded";
    rows(sql, query, [], |row| Ok((row.get(0)?, NoteId(row.get(1)?))))
}

/// The notes that aren't private, or none when all of them are open to everyone.
pub(crate) fn public(sql: &Connection) -> rusqlite::Result<Option<NoteSet>> {
    if !sql.prepare_cached("SELECT 1 FROM note WHERE private LIMIT 1")?.exists([])? {
        return Ok(None);
    }
    let id = |row: &Row<'_>| Ok(NoteId(row.get(0)?));
    Ok(Some(rows(sql, "SELECT id FROM note WHERE NOT private", [], id)?.into_iter().collect()))
}
