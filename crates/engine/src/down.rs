//! Whether the model failed a moment ago, so that a server that is away doesn't hold up every question.
//!
//! A server that took a question and never answered is remembered for longer, and on the disk: each search of the command
//! line is a process of its own.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a question takes the last failure for an answer.
const RECENT: Duration = Duration::from_secs(10);

/// The same where it was waited for in vain.
const RECENT_WAIT: Duration = Duration::from_mins(1);

/// What is known of a model's last failure; nothing while it works.
#[derive(Debug)]
pub(crate) struct Down {
    last: Mutex<Option<Failure>>,
    /// Where a server that hung is remembered.
    hung: PathBuf,
}

#[derive(Clone, Debug)]
struct Failure {
    at: Instant,
    reason: String,
}

impl Down {
    /// Returns a memory that is kept in a file.
    pub(crate) fn at(hung: PathBuf) -> Self {
        Self { last: Mutex::default(), hung }
    }

    /// Remembers that the model failed now; `hung` says that it was waited for.
    pub(crate) fn fail(&self, reason: &str, hung: bool) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some(Failure { at: Instant::now(), reason: reason.to_owned() });
        if hung && let Err(error) = fs::write(&self.hung, reason) {
            log::info!("that the model was waited for can't be kept: {error}");
        }
    }

    /// Remembers that the model works.
    pub(crate) fn recover(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
        // Mostly there is none.
        drop(fs::remove_file(&self.hung));
    }

    /// Returns why the model failed a moment ago, if it did.
    pub(crate) fn recent(&self) -> Option<String> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = last.as_ref().filter(|last| last.at.elapsed() < RECENT);
        recent.map(|last| last.reason.clone()).or_else(|| self.hung())
    }

    /// Returns why it was waited for in vain, in this process or in another one.
    fn hung(&self) -> Option<String> {
        let written = self.hung.metadata().and_then(|file| file.modified()).ok()?;
        // A file of the future is one of a clock that was set back.
        let is_recent = written.elapsed().is_ok_and(|age| age < RECENT_WAIT);
        is_recent.then(|| fs::read_to_string(&self.hung).ok()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_remembered_until_the_model_works() {
        let folder = tempfile::tempdir().unwrap();
        let down = Down::at(folder.path().join("down"));
        assert!(down.recent().is_none());
        down.fail("nobody there", false);
        assert_eq!(down.recent().as_deref(), Some("nobody there"));
        down.recover();
        assert!(down.recent().is_none());
    }

    #[test]
    fn a_server_that_hung_is_remembered_by_other_processes_for_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("down");
        Down::at(place.clone()).fail("it said nothing", true);
        let other = Down::at(place.clone());
        assert_eq!(other.recent().as_deref(), Some("it said nothing"));
        let long_ago = std::time::SystemTime::now() - 2 * RECENT_WAIT;
        fs::File::options().write(true).open(&place).unwrap().set_modified(long_ago).unwrap();
        assert_eq!(other.recent(), None);
        other.fail("it said nothing", true);
        other.recover();
        assert_eq!(Down::at(place).recent(), None);
    }
}
