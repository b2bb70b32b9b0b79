//! One file or folder that can't be read, and why.

use std::io;

/// What Linux, macOS and Windows answer when links lead in a circle; the standard library has no stable name for it.
const TOO_MANY_LINKS: [i32; 3] = [40, 62, 1921];

/// A file or folder that was found but can't be read; it never stops the rest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("`{path}`: {reason}")]
pub struct Unreadable {
    /// The path relative to the vault's root; bytes that aren't UTF-8 are shown as `U+FFFD`.
    pub path: String,
    /// What kind of trouble it is.
    pub kind: Trouble,
    /// What is wrong, for people to read.
    pub reason: String,
}

/// The kinds of trouble that keep a file from being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// No permission to read or enter.
    Denied,
    /// A name that can't be told apart or written down, such as one that isn't UTF-8.
    Name,
    /// More bytes than the settings allow.
    TooLarge,
    /// A placeholder whose contents are still in the cloud.
    NotDownloaded,
    /// A symbolic link that leads back to a folder above it.
    Loop,
    /// Nothing is there.
    Gone,
    /// Written to each time it was being read.
    Changing,
    /// The policy keeps it out.
    Excluded,
    /// Something else than a note in a regular file.
    NotANote,
    /// The system failed in another way.
    Io,
}

impl Trouble {
    /// Returns the stable name of this kind of trouble.
    pub fn name(self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::Name => "name",
            Self::TooLarge => "too_large",
            Self::NotDownloaded => "not_downloaded",
            Self::Loop => "loop",
            Self::Gone => "gone",
            Self::Changing => "changing",
            Self::Excluded => "excluded",
            Self::NotANote => "not_a_note",
            Self::Io => "io",
        }
    }
}

impl Unreadable {
    pub(crate) fn new(path: &str, kind: Trouble, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), kind, reason: reason.into() }
    }

    pub(crate) fn io(path: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::new(path, Trouble::Gone, "it isn't there"),
            io::ErrorKind::PermissionDenied => {
                Self::new(path, Trouble::Denied, "no permission to read it")
            }
            _ if error.raw_os_error().is_some_and(|code| TOO_MANY_LINKS.contains(&code)) => {
                Self::looping(path)
            }
            _ => Self::new(path, Trouble::Io, error.to_string()),
        }
    }

    pub(crate) fn unnameable(path: &str, reason: impl Into<String>) -> Self {
        Self::new(path, Trouble::Name, reason)
    }

    pub(crate) fn looping(path: &str) -> Self {
        Self::new(path, Trouble::Loop, "a symbolic link that leads back to where it lies")
    }

    pub(crate) fn not_downloaded(path: &str) -> Self {
        Self::new(path, Trouble::NotDownloaded, "its contents are still in the cloud")
    }
}
