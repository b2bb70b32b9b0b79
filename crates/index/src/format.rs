//! The format of an index folder, and whether it is ours.
//!
//! The file `format` holds one line: `notekin-index`, a space and the version in decimal digits. It
//! is the first file written into a new folder.

use std::io::ErrorKind;
use std::path::Path;

use crate::error::{Error, Result};
use crate::layout::Layout;

/// What the format file starts with.
const MAGIC: &str = "notekin-index ";

/// The format this program writes and the only one it reads.
///
/// Raise it with every change of what is stored. An index of a lower version is moved aside and made
/// anew by the next writer; one of a higher version is left alone, since a newer program made it.
pub(crate) const VERSION: u32 = 7;

/// What lies where an index should be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing yet.
    Absent,
    /// An index this program can use.
    Ours,
}

/// Looks at an index folder; a foreign one, a damaged one and one of another format are errors.
///
/// The mark of damage comes first, so that nobody opens what somebody else has found broken.
pub(crate) fn inspect(layout: &Layout) -> Result<State> {
    if let Ok(reason) = std::fs::read_to_string(layout.damage()) {
        return Err(Error::corrupt(&layout.folder, reason));
    }
    let path = layout.format();
    let read = match std::fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if is_vacant(&layout.folder)? {
                return Ok(State::Absent);
            }
            // A writer may have claimed the folder between the two looks.
            std::fs::read(&path)
        }
        read => read,
    };
    match read {
        Ok(content) => check(&path, layout, &content),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Err(Error::corrupt(&layout.folder, "it is not an index folder"))
        }
        Err(error) => Err(Error::io(&path, error)),
    }
}

fn check(path: &Path, layout: &Layout, content: &[u8]) -> Result<State> {
    let text = std::str::from_utf8(content).ok().and_then(|text| text.strip_prefix(MAGIC));
    match text.and_then(|version| version.trim_end().parse().ok()) {
        Some(VERSION) => Ok(State::Ours),
        Some(found) if found > VERSION => {
            Err(Error::Unsupported { folder: layout.folder.clone(), found, known: VERSION })
        }
        Some(found) => Err(Error::corrupt(path, format!("it is of the outdated format {found}"))),
        None => Err(Error::corrupt(path, "it is not the format file of an index")),
    }
}

/// Whether there is no folder, or nothing in it.
fn is_vacant(folder: &Path) -> Result<bool> {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotADirectory => Ok(false),
        Err(error) => Err(Error::io(folder, error)),
    }
}

/// Marks a vacant folder as ours; the file appears whole or not at all.
pub(crate) fn claim(layout: &Layout) -> Result<()> {
    let path = layout.format();
    let draft = layout.format_draft();
    let written = std::fs::write(&draft, format!("{MAGIC}{VERSION}\n"))
        .and_then(|()| std::fs::rename(&draft, &path));
    written.map_err(|error| Error::io(&path, error))
}
