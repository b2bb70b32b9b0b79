//! Giving every passage its vector: from the store where the text is known, from the model where it is not.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use notekin_embed::{Embedder, Model, Parts, Passage};
use notekin_index::{ChunkId, NoteId, NoteSet, PendingChunk, VectorKey, VectorStore, Writer};

use super::switch::{SWITCH, Switch};
use crate::progress::{Progress, Stage};
use crate::{Error, passage};

/// Passages looked up and committed at once.
const BATCH: usize = 128;

/// Passages given to the model at once; what is lost at most when the program is stopped or killed.
const MODEL_BATCH: usize = 32;

/// The same where an end is set: what is edited meanwhile waits for no more than this.
const SMALL_BATCH: usize = 8;

/// How many passages got a vector, and from where.
#[derive(Debug, Default)]
pub(super) struct Embedded {
    /// From the model.
    pub(super) fresh: usize,
    /// From the store.
    pub(super) reused: usize,
    /// Whether nothing is left to do.
    pub(super) finished: bool,
    /// Texts that were longer than they seemed, and were read in parts.
    pub(super) oversized: usize,
    /// Why the model's server left the rest undone, if it did.
    pub(super) failed: Option<notekin_embed::Error>,
    /// What was wrong with the store, and where it was moved to, if it had to be started anew.
    pub(super) recovered: Option<String>,
}

/// What the work needs.
pub(super) struct Work<'a> {
    pub(super) writer: &'a mut Writer,
    pub(super) store: &'a mut VectorStore,
    pub(super) embedder: &'a dyn Embedder,
    pub(super) progress: &'a dyn Progress,
    pub(super) cancel: &'a AtomicBool,
    /// When to stop before the end; what is left stays pending.
    pub(super) until: Option<Instant>,
    /// Says whether to stop because the owner wishes a rest.
    pub(super) rests: &'a dyn Fn() -> bool,
    /// The notes whose passages are embedded; all when nothing.
    pub(super) among: Option<&'a NoteSet>,
    /// How far the model is, where another one's vectors serve until it has read everything: what it makes is then only
    /// stored.
    pub(super) ahead: Option<Switch>,
    /// Whether stored vectors are made anew too.
    pub(super) anew: bool,
    /// Whether what is embedded leaves this machine; private notes then never do.
    pub(super) leaves: bool,
    /// Returns the notes that the folder doesn't hold any more as they were read: they may have become private.
    pub(super) changed: &'a dyn Fn() -> Result<BTreeSet<NoteId>, Error>,
    /// Those of them that were met, which wait until they are read by words again.
    pub(super) set_aside: BTreeSet<NoteId>,
    /// Days since 1970, for the store's memory of what is in use.
    pub(super) day: u32,
}

impl Work<'_> {
    /// Embeds all pending passages, breadth first. Stops early when cancelled; what is done is committed.
    pub(super) fn run(&mut self) -> Result<Embedded, Error> {
        self.progress.begin(Stage::Embedding, self.ahead()?);
        let mut done = Embedded::default();
        match self.run_to_the_end(&mut done) {
            Err(Error::Embed(error)) if notekin_embed::is_served(&self.embedder.model().id) => {
                self.writer.commit()?;
                done.failed = Some(error);
            }
            ended => ended?,
        }
        Ok(done)
    }

    fn run_to_the_end(&mut self, done: &mut Embedded) -> Result<(), Error> {
        loop {
            let mut pending = self.waiting()?;
            let last = pending.last().map(|chunk| chunk.chunk);
            // They are set aside already, but for a model that is on its way; this is the last door.
            pending.retain(|chunk| !(self.leaves && chunk.private));
            done.finished = if self.ahead.is_some() { last.is_none() } else { pending.is_empty() };
            if done.finished || self.is_over() {
                return Ok(());
            }
            let keyed = keyed(self.embedder.model(), &pending);
            let stored = self.stored(&keyed)?;
            let (known, new): (Vec<_>, Vec<_>) =
                keyed.into_iter().zip(stored).partition(|(_, parts)| parts.is_some());
            self.keep(
                known.into_iter().filter_map(|(keyed, parts)| Some((keyed, parts?))),
                &mut done.reused,
            )?;
            let new: Vec<_> = new.into_iter().map(|(keyed, _)| keyed).collect();
            let batch = if self.until.is_some() { SMALL_BATCH } else { MODEL_BATCH };
            for few in new.chunks(batch) {
                if self.is_over() {
                    break;
                }
                for few in self.unchanged(few)? {
                    self.make(few, done)?;
                }
                if !self.is_over() {
                    self.go_on(few.last().map(Keyed::chunk), &pending)?;
                }
            }
            if !self.is_over() {
                self.go_on(last, &pending)?;
            }
            self.writer.commit()?;
        }
    }

    /// Returns the next passages that wait for a vector of this model.
    fn waiting(&self) -> Result<Vec<PendingChunk>, Error> {
        if let Some(switch) = &self.ahead {
            return Ok(self.writer.embeddable_after(switch.after, BATCH)?);
        }
        if self.set_aside.is_empty() {
            return Ok(self.writer.unembedded(BATCH, self.among)?);
        }
        let notes = self.writer.notes()?.into_iter().map(|note| note.id);
        let is_wanted = |note: &NoteId| {
            !self.set_aside.contains(note) && self.among.is_none_or(|among| among.contains(*note))
        };
        let among: NoteSet = notes.filter(is_wanted).collect();
        Ok(self.writer.unembedded(BATCH, Some(&among))?)
    }

    /// Returns the passages that may be sent, in runs, when they would leave this machine: a long reading must not send what
    /// became private or was excluded since it began.
    fn unchanged<'k, 'p>(&mut self, few: &'k [Keyed<'p>]) -> Result<Vec<&'k [Keyed<'p>]>, Error> {
        if !self.leaves {
            return Ok(vec![few]);
        }
        let changed = (self.changed)()?;
        let is_changed = |keyed: &Keyed<'p>| changed.contains(&keyed.chunk.note);
        self.set_aside.extend(few.iter().filter(|it| is_changed(it)).map(|it| it.chunk.note));
        Ok(few.split(is_changed).filter(|run| !run.is_empty()).collect())
    }

    /// Remembers up to which of the pending passages, which come in order, a model is that is on its way.
    fn go_on(&mut self, last: Option<ChunkId>, pending: &[PendingChunk]) -> Result<(), Error> {
        if let (Some(switch), Some(last)) = (&mut self.ahead, last) {
            let is_new = |one: &&PendingChunk| switch.after < one.chunk && one.chunk <= last;
            switch.read += pending.iter().filter(is_new).count();
            switch.after = last;
            self.writer.set_meta(SWITCH, &switch.written())?;
            self.writer.commit()?;
        }
        Ok(())
    }

    /// Counts the passages that wait.
    fn ahead(&self) -> Result<usize, Error> {
        if self.among.is_some() {
            return Ok(self.writer.unembedded(usize::MAX, self.among)?.len());
        }
        let counts = self.writer.counts()?;
        if let Some(switch) = &self.ahead {
            return Ok(counts.embeddable.saturating_sub(switch.read));
        }
        Ok(counts.embeddable - counts.embedded + counts.stale)
    }

    fn is_over(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
            || self.until.is_some_and(|until| Instant::now() >= until)
            || (self.rests)()
    }

    fn stored(&mut self, keyed: &[Keyed<'_>]) -> Result<Vec<Option<Parts>>, Error> {
        if self.anew {
            return Ok(vec![None; keyed.len()]);
        }
        let keys: Vec<VectorKey> = keyed.iter().map(|keyed| keyed.key).collect();
        Ok(self.store.get_many(&keys)?)
    }

    /// Makes and stores vectors, all or, when cancelled, none.
    fn make(&mut self, new: &[Keyed<'_>], done: &mut Embedded) -> Result<(), Error> {
        let made = self.ask(new);
        self.take(new, made, done)
    }

    /// Stores what was made of some passages or finds out which of them the model fails at.
    fn take(
        &mut self,
        new: &[Keyed<'_>],
        made: Result<Vec<Parts>, notekin_embed::Error>,
        done: &mut Embedded,
    ) -> Result<(), Error> {
        let taken = match made {
            Err(error) if error.is_of_input() || error.is_of_server() => {
                self.isolate(new, error, done)
            }
            made => made.map_err(Error::from).and_then(|made| self.keep_made(new, made, done)),
        };
        match taken {
            Err(Error::Embed(notekin_embed::Error::Cancelled)) => Ok(()),
            taken => taken,
        }
    }

    /// Asks the model for the vectors of some passages.
    fn ask(&self, new: &[Keyed<'_>]) -> Result<Vec<Parts>, notekin_embed::Error> {
        let passages: Vec<Passage<'_>> = new.iter().map(Keyed::passage).collect();
        self.embedder.passages(&passages, self.cancel)
    }

    /// The same, but gives up at the first failure.
    fn ask_at_once(&self, new: &[Keyed<'_>]) -> Result<Vec<Parts>, notekin_embed::Error> {
        let passages: Vec<Passage<'_>> = new.iter().map(Keyed::passage).collect();
        self.embedder.passages_at_once(&passages, self.cancel)
    }

    fn keep_made(
        &mut self,
        new: &[Keyed<'_>],
        made: Vec<Parts>,
        done: &mut Embedded,
    ) -> Result<(), Error> {
        let rows: Vec<(VectorKey, &[Vec<f32>])> =
            new.iter().zip(&made).map(|(keyed, parts)| (keyed.key, parts.as_slice())).collect();
        self.store.put_many(&rows, self.day)?;
        self.keep(new.iter().zip(made), &mut done.fresh)
    }

    /// Finds out which of some passages can't be embedded, takes it off those that wait, and goes on with the others.
    ///
    /// They may be at fault only if a text of ours goes well: else it is the model or its server.
    fn isolate(
        &mut self,
        new: &[Keyed<'_>],
        error: notekin_embed::Error,
        done: &mut Embedded,
    ) -> Result<(), Error> {
        let is_refused = error.is_of_input();
        let [one] = new else {
            let (some, rest) = new.split_at(new.len() / 2);
            if is_refused {
                self.make(some, done)?;
                return self.make(rest, done);
            }
            self.try_out(new, error)?;
            let made = self.ask_at_once(some);
            self.take(some, made, done)?;
            let made = self.ask_at_once(rest);
            return self.take(rest, made, done);
        };
        self.try_out(new, error)?;
        // A server that was at fault in passing isn't any more.
        match self.ask(new) {
            Err(error) if error.is_of_input() => self.withhold(one, &error.to_string()),
            Err(error) if error.is_of_server() => {
                let reason = error.to_string();
                self.try_out(new, error)?;
                self.withhold(one, &reason)
            }
            made => self.keep_made(new, made?, done),
        }
    }

    /// Fails where the model can't embed a text of ours either: a model that can't embed anything is at fault itself. Where
    /// it failed without saying why, the text is as long as the longest of the passages, and `error` is what it failed with.
    fn try_out(&self, new: &[Keyed<'_>], error: notekin_embed::Error) -> Result<(), Error> {
        if error.is_of_input() {
            self.embedder.query(super::by_meaning::TRIAL)?;
            return Ok(());
        }
        let longest = new.iter().map(|keyed| keyed.chunk.text.len()).max().unwrap_or_default();
        let text = format!("{} ", super::by_meaning::TRIAL).repeat(longest / 6 + 1);
        let trial = Passage { title: "", heading: &[], text: text.trim_end() };
        match self.embedder.passages_at_once(&[trial], self.cancel) {
            Ok(_) => Ok(()),
            Err(notekin_embed::Error::Cancelled) => Err(notekin_embed::Error::Cancelled.into()),
            Err(trial) => {
                log::info!("the model doesn't embed a text of ours either: {:?}", trial.kind());
                Err(error.into())
            }
        }
    }

    /// Takes a passage off those that wait, unless the model is only on its way.
    fn withhold(&mut self, one: &Keyed<'_>, reason: &str) -> Result<(), Error> {
        if self.ahead.is_none() {
            self.writer.withhold(one.chunk.chunk, reason)?;
        }
        self.progress.advance(1);
        Ok(())
    }

    fn keep<'k, K: std::borrow::Borrow<Keyed<'k>>>(
        &mut self,
        vectors: impl Iterator<Item = (K, Parts)>,
        count: &mut usize,
    ) -> Result<(), Error> {
        let vectors: Vec<_> = vectors.collect();
        self.progress.advance(vectors.len());
        *count += vectors.len();
        if self.ahead.is_some() {
            return Ok(());
        }
        let rows: Vec<_> = vectors
            .iter()
            .map(|(keyed, parts)| (keyed.borrow().chunk(), keyed.borrow().key, parts.as_slice()))
            .collect();
        self.writer.put_vectors(&rows)?;
        Ok(())
    }
}

/// Returns pending passages with what is embedded of them.
pub(crate) fn keyed<'p>(model: &Model, pending: &'p [PendingChunk]) -> Vec<Keyed<'p>> {
    let keyed = |chunk: &'p PendingChunk| {
        let title = passage::embedded_title(chunk);
        let heading = passage::heading_below_title(chunk);
        let key = model.key(&Passage { title: &title, heading, text: &chunk.text }).0;
        Keyed { chunk, title, heading, key }
    };
    pending.iter().map(keyed).collect()
}

/// A pending passage with the text that is embedded of it and the key of its vector.
pub(crate) struct Keyed<'p> {
    chunk: &'p PendingChunk,
    title: String,
    heading: &'p [String],
    pub(crate) key: VectorKey,
}

impl Keyed<'_> {
    /// The passage itself.
    pub(super) fn chunk(&self) -> ChunkId {
        self.chunk.chunk
    }

    fn passage(&self) -> Passage<'_> {
        Passage { title: &self.title, heading: self.heading, text: &self.chunk.text }
    }
}
