//! What can go wrong with an index, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

/// The short name of everything this crate returns.
pub type Result<T> = std::result::Result<T, Error>;

type Source = Box<dyn std::error::Error + Send + Sync>;

/// Why an index cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing has been indexed here yet.
    #[error("no index in `{}`", folder.display())]
    Absent {
        /// The index folder that was looked for.
        folder: PathBuf,
    },
    /// Another writer is at work.
    #[error("the index in `{}` is being written by {owner}", folder.display())]
    Busy {
        /// The index folder.
        folder: PathBuf,
        /// Who holds the writer's lock, as it introduced itself.
        owner: String,
    },
    /// A file is damaged, or not ours.
    #[error("`{}` cannot be used: {reason}", path.display())]
    Corrupt {
        /// The damaged file or the foreign folder.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The index was made by a newer program.
    #[error("the index in `{}` has format {found}, this program knows up to {known}", folder.display())]
    Unsupported {
        /// The index folder.
        folder: PathBuf,
        /// The format version found.
        found: u32,
        /// The newest format version this program reads.
        known: u32,
    },
    /// The stored vectors belong to another model or another setting of it.
    #[error("the stored vectors are of `{stored}`, not of `{asked}`")]
    OtherModel {
        /// The model whose vectors are stored; empty when there are none.
        stored: String,
        /// The model that was asked for.
        asked: String,
    },
    /// The disk is full, or a quota is used up.
    #[error("no room left to write `{}`", path.display())]
    Full {
        /// The file or folder being written.
        path: PathBuf,
    },
    /// A request that cannot be understood.
    #[error("{what} is not valid")]
    Invalid {
        /// What is wrong with it.
        what: String,
        /// Why.
        source: Source,
    },
    /// The system refuses a file operation.
    #[error("cannot use `{}`", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A store fails in a way that is none of the above.
    #[error("the store `{}` failed", path.display())]
    Store {
        /// The file or folder of the store.
        path: PathBuf,
        /// What the store said.
        source: Source,
    },
}

/// The stable classes of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A request makes no sense.
    Invalid,
    /// The system does not permit it.
    Denied,
    /// There is no index.
    Unconfigured,
    /// The vectors belong to another model.
    Stale,
    /// The format is newer than this program.
    Unsupported,
    /// Somebody else is writing.
    Busy,
    /// No room left.
    Full,
    /// Damaged or foreign files.
    Corrupt,
    /// Anything else.
    Internal,
}

/// Whether the system does not permit what was tried.
pub(crate) fn is_denied(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

impl Error {
    /// Returns the stable class of this error.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Absent { .. } => Kind::Unconfigured,
            Self::Busy { .. } => Kind::Busy,
            Self::Corrupt { .. } => Kind::Corrupt,
            Self::Unsupported { .. } => Kind::Unsupported,
            Self::OtherModel { .. } => Kind::Stale,
            Self::Full { .. } => Kind::Full,
            Self::Invalid { .. } => Kind::Invalid,
            Self::Io { source, .. } if is_denied(source) => Kind::Denied,
            Self::Io { .. } | Self::Store { .. } => Kind::Internal,
        }
    }

    /// Returns what the user can do about it, in one sentence, where there is something.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Absent { .. } => "`notekin index` reads the vault",
            Self::Busy { .. } => "wait until it has finished, or stop it",
            Self::Corrupt { .. } => {
                "index the vault again: the damaged index is moved aside and rebuilt"
            }
            Self::Unsupported { .. } => "update this program",
            Self::OtherModel { .. } => "index the vault again with this model",
            Self::Full { .. } => {
                "free some disk space and index again: nothing that was committed is lost"
            }
            Self::Io { source, .. } if is_denied(source) => {
                "give your user the right to read and write this folder"
            }
            Self::Invalid { .. } | Self::Io { .. } | Self::Store { .. } => return None,
        };
        Some(hint.to_owned())
    }

    /// An I/O error at a path. A full disk, a used-up quota and a file grown too large are
    /// [`Error::Full`], about which the user can do something.
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::Full { path },
            _ => Self::Io { path, source },
        }
    }

    /// Damage: a writer that meets it while opening moves the index aside and starts anew.
    pub(crate) fn corrupt(path: &Path, reason: impl Into<String>) -> Self {
        Self::Corrupt { path: path.to_owned(), reason: reason.into() }
    }

    pub(crate) fn store(path: &Path, source: impl Into<Source>) -> Self {
        Self::Store { path: path.to_owned(), source: source.into() }
    }
}
