//! A change of a client's file: planned first, so that it can be shown, then made.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::backup;
use super::client::Client;
use super::entry::Entry;
use super::folders::Folders;
use super::shape::{Fault, Shape, Standing};
use crate::error::Error;
use crate::replace::{New, replace_as};

/// What a client's file says, and what it is to say.
#[derive(Clone, Debug)]
pub struct Change {
    client: Client,
    file: PathBuf,
    before: Option<String>,
    after: String,
    standing: Standing,
}

impl Change {
    /// Plans to have `client` start `entry`; nothing is written.
    ///
    /// Fails when the file can't be read or understood.
    pub fn add(client: Client, folders: &Folders, entry: &Entry) -> Result<Self, Error> {
        Self::plan(client, folders, |_, shape, text, _| shape.add(text, entry))
    }

    /// Plans to take our entry out of the file of `client`; an entry that isn't ours stays.
    pub fn remove(client: Client, folders: &Folders) -> Result<Self, Error> {
        Self::plan(client, folders, |file, shape, text, standing| match standing {
            Standing::Ours(entry) => removed(file, shape, text, entry),
            Standing::Absent | Standing::Foreign => Ok(text.to_owned()),
        })
    }

    /// Reads a client's file and has `edit` say what it shall be; the text is checked before it is edited.
    fn plan(
        client: Client,
        folders: &Folders,
        edit: impl FnOnce(&Path, Shape, &str, &Standing) -> Result<String, Fault>,
    ) -> Result<Self, Error> {
        let file = client.file(folders)?;
        let before = read(&file)?;
        let (text, shape) = (before.as_deref().unwrap_or_default(), client.shape());
        let planned = shape.standing(text).and_then(|standing| {
            let after = edit(&file, shape, text, &standing)?;
            Ok((standing, after))
        });
        match planned {
            Ok((standing, after)) => Ok(Self { client, file, before, after, standing }),
            Err(Fault { line, reason }) => Err(Error::NotUnderstood { path: file, line, reason }),
        }
    }

    /// Returns the file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns what it says now; nothing when it isn't there.
    pub fn before(&self) -> &str {
        self.before.as_deref().unwrap_or_default()
    }

    /// Returns what it is to say.
    pub fn after(&self) -> &str {
        &self.after
    }

    /// Returns what stands under our name now.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Returns whether anything is to be written.
    pub fn is_needed(&self) -> bool {
        self.before() != self.after
    }

    /// Makes the change and returns where a copy of the old file lies, if there was one.
    ///
    /// A link is followed. Fails, with nothing written, when the file has changed since it was read.
    pub fn apply(&self) -> Result<Option<PathBuf>, Error> {
        if read(&self.file)? != self.before {
            return Err(Error::ChangedMeanwhile(self.file.clone()));
        }
        if fs::metadata(&self.file).is_ok_and(|file| file.permissions().readonly()) {
            // Replacing it would work all the same, but somebody said that it must not change.
            let source = io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only");
            return Err(Error::Unwritable { path: self.file.clone(), source });
        }
        let backup = self.before.as_ref().map(|text| backup::keep(&self.file, text));
        let backup = backup.transpose()?;
        let new = if self.client.is_private() { New::Private } else { New::Usual };
        replace_as(&self.file, self.after.as_bytes(), new)?;
        Ok(backup)
    }
}

/// Returns a file's text, if there is a file. A pipe or a device is none of a program's settings.
fn read(file: &Path) -> Result<Option<String>, Error> {
    if fs::metadata(file).is_ok_and(|metadata| !metadata.is_file()) {
        let source = io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file");
        return Err(Error::Unreadable { path: file.to_owned(), source });
    }
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Unreadable { path: file.to_owned(), source }),
    }
}

/// Returns `text` without our entry.
///
/// Where a kept copy differs from it by our entry alone, that copy is the answer, to the byte; otherwise the entry is
/// taken out of the text, since what was written since is not ours to lose.
fn removed(file: &Path, shape: Shape, text: &str, entry: &Entry) -> Result<String, Fault> {
    let is_before_us = |kept: &String| {
        !matches!(shape.standing(kept), Ok(Standing::Ours(_)) | Err(_))
            && shape.add(kept, entry).is_ok_and(|added| added == text)
    };
    match backup::texts(file).into_iter().find(is_before_us) {
        Some(kept) => Ok(kept),
        None => shape.remove(text),
    }
}

#[cfg(test)]
mod tests;
