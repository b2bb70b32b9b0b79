//! The layout: where an index and the vectors it shares lie.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Where one vault's index lies, and where the vectors of all vaults lie.
///
/// ```text
/// <folder>/format           what wrote it: one line with the version
/// <folder>/notes.db         the notes, an SQLite database; -wal and -shm beside it
/// <folder>/words/           the words index
/// <folder>/vectors/         <n>.rows and <n>.columns, the rows that are scanned
/// <folder>/damaged          only after damage: what was wrong
/// <folder>.lock             held by the writer
/// <folder>.aside-<n>        a damaged index, kept for whoever wants to look
/// <vectors>/<model>.db      the vector store of a model
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The folder of this index: everything in it can be derived again.
    pub folder: PathBuf,
    /// The folder of the vector stores, shared by all vaults.
    pub vectors: PathBuf,
}

impl Layout {
    /// The file whose lock makes a writer the only one; beside the folder, so that it stays when
    /// the folder is moved aside.
    pub(crate) fn lock(&self) -> PathBuf {
        beside(&self.folder, "lock")
    }

    /// The mark left by whoever met damage, so that the next writer starts anew.
    pub(crate) fn damage(&self) -> PathBuf {
        self.folder.join("damaged")
    }

    /// The file without which a folder is not taken for an index.
    pub(crate) fn format(&self) -> PathBuf {
        self.folder.join("format")
    }

    /// The database that is the truth; until it is there, readers take the index for absent.
    pub(crate) fn notes(&self) -> PathBuf {
        self.folder.join("notes.db")
    }

    pub(crate) fn words(&self) -> PathBuf {
        self.folder.join("words")
    }

    /// The folder of the rows that are scanned; the vectors they were made of lie in the vector store.
    pub(crate) fn segments(&self) -> PathBuf {
        self.folder.join("vectors")
    }

    /// The first free name to move a damaged index to.
    pub(crate) fn aside(&self) -> PathBuf {
        free_name(&self.folder, "aside")
    }

    /// Where the format file is written before it is put in its place.
    pub(crate) fn format_draft(&self) -> PathBuf {
        beside(&self.folder, "format")
    }
}

pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(suffix);
    path.with_file_name(name)
}

/// The first name beside a path, numbered from 1, that nothing has.
pub(crate) fn free_name(path: &Path, suffix: &str) -> PathBuf {
    let mut number = 1;
    loop {
        let name = beside(path, &format!("{suffix}-{number}"));
        if !name.exists() {
            return name;
        }
        number += 1;
    }
}

/// Creates a folder and its parents.
pub(crate) fn create_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(|source| Error::io(path, source))
}
