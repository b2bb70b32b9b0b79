//! How the chunks of a note are kept, replaced and removed.

use notekin_note::{Chunk, Lines, Span};
use rusqlite::{Connection, params};

use super::read::rows;
use super::text;
use super::word_queue::{Change, enqueue};
use crate::draft::NoteDraft;
use crate::fingerprint::Fingerprint;
use crate::ids::{ChunkId, NoteId};

/// A chunk of the version before, to be kept if it is found again.
struct Previous {
    id: ChunkId,
    identity: i64,
    wording: i64,
}

/// A chunk on its way in.
struct Incoming<'a> {
    note: NoteId,
    ordinal: usize,
    chunk: &'a Chunk,
    raw: &'a [u8],
    prints: Prints,
    embeddable: bool,
    /// Whether it is the first of its note to be embedded.
    lead: bool,
}

/// The two fingerprints of a chunk.
struct Prints {
    /// Text and headings: what must be equal for the chunk and its vector to stay.
    identity: i64,
    /// Everything found by words: what must be equal for its entry in the words index to stay.
    wording: i64,
}

/// Writes the chunks of a draft over those of the version before.
///
/// Each takes over the first unused chunk with the same identity, wherever in the note that stood:
/// a passage that only moved keeps its id and its vector. What is left over at the end is gone.
pub(super) fn write_chunks(
    sql: &Connection,
    note: NoteId,
    draft: &NoteDraft<'_>,
    names: &Fingerprint,
) -> rusqlite::Result<()> {
    let mut previous = previous(sql, note)?;
    let mut lead = true;
    let title_chunk = title_chunk(draft);
    for (ordinal, chunk) in draft.note.chunks.iter().chain(&title_chunk).enumerate() {
        let only = title_chunk.as_ref().is_some_and(|only| std::ptr::eq(only, chunk));
        let embeddable = only || is_embeddable(chunk);
        let incoming = Incoming {
            note,
            ordinal,
            chunk,
            raw: draft.raw.get(chunk.span.range()).unwrap_or_default(),
            prints: prints(chunk, names),
            embeddable,
            lead: embeddable && lead,
        };
        lead &= !embeddable;
        match take_same(&mut previous, &incoming.prints) {
            Some(old) => keep_chunk(sql, &old, &incoming)?,
            None => insert_chunk(sql, &incoming)?,
        }
    }
    previous.iter().try_for_each(|old| remove_chunk(sql, old.id))
}

fn previous(sql: &Connection, note: NoteId) -> rusqlite::Result<Vec<Previous>> {
    rows(
        sql,
        "SELECT id, identity, wording FROM chunk WHERE note = ?1 ORDER BY ordinal",
        [note.0],
        |row| {
            Ok(Previous { id: ChunkId(row.get(0)?), identity: row.get(1)?, wording: row.get(2)? })
        },
    )
}

/// Takes the first chunk of the version before that has the same text and headings.
fn take_same(previous: &mut Vec<Previous>, prints: &Prints) -> Option<Previous> {
    let at = previous.iter().position(|old| old.identity == prints.identity)?;
    Some(previous.remove(at))
}

fn is_embeddable(chunk: &Chunk) -> bool {
    !chunk.listing && !chunk.text.trim().is_empty()
}

/// A note without anything to embed gets an empty chunk at its body's start, so that its title is
/// found by meaning.
fn title_chunk(draft: &NoteDraft<'_>) -> Option<Chunk> {
    let note = draft.note;
    if note.chunks.iter().any(is_embeddable) {
        return None;
    }
    let start = note.body.start;
    let line = note.chunks.first().map_or(1, |chunk| chunk.lines.start);
    Some(Chunk {
        span: Span { start, end: start },
        lines: Lines { start: line, end: line },
        heading: Vec::new(),
        text: String::new(),
        aside: String::new(),
        listing: false,
        tokens: 0,
    })
}

fn prints(chunk: &Chunk, names: &Fingerprint) -> Prints {
    let mut identity = Fingerprint::default();
    identity.add(stored_heading(&chunk.heading).as_bytes());
    identity.add(chunk.text.as_bytes());
    identity.add(&[chunk.listing.into()]);
    Prints { wording: wording(identity.value(), &chunk.aside, names), identity: identity.value() }
}

fn wording(identity: i64, aside: &str, names: &Fingerprint) -> i64 {
    let mut wording = names.clone();
    wording.add(&identity.to_le_bytes());
    wording.add(aside.as_bytes());
    wording.value()
}

/// Headings are stored as lines.
fn stored_heading(heading: &[String]) -> String {
    let mut lines = String::new();
    for title in heading {
        lines.extend(title.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
        lines.push('\n');
    }
    lines
}

fn insert_chunk(sql: &Connection, incoming: &Incoming<'_>) -> rusqlite::Result<()> {
    let Incoming { note, ordinal, chunk, raw, prints, embeddable, lead } = incoming;
    let mut insert = sql.prepare_cached(
        "INSERT INTO chunk (note, ordinal, first, last, first_line, last_line, heading, tokens, \
         listing, embeddable, lead, identity, wording) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    insert.execute(params![
        note.0,
        ordinal,
        chunk.span.start,
        chunk.span.end,
        chunk.lines.start,
        chunk.lines.end,
        stored_heading(&chunk.heading),
        chunk.tokens,
        chunk.listing,
        embeddable,
        lead,
        prints.identity,
        prints.wording,
    ])?;
    let id = ChunkId(sql.last_insert_rowid() as u64);
    write_texts(sql, id, chunk, raw)?;
    enqueue(sql, id, Change::New)
}

/// Moves a chunk of the version before to its new place.
///
/// Its headings and whether it is a listing need no update: they are part of its identity.
fn keep_chunk(sql: &Connection, old: &Previous, incoming: &Incoming<'_>) -> rusqlite::Result<()> {
    let Incoming { ordinal, chunk, raw, prints, embeddable, lead, .. } = incoming;
    let mut update = sql.prepare_cached(
        "UPDATE chunk SET ordinal = ?2, first = ?3, last = ?4, first_line = ?5, last_line = ?6, \
         tokens = ?7, embeddable = ?8, lead = ?9, wording = ?10 WHERE id = ?1",
    )?;
    update.execute(params![
        old.id.0,
        ordinal,
        chunk.span.start,
        chunk.span.end,
        chunk.lines.start,
        chunk.lines.end,
        chunk.tokens,
        embeddable,
        lead,
        prints.wording,
    ])?;
    write_texts(sql, old.id, chunk, raw)?;
    if old.wording == prints.wording { Ok(()) } else { enqueue(sql, old.id, Change::Other) }
}

fn write_texts(sql: &Connection, id: ChunkId, chunk: &Chunk, raw: &[u8]) -> rusqlite::Result<()> {
    let packed = text::pack(raw, &chunk.text, &chunk.aside)?;
    sql.prepare_cached("INSERT OR REPLACE INTO chunk_text VALUES (?1, ?2)")?
        .execute(params![id.0, packed])?;
    Ok(())
}

/// Gives the chunks of a note the wording that goes with its new names.
pub(super) fn reword_chunks(
    sql: &Connection,
    note: NoteId,
    names: &Fingerprint,
) -> rusqlite::Result<()> {
    let query = "SELECT identity, texts, id, wording FROM chunk JOIN chunk_text ON chunk = id \
         WHERE note = ?1";
    let asides = rows(sql, query, [note.0], |row| {
        let texts = text::unpack(row.get_ref(1)?.as_blob()?)?;
        Ok((
            Previous { identity: row.get(0)?, id: ChunkId(row.get(2)?), wording: row.get(3)? },
            texts.aside,
        ))
    })?;
    for (chunk, aside) in asides {
        let wording = wording(chunk.identity, &aside, names);
        if wording != chunk.wording {
            sql.prepare_cached("UPDATE chunk SET wording = ?2 WHERE id = ?1")?
                .execute(params![chunk.id.0, wording])?;
            enqueue(sql, chunk.id, Change::Other)?;
        }
    }
    Ok(())
}

/// Removes all chunks of a note.
pub(super) fn remove_chunks(sql: &Connection, note: NoteId) -> rusqlite::Result<()> {
    previous(sql, note)?.iter().try_for_each(|chunk| remove_chunk(sql, chunk.id))
}

fn remove_chunk(sql: &Connection, id: ChunkId) -> rusqlite::Result<()> {
    sql.prepare_cached("DELETE FROM chunk WHERE id = ?1")?.execute([id.0])?;
    sql.prepare_cached("DELETE FROM chunk_text WHERE chunk = ?1")?.execute([id.0])?;
    enqueue(sql, id, Change::Other)
}
