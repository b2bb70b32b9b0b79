//! What following a vault consists of, turn by turn, without a clock of its own.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::plan::Plan;
use super::words::{SCANNED, is_undone, scanned_ns};
use super::{Left, SyncRequest, Turn};
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

/// How long a model that failed once is left alone; twice as long after each further time.
const MODEL_REST: Duration = Duration::from_secs(5);

/// The longest it is left alone.
const MODEL_REST_MOST: Duration = Duration::from_mins(5);

/// Follows a vault turn by turn. It waits for nothing: whoever drives it says what time it is and when something changed,
/// asks when it is due, and gives it its turn. [`Engine::follow`] drives it by the clock and by what the system tells.
#[derive(Debug)]
pub struct Follower<'e> {
    engine: &'e Engine,
    /// What it was told and hasn't looked at.
    waiting: Option<Changes>,
    /// When it had its last turn.
    looked: Instant,
    /// How long that took.
    took: Duration,
    /// What came of it.
    outcome: Outcome,
    model: ModelRest,
}

/// What a turn came to.
#[derive(Debug)]
enum Outcome {
    /// There is more to do right away.
    More,
    /// All is done that can be done now.
    Done,
    /// It failed.
    Failed,
}

impl<'e> Follower<'e> {
    /// Returns a follower that has looked at nothing yet, so that its first turn is due `now`.
    pub fn new(engine: &'e Engine, now: Instant) -> Self {
        Self {
            engine,
            waiting: None,
            looked: now,
            took: Duration::ZERO,
            outcome: Outcome::More,
            model: ModelRest::default(),
        }
    }

    /// Says that something changed in the folder.
    pub fn tell(&mut self, now: Instant) {
        self.waiting = Some(Changes::and(self.waiting, now));
    }

    /// Says what changed while a turn was under way, if anything did.
    pub(super) fn hear(&mut self, changes: Option<Changes>) {
        self.waiting = changes.or(self.waiting);
    }

    /// Returns when it wants its next turn, unless it is told more; `is_watched` says whether changes are told at all.
    pub fn due(&self, is_watched: bool) -> Instant {
        let rest = match self.outcome {
            Outcome::More => Duration::ZERO,
            Outcome::Done if is_watched => REST_WATCHED,
            Outcome::Done | Outcome::Failed => REST,
        };
        let rested = self.looked + rest.max(self.took * REST_PER_LOOK);
        match (self.waiting, &self.outcome) {
            (_, Outcome::More) => self.looked,
            (Some(changes), _) => changes.due(),
            (None, _) => self.model.until.map_or(rested, |until| until.min(rested)),
        }
    }

    /// Takes in what changed and reads by meaning for a while; returns what came of it if there was anything to do.
    ///
    /// Setting `stop` breaks it off; what is done by then is kept. Fails as [`Engine::sync`] does, and is due again a
    /// little later.
    pub fn turn(&mut self, now: Instant, stop: &AtomicBool) -> Result<Option<Status>, Error> {
        self.looked = now;
        self.waiting = None;
        let began = Instant::now();
        let done = self.catch_up(now, stop);
        self.took = began.elapsed();
        if done.is_err() {
            self.outcome = Outcome::Failed;
        }
        done
    }

    fn catch_up(&mut self, now: Instant, stop: &AtomicBool) -> Result<Option<Status>, Error> {
        self.outcome = Outcome::Done;
        self.model.until = self.model.until.filter(|until| now < *until);
        let model_rests = self.model.until.is_some() || self.engine.paused().is_some();
        if self.engine.is_true(model_rests)? {
            return Ok(None);
        }
        let turn = Turn { slice: SLICE, model_rests };
        let request = SyncRequest { unasked: true, ..SyncRequest::default() };
        let status = match self.engine.sync_turn(request, &Quiet, stop, Some(turn)) {
            Err(Error::Cancelled) => return Ok(None),
            done => done?,
        };
        if !model_rests {
            self.model.learn(status.trouble.is_some(), now);
        }
        let has_read = status.embedded + status.reused > 0;
        if has_read && status.trouble.is_none() && !self.engine.is_read_by_meaning()? {
            self.outcome = Outcome::More;
        }
        Ok(Some(status))
    }
}

impl Engine {
    /// Returns whether everything is read by meaning that is to be.
    fn is_read_by_meaning(&self) -> Result<bool, Error> {
        let reader = self.reader()?;
        let counts = reader.counts()?;
        let is_chosen = reader.model().is_none_or(|it| self.chosen_model().as_deref() == Some(it));
        Ok(is_chosen && counts.notes_ready == counts.notes && counts.stale == 0)
    }

    /// Returns whether there is nothing to do, by a look that writes nothing: neither a note to take in nor, unless the
    /// model rests, a passage to read by meaning.
    fn is_true(&self, model_rests: bool) -> Result<bool, Error> {
        let reader = match self.reader() {
            // Whoever writes makes it anew.
            Err(Error::NoIndex(_)) => return Ok(false),
            Err(error) if error.kind() == crate::Kind::Corrupt => return Ok(false),
            reader => reader?,
        };
        if !model_rests && self.has_model() && !self.is_read_by_meaning()? {
            return Ok(false);
        }
        let vault = self.vault()?;
        if is_undone(&reader, &vault)? {
            return Ok(false);
        }
        let scan = vault.scan()?;
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

/// Changes that aren't looked at yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    first: Instant,
    last: Instant,
}

impl Changes {
    /// Returns what waited before and one change more.
    pub(super) fn and(before: Option<Self>, now: Instant) -> Self {
        Self { first: before.map_or(now, |before| before.first), last: now }
    }

    /// Returns when they are to be looked at: when all is quiet, or the first has waited long enough.
    pub(super) fn due(self) -> Instant {
        (self.last + QUIET_FOR).min(self.first + WAIT_MOST)
    }
}

/// How long a model is left alone that failed, so that a server that is away isn't asked at every moment.
#[derive(Debug, Default)]
struct ModelRest {
    /// How often it failed in a row.
    times: u32,
    until: Option<Instant>,
}

impl ModelRest {
    /// Learns whether the model failed when it was used.
    fn learn(&mut self, failed: bool, now: Instant) {
        self.times = if failed { self.times.saturating_add(1) } else { 0 };
        self.until = failed.then(|| now + rest(self.times));
    }
}

/// Returns how long a model is left alone that failed so many times in a row.
fn rest(times: u32) -> Duration {
    MODEL_REST.saturating_mul(1 << times.saturating_sub(1).min(16)).min(MODEL_REST_MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_wait_for_quiet_but_not_for_ever() {
        let first = Instant::now();
        let at = |seconds: u64| first + Duration::from_secs(seconds);
        let changes = |last: u64| Changes { first, last: at(last) };
        assert_eq!(changes(0).due(), at(2));
        // One each second: the last is never two seconds old.
        let due = (1..100).find(|second| changes(second - 1).due() <= at(*second));
        assert_eq!(due, Some(30));
    }

    #[test]
    fn a_model_is_left_alone_longer_each_time_and_not_at_all_when_it_works() {
        assert_eq!([1, 2, 3].map(rest), [MODEL_REST, 2 * MODEL_REST, 4 * MODEL_REST]);
        assert_eq!(rest(40), MODEL_REST_MOST);
        let now = Instant::now();
        let mut model = ModelRest::default();
        model.learn(true, now);
        assert_eq!(model.until, Some(now + MODEL_REST));
        model.learn(true, now);
        assert_eq!(model.until, Some(now + 2 * MODEL_REST));
        model.learn(false, now);
        assert_eq!((model.times, model.until), (0, None));
    }
}
