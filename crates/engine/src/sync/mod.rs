//! Keeping the index true to the vault.

mod by_meaning;
mod cost;
mod follow;
mod follower;
mod links;
mod looks;
mod meaning;
mod plan;
mod reading;
mod request;
mod rules;
mod shape;
mod switch;
mod withdrawn;
mod words;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use notekin_index::{NoteSet, Writer};

pub use cost::Cost;
pub use follower::Follower;
pub(crate) use looks::Looks;
pub(crate) use meaning::keyed;
use plan::Plan;
pub(crate) use plan::{Left, vault_stamp};
pub(crate) use reading::identity;
pub use request::SyncRequest;
pub(crate) use switch::{SWITCH, Switch};
pub(crate) use words::{OPTED_OUT, SCANNED, skipped};

use crate::audience::Audience;
use crate::consent;
use crate::engine::{Engine, model_of};
use crate::progress::{Progress, Quiet};
use crate::{Error, PROGRAM, Status};

/// The key under which is kept why the model failed in the last run, if it did.
pub(crate) const TROUBLE: &str = "trouble";

/// How long a search may spend on taking in changes.
const QUICK: Duration = Duration::from_millis(200);

/// How long an update waits for whoever writes; longer than a search may.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far one of many runs goes.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// How long it reads by meaning.
    slice: Duration,
    /// Whether the model is left alone, as it failed a moment ago.
    model_rests: bool,
}

/// What a quick update did.
pub(crate) struct Refreshed {
    pub(crate) left: Left,
    /// What damage was met, and what was done about it.
    pub(crate) recovered: Vec<String>,
}

impl Engine {
    /// Makes the index true to the vault, by words first, then by meaning where there is a model.
    ///
    /// When cancelled, what is done is committed and `Error::Cancelled` is returned; the next run goes on from there.
    pub fn sync(
        &self,
        request: SyncRequest,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Status, Error> {
        self.sync_turn(request, progress, cancel, None)
    }

    /// Makes the index true to the vault, but reads by meaning only as much as a turn has time for; what is left stays
    /// pending.
    fn sync_turn(
        &self,
        request: SyncRequest,
        progress: &dyn Progress,
        cancel: &AtomicBool,
        turn: Option<Turn>,
    ) -> Result<Status, Error> {
        let vault = self.vault()?;
        let mut consent = None;
        if request.rebuild {
            consent =
                self.reader().ok().map(|reader| consent::kept(&reader)).transpose()?.flatten();
            self.let_go();
            notekin_index::remove(&self.layout, PROGRAM)?;
        }
        let model = self.stored_model();
        let stored = model.as_ref().map(|model| model.id.clone());
        if turn.is_none() {
            // A snapshot that is held on to for as long as a model works keeps the log from being cleared.
            self.let_go();
        }
        let mut writer = self.patient_writer()?;
        consent::keep(&mut writer, consent.as_deref())?;
        let recovered = writer.recovered().map(ToString::to_string).into_iter().collect();
        let limits = words::Limits {
            began_ns: now_ns(),
            cancel,
            until: None,
            accept_removals: request.accept_removals,
            reread: true,
        };
        let mut words = words::Work {
            vault: &vault,
            settings: &self.settings,
            writer: &mut writer,
            progress,
            model,
            limits,
            behind: &self.behind,
            recovered,
        };
        let left = words.run()?;
        self.looks.forget();
        let mut recovered = words.recovered;
        let model_rests = turn.is_some_and(|turn| turn.model_rests) || self.paused().is_some();
        let embedded = if request.words_only || model_rests || cancel.load(Ordering::Relaxed) {
            meaning::Embedded::default()
        } else {
            // From here on, however long the words took: a big vault must get somewhere, too.
            let until = turn.map(|turn| Instant::now() + turn.slice);
            self.read_by_meaning(&mut writer, stored, request, (progress, cancel, until))?
        };
        drop(writer);
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let mut status = self.stored_status(&*self.reader()?, left, Audience::Owner)?;
        status.embedded = embedded.fresh;
        status.reused = embedded.reused;
        status.oversized = embedded.oversized;
        recovered.extend(embedded.recovered);
        status.recovered = recovered;
        Ok(status)
    }

    /// Reads some notes by meaning that are read by words, if there is a model. Fails where its server leaves some undone.
    pub(crate) fn embed_among(
        &self,
        among: &NoteSet,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let embedder = match self.model() {
            Err(notekin_embed::Error::Absent { .. }) => return Ok(()),
            embedder => embedder?,
        };
        let mut writer = self.patient_writer()?;
        let how = (progress, cancel, None);
        // Another model may manage what the one before couldn't.
        let request = SyncRequest { retry: true, ..SyncRequest::default() };
        let made = self.embed(&mut writer, embedder, (request, Some(among)), how)?;
        if let Some(error) = made.failed {
            return Err(error.into());
        }
        if cancel.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Opens the writer, waiting a moment for a search that is taking in changes.
    fn patient_writer(&self) -> Result<Writer, Error> {
        let until = Instant::now() + PATIENCE;
        loop {
            match Writer::open(&self.layout, PROGRAM) {
                Err(notekin_index::Error::Busy { .. }) if Instant::now() < until => {
                    std::thread::sleep(PATIENCE / 20);
                }
                writer => return Ok(writer?),
            }
        }
    }

    /// Takes in changes by words if there can be any that no search before has taken in.
    pub(crate) fn refresh(&self) -> Result<Refreshed, Error> {
        self.looks.shared(|| self.take_in())
    }

    /// Takes in changes by words if the writer's lock is free, as many as fit in a moment; all of them into an index that
    /// had to be started.
    fn take_in(&self) -> Result<Refreshed, Error> {
        let vault = self.vault()?;
        let first = matches!(self.reader(), Err(Error::NoIndex(_)));
        let model = self.stored_model();
        let mut writer = match Writer::open(&self.layout, PROGRAM) {
            Err(notekin_index::Error::Busy { .. }) => {
                return Ok(Refreshed { left: self.look()?, recovered: Vec::new() });
            }
            // Who may only read the index can search it as it is.
            Err(error) if error.kind() == notekin_index::Kind::Denied && !first => {
                return Ok(Refreshed { left: self.look()?, recovered: Vec::new() });
            }
            writer => writer?,
        };
        let recovered = writer.recovered();
        let started = first || recovered.is_some_and(|recovered| recovered.moved_to.is_some());
        let recovered = recovered.map(ToString::to_string).into_iter().collect();
        let until = (!started).then(|| Instant::now() + QUICK);
        let cancel = AtomicBool::new(false);
        let limits = words::Limits {
            began_ns: now_ns(),
            cancel: &cancel,
            until,
            accept_removals: false,
            reread: false,
        };
        let mut words = words::Work {
            vault: &vault,
            settings: &self.settings,
            writer: &mut writer,
            progress: &Quiet,
            model,
            limits,
            behind: &self.behind,
            recovered,
        };
        let left = words.run()?;
        Ok(Refreshed { left, recovered: words.recovered })
    }

    /// Returns what the index hasn't taken in, without taking it in.
    pub(crate) fn look(&self) -> Result<Left, Error> {
        let scan = self.vault()?.scan()?;
        let reader = self.reader()?;
        // A stamp that may hide a change is looked into by the next update; it is no change yet.
        Ok(Plan::new(reader.known()?, reader.skipped()?, &scan, i64::MAX).left())
    }

    /// Returns what is known of the model whose vectors are stored, if any are.
    pub(crate) fn stored_model(&self) -> Option<notekin_embed::Model> {
        let stored = self.reader().ok().and_then(|reader| model_of(&reader));
        stored.or_else(|| notekin_embed::model(&self.settings.model)).filter(|model| model.dims > 0)
    }
}

/// Returns the days since 1970.
fn today() -> u32 {
    (now_ns() / (24 * 60 * 60 * 1_000_000_000)) as u32
}

/// Returns the nanoseconds since 1970.
fn now_ns() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_nanos() as i64)
}
