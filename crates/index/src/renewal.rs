//! The renewal of a damaged vector store: what can still be read of it goes into a new one.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Row, params};

use crate::error::{Error, Result};
use crate::ids::VectorKey;
use crate::layout::{beside, free_name};
use crate::notes::meaning;
use crate::recovery::Recovery;

/// Moves a damaged store aside and puts a new one in its place; nothing when another process did.
///
/// `connect` opens a store or makes it, `is_whole` says whether a key has the bytes that were stored.
pub(crate) fn renew(
    path: &Path,
    damage: &Error,
    connect: impl Fn(&Path) -> Result<Connection>,
    is_whole: impl Fn(&[u8], &[u8]) -> bool,
) -> Result<Option<Recovery>> {
    let _lock = lock(&beside(path, "lock"))?;
    if connect(path).is_ok_and(|store| is_sound(&store)) {
        return Ok(None);
    }
    let draft = beside(path, "draft");
    for file in files(&draft) {
        unless_absent(&file, fs::remove_file(&file))?;
    }
    let saved = salvage(path, &mut connect(&draft)?, is_whole);
    let saved = saved.map_err(|error| meaning(&draft, error))?;
    let moved_to = free_name(path, "aside");
    for (from, to) in files(path).iter().zip(files(&moved_to)) {
        unless_absent(from, fs::rename(from, to))?;
    }
    fs::rename(&draft, path).map_err(|error| Error::io(path, error))?;
    let reason = format!("{damage}; {saved} of its vectors could be saved");
    Ok(Some(Recovery { reason, moved_to: Some(moved_to) }))
}

/// Waits until nobody else renews the store; whoever did so before has left a sound one.
fn lock(path: &Path) -> Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(path);
    let locked = file.and_then(|file| file.lock().map(|()| file));
    locked.map_err(|error| Error::io(path, error))
}

fn is_sound(store: &Connection) -> bool {
    let said = store.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    said.is_ok_and(|said| said == "ok")
}

/// A database and what SQLite keeps beside it.
fn files(path: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|suffix| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        name.into()
    })
}

fn unless_absent(path: &Path, done: std::io::Result<()>) -> Result<()> {
    match done {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io(path, error)),
        _ => Ok(()),
    }
}

/// Copies what can be read of a damaged store; returns how many vectors that is.
///
/// Keys are spread evenly, so that they are read in as many ranges as a byte has values: a damaged
/// page hides what follows it in one of them only. Such a range is read from its end as well.
fn salvage(
    from: &Path,
    to: &mut Connection,
    is_whole: impl Fn(&[u8], &[u8]) -> bool,
) -> rusqlite::Result<usize> {
    let Ok(from) = Connection::open(from) else { return Ok(0) };
    let into = to.transaction()?;
    for first in 0..=u8::MAX {
        if !copy_range(&from, &into, (first, "ASC"), &is_whole)? {
            copy_range(&from, &into, (first, "DESC"), &is_whole)?;
        }
    }
    let saved = into.query_row("SELECT COUNT(*) FROM vector", [], |row| row.get(0))?;
    into.commit()?;
    Ok(saved)
}

/// Copies the vectors whose keys begin with a byte, up to the first that cannot be read; returns
/// whether that was none.
fn copy_range(
    from: &Connection,
    to: &Connection,
    (first, order): (u8, &str),
    is_whole: impl Fn(&[u8], &[u8]) -> bool,
) -> rusqlite::Result<bool> {
    let (mut lowest, mut highest) = (VectorKey::default(), [u8::MAX; size_of::<VectorKey>()]);
    (lowest[0], highest[0]) = (first, first);
    let range = "SELECT key, day, parts FROM vector WHERE key BETWEEN ?1 AND ?2 ORDER BY key";
    let Ok(mut select) = from.prepare(&format!("{range} {order}")) else { return Ok(false) };
    let Ok(mut rows) = select.query([lowest, highest]) else { return Ok(false) };
    let mut insert = to.prepare_cached("INSERT OR IGNORE INTO vector VALUES (?1, ?2, ?3)")?;
    loop {
        match rows.next() {
            Ok(Some(row)) => {
                let stored = read(row).ok().filter(|(key, _, parts)| is_whole(key, parts));
                if let Some((key, day, parts)) = stored {
                    insert.execute(params![key, day, parts])?;
                }
            }
            Ok(None) => return Ok(true),
            Err(_) => return Ok(false),
        }
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<(VectorKey, u32, Vec<u8>)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}
