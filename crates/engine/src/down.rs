//! Whether the model failed a moment ago, so that a server that is away doesn't hold up every question.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a question takes the last failure for an answer.
const RECENT: Duration = Duration::from_secs(10);

/// What is known of a model's last failure; nothing while it works.
#[derive(Debug, Default)]
pub(crate) struct Down(Mutex<Option<Failure>>);

#[derive(Clone, Debug)]
struct Failure {
    at: Instant,
    reason: String,
}

impl Down {
    /// Remembers that the model failed now.
    pub(crate) fn fail(&self, reason: &str) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some(Failure { at: Instant::now(), reason: reason.to_owned() });
    }

    /// Remembers that the model works.
    pub(crate) fn recover(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns why the model failed a moment ago, if it did.
    pub(crate) fn recent(&self) -> Option<String> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = last.as_ref().filter(|last| last.at.elapsed() < RECENT);
        recent.map(|last| last.reason.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_remembered_until_the_model_works() {
        let down = Down::default();
        assert!(down.recent().is_none());
        down.fail("nobody there");
        assert_eq!(down.recent().as_deref(), Some("nobody there"));
        down.recover();
        assert!(down.recent().is_none());
    }
}
