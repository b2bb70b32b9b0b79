//! Looks at the folder that searches share.
//!
//! A look at a large vault takes longer than a search. While the system tells of changes, a look holds for as long as none
//! was told of since it began; and no longer than a moment, as no system tells of everything: not of what a link leads to,
//! nor of what others write on a network drive.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Left, QUICK, Refreshed};
use crate::Error;

/// How long a look holds that left nothing to do.
const HOLDS: Duration = Duration::from_secs(2);

/// How long one holds that left something to do, which may be possible now.
const HOLDS_UNDONE: Duration = Duration::from_millis(250);

/// How long a search waits for another's look, which takes in what it can meanwhile.
const PATIENCE: Duration = QUICK.saturating_mul(2);

/// The looks at one vault.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    kept: Mutex<Kept>,
    /// Says that a look has ended.
    ended: Condvar,
}

/// What is known of looks.
#[derive(Debug, Default)]
struct Kept {
    /// Counts the changes that are told of; none while nobody tells.
    told: Option<Arc<AtomicU64>>,
    /// The last look since then.
    last: Option<Look>,
    is_under_way: bool,
}

/// A look that has ended.
#[derive(Debug)]
struct Look {
    began: Instant,
    /// How many changes had been told of when it began.
    told: u64,
    left: Left,
}

impl Looks {
    /// Says where the changes are counted that the system tells of; `None` when it tells of none any more.
    pub(super) fn count(&self, told: Option<Arc<AtomicU64>>) {
        let mut kept = self.kept();
        (kept.told, kept.last) = (told, None);
    }

    /// Lets no look hold that began before, as something was done that it doesn't know of.
    pub(super) fn forget(&self) {
        if let Some(counter) = &self.kept().told {
            counter.fetch_add(1, Ordering::Release);
        }
    }

    /// Returns what the last look left to do if nothing changed since, or what one finds that is under way; else looks.
    pub(super) fn shared(
        &self,
        look: impl FnOnce() -> Result<Refreshed, Error>,
    ) -> Result<Refreshed, Error> {
        let (turn, left) = self.turn();
        if let Some(left) = left {
            return Ok(Refreshed { left, recovered: Vec::new() });
        }
        let done = look()?;
        if let Some(turn) = turn {
            turn.end(done.left);
        }
        Ok(done)
    }

    /// Returns what the last look left to do while it holds. Otherwise the caller is to look, and where that can be shared
    /// it is their turn.
    fn turn(&self) -> (Option<Turn<'_>>, Option<Left>) {
        let until = Instant::now() + PATIENCE;
        let mut kept = self.kept();
        loop {
            let Some(counter) = kept.told.clone() else { return (None, None) };
            let (now, told) = (Instant::now(), counter.load(Ordering::Acquire));
            if let Some(look) = kept.last.as_ref().filter(|look| look.holds(now, told)) {
                return (None, Some(look.left));
            }
            if !kept.is_under_way {
                kept.is_under_way = true;
                return (Some(Turn { looks: self, counter, began: now, told }), None);
            }
            if now >= until {
                return (None, None);
            }
            let waited = self.ended.wait_timeout(kept, until - now);
            kept = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Look {
    /// Returns whether another look would find the same.
    fn holds(&self, now: Instant, told: u64) -> bool {
        let holds = if self.left == Left::default() { HOLDS } else { HOLDS_UNDONE };
        told == self.told && now.duration_since(self.began) < holds
    }
}

/// A look that is under way, for whoever waits for it; it may fail.
struct Turn<'a> {
    looks: &'a Looks,
    counter: Arc<AtomicU64>,
    began: Instant,
    told: u64,
}

impl Turn<'_> {
    /// Ends it with what it left to do.
    fn end(self, left: Left) {
        let mut kept = self.looks.kept();
        // What is counted elsewhere by now may have changed in between.
        if kept.told.as_ref().is_some_and(|now| Arc::ptr_eq(now, &self.counter)) {
            kept.last = Some(Look { began: self.began, told: self.told, left });
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.looks.kept().is_under_way = false;
        self.looks.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread;

    use super::*;

    const DONE: Left = Left { changes: 0, vanished: 0 };

    fn found(left: Left) -> Refreshed {
        Refreshed { left, recovered: Vec::new() }
    }

    /// Searches, and returns whether that looked at the folder.
    fn looks(looks: &Looks, left: Left) -> bool {
        let looked = Cell::new(false);
        let look = || {
            looked.set(true);
            Ok(found(left))
        };
        assert_eq!(looks.shared(look).unwrap().left, left);
        looked.get()
    }

    #[test]
    fn a_look_holds_until_a_change_is_told_of() {
        let (shared, told) = (Looks::default(), Arc::new(AtomicU64::new(0)));
        assert!(looks(&shared, DONE) && looks(&shared, DONE), "nobody tells of changes");
        shared.count(Some(Arc::clone(&told)));
        assert!(looks(&shared, DONE) && !looks(&shared, DONE));
        told.fetch_add(1, Ordering::Release);
        assert!(looks(&shared, DONE) && !looks(&shared, DONE));
        shared.forget();
        assert!(looks(&shared, DONE));
        shared.count(Some(told));
        assert!(looks(&shared, DONE), "what changed before it was counted is not known");
        shared.count(None);
        assert!(looks(&shared, DONE) && looks(&shared, DONE));
    }

    #[test]
    fn no_look_holds_for_long() {
        let (began, left) = (Instant::now(), Left { changes: 1, vanished: 0 });
        let holds = |left, for_a: Duration| {
            let look = Look { began, told: 3, left };
            assert!(!look.holds(began, 4));
            look.holds(began + for_a, 3)
        };
        assert!(holds(DONE, HOLDS / 2) && !holds(DONE, HOLDS));
        assert!(holds(left, HOLDS_UNDONE / 2) && !holds(left, HOLDS_UNDONE));
    }

    #[test]
    fn a_look_that_fails_or_panics_is_nobody_elses() {
        let shared = Looks::default();
        shared.count(Some(Arc::default()));
        assert!(shared.shared(|| Err(Error::Cancelled)).is_err());
        assert!(looks(&shared, DONE));
        shared.forget();
        let panicked = thread::scope(|scope| {
            scope.spawn(|| shared.shared(|| panic!("as a look may"))).join().is_err()
        });
        assert!(panicked && looks(&shared, DONE));
    }

    #[test]
    fn what_changed_during_a_look_is_looked_at_again() {
        let (shared, told) = (Looks::default(), Arc::new(AtomicU64::new(0)));
        shared.count(Some(Arc::clone(&told)));
        let look = || {
            told.fetch_add(1, Ordering::Release);
            Ok(found(DONE))
        };
        shared.shared(look).unwrap();
        assert!(looks(&shared, DONE));
    }

    #[test]
    fn who_comes_meanwhile_waits_for_the_look_of_another() {
        let (shared, looked) = (Looks::default(), AtomicU64::new(0));
        shared.count(Some(Arc::default()));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let look = || {
                        looked.fetch_add(1, Ordering::Relaxed);
                        thread::sleep(PATIENCE / 4);
                        Ok(found(DONE))
                    };
                    shared.shared(look).unwrap();
                });
            }
        });
        assert_eq!(looked.into_inner(), 1);
    }
}
