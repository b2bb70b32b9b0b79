//! Keeping the index true to the vault for as long as a program runs.
//!
//! The system tells when something changes, where it can. It doesn't tell all: nothing of network drives that others write,
//! nothing that happened while the machine was asleep. So the folder is looked through again and again all the same, seldom
//! where the system tells and often where it doesn't. A look that finds nothing reads no file and takes no lock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use notekin_vault::Watch;

use super::follower::{Changes, Follower};
use crate::engine::Engine;
use crate::{Error, Status};

/// How often it is asked whether to stop.
const BEAT: Duration = Duration::from_millis(100);

/// How long a turn may take while changes are due: as long as a server that is well takes for a batch. What it is asked
/// then is broken off, as it may never answer.
const TURN_MOST: Duration = Duration::from_secs(10);

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
        self.follow_while(&|| true, told, stop);
    }

    /// Does the same, but leaves the index alone while `is_current` says that it was opened with other settings than are
    /// wanted: who holds an older choice must not undo what a newer one did.
    pub fn follow_while(
        &self,
        is_current: &dyn Fn() -> bool,
        told: &dyn Fn(&Status),
        stop: &AtomicBool,
    ) {
        let mut watch = None;
        let mut follower = Follower::new(self, Instant::now());
        let _counting = Counting(self);
        while !stop.load(Ordering::Relaxed) {
            if !is_current() {
                thread::sleep(BEAT);
                continue;
            }
            // Before the look, so that nothing falls between the two.
            if watch.is_none() {
                watch = self.watch();
                self.looks.count(watch.as_ref().map(Watch::told));
            }
            match self.listening_turn(&mut follower, watch.as_mut(), stop) {
                Ok(Some(status)) => told(&status),
                Ok(None) => {}
                Err(error) => {
                    log::info!("`{}` is not followed now: {:?}", self.settings.name, error.kind());
                    // The folder may be another one when it is back.
                    watch = watch.filter(|_| !matches!(error, Error::Vault(_)));
                    if watch.is_none() {
                        self.looks.count(None);
                    }
                }
            }
            await_turn(&mut follower, watch.as_ref(), stop);
        }
    }

    fn watch(&self) -> Option<Watch> {
        let watch = self.vault().and_then(|vault| Ok(Watch::begin(&vault)?));
        let told = |error: &Error| {
            log::info!(
                "`{}` is looked through by the clock: {:?}",
                self.settings.name,
                error.kind()
            );
            log::debug!("`{}` can't be watched: {error}", self.settings.name);
        };
        watch.inspect_err(told).ok()
    }

    /// Lets a follower take its turn, and listens meanwhile where that may take long.
    fn listening_turn(
        &self,
        follower: &mut Follower<'_>,
        watch: Option<&mut Watch>,
        stop: &AtomicBool,
    ) -> Result<Option<Status>, Error> {
        let Some(watch) = watch.filter(|_| notekin_embed::is_served(&self.settings.model)) else {
            return follower.turn(Instant::now(), stop);
        };
        let (ended, breaks_off) = (AtomicBool::new(false), AtomicBool::new(false));
        let (done, heard) = thread::scope(|scope| {
            let (ends, breaks) = (&ended, &breaks_off);
            let listener = scope.spawn(move || listen(watch, (stop, ends), breaks, TURN_MOST));
            let done = follower.turn(Instant::now(), &breaks_off);
            ended.store(true, Ordering::Relaxed);
            (done, listener.join().unwrap_or_default())
        });
        follower.hear(heard);
        done
    }
}

/// Lets searches go by what the system tells, for as long as somebody follows.
struct Counting<'e>(&'e Engine);

impl Drop for Counting<'_> {
    fn drop(&mut self) {
        self.0.looks.count(None);
    }
}

/// Hears of changes until a turn has ended, and breaks it off when they are due and it has lasted for too long, or when
/// all is to stop.
fn listen(
    watch: &mut Watch,
    (stop, ended): (&AtomicBool, &AtomicBool),
    breaks_off: &AtomicBool,
    most: Duration,
) -> Option<Changes> {
    let began = Instant::now();
    let mut heard = None;
    while !ended.load(Ordering::Relaxed) {
        let is_told = watch.wait(BEAT);
        let now = Instant::now();
        if is_told {
            heard = Some(Changes::and(heard, now));
        }
        let is_late = heard.is_some_and(|heard| heard.due() <= now) && now - began >= most;
        if is_late || stop.load(Ordering::Relaxed) {
            breaks_off.store(true, Ordering::Relaxed);
        }
    }
    heard
}

/// Waits until a follower wants its turn.
fn await_turn(follower: &mut Follower<'_>, watch: Option<&Watch>, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) && Instant::now() < follower.due(watch.is_some()) {
        match watch {
            Some(watch) if watch.wait(BEAT) => follower.tell(Instant::now()),
            Some(_) => {}
            None => thread::sleep(BEAT),
        }
    }
}

#[cfg(test)]
mod tests {
    use notekin_vault::{PolicySettings, Vault};

    use super::*;

    #[test]
    fn a_turn_is_broken_off_when_changes_wait_or_all_is_to_stop() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), &PolicySettings::default()).unwrap();
        let mut watch = Watch::begin(&vault).unwrap();
        std::fs::write(folder.path().join("tea.md"), "Steamed.").unwrap();
        let (stop, ended) = (AtomicBool::new(false), AtomicBool::new(false));
        let broken_off_after = |watch: &mut Watch, most| {
            let (breaks_off, began) = (AtomicBool::new(false), Instant::now());
            ended.store(false, Ordering::Relaxed);
            thread::scope(|scope| {
                let listener = scope.spawn(|| listen(watch, (&stop, &ended), &breaks_off, most));
                while !breaks_off.load(Ordering::Relaxed) {
                    assert!(began.elapsed() < Duration::from_secs(30), "it is never broken off");
                    thread::sleep(BEAT);
                }
                ended.store(true, Ordering::Relaxed);
                listener.join().unwrap()
            })
        };
        assert!(broken_off_after(&mut watch, Duration::ZERO).is_some());
        stop.store(true, Ordering::Relaxed);
        broken_off_after(&mut watch, Duration::from_hours(1));
    }
}
