//! What can go wrong between a prompt and a text.
use std::time::Duration;

/// Why a text could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Not the name of a model at a server.
    #[error("no model that writes is called `{id}`")]
    Unknown {
        /// The name that was asked for.
        id: String,
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
    /// A server forbids it, though the key may be right.
    #[error("the server at `{server}` forbids it: {said}")]
    Forbidden {
        /// Its address.
        server: String,
        /// What it says.
        said: String,
    },
    /// A server has no model of that name.
    #[error("the server at `{server}` has no model `{model}`")]
    NotServed {
        /// How it is spoken with: `ollama`, `openai`, `gemini`, `anthropic`.
        service: &'static str,
        /// The model, as the server would call it.
        model: String,
        /// Its address.
        server: String,
    },
    /// The prompt has more tokens than the model reads.
    #[error("the question with its passages is longer than the model reads at once")]
    TooLong {
        /// The tokens that it reads, where that is known.
        window: Option<usize>,
    },
    /// A server refuses the request.
    #[error("the server at `{server}` refuses the request: {said}")]
    Refused {
        /// Its address.
        server: String,
        /// What it says.
        said: String,
    },
    /// A limit at a server is used up.
    #[error("the server at `{server}` has a limit that is reached: {said}")]
    Quota {
        /// Its address.
        server: String,
        /// What it says.
        said: String,
        /// How long it wants to be left alone.
        retry_after: Option<Duration>,
    },
    /// A server has too much to do.
    #[error("the server at `{server}` is busy: {said}")]
    Busy {
        /// Its address.
        server: String,
        /// What it says.
        said: String,
    },
    /// A server can't write anything now.
    #[error("the server at `{server}` says: {said}")]
    Server {
        /// Its address.
        server: String,
        /// What it says.
        said: String,
    },
    /// What a server says can't be read.
    #[error("what the server at `{server}` says can't be read: {why}")]
    Garbled {
        /// Its address.
        server: String,
        /// What is wrong.
        why: String,
    },
    /// The text had begun, and doesn't end as it should.
    #[error("the answer broke off")]
    BrokenOff {
        /// The text so far.
        text: String,
        /// What went wrong; nothing is known where the other side just stopped.
        source: Option<Box<Self>>,
    },
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// A call failed.
    #[error(transparent)]
    Net(notekin_net::Error),
}

/// The stable classes of [`Error`], for exit codes and status numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The request names or holds something wrong.
    Invalid,
    /// A key, or the offline switch, forbids it.
    Denied,
    /// A limit is used up.
    Quota,
    /// There is no such model.
    NotFound,
    /// A key is missing.
    Unconfigured,
    /// The other side has too much to do.
    Busy,
    /// A call did not get through, or its answer broke off.
    Unreachable,
    /// The caller asked to stop.
    Cancelled,
    /// The disk is full.
    Full,
    /// Anything else.
    Internal,
}

impl Error {
    /// Returns the error's stable class.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Unknown { .. } | Self::NotServed { .. } => Kind::NotFound,
            Self::NoKey { .. } => Kind::Unconfigured,
            Self::Key { .. } | Self::Forbidden { .. } => Kind::Denied,
            Self::TooLong { .. } | Self::Refused { .. } => Kind::Invalid,
            Self::Quota { .. } => Kind::Quota,
            Self::Busy { .. } => Kind::Busy,
            Self::Server { .. } | Self::Garbled { .. } => Kind::Unreachable,
            Self::BrokenOff { source, .. } => {
                source.as_ref().map_or(Kind::Unreachable, |source| source.kind())
            }
            Self::Cancelled => Kind::Cancelled,
            Self::Net(error) => of_net(error.kind()),
        }
    }

    /// Returns one sentence on what to do about it, where there is something to do.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Unknown { .. } => {
                "name one as `ollama/NAME`, `openai/NAME`, `gemini/NAME` or `anthropic/NAME`"
            }
            Self::NoKey { service } | Self::Key { service, .. } => {
                return Some(format!("`notekin key set {service}` stores one"));
            }
            Self::NotServed { service: "ollama", model, .. } => {
                return Some(format!("`ollama pull {model}` fetches it"));
            }
            Self::NotServed { service, .. } => {
                return Some(format!(
                    "load it there, name one that the server has, or check `{service}.url`"
                ));
            }
            Self::TooLong { .. } => "ask about fewer notes, or choose a model that reads more",
            Self::Quota { retry_after: Some(wait), .. } => {
                return Some(format!("try again in {} seconds", wait.as_secs().max(1)));
            }
            Self::Busy { .. } => "try again in a moment",
            Self::BrokenOff { source: Some(source), .. } => return source.hint(),
            Self::BrokenOff { source: None, .. } => "ask again",
            Self::Net(error) => return error.hint(),
            Self::Forbidden { .. }
            | Self::Refused { .. }
            | Self::Quota { .. }
            | Self::Server { .. }
            | Self::Garbled { .. }
            | Self::Cancelled => return None,
        };
        Some(hint.to_owned())
    }

    /// Returns what was written before it went wrong.
    pub fn text(&self) -> &str {
        if let Self::BrokenOff { text, .. } = self { text } else { "" }
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

/// Returns the class of a failed call as one of ours.
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
