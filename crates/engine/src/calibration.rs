//! What was found out about scores on the owner's own vault, kept beside its index.
//!
//! A line for each model: its name, the score from which notes are related, and the linked pairs that comes from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;

/// The name under which stands what holds without a model.
const WORDS: &str = "words";

/// What is known of one model's scores in one vault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Calibration {
    /// The score from which notes are called related.
    pub(crate) least: f32,
    /// The linked pairs it comes from.
    pub(crate) pairs: usize,
}

impl Calibration {
    /// Returns the name of what is kept for a model, or for words alone.
    pub(crate) fn name(model: Option<&str>) -> &str {
        model.unwrap_or(WORDS)
    }

    /// Returns what is kept under a name in a vault's own folder. What can't be understood counts as not kept: it can be
    /// found out again.
    pub(crate) fn of(home: &Path, name: &str) -> Option<Self> {
        let text = fs::read_to_string(file(home)).ok()?;
        text.lines().filter_map(parse).find(|(of, _)| *of == name).map(|(_, kept)| kept)
    }

    /// Keeps what was found out under a name; what is kept under others stays.
    pub(crate) fn keep(self, home: &Path, name: &str) -> Result<(), Error> {
        let place = file(home);
        let before = match fs::read_to_string(&place) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Error::unkept(&place, error));
            }
            text => text.unwrap_or_default(),
        };
        let others = before.lines().filter_map(parse).filter(|(of, _)| *of != name);
        let all = others.chain(std::iter::once((name, self)));
        let lines: Vec<String> = all
            .map(|(of, kept)| {
                format!(
                    "{of} {} {}
",
                    kept.least, kept.pairs
                )
            })
            .collect();
        let draft = place.with_extension("draft");
        fs::create_dir_all(home)
            .and_then(|()| fs::write(&draft, lines.concat()))
            .and_then(|()| fs::rename(&draft, &place))
            .map_err(|error| Error::unkept(&place, error))
    }

    /// Deletes all that is kept in a vault's own folder.
    pub(crate) fn forget(home: &Path) -> Result<(), Error> {
        match fs::remove_file(file(home)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Error::unkept(&file(home), error))
            }
            _ => Ok(()),
        }
    }
}

fn file(home: &Path) -> PathBuf {
    home.join("calibration")
}

fn parse(line: &str) -> Option<(&str, Calibration)> {
    let mut words = line.split(' ');
    let name = words.next().filter(|name| !name.is_empty())?;
    let least: f32 = words.next()?.parse().ok()?;
    let pairs = words.next()?.parse().ok()?;
    (0.0..=1.0).contains(&least).then_some((name, Calibration { least, pairs }))
}

#[cfg(test)]
mod tests {
    use super::Calibration;

    #[test]
    fn each_model_keeps_its_own() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().join("vault");
        let (one, two) =
            (Calibration { least: 0.25, pairs: 80 }, Calibration { least: 0.5, pairs: 60 });
        assert_eq!(Calibration::of(&home, "e5"), None);
        one.keep(&home, "e5").unwrap();
        two.keep(&home, Calibration::name(None)).unwrap();
        assert_eq!(Calibration::of(&home, "e5"), Some(one));
        two.keep(&home, "e5").unwrap();
        assert_eq!(Calibration::of(&home, "e5"), Some(two));
        assert_eq!(Calibration::of(&home, "words"), Some(two));
        assert_eq!(Calibration::of(&home, "other"), None);
    }

    #[test]
    fn what_is_damaged_counts_as_not_kept() {
        let home = tempfile::tempdir().unwrap();
        for text in ["", "e5", "e5 x 1", "e5 7 100", "e5 NaN 1", "\u{0}\u{1}", "e5 0.5"] {
            std::fs::write(home.path().join("calibration"), text).unwrap();
            assert_eq!(Calibration::of(home.path(), "e5"), None, "{text:?}");
        }
        let kept = Calibration { least: 0.5, pairs: 60 };
        kept.keep(home.path(), "e5").unwrap();
        assert_eq!(Calibration::of(home.path(), "e5"), Some(kept));
    }
}
