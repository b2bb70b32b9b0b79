//! How a client's file is written, and what can be done with its text.

use super::entry::Entry;
use super::toml;

/// What stands under our name in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Absent,
    /// An entry that starts a program of ours.
    Ours(Entry),
    /// An entry that starts something else, or nothing at all.
    Foreign,
}

/// Why a text can't be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The line it is about, from 1.
    pub(super) line: usize,
    /// What is wrong, without a period.
    pub(super) reason: String,
}

impl Fault {
    /// Returns the fault of what begins at the byte `start` of `text`.
    pub(super) fn at(text: &str, start: usize, reason: impl Into<String>) -> Self {
        let before = text.get(..start).unwrap_or(text);
        Self { line: before.matches('\n').count() + 1, reason: reason.into() }
    }
}

/// What a client's reader takes besides plain JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Nothing.
    Plain,
    /// Comments, and commas before a closing bracket.
    Commented,
}

/// A file of JSON with an object of servers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Json {
    /// The key of the object of servers.
    pub(super) servers: &'static str,
    /// What the client's reader takes.
    pub(super) dialect: Dialect,
    /// Whether an entry says that it is spoken to over its standard streams.
    pub(super) is_typed: bool,
}

/// How a file is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// As JSON.
    Json(Json),
    /// As TOML, with a table for each server.
    Toml,
}

impl Shape {
    /// Returns what stands under our name in `text`.
    pub(super) fn standing(self, text: &str) -> Result<Standing, Fault> {
        let (_, text) = parted(text);
        match self {
            Self::Json(json) => json.standing(text),
            Self::Toml => toml::standing(text),
        }
    }

    /// Returns `text` with `entry` under our name and all else as it was.
    pub(super) fn add(self, text: &str, entry: &Entry) -> Result<String, Fault> {
        let (mark, text) = parted(text);
        let added = match self {
            Self::Json(json) => json.add(text, entry)?,
            Self::Toml => toml::add(text, entry)?,
        };
        Ok(format!("{mark}{added}"))
    }

    /// Returns `text` without what stands under our name.
    pub(super) fn remove(self, text: &str) -> Result<String, Fault> {
        let (mark, text) = parted(text);
        let removed = match self {
            Self::Json(json) => json.remove(text)?,
            Self::Toml => toml::remove(text)?,
        };
        Ok(format!("{mark}{removed}"))
    }
}

/// Returns a byte order mark, if there is one, and the rest.
fn parted(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}
