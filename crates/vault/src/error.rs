//! The errors that concern a vault as a whole; what concerns one file is an `Unreadable`.

use std::io;
use std::path::{Path, PathBuf};

/// A reason why a vault can't be opened or walked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder isn't there.
    #[error("there is no folder `{}`", path.display())]
    NotFound {
        /// The folder as it was asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The path leads to something else than a folder.
    #[error("`{}` is not a folder", path.display())]
    NotAFolder {
        /// The path as it was asked for.
        path: PathBuf,
    },
    /// The system refuses to show the folder.
    #[error("no permission to read the folder `{}`", path.display())]
    Denied {
        /// The folder as it was asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder was opened once and is gone now.
    #[error("the vault `{}` has vanished", path.display())]
    Vanished {
        /// The vault's root.
        path: PathBuf,
    },
    /// A pattern in the user's settings can't be understood.
    #[error("the pattern `{pattern}` is broken: {reason}")]
    Pattern {
        /// The pattern as the user wrote it.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The system doesn't tell what changes in the folder.
    #[error("changes in `{}` can't be watched: {reason}", path.display())]
    Unwatchable {
        /// The vault's root.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The system failed in another way.
    #[error("the folder `{}` can't be read", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// The small stable set of kinds that an [`Error`] falls into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What the user gave makes no sense.
    Invalid,
    /// The system doesn't permit it.
    Denied,
    /// The folder isn't there.
    NotFound,
    /// Anything else.
    Internal,
}

impl Error {
    /// Returns the kind that decides exit code and status.
    pub fn kind(&self) -> Kind {
        match self {
            Self::NotFound { .. } | Self::Vanished { .. } => Kind::NotFound,
            Self::NotAFolder { .. } | Self::Pattern { .. } => Kind::Invalid,
            Self::Denied { .. } => Kind::Denied,
            Self::Io { .. } | Self::Unwatchable { .. } => Kind::Internal,
        }
    }

    /// Returns one sentence on what the user can do, where there is something.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NotFound { .. } => {
                "check the spelling, and that the disk it lies on is connected"
            }
            Self::NotAFolder { .. } => "give the folder that holds the notes, not a file in it",
            Self::Denied { .. } => "give your user the right to read and enter this folder",
            Self::Vanished { .. } => {
                "reconnect its disk or put the folder back; nothing has been forgotten"
            }
            Self::Pattern { .. } => {
                "patterns are written as in a `.gitignore` file, such as `Folder/` or `*.canvas`"
            }
            Self::Io { .. } | Self::Unwatchable { .. } => return None,
        };
        Some(hint.to_owned())
    }

    pub(crate) fn opening(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path, source },
            io::ErrorKind::NotADirectory => Self::NotAFolder { path },
            io::ErrorKind::PermissionDenied => Self::Denied { path, source },
            _ => Self::Io { path, source },
        }
    }
}
