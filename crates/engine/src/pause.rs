//! The owner's wish that reading by meaning rests, kept in a file beside the vault's index.
//!
//! It is not what [`State::Paused`](crate::State) tells: that very many notes vanished at once, which waits for consent.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::Error;
use crate::calibration::replace;
use crate::engine::Engine;

/// Reading by meaning rests, as the owner wished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// When it ends, in seconds since 1970; not by itself when nothing.
    pub until: Option<i64>,
}

impl Engine {
    /// Lets reading by meaning rest for a time, or until [`Engine::resume`]; words go on. A run that is under way, in
    /// whatever process, ends after the batch in hand and keeps what is done.
    pub fn pause(&self, time: Option<Duration>) -> Result<Pause, Error> {
        let pause = Pause { until: time.map(|time| now() + time.as_secs() as i64) };
        let place = file(&self.settings.home);
        let text = pause.until.map(|until| until.to_string()).unwrap_or_default();
        fs::create_dir_all(&self.settings.home)
            .and_then(|()| replace(&place, &text))
            .map_err(|error| Error::file(&place, error))?;
        Ok(pause)
    }

    /// Ends a pause; returns whether there was one. Who follows the vault goes on within half a minute.
    pub fn resume(&self) -> Result<bool, Error> {
        let was_paused = self.paused().is_some();
        let place = file(&self.settings.home);
        match fs::remove_file(&place) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Error::file(&place, error))
            }
            _ => Ok(was_paused),
        }
    }

    /// Returns the pause that holds now, if one does.
    pub fn paused(&self) -> Option<Pause> {
        let text = fs::read_to_string(file(&self.settings.home)).ok()?;
        of(&text, now())
    }
}

fn file(home: &Path) -> PathBuf {
    home.join("paused")
}

/// Returns what is written in the file, unless it is over. What can't be understood is a wish all the same.
fn of(text: &str, now: i64) -> Option<Pause> {
    let until = text.trim().parse().ok();
    until.is_none_or(|until| now < until).then_some(Pause { until })
}

/// Returns the seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_ends_at_its_time_or_when_it_is_ended() {
        assert_eq!(of("100", 99), Some(Pause { until: Some(100) }));
        assert_eq!(of("100", 100), None);
        for text in ["", "some day"] {
            assert_eq!(of(text, i64::MAX), Some(Pause { until: None }), "{text}");
        }
    }
}
