//! What can go wrong between us and another program.
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Why a call did not go well.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Not an address that a call can go to.
    #[error("`{url}` {why}")]
    Address {
        /// The address, without a password.
        url: String,
        /// What is wrong with it, as the end of a sentence.
        why: &'static str,
    },
    /// The host is not this machine, and `offline` is set.
    #[error("`offline` is set, so nothing is sent to `{host}`")]
    Offline {
        /// The host.
        host: String,
    },
    /// The month's tokens are used up.
    #[error(
        "{tokens} tokens more than the {spent} sent this month would go over the budget of {limit}"
    )]
    Budget {
        /// The most tokens a month.
        limit: u64,
        /// Those sent already.
        spent: u64,
        /// Those that would be sent.
        tokens: u64,
    },
    /// The file of trusted certificates can't be used.
    #[error("cannot use the certificates in `{}`", path.display())]
    Certificates {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// The other side can't prove who it is.
    #[error("`{host}` can't prove who it is: {reason}")]
    Untrusted {
        /// The host.
        host: String,
        /// What is wrong with its certificate.
        reason: String,
    },
    /// Nobody could be reached at the address.
    #[error("cannot reach `{host}`: {reason}")]
    Unreachable {
        /// The host.
        host: String,
        /// What the system says.
        reason: String,
    },
    /// The answer did not come in time.
    #[error("`{host}` did not answer in time ({what})")]
    TimedOut {
        /// The host.
        host: String,
        /// Which of the times ran out.
        what: String,
    },
    /// The answer broke off or is no HTTP.
    #[error("the answer of `{host}` broke off: {reason}")]
    Broken {
        /// The host.
        host: String,
        /// How.
        reason: String,
    },
    /// The answer is bigger than any that was expected.
    #[error("the answer of `{host}` has more than {limit} bytes")]
    TooLarge {
        /// The host.
        host: String,
        /// The most that is read.
        limit: u64,
    },
    /// The answer is not one of success.
    #[error("`{host}` answered with status {status}")]
    Status {
        /// The host.
        host: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of what it said.
        body: String,
        /// How long it wants to be left alone.
        retry_after: Option<Duration>,
    },
    /// The call can't be written down, so it isn't made.
    #[error("cannot write the record of calls `{}`", path.display())]
    Record {
        /// The record.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// The request could not even be made.
    #[error("cannot make the request: {0}")]
    Request(String),
}

/// The stable classes of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request is wrong.
    Invalid,
    /// A permission, a key or the offline switch forbids it.
    Denied,
    /// There is no such thing at the other side.
    NotFound,
    /// A limit is used up.
    Quota,
    /// The other side can't be reached, or can't answer now.
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
            Self::Address { .. } | Self::Certificates { .. } => Kind::Invalid,
            Self::Offline { .. } | Self::Untrusted { .. } => Kind::Denied,
            Self::Budget { .. } => Kind::Quota,
            Self::Unreachable { .. } | Self::TimedOut { .. } | Self::Broken { .. } => {
                Kind::Unreachable
            }
            Self::Status { status, .. } => of_status(*status),
            Self::Record { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Kind::Full,
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Kind::Denied,
                _ => Kind::Internal,
            },
            Self::Cancelled => Kind::Cancelled,
            Self::TooLarge { .. } | Self::Request(_) => Kind::Internal,
        }
    }

    /// Returns one sentence on what to do about it, where there is something to do.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Offline { .. } => "`notekin config set offline false` allows it".to_owned(),
            Self::Budget { .. } => "raise `budget.tokens`, or wait for the next month".to_owned(),
            Self::Unreachable { host, .. } | Self::TimedOut { host, .. } => {
                format!("check that a server runs at `{host}`, then try again")
            }
            Self::Certificates { .. } => {
                "set `net.certificates` to a PEM file, or to nothing for the usual ones".to_owned()
            }
            Self::Untrusted { .. } => {
                "if its certificate is your company's own, set `net.certificates` to a PEM file of those to trust".to_owned()
            }
            Self::Status { status: 429, retry_after: Some(wait), .. } => {
                format!("try again in {} seconds", wait.as_secs().max(1))
            }
            Self::Status { status: 300..=399, .. } => {
                "set the address that it leads to; no redirect is followed".to_owned()
            }
            Self::Record { .. } => "make the data folder writable, then try again".to_owned(),
            _ => return None,
        };
        Some(hint)
    }

    /// Returns whether the same call may go well a moment later.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Broken { .. } => true,
            Self::Status { status, .. } => matches!(status, 408 | 425 | 429 | 500..=599),
            _ => false,
        }
    }

    /// Returns how long the other side wants to be left alone, where it says so.
    pub fn retry_after(&self) -> Option<Duration> {
        if let Self::Status { retry_after, .. } = self { *retry_after } else { None }
    }
}

fn of_status(status: u16) -> Kind {
    match status {
        401 | 403 => Kind::Denied,
        404 => Kind::NotFound,
        402 | 429 => Kind::Quota,
        408 | 425 | 500..=599 => Kind::Unreachable,
        _ => Kind::Invalid,
    }
}
