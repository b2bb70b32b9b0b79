//! Keeping the index true to the vault for as long as a program runs.
//!
//! The folder is looked through again and again, rather than watched: that is the same on every system and on network
//! drives, and misses nothing that happened while the program was stopped or the machine asleep. A look that finds
//! nothing reads no file and takes no lock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::plan::Plan;
use super::words::{SCANNED, scanned_ns};
use super::{Left, SyncRequest};
use crate::Error;
use crate::engine::Engine;
use crate::progress::Quiet;

/// How long the folder is left alone between two looks.
const REST: Duration = Duration::from_secs(3);

/// How much longer it is left alone than the look before took, so that looking costs little of one core.
const REST_PER_LOOK: u32 = 8;

/// How long reading by meaning goes on before the folder is looked at again: what is edited meanwhile is not to wait.
const SLICE: Duration = Duration::from_secs(2);

/// How often it is asked whether to stop.
const BEAT: Duration = Duration::from_millis(50);

impl Engine {
    /// Keeps the index true to the vault until `stop` is set: changes are taken in by words within seconds, by meaning as
    /// fast as the model allows.
    ///
    /// What fails, such as looking at a drive that is away or at an index that another process writes, is tried again; a
    /// search says what is wrong.
    ///
    /// Returns within about a second of `stop`, but for a look or a batch of passages that is under way: what is committed
    /// stays, and the rest is found again by whoever looks next.
    pub fn follow(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            let began = Instant::now();
            let more = self.catch_up(stop).unwrap_or_else(|error| {
                log::info!("`{}` is not followed now: {error}", self.settings.name);
                false
            });
            if !more {
                rest(REST.max(began.elapsed() * REST_PER_LOOK), stop);
            }
        }
    }

    /// Takes in what changed and reads by meaning for a while; returns whether there is more to read by meaning.
    fn catch_up(&self, stop: &AtomicBool) -> Result<bool, Error> {
        if self.is_true()? {
            return Ok(false);
        }
        let until = Instant::now() + SLICE;
        match self.sync_until(SyncRequest::default(), &Quiet, (stop, Some(until))) {
            Ok(status) => Ok(status.pending > 0 && status.embedded + status.reused > 0),
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
        let is_read = counts.notes_ready == counts.notes && counts.stale == 0;
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

fn rest(time: Duration, stop: &AtomicBool) {
    let until = Instant::now() + time;
    while Instant::now() < until && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(BEAT);
    }
}
