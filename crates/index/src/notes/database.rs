//! The database: one connection, its format, and what its errors mean.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, ffi, params};

use crate::error::{Error, Result, is_denied};
use crate::layout::Layout;

/// Marks the file as ours: `NKIN`.
const APPLICATION: i32 = 0x4e4b_494e;

/// How long one statement waits for another process that is at a checkpoint.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to `notes.db`.
///
/// Its table `state` keeps what the program itself must know:
///
/// | key | value |
/// |---|---|
/// | `instance` | a random name, drawn when the database was made |
/// | `generation` | the number of commits |
/// | `words` | the generation for which the word queue was last emptied |
/// | `space` | the fingerprint of the space of the stored rows |
/// | `model`, `dims` | whose vectors they are, and how long |
pub(crate) struct Database {
    sql: Connection,
    path: PathBuf,
    damage: PathBuf,
}

impl Database {
    /// Opens the database for writing and creates it where there is none.
    ///
    /// With a write-ahead log, readers and the writer hardly wait for each other. Since the log is not
    /// flushed at every commit, a power cut may take the last commits back, but never half of one and
    /// never one before another. The log is cut back to 64 MiB, and 32 MiB of pages are cached.
    pub(crate) fn create(layout: &Layout) -> Result<Self> {
        let database = Self::connect(layout, &layout.notes(), OpenFlags::SQLITE_OPEN_CREATE)?;
        database.run(|sql| {
            // Before the log, which fixes it. Texts of about a kilobyte fit the greater page better.
            sql.pragma_update(None, "page_size", 8192)?;
            sql.pragma_update(None, "journal_mode", "WAL")?;
            sql.pragma_update(None, "synchronous", "NORMAL")?;
            sql.pragma_update(None, "journal_size_limit", 64 << 20)?;
            sql.pragma_update(None, "cache_size", -32_768)?;
            Ok(())
        })?;
        if database.is_new()? {
            database.run(create_schema)?;
        }
        Ok(database)
    }

    /// Opens the database and takes a snapshot of it.
    ///
    /// A transaction shows the state at its first query, not at its `BEGIN`; hence the one query here.
    /// The file is opened for writing all the same, as readers take part in the log's shared memory.
    /// Who may not write it can do so only while the log is there. Where it is not, all there is lies
    /// in the one file, which is then taken for one that does not change.
    pub(crate) fn snapshot(layout: &Layout) -> Result<Self> {
        match Self::begin(layout, &layout.notes()) {
            Err(Error::Io { source, .. }) if is_denied(&source) && !has_log(&layout.notes()) => {
                Self::begin(layout, &unchanging(&layout.notes()))
            }
            begun => begun,
        }
    }

    fn begin(layout: &Layout, file: &Path) -> Result<Self> {
        let database = Self::connect(layout, file, OpenFlags::SQLITE_OPEN_URI)?;
        database.run(|sql| sql.pragma_update(None, "query_only", true))?;
        if database.is_new()? {
            return Err(Error::Absent { folder: layout.folder.clone() });
        }
        database.run(|sql| sql.execute_batch("BEGIN"))?;
        database.generation()?;
        Ok(database)
    }

    fn connect(layout: &Layout, file: &Path, flags: OpenFlags) -> Result<Self> {
        let path = layout.notes();
        let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let sql = Connection::open_with_flags(file, flags).map_err(|e| meaning(&path, e))?;
        sql.busy_timeout(PATIENCE).map_err(|e| meaning(&path, e))?;
        sql.set_prepared_statement_cache_capacity(64);
        // Or SQLite plans some queries anew at every call, in case another value called for another plan.
        sql.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
            .map_err(|e| meaning(&path, e))?;
        Ok(Self { sql, path, damage: layout.damage() })
    }

    /// Whether the database has no contents yet; another program's is damage.
    fn is_new(&self) -> Result<bool> {
        let pragma =
            |name| self.run(|sql| sql.pragma_query_value(None, name, |row| row.get::<_, i32>(0)));
        // In this order: a writer that makes the database meanwhile sets both in one commit.
        let version = pragma("schema_version")?;
        match (version, pragma("application_id")?) {
            (_, APPLICATION) => Ok(false),
            (0, 0) => Ok(true),
            _ => Err(self.damaged("it is another program's database")),
        }
    }

    /// Runs queries; damage they meet is remembered for the next writer.
    pub(crate) fn run<T>(
        &self,
        queries: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        queries(&self.sql).map_err(|error| match meaning(&self.path, error) {
            Error::Corrupt { reason, .. } => self.damaged(&reason),
            other => other,
        })
    }

    fn damaged(&self, reason: &str) -> Error {
        mark_damage(&self.damage, reason);
        Error::corrupt(&self.path, reason)
    }

    /// Looks at every page; fails when one is damaged, which is remembered for the next writer.
    pub(crate) fn check(&self) -> Result<()> {
        let said = self
            .run(|sql| sql.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0)))?;
        if said == "ok" { Ok(()) } else { Err(self.damaged(&said)) }
    }

    /// The number of commits so far.
    pub(crate) fn generation(&self) -> Result<u64> {
        Ok(self.state("generation")?.and_then(|value| value.parse().ok()).unwrap_or(0))
    }

    /// What the program remembers under `key`.
    pub(crate) fn state(&self, key: &str) -> Result<Option<String>> {
        self.run(|sql| {
            let mut select = sql.prepare_cached("SELECT value FROM state WHERE key = ?1")?;
            select.query_row([key], |row| row.get(0)).optional()
        })
    }

    pub(crate) fn set_state(&self, key: &str, value: &str) -> Result<()> {
        self.run(|sql| {
            sql.prepare_cached("INSERT OR REPLACE INTO state VALUES (?1, ?2)")?
                .execute([key, value])
        })?;
        Ok(())
    }

    /// What the engine remembers under `key`.
    pub(crate) fn meta(&self, key: &str) -> Result<Option<String>> {
        self.run(|sql| {
            let mut select = sql.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
            select.query_row([key], |row| row.get(0)).optional()
        })
    }

    pub(crate) fn set_meta(&self, key: &str, value: &str) -> Result<()> {
        self.run(|sql| {
            sql.prepare_cached("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")?.execute([key, value])
        })?;
        Ok(())
    }
}

/// Whether there may be something in the log; one that cannot be looked at may hold something.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    match std::fs::metadata(log) {
        Ok(log) => log.len() > 0,
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

/// The name of a database for SQLite to read without any lock.
fn unchanging(path: &Path) -> PathBuf {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let written = |byte: u8| {
        if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") }
    };
    let path = path.as_os_str().as_encoded_bytes().iter().copied().map(written);
    format!("file:{}?immutable=1", path.collect::<String>()).into()
}

/// Leaves a mark for the next writer, which then starts anew; without room for it the damage is
/// simply met again.
pub(crate) fn mark_damage(mark: &Path, reason: &str) {
    if let Err(error) = std::fs::write(mark, reason) {
        log::warn!("cannot mark the index as damaged: {error}");
    }
}

fn create_schema(sql: &Connection) -> rusqlite::Result<()> {
    sql.execute_batch("BEGIN EXCLUSIVE")?;
    sql.execute_batch(include_str!("schema.sql"))?;
    sql.execute("INSERT INTO state VALUES ('instance', lower(hex(randomblob(8))))", params![])?;
    sql.pragma_update(None, "application_id", APPLICATION)?;
    sql.execute_batch("COMMIT")
}

/// What keeps a database from being opened, as the system puts it; if it is not the file, it is its
/// folder, where the log belongs.
fn refusal(path: &Path) -> io::Error {
    match File::options().read(true).write(true).open(path) {
        Err(error) => error,
        Ok(_) => io::ErrorKind::PermissionDenied.into(),
    }
}

/// Tells what an SQLite error means to the caller.
pub(crate) fn meaning(path: &Path, error: rusqlite::Error) -> Error {
    match &error {
        rusqlite::Error::SqliteFailure(failure, _) => match (failure.code, failure.extended_code) {
            (ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase, _) => {
                Error::corrupt(path, error.to_string())
            }
            // A write stopped by a quota or a size limit is an I/O error to SQLite, not a full
            // disk, and so is a disk without room for what readers share.
            (ErrorCode::DiskFull, _) | (_, ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE) => {
                Error::Full { path: path.to_owned() }
            }
            (ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied, _) => {
                Error::io(path, refusal(path))
            }
            _ => Error::store(path, error),
        },
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::Utf8Error(..) => Error::corrupt(path, error.to_string()),
        _ => Error::store(path, error),
    }
}
