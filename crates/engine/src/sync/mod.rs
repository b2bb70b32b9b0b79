//! Keeping the index true to the vault.

mod cost;
mod follow;
mod follower;
mod links;
mod meaning;
mod plan;
mod reading;
mod request;
mod rules;
mod words;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use notekin_index::{NoteSet, VectorStore, Writer};

pub use cost::Cost;
pub use follower::Follower;
use plan::Plan;
pub(crate) use plan::{Left, vault_stamp};
pub(crate) use reading::identity;
pub use request::{Estimate, SyncRequest};
pub(crate) use words::{OPTED_OUT, SCANNED, skipped};

use crate::audience::Audience;
use crate::engine::{DIMS, Engine, model_of, space};
use crate::progress::{Progress, Quiet};
use crate::{Error, PROGRAM, Status, Trouble};

/// The key under which a run of `--reembed` is remembered until it is finished.
const REEMBED: &str = "reembed";

/// The key under which is kept why the model failed in the last run, if it did.
pub(crate) const TROUBLE: &str = "trouble";

/// A text that any model can embed.
const TRIAL: &str = "notes";

/// How long a search may spend on taking in changes.
const QUICK: Duration = Duration::from_millis(200);

/// How long an update waits for whoever writes; longer than a search may.
const PATIENCE: Duration = Duration::from_secs(1);

/// Days a vector stays that no note needs any more.
const KEEP_DAYS: u32 = 30;

/// The size a vector store may grow to.
const STORE_BYTES: u64 = 8 << 30;

/// The time one passage of usual length takes the built-in model on two cores, for estimates.
const SECONDS_PER_PASSAGE: f64 = 0.09;

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
        if request.rebuild {
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

    /// Returns how much work making all vectors anew would be.
    pub fn estimate(&self) -> Result<Estimate, Error> {
        let passages = self.reader()?.counts()?.embeddable;
        Ok(Estimate { passages, seconds: passages as f64 * SECONDS_PER_PASSAGE })
    }

    /// Returns how much work it would be to read some notes by a model, less what is stored.
    pub(crate) fn estimate_among(
        &self,
        among: &NoteSet,
        model: &notekin_embed::Model,
    ) -> Result<Estimate, Error> {
        let pending = self.reader()?.unembedded(usize::MAX, Some(among))?;
        let keyed = meaning::keyed(model, &pending);
        let keys: Vec<_> = keyed.iter().map(|keyed| keyed.key).collect();
        let mut store = VectorStore::open(&self.layout.vectors, &model.id, model.dims)?;
        let passages = store.get_many(&keys)?.iter().filter(|parts| parts.is_none()).count();
        Ok(Estimate { passages, seconds: passages as f64 * SECONDS_PER_PASSAGE })
    }

    /// Reads some notes by meaning that are read by words, if there is a model.
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
        self.embed(&mut writer, embedder, (SyncRequest::default(), Some(among)), how)?;
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

    /// Takes in changes by words if the writer's lock is free, as many as fit in a moment; all of them into an index that
    /// had to be started.
    pub(crate) fn refresh(&self) -> Result<Refreshed, Error> {
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

    /// Reads by meaning what waits for it; a server that fails leaves the rest waiting, and its trouble is remembered.
    fn read_by_meaning(
        &self,
        writer: &mut Writer,
        stored: Option<String>,
        request: SyncRequest,
        limits: (&dyn Progress, &AtomicBool, Option<Instant>),
    ) -> Result<meaning::Embedded, Error> {
        let opened = self.model_unless(limits.1).map_err(Error::from);
        let used = self.reader().ok().and_then(|reader| reader.model().map(str::to_owned));
        let embed = |embedder: &dyn notekin_embed::Embedder| {
            let is_new = used.as_deref() != Some(embedder.model().id.as_str());
            if limits.2.is_some() && is_new && embedder.leaves_the_machine(limits.1)? {
                // Who follows a vault can ask nobody: the first to send notes away is a run that can.
                return Ok(meaning::Embedded::default());
            }
            if stored.is_some_and(|stored| stored != embedder.model().id) {
                // Vectors of another model are given up only for one that works.
                embedder.query(TRIAL)?;
            }
            self.embed(writer, embedder, (request, None), limits)
        };
        let made = match opened.and_then(embed) {
            Err(Error::Embed(notekin_embed::Error::Absent { .. })) => {
                return Ok(meaning::Embedded::default());
            }
            Err(Error::Embed(notekin_embed::Error::Cancelled)) => Ok(meaning::Embedded::default()),
            Err(Error::Embed(error)) if notekin_embed::is_served(&self.settings.model) => {
                Ok(meaning::Embedded { failed: Some(error), ..meaning::Embedded::default() })
            }
            made => made,
        }?;
        match &made.failed {
            Some(error) => self.note_failure(error),
            None => self.down.recover(),
        }
        let trouble = made.failed.as_ref().map(Trouble::of_model);
        let told = trouble.map(|trouble| trouble.written()).unwrap_or_default();
        if writer.meta(TROUBLE)?.unwrap_or_default() != told {
            writer.set_meta(TROUBLE, &told)?;
        }
        writer.commit()?;
        Ok(made)
    }

    fn embed(
        &self,
        writer: &mut Writer,
        embedder: &dyn notekin_embed::Embedder,
        (request, among): (SyncRequest, Option<&NoteSet>),
        (progress, cancel, until): (&dyn Progress, &AtomicBool, Option<Instant>),
    ) -> Result<meaning::Embedded, Error> {
        let model = embedder.model();
        // What must not leave this machine is set aside before anything could.
        let leaves = embedder.leaves_the_machine(cancel)?;
        let mut store = VectorStore::open(&self.layout.vectors, &model.id, model.dims)?;
        writer.set_space(&space(model))?;
        let dims = model.dims.to_string();
        if writer.meta(DIMS)?.as_ref() != Some(&dims) {
            writer.set_meta(DIMS, &dims)?;
        }
        writer.withhold_private(leaves)?;
        writer.commit()?;
        if request.retry || request.reembed {
            writer.release()?;
        }
        if request.reembed {
            writer.mark_stale()?;
            writer.set_meta(REEMBED, &model.id)?;
        }
        writer.commit()?;
        let oversized = embedder.oversized();
        let anew = writer.meta(REEMBED)?.as_deref() == Some(model.id.as_str());
        // What is measured is asked for there and then.
        let rests = || among.is_none() && self.paused().is_some();
        let day = today();
        let mut work = meaning::Work {
            writer,
            store: &mut store,
            embedder,
            progress,
            cancel,
            until,
            rests: &rests,
            among,
            anew,
            leaves,
            day,
        };
        let mut made = work.run()?;
        made.oversized = embedder.oversized() - oversized;
        if made.finished {
            if anew {
                writer.set_meta(REEMBED, "")?;
                writer.commit()?;
            }
            store.touch(&writer.vector_keys()?, day)?;
            store.sweep(day.saturating_sub(KEEP_DAYS), STORE_BYTES)?;
        }
        made.recovered = store.recovered().map(ToString::to_string);
        Ok(made)
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
