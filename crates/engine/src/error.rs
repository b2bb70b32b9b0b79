//! What can go wrong, with a stable kind and a next step.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// The kinds of failure that faces turn into exit codes and statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request makes no sense.
    Invalid,
    /// A permission or a policy forbids it.
    Denied,
    /// There is no such thing.
    NotFound,
    /// Something has to be set up first.
    Unconfigured,
    /// What the request builds on has changed.
    Stale,
    /// Another version made this.
    Unsupported,
    /// Someone else is at work.
    Busy,
    /// A limit is used up.
    Quota,
    /// The other side can't be reached.
    Unreachable,
    /// The user stopped it.
    Cancelled,
    /// There is no room left.
    Full,
    /// Stored data is damaged.
    Corrupt,
    /// A fault of this program.
    Internal,
}

/// A failure of the engine.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The vault can't be looked at.
    #[error(transparent)]
    Vault(#[from] notekin_vault::Error),
    /// The index failed.
    #[error(transparent)]
    Index(#[from] notekin_index::Error),
    /// The model failed.
    #[error(transparent)]
    Embed(#[from] notekin_embed::Error),
    /// The model that writes failed.
    #[error(transparent)]
    Write(#[from] notekin_answer::generate::Error),
    /// There is no such note.
    #[error("no note `{note}` in this vault")]
    NoSuchNote {
        /// What was asked for.
        note: String,
        /// Paths that look like it.
        near: Vec<String>,
    },
    /// A name stands for several notes.
    #[error("`{note}` stands for {} notes", paths.len())]
    Ambiguous {
        /// What was asked for.
        note: String,
        /// The notes it may stand for.
        paths: Vec<String>,
    },
    /// Several vaults have a note of a name.
    #[error("`{note}` is a note of several vaults")]
    SeveralVaults {
        /// What was asked for.
        note: String,
        /// The vaults' names.
        vaults: Vec<String>,
    },
    /// A note has no such part.
    #[error("`{note}` has no {part}")]
    NoSuchPart {
        /// The note.
        note: String,
        /// What was asked for.
        part: String,
        /// What it has instead.
        near: Vec<String>,
    },
    /// There is no filter of a name.
    #[error("there is no filter `{key}`")]
    NoSuchKey {
        /// What was asked for.
        key: String,
        /// Those that are called much like it.
        near: Vec<String>,
        /// All there are.
        all: &'static [&'static str],
    },
    /// A filter asks for a folder, a tag or a property that no note has.
    #[error("no note {what} `{name}`")]
    NothingNamed {
        /// How notes would stand to it: `has a tag`, `lies in a folder`, `has a property`.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// Those that are called much like it.
        near: Vec<String>,
    },
    /// A note changed since the page before.
    #[error("`{0}` has changed since the page before")]
    Changed(String),
    /// A request's value can't be used.
    #[error("{0}")]
    Invalid(String),
    /// The vault has no index yet.
    #[error("`{}` has not been read yet", .0.display())]
    NoIndex(PathBuf),
    /// A file of a vault's own data can't be read or written.
    #[error("cannot read or write `{}`", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The user stopped it.
    #[error("stopped; what was done is kept")]
    Cancelled,
}

impl Error {
    pub(crate) fn file(path: &Path, source: io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }

    /// Returns the stable kind of the failure.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Vault(error) => vault_kind(error.kind()),
            Self::Index(error) => index_kind(error.kind()),
            Self::Embed(error) => embed_kind(error.kind()),
            Self::Write(error) => write_kind(error.kind()),
            Self::NoSuchNote { .. } | Self::NoSuchPart { .. } | Self::NothingNamed { .. } => {
                Kind::NotFound
            }
            Self::Ambiguous { .. }
            | Self::SeveralVaults { .. }
            | Self::NoSuchKey { .. }
            | Self::Invalid(_) => Kind::Invalid,
            Self::Changed(_) => Kind::Stale,
            Self::NoIndex(_) => Kind::Unconfigured,
            Self::File { source, .. } => match source.kind() {
                io::ErrorKind::PermissionDenied => Kind::Denied,
                io::ErrorKind::StorageFull => Kind::Full,
                _ => Kind::Internal,
            },
            Self::Cancelled => Kind::Cancelled,
        }
    }

    /// Returns the names that could be meant instead, where there are some.
    pub fn near(&self) -> &[String] {
        match self {
            Self::NoSuchNote { near, .. }
            | Self::NoSuchPart { near, .. }
            | Self::NoSuchKey { near, .. }
            | Self::NothingNamed { near, .. } => near,
            Self::Ambiguous { paths, .. } => paths,
            Self::SeveralVaults { vaults, .. } => vaults,
            _ => &[],
        }
    }

    /// Returns one sentence on what to do about it, where there is something to do.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Vault(error) => error.hint(),
            Self::Index(error) => error.hint(),
            Self::Embed(error) => error.hint(),
            Self::Write(error) => error.hint(),
            Self::NoSuchNote { near, .. } | Self::NothingNamed { near, .. } => {
                (!near.is_empty()).then(|| format!("did you mean {}?", quoted(near)))
            }
            Self::NoSuchKey { near, all, .. } => Some(no_such_key(near, all)),
            Self::Ambiguous { paths, .. } => Some(format!("give one of {}", quoted(paths))),
            Self::SeveralVaults { vaults, .. } => {
                Some(format!("give the vault: {}", quoted(vaults)))
            }
            Self::NoSuchPart { near, .. } if near.is_empty() => None,
            Self::NoSuchPart { near, .. } => Some(format!("it has {}", quoted(near))),
            Self::Changed(_) => Some("read it again from the start".to_owned()),
            Self::Invalid(_) | Self::File { .. } => None,
            Self::NoIndex(vault) => {
                Some(format!("`notekin index \"{}\"` reads it", vault.display()))
            }
            Self::Cancelled => Some("run the same command again to go on".to_owned()),
        }
    }
}

fn no_such_key(near: &[String], all: &[&str]) -> String {
    let meant = match near {
        [] => format!("there are {}.", quoted(all)),
        near => format!("did you mean {}?", quoted(near)),
    };
    format!("{meant} In quotation marks it is searched as it stands")
}

fn quoted(names: &[impl fmt::Display]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn vault_kind(kind: notekin_vault::Kind) -> Kind {
    match kind {
        notekin_vault::Kind::Invalid => Kind::Invalid,
        notekin_vault::Kind::Denied => Kind::Denied,
        notekin_vault::Kind::NotFound => Kind::NotFound,
        notekin_vault::Kind::Internal => Kind::Internal,
    }
}

fn index_kind(kind: notekin_index::Kind) -> Kind {
    match kind {
        notekin_index::Kind::Invalid => Kind::Invalid,
        notekin_index::Kind::Denied => Kind::Denied,
        notekin_index::Kind::Unconfigured => Kind::Unconfigured,
        notekin_index::Kind::Stale => Kind::Stale,
        notekin_index::Kind::Unsupported => Kind::Unsupported,
        notekin_index::Kind::Busy => Kind::Busy,
        notekin_index::Kind::Full => Kind::Full,
        notekin_index::Kind::Corrupt => Kind::Corrupt,
        notekin_index::Kind::Internal => Kind::Internal,
    }
}

fn embed_kind(kind: notekin_embed::Kind) -> Kind {
    match kind {
        notekin_embed::Kind::Invalid => Kind::Invalid,
        notekin_embed::Kind::Denied => Kind::Denied,
        notekin_embed::Kind::Quota => Kind::Quota,
        notekin_embed::Kind::NotFound => Kind::NotFound,
        notekin_embed::Kind::Unconfigured => Kind::Unconfigured,
        notekin_embed::Kind::Unsupported => Kind::Unsupported,
        notekin_embed::Kind::Busy => Kind::Busy,
        notekin_embed::Kind::Unreachable => Kind::Unreachable,
        notekin_embed::Kind::Cancelled => Kind::Cancelled,
        notekin_embed::Kind::Full => Kind::Full,
        notekin_embed::Kind::Corrupt => Kind::Corrupt,
        notekin_embed::Kind::Internal => Kind::Internal,
    }
}

fn write_kind(kind: notekin_answer::generate::Kind) -> Kind {
    use notekin_answer::generate::Kind as Of;
    match kind {
        Of::Invalid => Kind::Invalid,
        Of::Denied => Kind::Denied,
        Of::Quota => Kind::Quota,
        Of::NotFound => Kind::NotFound,
        Of::Unconfigured => Kind::Unconfigured,
        Of::Busy => Kind::Busy,
        Of::Unreachable => Kind::Unreachable,
        Of::Cancelled => Kind::Cancelled,
        Of::Full => Kind::Full,
        Of::Internal => Kind::Internal,
    }
}
