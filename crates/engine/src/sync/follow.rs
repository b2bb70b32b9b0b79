//! Keeping the index true to the vault for as long as a program runs.
//!
//! The system tells when something changes, where it can. It doesn't tell all: nothing of network drives that others write,
//! nothing that happened while the machine was asleep. So the folder is looked through again and again all the same, seldom
//! where the system tells and often where it doesn't. A look that finds nothing reads no file and takes no lock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use notekin_vault::Watch;

use super::plan::Plan;
use super::words::{SCANNED, scanned_ns};
use super::{Left, SyncRequest};
use crate::engine::Engine;
use crate::progress::Quiet;
use crate::{Error, Status};

/// How long the folder is left alone between two looks, where the system doesn't tell of changes.
const REST: Duration = Duration::from_secs(3);

/// The same where it does.
const REST_WATCHED: Duration = Duration::from_secs(30);

/// How much longer it is left alone than the look before took, so that looking costs little of one core.
const REST_PER_LOOK: u32 = 8;

/// How long a vault must be quiet before its changes are looked at: who writes goes on writing, and a service that fetches
/// files is not done with the first.
const QUIET_FOR: Duration = Duration::from_secs(2);

/// How long changes wait at most, however many more come.
const WAIT_MOST: Duration = Duration::from_secs(30);

/// How long reading by meaning goes on before the folder is looked at again: what is edited meanwhile is not to wait.
const SLICE: Duration = Duration::from_secs(2);

/// How often it is asked whether to stop.
const BEAT: Duration = Duration::from_millis(100);

impl Engine {
    /// Keeps the index true to the vault until `stop` is set: changes are taken in by words two seconds after the last of
    /// them, by meaning as fast as the model allows. `told` hears of every run that took something in.
    ///
    /// What fails, such as looking at a drive that is away or at an index that another process writes, is tried again; a
    /// search says what is wrong.
    ///
    /// Returns within about a second of `stop`, but for a look or a batch of passages that is under way: what is committed
    /// stays, and the rest is found again by whoever looks next.
    pub fn follow(&self, told: &dyn Fn(&Status), stop: &AtomicBool) {
        let mut watch = None;
        while !stop.load(Ordering::Relaxed) {
            // Before the look, so that nothing falls between the two.
            watch = watch.or_else(|| self.watch());
            let began = Instant::now();
            let more = self.catch_up(told, stop).unwrap_or_else(|error| {
                log::info!("`{}` is not followed now: {error}", self.settings.name);
                // The folder may be another one when it is back.
                watch = None;
                false
            });
            if !more {
                let rest = if watch.is_some() { REST_WATCHED } else { REST };
                await_change(watch.as_ref(), rest.max(began.elapsed() * REST_PER_LOOK), stop);
            }
        }
    }

    fn watch(&self) -> Option<Watch> {
        let watch = self.vault().and_then(|vault| Ok(Watch::begin(&vault)?));
        watch.inspect_err(|error| log::info!("{error}")).ok()
    }

    /// Takes in what changed and reads by meaning for a while; returns whether there is more to read by meaning.
    fn catch_up(&self, told: &dyn Fn(&Status), stop: &AtomicBool) -> Result<bool, Error> {
        if self.is_true()? {
            return Ok(false);
        }
        let until = Instant::now() + SLICE;
        match self.sync_until(SyncRequest::default(), &Quiet, (stop, Some(until))) {
            Ok(status) => {
                told(&status);
                let is_more = status.pending > 0 || status.next_model.is_some();
                Ok(is_more && status.embedded + status.reused > 0)
            }
            Err(Error::Cancelled) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns whether there is nothing to do, by a look that writes nothing: neither a note to take in nor, with a model,
    /// a passage to read by meaning.
    fn is_true(&self) -> Result<bool, Error> {
        let reader = match self.reader() {
            // Whoever writes makes it anew.
            Err(Error::NoIndex(_)) => return Ok(false),
            Err(error) if error.kind() == crate::Kind::Corrupt => return Ok(false),
            reader => reader?,
        };
        let counts = reader.counts()?;
        let is_chosen = reader.model().is_none_or(|it| self.chosen_model().as_deref() == Some(it));
        let is_read = is_chosen && counts.notes_ready == counts.notes && counts.stale == 0;
        if !is_read && self.has_model() && !self.down.rests() {
            return Ok(false);
        }
        let scan = self.vault()?.scan()?;
        let scanned = scanned_ns(reader.meta(SCANNED)?);
        let plan = Plan::new(reader.known()?, reader.skipped()?, &scan, scanned);
        let vanished = plan.left().vanished;
        let mut public = 0;
        if vanished > 0 {
            for id in plan.gone.ids() {
                public += usize::from(reader.note_by_id(id)?.is_some_and(|note| !note.private));
            }
        }
        self.behind.set_vanished(vanished, public);
        // Notes that vanished all at once wait for the owner.
        let is_true = matches!(plan.left(), Left { changes: 0, .. });
        if is_true {
            // What an update of ours left behind when it failed, another process has taken in since.
            self.behind.set_changes(0);
        }
        Ok(is_true)
    }
}

/// Waits until a change is due, or a time has passed.
fn await_change(watch: Option<&Watch>, most: Duration, stop: &AtomicBool) {
    let until = Instant::now() + most;
    let mut waiting = None::<Changes>;
    while !stop.load(Ordering::Relaxed) {
        let is_told = watch.map_or_else(
            || {
                std::thread::sleep(BEAT);
                false
            },
            |watch| watch.wait(BEAT),
        );
        let now = Instant::now();
        if is_told {
            waiting =
                Some(Changes { first: waiting.map_or(now, |before| before.first), last: now });
        }
        let is_over = waiting.map_or(now >= until, |changes| changes.are_due(now));
        if is_over {
            return;
        }
    }
}

/// Changes that aren't looked at yet.
#[derive(Clone, Copy)]
struct Changes {
    first: Instant,
    last: Instant,
}

impl Changes {
    /// Returns whether they are to be looked at: when all is quiet, or the first has waited long enough.
    fn are_due(self, now: Instant) -> bool {
        now - self.last >= QUIET_FOR || now - self.first >= WAIT_MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_wait_for_quiet_but_not_for_ever() {
        let first = Instant::now();
        let at = |seconds: u64| first + Duration::from_secs(seconds);
        let changes = |last: u64| Changes { first, last: at(last) };
        assert!(!changes(0).are_due(at(1)) && changes(0).are_due(at(2)));
        // One each second: the last is never two seconds old.
        let due = (1..100).find(|second| changes(second - 1).are_due(at(*second)));
        assert_eq!(due, Some(30));
    }
}
