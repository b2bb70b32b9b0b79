//! Copies of a client's file as it was before we changed it.
//!
//! They are for the user to go back to, and they let an undo give back a file to the byte. The first is never
//! overwritten; a few later ones make room for each other.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::replace::{New, replace_as};

/// How many are kept: the first, from before we ever came, and the latest.
const KEPT: usize = 4;

/// Keeps `text`, which `file` holds now, in a copy beside it, and returns where; one that has it already will do.
pub(super) fn keep(file: &Path, text: &str) -> Result<PathBuf, Error> {
    let places: Vec<_> = places(file).collect();
    let has_it = |place: &&PathBuf| fs::read_to_string(place).is_ok_and(|kept| kept == text);
    if let Some(place) = places.iter().find(has_it) {
        return Ok(place.clone());
    }
    let free = places.iter().find(|place| place.symlink_metadata().is_err());
    let place = match (free, &places[..]) {
        (Some(free), _) => free,
        (None, [_, later @ ..]) => make_room(later)?,
        (None, []) => file,
    };
    // A copy is as secret as what it is a copy of.
    let new = fs::metadata(file).map_or(New::Private, |file| New::Like(file.permissions()));
    replace_as(place, text.as_bytes(), new)?;
    Ok(place.to_owned())
}

/// Returns the texts that were kept, the latest first.
pub(super) fn texts(file: &Path) -> Vec<String> {
    let kept = places(file).filter_map(|place| fs::read_to_string(place).ok());
    let mut texts: Vec<_> = kept.collect();
    texts.reverse();
    texts
}

/// Returns where copies lie, the oldest first.
fn places(file: &Path) -> impl Iterator<Item = PathBuf> {
    let name = file.file_name().unwrap_or_default();
    (1..=KEPT).map(move |number| {
        let mut name = name.to_owned();
        name.push(".notekin-backup");
        if number > 1 {
            name.push(format!("-{number}"));
        }
        file.with_file_name(name)
    })
}

/// Moves each copy into the place of the one before it, and returns the last place.
fn make_room(places: &[PathBuf]) -> Result<&Path, Error> {
    for pair in places.windows(2) {
        if let [older, newer] = pair {
            let moved = fs::rename(newer, older);
            moved.map_err(|source| Error::Unwritable { path: older.clone(), source })?;
        }
    }
    Ok(places.last().map_or(Path::new(""), PathBuf::as_path))
}

#[cfg(test)]
mod tests {
    use super::{KEPT, keep, texts};

    #[test]
    fn the_first_and_the_latest_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mcp.json");
        for number in 1..=9 {
            std::fs::write(&file, number.to_string()).unwrap();
            keep(&file, &number.to_string()).unwrap();
        }
        assert_eq!(texts(&file), ["9", "8", "7", "1"]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), KEPT + 1);
    }

    #[test]
    fn the_same_text_is_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mcp.json");
        std::fs::write(&file, "x").unwrap();
        assert_eq!(keep(&file, "x").unwrap(), keep(&file, "x").unwrap());
        assert_eq!(texts(&file), ["x"]);
    }
}
