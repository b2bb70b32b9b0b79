//! The contents of one note's file, read so that they are whole.

use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use crate::placeholder;
use crate::unreadable::{Trouble, Unreadable};

/// How often a file that changes under the reader is read before it is given up.
const ATTEMPTS: usize = 4;

/// The marks of a file that show, without reading it, that it probably hasn't changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change in nanoseconds since 1970, negative before; 0 where the system doesn't know it.
    pub modified_ns: i64,
}

/// The first 16 bytes of the SHA-256 of a file's raw bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub [u8; 16]);

/// The whole contents of a file at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The raw bytes.
    pub bytes: Vec<u8>,
    /// The stamp that was the same before and after reading.
    pub stamp: Stamp,
    /// The hash of the raw bytes.
    pub hash: ContentHash,
    /// The time the file was made in nanoseconds since 1970, where the system knows it. A copy is made when it is copied.
    pub created_ns: Option<i64>,
    /// Whether a symbolic link led out of the vault to it.
    pub outside: bool,
}

impl Stamp {
    pub(crate) fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().map_or(0, nanoseconds);
        Self { size: metadata.len(), modified_ns: modified }
    }
}

/// Returns a time in nanoseconds since 1970.
fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_nanos() as i64,
        Err(before) => -(before.duration().as_nanos() as i64),
    }
}

impl ContentHash {
    /// Returns the hash of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hash = [0; 16];
        hash.iter_mut().zip(Sha256::digest(bytes)).for_each(|(byte, digest)| *byte = digest);
        Self(hash)
    }
}

/// Returns the stamp of the file, or why it can't be read.
pub(crate) fn stamp(path: &str, real: &Path, max_bytes: u64) -> Result<Stamp, Unreadable> {
    let metadata = fs::metadata(real).map_err(|error| Unreadable::io(path, &error))?;
    if !metadata.is_file() {
        return Err(Unreadable::new(path, Trouble::NotANote, "not a regular file"));
    }
    if metadata.len() > max_bytes {
        let reason = format!("{} bytes, more than the limit of {max_bytes}", metadata.len());
        return Err(Unreadable::new(path, Trouble::TooLarge, reason));
    }
    if placeholder::is_dataless(&metadata) {
        return Err(Unreadable::not_downloaded(path));
    }
    Ok(Stamp::of(&metadata))
}

/// Reads the file at `real`, which the user knows as `path`.
pub(crate) fn read(
    path: &str,
    real: &Path,
    max_bytes: u64,
    outside: bool,
) -> Result<File, Unreadable> {
    let file = read_whole(path, || stamp(path, real, max_bytes), || read_up_to(real, max_bytes))?;
    let created = fs::metadata(real).and_then(|metadata| metadata.created());
    Ok(File { outside, created_ns: created.ok().map(nanoseconds), ..file })
}

/// Reads until the stamps before and after agree, so that no half-written file is taken for the note.
fn read_whole(
    path: &str,
    stamp: impl Fn() -> Result<Stamp, Unreadable>,
    mut bytes: impl FnMut() -> io::Result<Vec<u8>>,
) -> Result<File, Unreadable> {
    for _ in 0..ATTEMPTS {
        let before = stamp()?;
        let bytes = bytes().map_err(|error| Unreadable::io(path, &error))?;
        if bytes.len() as u64 == before.size && stamp()? == before {
            let hash = ContentHash::of(&bytes);
            return Ok(File { bytes, stamp: before, hash, created_ns: None, outside: false });
        }
    }
    Err(Unreadable::new(path, Trouble::Changing, "it changed each time it was being read"))
}

/// Reads one byte more than allowed at most: enough to see that a file grew past the limit.
fn read_up_to(real: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(real)?.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn stamp_of(size: u64) -> Stamp {
        Stamp { size, modified_ns: 1 }
    }

    #[test]
    fn a_file_that_grows_while_it_is_read_is_read_again() {
        let size = Cell::new(1);
        let file = read_whole(
            "a.md",
            || Ok(stamp_of(size.get())),
            || {
                let seen = vec![b'x'; size.get() as usize];
                size.set(3);
                Ok(seen)
            },
        );
        assert_eq!(file.unwrap().bytes, b"xxx");
    }

    #[test]
    fn a_file_that_never_rests_is_given_up() {
        let size = Cell::new(0);
        let next = || {
            size.set(size.get() + 1);
            size.get()
        };
        let error = read_whole("a.md", || Ok(stamp_of(next())), || Ok(Vec::new())).unwrap_err();
        assert_eq!(error.kind, Trouble::Changing);
    }

    #[test]
    fn the_hash_is_the_start_of_sha256() {
        assert_eq!(ContentHash::of(b"abc").0[..4], [0xba, 0x78, 0x16, 0xbf]);
    }
}
