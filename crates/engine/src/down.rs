//! Whether the model could be used when it was last tried, so that a server that is away isn't asked at every moment.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a model that failed once is left alone by bulk work; twice as long after each further time.
const FIRST: Duration = Duration::from_secs(5);

/// The longest it is left alone.
const LONGEST: Duration = Duration::from_mins(5);

/// How long a question takes the last failure for an answer.
const RECENT: Duration = Duration::from_secs(10);

/// What is known of a model's failures; nothing while it works.
#[derive(Debug, Default)]
pub(crate) struct Down(Mutex<Option<Failure>>);

#[derive(Clone, Debug)]
struct Failure {
    at: Instant,
    times: u32,
    reason: String,
}

impl Down {
    /// Remembers that the model failed now.
    pub(crate) fn fail(&self, reason: &str) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let times = last.as_ref().map_or(1, |last| last.times.saturating_add(1));
        *last = Some(Failure { at: Instant::now(), times, reason: reason.to_owned() });
    }

    /// Remembers that the model works.
    pub(crate) fn recover(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns whether bulk work should leave the model alone for now.
    pub(crate) fn rests(&self) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().is_some_and(|last| last.at.elapsed() < rest(last.times))
    }

    /// Returns why the model failed a moment ago, if it did.
    pub(crate) fn recent(&self) -> Option<String> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = last.as_ref().filter(|last| last.at.elapsed() < RECENT);
        recent.map(|last| last.reason.clone())
    }
}

/// Returns how long a model is left alone that failed so many times in a row.
fn rest(times: u32) -> Duration {
    FIRST.saturating_mul(1 << times.saturating_sub(1).min(16)).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_left_alone_longer_each_time_and_not_at_all_when_it_works() {
        assert_eq!([1, 2, 3].map(rest), [FIRST, 2 * FIRST, 4 * FIRST]);
        assert_eq!(rest(40), LONGEST);
        let down = Down::default();
        assert!(!down.rests() && down.recent().is_none());
        down.fail("nobody there");
        assert!(down.rests());
        assert_eq!(down.recent().as_deref(), Some("nobody there"));
        down.recover();
        assert!(!down.rests() && down.recent().is_none());
    }
}
