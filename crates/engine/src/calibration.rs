//! What was found out about scores on the owner's own vault, kept beside its index.
//!
//! A line for each model: its name, the weights the scores come from, the score from which notes are related, and the linked
//! pairs that comes from. Other weights give other scores, so that what was found out with them no longer counts.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Error;

/// What is known of one model's scores in one vault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Calibration {
    /// The score from which notes are called related.
    pub(crate) least: f32,
    /// The linked pairs it comes from.
    pub(crate) pairs: usize,
}

/// Under what a calibration is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    /// The model, or what holds without one.
    pub(crate) model: String,
    /// What tells its weights from others.
    pub(crate) weights: String,
}

impl Calibration {
    /// Returns what is kept for a scale in a vault's own folder. What can't be understood counts as not kept: it can be
    /// found out again.
    pub(crate) fn of(home: &Path, scale: &Scale) -> Option<Self> {
        let text = fs::read_to_string(file(home)).ok()?;
        text.lines().filter_map(parse).find(|(of, _)| of == scale).map(|(_, kept)| kept)
    }

    /// Keeps what was found out for a scale; what is kept for other models stays.
    pub(crate) fn keep(self, home: &Path, scale: &Scale) -> Result<(), Error> {
        let place = file(home);
        let before = match fs::read_to_string(&place) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Error::file(&place, error));
            }
            text => text.unwrap_or_default(),
        };
        let others = before.lines().filter_map(parse).filter(|(of, _)| of.model != scale.model);
        let all = others.chain(std::iter::once((scale.clone(), self)));
        let lines: Vec<String> = all
            .map(|(of, kept)| {
                format!("{} {} {} {}\n", of.model, of.weights, kept.least, kept.pairs)
            })
            .collect();
        fs::create_dir_all(home)
            .and_then(|()| replace(&place, &lines.concat()))
            .map_err(|error| Error::file(&place, error))
    }

    /// Deletes all that is kept in a vault's own folder.
    pub(crate) fn forget(home: &Path) -> Result<(), Error> {
        match fs::remove_file(file(home)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Error::file(&file(home), error))
            }
            _ => Ok(()),
        }
    }
}

fn file(home: &Path) -> PathBuf {
    home.join("calibration")
}

/// Replaces a file at once, so that whoever reads it sees the old text or the new.
pub(crate) fn replace(place: &Path, text: &str) -> io::Result<()> {
    let draft = place.with_extension(format!("draft-{}", std::process::id()));
    let written = File::create(&draft)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&draft, place));
    written.inspect_err(|_| drop(fs::remove_file(&draft)))
}

fn parse(line: &str) -> Option<(Scale, Calibration)> {
    let mut words = line.split(' ');
    let mut word = || words.next().filter(|word| !word.is_empty());
    let scale = Scale { model: word()?.to_owned(), weights: word()?.to_owned() };
    let least: f32 = word()?.parse().ok()?;
    let pairs = word()?.parse().ok()?;
    (0.0..=1.0).contains(&least).then_some((scale, Calibration { least, pairs }))
}

#[cfg(test)]
mod tests {
    use super::{Calibration, Scale};

    fn scale(model: &str, weights: &str) -> Scale {
        Scale { model: model.to_owned(), weights: weights.to_owned() }
    }

    #[test]
    fn each_model_keeps_its_own_as_long_as_its_weights_stay() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().join("vault");
        let one = Calibration { least: 0.25, pairs: 80 };
        let two = Calibration { least: 0.5, pairs: 60 };
        let (e5, words) = (scale("e5", "a1"), scale("words", "b2"));
        assert_eq!(Calibration::of(&home, &e5), None);
        one.keep(&home, &e5).unwrap();
        two.keep(&home, &words).unwrap();
        assert_eq!(Calibration::of(&home, &e5), Some(one));
        assert_eq!(Calibration::of(&home, &scale("e5", "a2")), None, "other weights");
        two.keep(&home, &scale("e5", "a2")).unwrap();
        assert_eq!(Calibration::of(&home, &e5), None);
        assert_eq!(Calibration::of(&home, &words), Some(two));
        assert_eq!(std::fs::read_dir(&home).unwrap().count(), 1, "no draft is left");
        Calibration::forget(&home).unwrap();
        assert_eq!(Calibration::of(&home, &words), None);
        Calibration::forget(&home).unwrap();
    }

    #[test]
    fn what_is_damaged_counts_as_not_kept() {
        let home = tempfile::tempdir().unwrap();
        let e5 = scale("e5", "a1");
        for text in ["", "e5", "e5 a1 x 1", "e5 a1 7 100", "e5 a1 NaN 1", "\u{0}\u{1}", "e5 a1 0.5"]
        {
            std::fs::write(home.path().join("calibration"), text).unwrap();
            assert_eq!(Calibration::of(home.path(), &e5), None, "{text:?}");
        }
        let kept = Calibration { least: 0.5, pairs: 60 };
        kept.keep(home.path(), &e5).unwrap();
        assert_eq!(Calibration::of(home.path(), &e5), Some(kept));
    }
}
