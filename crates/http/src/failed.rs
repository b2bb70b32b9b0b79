//! Why a server can't be started.

use std::io;
use std::net::SocketAddr;

use notekin_engine::Kind;

/// Why a server can't be started.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// One runs already.
    #[error("an engine runs already")]
    Running,
    /// The address is one that others on the network reach.
    #[error("{0} can be reached from other machines")]
    Exposed(SocketAddr),
    /// The settings can't be used.
    #[error(transparent)]
    Config(#[from] notekin_config::Error),
    /// The vaults can't be opened.
    #[error("{0}")]
    Vaults(String),
    /// A file or socket can't be used.
    #[error("{what}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        source: io::Error,
    },
}

impl Failed {
    /// Returns the failure of something that was tried.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }

    /// Returns the kind of failure.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Running => Kind::Busy,
            Self::Exposed(_) => Kind::Denied,
            Self::Config(error) => error.kind(),
            Self::Vaults(_) => Kind::Invalid,
            Self::Io { source, .. } => match source.kind() {
                io::ErrorKind::PermissionDenied => Kind::Denied,
                io::ErrorKind::StorageFull => Kind::Full,
                io::ErrorKind::AddrInUse => Kind::Busy,
                _ => Kind::Internal,
            },
        }
    }

    /// Returns the next step, where there is one.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Running => Some("`notekin serve --status` shows it, `--stop` ends it".to_owned()),
            Self::Exposed(_) => Some("`--beyond-this-machine` says that you mean it; whoever has the token can read all notes and change settings then".to_owned()),
            Self::Config(error) => error.hint(),
            Self::Io { source, .. } if source.kind() == io::ErrorKind::AddrInUse => {
                Some("another program has this port; port 0 takes one that is free".to_owned())
            }
            Self::Vaults(_) | Self::Io { .. } => None,
        }
    }
}
