//! Which notes pass a filter.

use std::cmp::Reverse;

use notekin_note::{Day, Days, fold};
use rusqlite::{Connection, Params, Row, params};

use super::property;
use super::read::rows;
use crate::condition::{Condition, Moment, Test};
use crate::filter::{Filter, NoteSet};
use crate::glob::Glob;
use crate::ids::{ChunkId, NoteId};

/// The notes that pass, private ones too, or none when all do.
pub(crate) fn matching(sql: &Connection, filter: &Filter) -> rusqlite::Result<Option<NoteSet>> {
    let mut passing: Option<NoteSet> = None;
    let mut narrow = |set: NoteSet| {
        passing = Some(passing.take().map_or_else(|| set.clone(), |passing| passing.both(&set)));
    };
    if !filter.folders.is_empty() {
        narrow(in_folders(sql, &filter.folders)?);
    }
    for tag in &filter.tags {
        narrow(with_tag(sql, tag)?);
    }
    for condition in filter.conditions.iter().filter(|condition| !condition.negated) {
        narrow(passes(sql, &condition.test)?);
    }
    let negated: Vec<&Condition> =
        filter.conditions.iter().filter(|condition| condition.negated).collect();
    if !negated.is_empty() && passing.is_none() {
        passing = Some(notes(sql, "SELECT id FROM note", [])?);
    }
    for condition in negated {
        let failing = passes(sql, &condition.test)?;
        passing = passing.map(|passing| passing.without(&failing));
    }
    Ok(passing)
}

/// The notes that pass a test.
fn passes(sql: &Connection, test: &Test) -> rusqlite::Result<NoteSet> {
    match test {
        Test::Folder(folders) => in_folders(sql, folders),
        Test::Tag(tag) => with_tag(sql, tag),
        Test::Path(glob) => at_path(sql, glob),
        Test::Property { name, is } => property::having(sql, name, is),
        Test::On(moment, days) => on(sql, *moment, *days),
        Test::LinksTo(to) => {
            let query = "SELECT note FROM link WHERE target_note = ?1 AND note <> ?1";
            notes(sql, query, [to.map(|note| note.0)])
        }
        Test::LinkedFrom(from) => {
            let query = "SELECT target_note FROM link WHERE note = ?1 \
                 AND target_note IS NOT NULL AND target_note <> ?1";
            notes(sql, query, [from.map(|note| note.0)])
        }
    }
}

/// The notes whose ids a query gives.
fn notes(sql: &Connection, query: &str, params: impl Params) -> rusqlite::Result<NoteSet> {
    Ok(rows(sql, query, params, |row| Ok(NoteId(row.get(0)?)))?.into_iter().collect())
}

/// `/` is followed by `0`: what starts with `folder/` lies between `folder/` and `folder0`.
fn in_folders(sql: &Connection, folders: &[String]) -> rusqlite::Result<NoteSet> {
    let mut set = NoteSet::default();
    for folder in folders {
        let folder = fold(folder.trim_matches('/'));
        let query = if folder.is_empty() {
            "SELECT id FROM note WHERE ?1 = ''"
        } else {
            "SELECT id FROM note WHERE folded >= ?1 || '/' AND folded < ?1 || '0'"
        };
        for note in rows(sql, query, [folder], |row| Ok(NoteId(row.get(0)?)))? {
            set.insert(note);
        }
    }
    Ok(set)
}

fn with_tag(sql: &Connection, tag: &str) -> rusqlite::Result<NoteSet> {
    let tag = fold(tag.trim_start_matches('#').trim_end_matches('/'));
    let query = "SELECT note FROM tag WHERE folded = ?1 \
         OR (folded >= ?1 || '/' AND folded < ?1 || '0')";
    notes(sql, query, [tag])
}

/// The greatest character ends what starts with the pattern's beginning.
fn at_path(sql: &Connection, glob: &Glob) -> rusqlite::Result<NoteSet> {
    let mut select = sql.prepare_cached(
        "SELECT id, folded FROM note WHERE folded >= ?1 AND folded < ?1 || char(0x10FFFF)",
    )?;
    let mut rows = select.query([glob.prefix()])?;
    let mut set = NoteSet::default();
    while let Some(row) = rows.next()? {
        if glob.matches_folded(row.get_ref(1)?.as_str()?) {
            set.insert(NoteId(row.get(0)?));
        }
    }
    Ok(set)
}

/// What a note says of a moment, as a day, and what its file says, in nanoseconds.
///
/// A copied file is younger than its contents: it was made when it was last changed, if not before.
fn sources(moment: Moment) -> (&'static str, &'static str) {
    const MADE: &str = "MIN(COALESCE(born, modified), modified)";
    match moment {
        Moment::Created => ("created_day", MADE),
        Moment::Modified => ("modified_day", "modified"),
        Moment::Date => ("COALESCE(date_day, name_day, created_day)", MADE),
    }
}

fn on(sql: &Connection, moment: Moment, days: Days) -> rusqlite::Result<NoteSet> {
    let (said, file) = sources(moment);
    let query = format!(
        "SELECT id FROM note WHERE CASE WHEN {said} IS NULL \
         THEN {file} BETWEEN ?3 AND ?4 ELSE {said} BETWEEN ?1 AND ?2 END"
    );
    let (start, end) = (days.first.nanoseconds().0, days.last.nanoseconds().1);
    notes(sql, &query, params![days.first.0, days.last.0, start, end])
}

/// The first chunks of some notes with the days of their notes, the newest first; of one day what was changed last.
pub(crate) fn newest(
    sql: &Connection,
    among: &NoteSet,
) -> rusqlite::Result<Vec<(ChunkId, NoteId, Day)>> {
    let (said, file) = sources(Moment::Date);
    let query = format!(
        "SELECT chunk.id, note.id, {said}, {file}, modified FROM note \
         JOIN chunk ON chunk.note = note.id AND chunk.ordinal = 0"
    );
    let day = |row: &Row<'_>| -> rusqlite::Result<Day> {
        let said: Option<i32> = row.get(2)?;
        Ok(said.map_or(Day::at(row.get(3)?), Day))
    };
    let read = |row: &Row<'_>| {
        let modified: i64 = row.get(4)?;
        Ok(((ChunkId(row.get(0)?), NoteId(row.get(1)?), day(row)?), modified))
    };
    let mut found = rows(sql, &query, [], read)?;
    found.retain(|((_, note, _), _)| among.contains(*note));
    found.sort_by_key(|((chunk, _, day), modified)| (Reverse(*day), Reverse(*modified), *chunk));
    Ok(found.into_iter().map(|(found, _)| found).collect())
}
