//! The notes that were found but not taken in, and why.

use rusqlite::{Connection, Row, params};

use super::read::rows;
use crate::draft::Stamp;
use crate::rows::Skipped;

const SELECT: &str = "SELECT path, rule, kind, reason, size, modified FROM skipped ORDER BY path";

/// All of them, by path.
pub(crate) fn skipped(sql: &Connection) -> rusqlite::Result<Vec<Skipped>> {
    rows(sql, SELECT, [], |row| {
        Ok(Skipped {
            path: row.get(0)?,
            rule: row.get(1)?,
            kind: row.get(2)?,
            reason: row.get(3)?,
            stamp: stamp(row)?,
        })
    })
}

fn stamp(row: &Row<'_>) -> rusqlite::Result<Option<Stamp>> {
    let (size, modified_ns): (Option<u64>, Option<i64>) = (row.get(4)?, row.get(5)?);
    Ok(size.zip(modified_ns).map(|(size, modified_ns)| Stamp { size, modified_ns }))
}

/// Puts these in the place of all others.
pub(crate) fn set_skipped(sql: &Connection, skipped: &[Skipped]) -> rusqlite::Result<()> {
    sql.execute("DELETE FROM skipped", [])?;
    let mut insert =
        sql.prepare_cached("INSERT OR REPLACE INTO skipped VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for note in skipped {
        let (size, modified) =
            (note.stamp.map(|stamp| stamp.size), note.stamp.map(|stamp| stamp.modified_ns));
        insert.execute(params![note.path, note.rule, note.kind, note.reason, size, modified])?;
    }
    Ok(())
}
