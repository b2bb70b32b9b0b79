//! The record of calls: one line for each, without keys and without what was sent.
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::date;
use crate::error::Error;

/// The size from which the record is put aside, and a new one begun.
const FULL: u64 = 8 << 20;

/// One call as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When it ended, in UTC.
    pub time: String,
    /// The host, with its port where that was given.
    pub host: String,
    /// Whether the host is this machine.
    pub local: bool,
    /// What the call was for.
    pub purpose: String,
    /// The bytes of what was sent, without headers.
    pub bytes_out: u64,
    /// The bytes of what came back, without headers.
    pub bytes_in: u64,
    /// About how many tokens were sent.
    pub tokens: u64,
    /// The HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// What went wrong, as one word.
    pub error: Option<String>,
    /// The milliseconds it took.
    pub milliseconds: u64,
}

/// The file of the record; the one before lies beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    path: PathBuf,
}

impl Record {
    /// Returns the record at `path`, which need not exist.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Returns where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns all that is written down, oldest first; a line that was cut off by a crash is left out.
    pub fn entries(&self) -> Result<Vec<Entry>, Error> {
        let mut entries = Vec::new();
        for path in [self.before(), self.path.clone()] {
            match fs::read_to_string(&path) {
                Ok(text) => {
                    entries.extend(text.lines().filter_map(|line| serde_json::from_str(line).ok()));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(Error::Record { path, source }),
            }
        }
        Ok(entries)
    }

    /// Writes down a call that another program made for us, such as pip: where to, what for, and what came in.
    pub fn add(
        &self,
        host: &str,
        purpose: &str,
        bytes_in: u64,
        error: Option<&str>,
    ) -> Result<(), Error> {
        self.open()?.write(&Entry {
            time: date::written(SystemTime::now()),
            host: host.to_owned(),
            local: false,
            purpose: purpose.to_owned(),
            bytes_out: 0,
            bytes_in,
            tokens: 0,
            status: None,
            error: error.map(str::to_owned),
            milliseconds: 0,
        })
    }

    /// Returns the tokens sent to other machines at the times that begin with `prefix`, such as `2026-11`.
    pub(crate) fn tokens_since(&self, prefix: &str) -> Result<u64, Error> {
        let sent = self.entries()?.into_iter().filter(|entry| {
            !entry.local && entry.time.starts_with(prefix) && !matches!(entry.status, Some(400..))
        });
        Ok(sent.map(|entry| entry.tokens).sum())
    }

    /// Opens the record for a line, so that a call that can't be written down isn't made.
    pub(crate) fn open(&self) -> Result<Line, Error> {
        let failed = |source| Error::Record { path: self.path.clone(), source };
        if fs::metadata(&self.path).is_ok_and(|data| data.len() > FULL) {
            fs::rename(&self.path, self.before()).map_err(failed)?;
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Line { file: options.open(&self.path).map_err(failed)?, path: self.path.clone() })
    }

    fn before(&self) -> PathBuf {
        self.path.with_extension("before.jsonl")
    }
}

/// A place for one entry.
#[derive(Debug)]
pub(crate) struct Line {
    file: File,
    path: PathBuf,
}

impl Line {
    /// Writes the entry at once, so that the lines of several programs don't mix.
    pub(crate) fn write(mut self, entry: &Entry) -> Result<(), Error> {
        let written = serde_json::to_string(entry).map_err(io::Error::from).and_then(|mut line| {
            line.push('\n');
            self.file.write_all(line.as_bytes())
        });
        written.map_err(|source| Error::Record { path: self.path, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(time: &str, local: bool, status: u16) -> Entry {
        Entry {
            time: time.to_owned(),
            host: "host".to_owned(),
            local,
            purpose: "embed passages".to_owned(),
            bytes_out: 1,
            bytes_in: 2,
            tokens: 10,
            status: Some(status),
            error: None,
            milliseconds: 3,
        }
    }

    #[test]
    fn entries_are_read_as_written_and_a_torn_line_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let record = Record::at(&folder.path().join("new/outbound.jsonl"));
        assert_eq!(record.entries().unwrap(), []);
        let first = entry("2026-11-30T17:00:00Z", false, 200);
        record.open().unwrap().write(&first).unwrap();
        let mut torn = OpenOptions::new().append(true).open(record.path()).unwrap();
        torn.write_all(b"{\"time\":\"2026\n").unwrap();
        record.open().unwrap().write(&first).unwrap();
        assert_eq!(record.entries().unwrap(), [first.clone(), first]);
    }

    #[test]
    fn what_another_program_fetched_is_written_down_too() {
        let folder = tempfile::tempdir().unwrap();
        let record = Record::at(&folder.path().join("outbound.jsonl"));
        record.add("pip", "fetch the model", 91, None).unwrap();
        let entries = record.entries().unwrap();
        assert_eq!((entries[0].host.as_str(), entries[0].bytes_in), ("pip", 91));
        assert!(!entries[0].local);
    }

    #[test]
    fn a_full_record_is_put_aside_and_still_read() {
        let folder = tempfile::tempdir().unwrap();
        let record = Record::at(&folder.path().join("outbound.jsonl"));
        let old = entry("2026-11-29T17:00:00Z", false, 200);
        record.open().unwrap().write(&old).unwrap();
        let file = OpenOptions::new().append(true).open(record.path()).unwrap();
        file.set_len(FULL + 1).unwrap();
        let new = entry("2026-11-30T17:00:00Z", false, 200);
        record.open().unwrap().write(&new).unwrap();
        assert_eq!(record.entries().unwrap(), [old, new]);
    }

    #[test]
    fn what_costs_is_what_went_elsewhere_this_month_and_was_not_refused() {
        let folder = tempfile::tempdir().unwrap();
        let record = Record::at(&folder.path().join("outbound.jsonl"));
        for (time, local, status) in [
            ("2026-11-30T17:00:00Z", false, 200),
            ("2026-11-30T17:00:01Z", true, 200),
            ("2026-10-31T17:00:00Z", false, 200),
            ("2026-11-30T17:00:02Z", false, 429),
        ] {
            record.open().unwrap().write(&entry(time, local, status)).unwrap();
        }
        assert_eq!(record.tokens_since("2026-11").unwrap(), 10);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let record = Record::at(&folder.path().join("outbound.jsonl"));
        record.open().unwrap().write(&entry("2026", true, 200)).unwrap();
        assert_eq!(fs::metadata(record.path()).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
