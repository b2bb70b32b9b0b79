//! Noticing that an index has changed, without opening it anew.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};

use crate::layout::Layout;

/// A look at an index that is kept ready: tells whether anybody has committed since it was made.
///
/// SQLite counts the commits of others for every connection (`PRAGMA data_version`); asking takes some microseconds,
/// opening a snapshot a hundred times as long.
pub(crate) struct Probe {
    sql: Mutex<Connection>,
    version: i64,
    file: Option<u64>,
    notes: PathBuf,
    damage: PathBuf,
}

impl Probe {
    /// Makes a probe, to be asked about a snapshot that is opened later; nothing where the index may only be read, as
    /// what doesn't change for us can't be watched.
    pub(crate) fn new(layout: &Layout) -> Option<Self> {
        let notes = layout.notes();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let sql = Connection::open_with_flags(&notes, flags).ok()?;
        let version = version(&sql)?;
        let file = number(&notes);
        Some(Self { sql: Mutex::new(sql), version, file, notes, damage: layout.damage() })
    }

    /// Returns whether nothing has been committed since, no damage was found, and the file is still the same.
    pub(crate) fn is_quiet(&self) -> bool {
        let sql = self.sql.lock().unwrap_or_else(PoisonError::into_inner);
        version(&sql) == Some(self.version)
            && number(&self.notes) == self.file
            && !self.damage.exists()
    }
}

fn version(sql: &Connection) -> Option<i64> {
    sql.pragma_query_value(None, "data_version", |row| row.get(0)).ok()
}

/// The number a file has as long as it lives, by which one that was put in its place is told from it; where the system has
/// none, files that are open can't be replaced.
#[cfg(unix)]
fn number(file: &std::path::Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(file).ok().map(|metadata| metadata.ino())
}

#[cfg(not(unix))]
fn number(file: &std::path::Path) -> Option<u64> {
    fs::metadata(file).ok().map(|_| 0)
}
