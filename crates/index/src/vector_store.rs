//! The vector store: what one model made of texts, kept for all vaults.

use std::path::{Path, PathBuf};
use std::time::Duration;

use half::f16;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use crate::error::{Error, Result};
use crate::ids::{Parts, VectorKey};
use crate::layout::create_folder;
use crate::notes::meaning;
use crate::recovery::Recovery;
use crate::renewal;

/// How long one statement waits for another process.
const PATIENCE: Duration = Duration::from_secs(30);

/// Marks the file as ours: `NKVS`.
const APPLICATION: i32 = 0x4e4b_5653;

/// One model's vectors, shared by all vaults; several processes may use it at once.
///
/// It is dear: what is in it costs the model's time. It survives whatever happens to an index. When it
/// is itself damaged, which may be met at any use, it is moved aside to `<model>.db.aside-N`, what can
/// still be read of it goes into a new one, and work goes on; [`VectorStore::recovered`] tells. A
/// vector that is not what was stored is none.
pub struct VectorStore {
    sql: Connection,
    path: PathBuf,
    model: String,
    dims: usize,
    recovered: Option<Recovery>,
}

impl VectorStore {
    /// Opens the store of a model in the folder of all stores, and creates it where there is none.
    pub fn open(folder: &Path, model: &str, dims: usize) -> Result<Self> {
        create_folder(folder)?;
        let path = folder.join(format!("{}.db", file_name(model)));
        match Self::connect(&path, model, dims) {
            Err(damage @ Error::Corrupt { .. }) => Self::renewed(&path, (model, dims), &damage),
            opened => opened,
        }
    }

    /// Opens the store of a model that is to add to it. Vectors of another length are dropped first: the model was replaced
    /// under its name, and what the one before made can be compared with nothing that comes now.
    pub fn open_anew(folder: &Path, model: &str, dims: usize) -> Result<Self> {
        match Self::open(folder, model, dims) {
            Err(Error::OtherModel { stored, .. }) if stored == model => {}
            opened => return opened,
        }
        let path = folder.join(format!("{}.db", file_name(model)));
        let emptied = || {
            let mut sql = Connection::open(&path)?;
            sql.busy_timeout(PATIENCE)?;
            let change = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
            change.execute("DELETE FROM vector WHERE (SELECT dims FROM model) <> ?1", [dims])?;
            change.execute("UPDATE model SET dims = ?1", [dims])?;
            change.commit()
        };
        emptied().map_err(|error| meaning(&path, error))?;
        log::info!("`{model}` has vectors of another length now; those before were dropped");
        Self::open(folder, model, dims)
    }

    /// Starts anew in the place of a damaged store.
    fn renewed(path: &Path, (model, dims): (&str, usize), damage: &Error) -> Result<Self> {
        let connect = |path: &Path| Ok(Self::connect(path, model, dims)?.sql);
        let is_whole = |key: &[u8], bytes: &[u8]| unpack(key, bytes, dims).is_some();
        let recovered = renewal::renew(path, damage, connect, is_whole)?;
        Ok(Self { recovered, ..Self::connect(path, model, dims)? })
    }

    /// Does some work; if it meets damage, once more after that is mended.
    fn mending<T>(&mut self, work: impl Fn(&mut Self) -> Result<T>) -> Result<T> {
        match work(self) {
            Err(damage @ Error::Corrupt { .. }) => {
                // The damaged file is let go of, so that it can be moved.
                self.sql = Connection::open_in_memory().map_err(|e| meaning(&self.path, e))?;
                *self = Self::renewed(&self.path, (&self.model, self.dims), &damage)?;
                work(self)
            }
            done => done,
        }
    }

    fn connect(path: &Path, model: &str, dims: usize) -> Result<Self> {
        let sql = Connection::open(path).map_err(|error| meaning(path, error))?;
        let (path, model) = (path.to_owned(), model.to_owned());
        let store = Self { sql, path, model, dims, recovered: None };
        store.run(|sql| {
            sql.busy_timeout(PATIENCE)?;
            sql.pragma_update(None, "journal_mode", "WAL")?;
            sql.pragma_update(None, "synchronous", "NORMAL")?;
            sql.pragma_update(None, "secure_delete", true)
        })?;
        store.prepare()?;
        Ok(store)
    }

    /// Returns why the store had to be started anew, if it had, be it at its opening or later.
    pub fn recovered(&self) -> Option<&Recovery> {
        self.recovered.as_ref()
    }

    fn prepare(&self) -> Result<()> {
        self.run(|sql| sql.execute_batch("BEGIN IMMEDIATE"))?;
        let application = self.run(|sql| {
            sql.pragma_query_value(None, "application_id", |row| row.get::<_, i32>(0))
        })?;
        if application == 0 {
            self.run(|sql| {
                sql.execute_batch(include_str!("vector_store.sql"))?;
                sql.execute("INSERT INTO model VALUES (?1, ?2)", params![self.model, self.dims])?;
                sql.pragma_update(None, "application_id", APPLICATION)
            })?;
        } else if application == APPLICATION {
            // Early versions kept an index that took 3 % of the space and was read once a day.
            self.run(|sql| sql.execute_batch("DROP INDEX IF EXISTS vector_day"))?;
        } else {
            return Err(Error::corrupt(&self.path, "it is another program's database"));
        }
        self.run(|sql| sql.execute_batch("COMMIT"))?;
        let stored: (String, usize) = self.run(|sql| {
            sql.query_row("SELECT id, dims FROM model", [], |row| Ok((row.get(0)?, row.get(1)?)))
        })?;
        if stored == (self.model.clone(), self.dims) {
            return Ok(());
        }
        Err(Error::OtherModel { stored: stored.0, asked: self.model.clone() })
    }

    fn run<T>(&self, queries: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        queries(&self.sql).map_err(|error| meaning(&self.path, error))
    }

    /// Runs changes as one transaction.
    fn change<T>(&mut self, changes: impl Fn(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let run = |sql: &mut Connection| {
            let transaction = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = changes(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        self.mending(|store| run(&mut store.sql).map_err(|error| meaning(&store.path, error)))
    }

    /// Returns the vectors of keys, in the order of the keys.
    pub fn get_many(&mut self, keys: &[VectorKey]) -> Result<Vec<Option<Parts>>> {
        self.mending(|store| keys.iter().map(|key| store.get(key)).collect())
    }

    fn get(&self, key: &VectorKey) -> Result<Option<Parts>> {
        let parts = self.run(|sql| {
            let mut select = sql.prepare_cached("SELECT parts FROM vector WHERE key = ?1")?;
            let unpacked = |row: &Row<'_>| Ok(unpack(key, row.get_ref(0)?.as_blob()?, self.dims));
            select.query_row([key], unpacked).optional()
        })?;
        Ok(parts.flatten())
    }

    /// Stores vectors, last used on `day` (days since 1970).
    pub fn put_many(&mut self, vectors: &[(VectorKey, &[Vec<f32>])], day: u32) -> Result<()> {
        self.change(|sql| {
            let mut insert =
                sql.prepare_cached("INSERT OR REPLACE INTO vector VALUES (?1, ?2, ?3)")?;
            vectors.iter().try_for_each(|(key, parts)| {
                insert.execute(params![key, day, pack(key, parts)]).map(|_| ())
            })
        })
    }

    /// Marks vectors as used on `day`.
    pub fn touch(&mut self, keys: &[VectorKey], day: u32) -> Result<()> {
        self.change(|sql| {
            let mut update =
                sql.prepare_cached("UPDATE vector SET day = ?2 WHERE key = ?1 AND day < ?2")?;
            keys.iter().try_for_each(|key| update.execute(params![key, day]).map(|_| ()))
        })
    }

    /// Removes vectors at once and overwrites them on the disk.
    pub fn remove(&mut self, keys: &[VectorKey]) -> Result<()> {
        self.change(|sql| {
            let mut delete = sql.prepare_cached("DELETE FROM vector WHERE key = ?1")?;
            keys.iter().try_for_each(|key| delete.execute([key]).map(|_| ()))
        })?;
        self.mending(|store| {
            store.run(|sql| sql.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
        })
    }

    /// Removes all vectors and gives the room back to the disk.
    pub(crate) fn clear(&mut self) -> Result<()> {
        self.change(|sql| sql.execute("DELETE FROM vector", []).map(|_| ()))?;
        self.mending(|store| {
            store.run(|sql| {
                sql.execute_batch("VACUUM")?;
                sql.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            })
        })
    }

    /// Removes what was last used before `day`, then what was unused longest until at most
    /// `max_bytes` of vectors are left; returns how many were removed.
    pub fn sweep(&mut self, day: u32, max_bytes: u64) -> Result<usize> {
        let max_bytes = i64::try_from(max_bytes).unwrap_or(i64::MAX);
        self.change(|sql| {
            let old = sql.execute("DELETE FROM vector WHERE day < ?1", [day])?;
            // The whole database is a little larger than the vectors, and its size is known at once.
            let pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
            if sql.query_row(pages, [], |row| row.get::<_, i64>(0))? <= max_bytes {
                return Ok(old);
            }
            let surplus = sql.execute(
                "DELETE FROM vector WHERE key IN (SELECT key FROM (SELECT key, SUM(length(parts)) \
                 OVER (ORDER BY day DESC, key ROWS UNBOUNDED PRECEDING) AS total FROM vector) WHERE total > ?1)",
                [max_bytes],
            )?;
            Ok(old + surplus)
        })
    }
}

/// A model's id as a file name: what is not plain is written as its code.
pub(crate) fn file_name(model: &str) -> String {
    let written = |(at, byte): (usize, u8)| match byte {
        b'-' | b'_' => char::from(byte).to_string(),
        b'.' if at > 0 => ".".to_owned(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02x}"),
    };
    model.bytes().enumerate().map(written).collect::<Vec<_>>().concat()
}

/// The bytes of some vectors and the checksum of these bytes, as SQLite keeps none.
fn pack(key: &[u8], parts: &[Vec<f32>]) -> Vec<u8> {
    let mut bytes: Vec<u8> =
        parts.iter().flatten().flat_map(|&value| f16::from_f32(value).to_le_bytes()).collect();
    bytes.extend(checksum(key, &bytes).to_le_bytes());
    bytes
}

fn checksum(key: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(bytes);
    hasher.finalize()
}

/// Nothing when the bytes are not a whole number of vectors, or not those that were stored.
///
/// What an early version of this program stored has no checksum.
fn unpack(key: &[u8], bytes: &[u8], dims: usize) -> Option<Parts> {
    let bytes = match bytes.split_last_chunk::<4>() {
        Some((bytes, sum)) if dims > 0 && bytes.len().is_multiple_of(2 * dims) => {
            (u32::from_le_bytes(*sum) == checksum(key, bytes)).then_some(bytes)?
        }
        _ => bytes,
    };
    let values: Vec<f32> = bytes
        .chunks_exact(2)
        .filter_map(|pair| Some(f16::from_le_bytes(pair.try_into().ok()?).to_f32()))
        .collect();
    let whole = dims > 0 && !values.is_empty() && values.len().is_multiple_of(dims);
    whole.then(|| values.chunks_exact(dims).map(<[f32]>::to_vec).collect())
}
