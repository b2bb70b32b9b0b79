//! How notes come in, change and go.

use notekin_note::{Day, Link, LinkKind, NotePath, Titles, fold};
use rusqlite::{Connection, OptionalExtension, params};

use super::detail::Detail;
use super::property;
use super::read::{self, format_code};
use super::write_chunks::{remove_chunks, reword_chunks, write_chunks};
use crate::draft::{NoteDraft, Stamp};
use crate::fingerprint::Fingerprint;
use crate::ids::{ContentHash, NoteId};

/// Inserts a note, or replaces the one at its path; chunks whose text and headings stay keep their
/// id and their vector.
///
/// The order matters: the old title is read before the row is written over, the other old titles
/// before the detail is. The mark comes last: it is for the chunks that were kept.
pub(crate) fn put(sql: &Connection, draft: &NoteDraft<'_>) -> rusqlite::Result<NoteId> {
    let before = title_of(sql, draft.path)?;
    let note = write_note(sql, draft)?;
    let retitled = retitled(sql, note, before.as_deref(), draft.titles)?;
    let detail = Detail::new(draft);
    let names = names(draft.path, &draft.titles.shown, &detail);
    write_detail(sql, note, &detail)?;
    write_tags(sql, note, &detail.tags)?;
    property::write(sql, note, &draft.note.frontmatter.properties)?;
    write_links(sql, note, &draft.note.links)?;
    write_chunks(sql, note, draft, &names)?;
    if retitled {
        mark_stale(sql, note)?;
    }
    Ok(note)
}

fn title_of(sql: &Connection, path: &NotePath) -> rusqlite::Result<Option<String>> {
    sql.prepare_cached("SELECT title FROM note WHERE path = ?1")?
        .query_row([path.as_str()], |row| row.get(0))
        .optional()
}

/// Whether the stored titles differ, so that vectors made with them no longer fit.
///
/// Titles are embedded with each chunk, so that all vectors of the note are out of date at once.
fn retitled(
    sql: &Connection,
    note: NoteId,
    shown: Option<&str>,
    titles: &Titles,
) -> rusqlite::Result<bool> {
    let others = read::detail(sql, note)?.map(|detail| detail.others);
    Ok(shown.is_some_and(|shown| shown != titles.shown)
        || others.is_some_and(|others| others != titles.others))
}

fn mark_stale(sql: &Connection, note: NoteId) -> rusqlite::Result<()> {
    sql.prepare_cached("UPDATE chunk SET stale = 1 WHERE note = ?1 AND segment IS NOT NULL")?
        .execute([note.0])?;
    Ok(())
}

fn write_note(sql: &Connection, draft: &NoteDraft<'_>) -> rusqlite::Result<NoteId> {
    let mut upsert = sql.prepare_cached(
        "INSERT INTO note (path, folded, format, size, modified, hash, title, private, born, \
         created_day, modified_day, date_day, name_day) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) \
         ON CONFLICT (path) DO UPDATE SET \
         format = excluded.format, size = excluded.size, modified = excluded.modified, \
         hash = excluded.hash, title = excluded.title, private = excluded.private, \
         born = excluded.born, created_day = excluded.created_day, \
         modified_day = excluded.modified_day, date_day = excluded.date_day, \
         name_day = excluded.name_day RETURNING id",
    )?;
    let matter = &draft.note.frontmatter;
    let number = |day: Option<Day>| day.map(|day| day.0);
    let values = params![
        draft.path.as_str(),
        draft.path.lookup_key(),
        format_code(draft.note.format),
        draft.stamp.size,
        draft.stamp.modified_ns,
        draft.hash,
        draft.titles.shown,
        draft.private,
        draft.created_ns,
        number(matter.created()),
        number(matter.modified()),
        number(matter.date()),
        number(Day::in_name(draft.path.stem())),
    ];
    upsert.query_row(values, |row| Ok(NoteId(row.get(0)?)))
}

fn write_detail(sql: &Connection, note: NoteId, detail: &Detail) -> rusqlite::Result<()> {
    let json = serde_json::to_string(detail)
        .map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))?;
    sql.prepare_cached("INSERT OR REPLACE INTO note_detail VALUES (?1, ?2)")?
        .execute(params![note.0, json])?;
    Ok(())
}

fn write_tags(sql: &Connection, note: NoteId, tags: &[String]) -> rusqlite::Result<()> {
    sql.prepare_cached("DELETE FROM tag WHERE note = ?1")?.execute([note.0])?;
    let mut insert = sql.prepare_cached("INSERT OR IGNORE INTO tag VALUES (?1, ?2)")?;
    for tag in tags {
        insert.execute(params![fold(tag), note.0])?;
    }
    Ok(())
}

fn write_links(sql: &Connection, note: NoteId, links: &[Link]) -> rusqlite::Result<()> {
    sql.prepare_cached("DELETE FROM link WHERE note = ?1")?.execute([note.0])?;
    let mut insert = sql.prepare_cached(
        "INSERT INTO link VALUES (?1, ?2, NULL, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for (ordinal, link) in links.iter().enumerate() {
        insert.execute(params![
            note.0,
            ordinal,
            link.kind == LinkKind::Markdown,
            link.embed,
            link.target,
            link.heading,
            link.block,
            Some(&link.display).filter(|display| **display != link.target),
            link.span.start,
            link.span.end,
        ])?;
    }
    Ok(())
}

/// What a note is called, for its chunks' wording in the words index.
fn names(path: &NotePath, title: &str, detail: &Detail) -> Fingerprint {
    let mut names = Fingerprint::default();
    names.add(path.stem().as_bytes());
    names.add(title.as_bytes());
    for name in detail.others.iter().chain(&detail.aliases).chain(&detail.tags) {
        names.add(name.as_bytes());
    }
    names
}

/// Removes a note and everything it holds; links of others to it dangle.
pub(crate) fn remove(sql: &Connection, note: NoteId) -> rusqlite::Result<()> {
    remove_chunks(sql, note)?;
    for delete in [
        "DELETE FROM link WHERE note = ?1",
        "UPDATE link SET target_note = NULL WHERE target_note = ?1",
        "DELETE FROM tag WHERE note = ?1",
        "DELETE FROM property WHERE note = ?1",
        "DELETE FROM note_detail WHERE note = ?1",
        "DELETE FROM note WHERE id = ?1",
    ] {
        sql.prepare_cached(delete)?.execute([note.0])?;
    }
    Ok(())
}

/// Gives a note another path and other titles; its chunks stay. It replaces a note that is there.
pub(crate) fn relocate(
    sql: &Connection,
    note: NoteId,
    path: &NotePath,
    titles: &Titles,
) -> rusqlite::Result<()> {
    let Some(row) = read::note_by_id(sql, note)? else { return Ok(()) };
    if let Some(there) = read::note_at(sql, path)?.filter(|there| there.id != note) {
        remove(sql, there.id)?;
    }
    if retitled(sql, note, Some(&row.title), titles)? {
        mark_stale(sql, note)?;
    }
    let mut update = sql.prepare_cached(
        "UPDATE note SET path = ?2, folded = ?3, title = ?4, name_day = ?5 WHERE id = ?1",
    )?;
    let day = Day::in_name(path.stem()).map(|day| day.0);
    update.execute(params![note.0, path.as_str(), path.lookup_key(), titles.shown, day])?;
    let mut detail = read::detail(sql, note)?.unwrap_or_default();
    detail.others.clone_from(&titles.others);
    write_detail(sql, note, &detail)?;
    reword_chunks(sql, note, &names(path, &titles.shown, &detail))
}

/// Notes another size and time of an unchanged file.
pub(crate) fn touch(sql: &Connection, note: NoteId, stamp: Stamp) -> rusqlite::Result<()> {
    sql.prepare_cached("UPDATE note SET size = ?2, modified = ?3 WHERE id = ?1")?
        .execute(params![note.0, stamp.size, stamp.modified_ns])?;
    Ok(())
}

/// Makes every note look changed, by its stamp and its contents; dates stay as they are but for a nanosecond.
pub(crate) fn doubt(sql: &Connection) -> rusqlite::Result<()> {
    let nothing = ContentHash::default();
    sql.execute("UPDATE note SET hash = ?1, modified = modified + 1", [nothing])?;
    Ok(())
}

/// Says where the links of a note lead, in their order.
pub(crate) fn set_links(
    sql: &Connection,
    note: NoteId,
    targets: &[Option<NoteId>],
) -> rusqlite::Result<()> {
    let mut update = sql.prepare_cached(
        "UPDATE link SET target_note = ?3 \
         WHERE note = ?1 AND ordinal = ?2 AND target_note IS NOT ?3",
    )?;
    for (ordinal, target) in targets.iter().enumerate() {
        update.execute(params![note.0, ordinal, target.map(|to| to.0)])?;
    }
    Ok(())
}
