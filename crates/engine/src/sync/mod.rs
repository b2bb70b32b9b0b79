//! Keeping the index true to the vault.

mod follow;
mod links;
mod meaning;
mod plan;
mod reading;
mod request;
mod words;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use notekin_index::{NoteSet, VectorStore, Writer};

use plan::Plan;
pub(crate) use plan::{Left, vault_stamp};
pub use request::{Estimate, SyncRequest};
pub(crate) use words::{OPTED_OUT, SCANNED, skipped};

use crate::audience::Audience;
use crate::engine::{Engine, space};
use crate::progress::{Progress, Quiet};
use crate::{Error, PROGRAM, Status};

/// The key under which a run of `--reembed` is remembered until it is finished.
const REEMBED: &str = "reembed";

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
        self.sync_until(request, progress, (cancel, None))
    }

    /// Makes the index true to the vault, but reads by meaning only until a moment; what is left stays pending.
    fn sync_until(
        &self,
        request: SyncRequest,
        progress: &dyn Progress,
        (cancel, until): (&AtomicBool, Option<Instant>),
    ) -> Result<Status, Error> {
        let vault = self.vault()?;
        if request.rebuild {
            self.let_go();
            notekin_index::remove(&self.layout, PROGRAM)?;
        }
        let mut writer = self.patient_writer()?;
        let recovered = writer.recovered().map(ToString::to_string).into_iter().collect();
        let limits = words::Limits {
            began_ns: now_ns(),
            cancel,
            until: None,
            accept_removals: request.accept_removals,
            recut: true,
        };
        let mut words = words::Work {
            vault: &vault,
            settings: &self.settings,
            writer: &mut writer,
            progress,
            model: notekin_embed::model(&self.settings.model),
            limits,
            behind: &self.behind,
            recovered,
        };
        let left = words.run()?;
        let mut recovered = words.recovered;
        let embedded = match self.model() {
            _ if request.words_only || cancel.load(Ordering::Relaxed) => {
                meaning::Embedded::default()
            }
            Ok(embedder) => {
                self.embed(&mut writer, embedder, (request, None), (progress, cancel, until))?
            }
            Err(notekin_embed::Error::Absent { .. }) => meaning::Embedded::default(),
            Err(error) => return Err(error.into()),
        };
        drop(writer);
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let mut status = Self::stored_status(&*self.reader()?, left, Audience::Owner)?;
        status.embedded = embedded.fresh;
        status.reused = embedded.reused;
        recovered.extend(embedded.recovered);
        status.recovered = recovered;
        Ok(status)
    }

    /// Returns how much work making all vectors anew would be.
    pub fn estimate(&self) -> Result<Estimate, Error> {
        let passages = self.reader()?.counts()?.embeddable;
        Ok(Estimate { passages, seconds: passages as f64 * SECONDS_PER_PASSAGE })
    }

    /// Returns how much work it would be to read some notes by meaning, less what is stored.
    pub(crate) fn estimate_among(&self, among: &NoteSet) -> Result<Estimate, Error> {
        let Some(model) = notekin_embed::model(&self.settings.model) else {
            return Ok(Estimate { passages: 0, seconds: 0.0 });
        };
        let pending = self.reader()?.unembedded(usize::MAX, Some(among))?;
        let keyed = meaning::keyed(&model, &pending);
        let keys: Vec<_> = keyed.iter().map(|keyed| keyed.key).collect();
        let mut store = VectorStore::open(&self.layout.vectors, model.id, model.dims)?;
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
            recut: false,
        };
        let mut words = words::Work {
            vault: &vault,
            settings: &self.settings,
            writer: &mut writer,
            progress: &Quiet,
            model: notekin_embed::model(&self.settings.model),
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

    fn embed(
        &self,
        writer: &mut Writer,
        embedder: &dyn notekin_embed::Embedder,
        (request, among): (SyncRequest, Option<&NoteSet>),
        (progress, cancel, until): (&dyn Progress, &AtomicBool, Option<Instant>),
    ) -> Result<meaning::Embedded, Error> {
        let model = embedder.model();
        let mut store = VectorStore::open(&self.layout.vectors, model.id, model.dims)?;
        writer.set_space(&space(model))?;
        writer.commit()?;
        if request.reembed {
            writer.mark_stale()?;
            writer.set_meta(REEMBED, model.id)?;
            writer.commit()?;
        }
        let anew = writer.meta(REEMBED)?.as_deref() == Some(model.id);
        let day = today();
        let mut work = meaning::Work {
            writer,
            store: &mut store,
            embedder,
            progress,
            cancel,
            until,
            among,
            anew,
            day,
        };
        let mut made = work.run()?;
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
