//! Which model reads what waits: the one that is chosen, and the one before it until that one has read everything.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use notekin_embed::Embedder;
use notekin_index::{ChunkId, Known, NoteId, NoteSet, VectorStore, Writer};

use super::switch::{self, SWITCH, Switch};
use super::{SyncRequest, TROUBLE, meaning, shape, today, vault_stamp};
use crate::engine::{Engine, space};
use crate::progress::Progress;
use crate::{Error, Trouble};

/// The key under which a run of `--reembed` is remembered until it is finished.
pub(super) const REEMBED: &str = "reembed";

/// A text that any model can embed.
pub(super) const TRIAL: &str = "notes";

/// Days a vector stays that no note needs any more.
const KEEP_DAYS: u32 = 30;

/// The size a vector store may grow to.
const STORE_BYTES: u64 = 8 << 30;

/// Who listens to long work, what stops it, and when it ends in any case.
pub(super) type Limits<'a> = (&'a dyn Progress, &'a AtomicBool, Option<Instant>);

impl Engine {
    /// Reads by meaning what waits for it; a server that fails leaves the rest waiting, and its trouble is remembered.
    pub(super) fn read_by_meaning(
        &self,
        writer: &mut Writer,
        stored: Option<String>,
        request: SyncRequest,
        limits: Limits<'_>,
    ) -> Result<meaning::Embedded, Error> {
        let used = self.reader().ok().and_then(|reader| reader.model().map(str::to_owned));
        let before = self.read_by_former(writer, used.as_deref(), limits)?;
        let is_agreed = !request.unasked || self.is_agreed_by(writer)?;
        let opened =
            if is_agreed { self.model_unless(limits.1) } else { self.model_here(limits.1) };
        let opened = opened.map_err(|error| match error {
            notekin_embed::Error::Untried { .. } => self.unagreed().into(),
            error => Error::from(error),
        });
        let embed = |embedder: &dyn Embedder| {
            let id = embedder.model().id.as_str();
            let has_begun = Self::has_begun(writer, id)?;
            let leaves = embedder.leaves_the_machine(limits.1)?;
            if leaves && !is_agreed {
                // The first to send notes away is a run that can ask.
                return Err(self.unagreed().into());
            }
            self.keep_consent(writer, leaves)?;
            if stored.is_some_and(|stored| stored != id) && !has_begun {
                // Vectors of another model are given up only for one that works.
                embedder.query(TRIAL)?;
            }
            if self.serves_on(writer, id)? {
                return self.change_over(writer, embedder, request, limits);
            }
            self.embed(writer, embedder, (request, None), limits)
        };
        let made = match opened.and_then(embed) {
            Err(Error::Embed(notekin_embed::Error::Absent { .. })) => return Ok(before),
            Err(Error::Embed(notekin_embed::Error::Cancelled)) => Ok(meaning::Embedded::default()),
            Err(Error::Embed(error)) if notekin_embed::is_served(&self.settings.model) => {
                Ok(meaning::Embedded { failed: Some(error), ..meaning::Embedded::default() })
            }
            made => made,
        }?;
        let made = before.then(made);
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

    /// Reads what waits, of some notes or all, by a model whose vectors serve from now on, and looks after its store when
    /// nothing is left.
    pub(super) fn embed(
        &self,
        writer: &mut Writer,
        embedder: &dyn Embedder,
        (request, among): (SyncRequest, Option<&NoteSet>),
        how: Limits<'_>,
    ) -> Result<meaning::Embedded, Error> {
        let model = embedder.model();
        let mut store = VectorStore::open_anew(&self.layout.vectors, &model.id, model.dims)?;
        let leaves = embedder.leaves_the_machine(how.1)?;
        switch::enter(writer, model, leaves)?;
        if among.is_none() {
            shape::keep(writer, model, leaves)?;
        }
        writer.commit()?;
        if request.retry || request.reembed {
            writer.release()?;
        }
        if request.reembed {
            writer.mark_stale()?;
            writer.set_meta(REEMBED, &model.id)?;
        }
        writer.commit()?;
        let mut made = self.work(writer, (&mut store, embedder), (None, among), how)?;
        if made.finished {
            let day = today();
            store.touch(&writer.vector_keys()?, day)?;
            // Who reads some notes can't tell what the others need.
            if among.is_none() {
                store.sweep(day.saturating_sub(KEEP_DAYS), STORE_BYTES)?;
            }
        }
        made.recovered = store.recovered().map(ToString::to_string);
        Ok(made)
    }

    /// Reads all notes by a model that is to take another one's place, and puts it there when all are read.
    fn change_over(
        &self,
        writer: &mut Writer,
        embedder: &dyn Embedder,
        request: SyncRequest,
        how: Limits<'_>,
    ) -> Result<meaning::Embedded, Error> {
        let model = embedder.model();
        let mut store = VectorStore::open_anew(&self.layout.vectors, &model.id, model.dims)?;
        let mut switch = Switch::of(writer, &model.id)?;
        if request.reembed {
            switch = Switch { after: ChunkId(0), read: 0, ..switch };
            writer.set_meta(REEMBED, &model.id)?;
        }
        writer.set_meta(SWITCH, &switch.written())?;
        writer.commit()?;
        let mut made = self.work(writer, (&mut store, embedder), (Some(switch), None), how)?;
        made.recovered = store.recovered().map(ToString::to_string);
        if !made.finished {
            return Ok(made);
        }
        let leaves = embedder.leaves_the_machine(how.1)?;
        let taken = switch::take_over(writer, &mut store, (model, leaves))?;
        made.reused = taken.saturating_sub(made.fresh);
        drop(store);
        let request = SyncRequest { reembed: false, ..request };
        Ok(made.then(self.embed(writer, embedder, (request, None), how)?))
    }

    /// Reads what waits by the model whose vectors serve, where another one is chosen and hasn't read everything yet: what
    /// is new is found meanwhile. Where it can't, the other one is what counts.
    fn read_by_former(
        &self,
        writer: &mut Writer,
        used: Option<&str>,
        how: Limits<'_>,
    ) -> Result<meaning::Embedded, Error> {
        let nothing = meaning::Embedded::default();
        let Some(former) = self.former_model(used) else { return Ok(nothing) };
        if !self.has_model() || !self.serves_on(writer, &self.settings.model)? {
            return Ok(nothing);
        }
        let model = former.model();
        let mut store = VectorStore::open_anew(&self.layout.vectors, &model.id, model.dims)?;
        writer.set_space(&space(model))?;
        match self.work(writer, (&mut store, former), (None, None), how) {
            Err(Error::Embed(error)) => {
                log::info!("the former model can't be used: {:?}", error.kind());
                Ok(nothing)
            }
            made => Ok(meaning::Embedded { failed: None, ..made? }),
        }
    }

    /// Embeds passages in the way that is asked for. When all are, no run is left that was to make them anew.
    fn work(
        &self,
        writer: &mut Writer,
        (store, embedder): (&mut VectorStore, &dyn Embedder),
        (ahead, among): (Option<Switch>, Option<&NoteSet>),
        (progress, cancel, until): Limits<'_>,
    ) -> Result<meaning::Embedded, Error> {
        let oversized = embedder.oversized();
        let anew = writer.meta(REEMBED)?.as_deref() == Some(embedder.model().id.as_str());
        let (leaves, day) = (embedder.leaves_the_machine(cancel)?, today());
        // What is measured is asked for there and then.
        let rests = || among.is_none() && self.paused().is_some();
        let known = if leaves { writer.known()? } else { Vec::new() };
        let changed = || -> Result<BTreeSet<NoteId>, Error> {
            let scan = self.vault()?.scan()?;
            let is_changed =
                |note: &&Known| scan.notes.get(&note.path) != Some(&vault_stamp(note.stamp));
            Ok(known.iter().filter(is_changed).map(|note| note.id).collect())
        };
        let mut work = meaning::Work {
            writer,
            store,
            embedder,
            progress,
            cancel,
            until,
            rests: &rests,
            among,
            ahead,
            anew,
            leaves,
            changed: &changed,
            set_aside: BTreeSet::new(),
            day,
        };
        let mut made = work.run()?;
        made.oversized = embedder.oversized() - oversized;
        if made.finished && anew {
            writer.set_meta(REEMBED, "")?;
            writer.commit()?;
        }
        Ok(made)
    }
}
