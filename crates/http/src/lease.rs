//! Leases: who still needs an engine that a client started.
//!
//! A client that ends tells nobody, and one that crashes even less. So a client says again and again that it is there, and
//! the engine ends when nobody has said so for a while: nobody ever has to kill it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a lease lasts that isn't renewed.
pub(crate) const LASTS: Duration = Duration::from_mins(1);

/// How long an engine that a client started stays after the last use.
pub(crate) const IDLE: Duration = Duration::from_mins(2);

/// The leases of clients, and when anybody last asked anything.
#[derive(Debug)]
pub(crate) struct Leases(Mutex<Kept>);

#[derive(Debug)]
struct Kept {
    /// When the lease of each client ends.
    until: HashMap<String, Instant>,
    /// Streams that are open, such as an assistant's; each is a use for as long as it lasts.
    open: usize,
    /// When anything was last asked.
    used: Instant,
}

impl Leases {
    /// Returns leases of which there is none, as of an engine that was used just now.
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Kept { until: HashMap::new(), open: 0, used: Instant::now() }))
    }

    /// Looks at them, or changes them, while nobody else does.
    fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes or renews the lease of a client.
    pub(crate) fn hold(&self, client: String) {
        self.change(|kept| kept.until.insert(client, Instant::now() + LASTS));
    }

    /// Gives a lease back.
    pub(crate) fn give_back(&self, client: &str) {
        self.change(|kept| {
            kept.until.remove(client);
            kept.used = Instant::now();
        });
    }

    /// Takes note that something was asked.
    pub(crate) fn touch(&self) {
        self.change(|kept| kept.used = Instant::now());
    }

    /// Takes note that a stream was opened.
    pub(crate) fn open(&self) {
        self.change(|kept| kept.open += 1);
    }

    /// Takes note that one was closed.
    pub(crate) fn close(&self) {
        self.change(|kept| {
            kept.open = kept.open.saturating_sub(1);
            kept.used = Instant::now();
        });
    }

    /// Returns whether nobody needs the engine any more.
    pub(crate) fn is_idle(&self, now: Instant) -> bool {
        self.change(|kept| {
            // A lease that ran out was a use until then.
            let last = kept.until.values().filter(|until| **until <= now).max().copied();
            kept.used = last.map_or(kept.used, |last| last.max(kept.used));
            kept.until.retain(|_, until| *until > now);
            kept.until.is_empty()
                && kept.open == 0
                && now.saturating_duration_since(kept.used) >= IDLE
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_needed_while_it_is_leased_streamed_from_or_asked() {
        let leases = Leases::new();
        let now = Instant::now();
        assert!(!leases.is_idle(now));
        assert!(leases.is_idle(now + IDLE * 2));
        leases.open();
        assert!(!leases.is_idle(now + IDLE * 9));
        leases.close();
        leases.hold("a".to_owned());
        assert!(!leases.is_idle(Instant::now() + LASTS / 2));
        assert!(leases.is_idle(Instant::now() + LASTS + IDLE * 2));
        leases.hold("a".to_owned());
        leases.give_back("a");
        assert!(leases.is_idle(Instant::now() + IDLE * 2));
    }
}
