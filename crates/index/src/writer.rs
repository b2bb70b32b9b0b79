//! The writer: the only one who changes an index.

use notekin_note::{NotePath, Titles};
use rusqlite::Connection;

use crate::draft::{NoteDraft, Stamp};
use crate::error::{Error, Result};
use crate::filter::NoteSet;
use crate::format;
use crate::heal;
use crate::ids::{ChunkId, NoteId, VectorKey};
use crate::layout::{Layout, create_folder};
use crate::lock::Lock;
use crate::matrix::Matrix;
use crate::notes::{self, Database};
use crate::recovery::Recovery;
use crate::rows::{Counts, Known, LinkRow, NoteRow, PendingChunk, Skipped};
use crate::space::Space;
use crate::words::WordWriter;

/// So many changed chunks are given to the words index at a time, which works on them while others
/// are read.
const WORD_BATCH: usize = 256;

/// The writer of an index; there is one at a time.
///
/// What it does is seen by readers after [`Writer::commit`], all at once. A writer that is dropped
/// or killed before leaves the index as of the last commit; so does an error, after which the
/// writer may be used again.
pub struct Writer {
    layout: Layout,
    recovered: Option<Recovery>,
    database: Database,
    words: WordWriter,
    matrix: Matrix,
    generation: u64,
    changing: bool,
    /// How far the word queue was given to the words index.
    queued: i64,
    puts: usize,
    /// The last field, so that it is dropped last: whoever takes the lock next must find everything else let go, the lock
    /// of the words index too.
    _lock: Lock,
}

impl Writer {
    /// Opens an index for writing and creates it where there is none; `program` is what others are
    /// told who find it busy.
    ///
    /// A damaged, foreign or outdated index is moved aside and a new one started; where only vectors
    /// are damaged, their chunks wait for them again. [`Writer::recovered`] tells of either. An index
    /// of a newer format is left alone.
    pub fn open(layout: &Layout, program: &str) -> Result<Self> {
        let lock = Lock::take(layout, program)?;
        let opened = format::inspect(layout).and_then(|_| Stores::open(layout));
        let (stores, recovered) = match opened {
            Ok(stores) => (stores, None),
            Err(damage @ Error::Corrupt { .. }) => {
                let moved_to = layout.aside();
                std::fs::rename(&layout.folder, &moved_to)
                    .map_err(|error| Error::io(&layout.folder, error))?;
                let moved_to = Some(moved_to);
                (Stores::open(layout)?, Some(Recovery { reason: damage.to_string(), moved_to }))
            }
            Err(other) => return Err(other),
        };
        let Stores { database, words, matrix, damage, generation } = stores;
        let lost = damage.map(|damage| Recovery { reason: damage.to_string(), moved_to: None });
        Ok(Self {
            layout: layout.clone(),
            _lock: lock,
            recovered: recovered.or(lost),
            database,
            words,
            matrix,
            generation,
            changing: false,
            queued: 0,
            puts: 0,
        })
    }

    /// Returns what was damaged when the index was opened, if anything was.
    pub fn recovered(&self) -> Option<&Recovery> {
        self.recovered.as_ref()
    }

    /// Inserts a note, or replaces the one at its path.
    ///
    /// Chunks whose text and headings stay keep their id and the vector that serves them. A note
    /// without anything to embed gets one empty chunk more, so that its title is found by meaning.
    /// Its links dangle until [`Writer::set_links`].
    pub fn put(&mut self, draft: &NoteDraft<'_>) -> Result<NoteId> {
        let note = self.change(|sql| notes::put(sql, draft))?;
        self.puts += 1;
        if self.puts.is_multiple_of(WORD_BATCH) {
            self.feed_words().map_err(|error| self.abandon(error))?;
        }
        Ok(note)
    }

    /// Removes a note; links of others to it dangle.
    pub fn remove(&mut self, note: NoteId) -> Result<()> {
        self.change(|sql| notes::remove(sql, note))
    }

    /// Gives a moved or renamed note its new path and titles, in place of a note that is there; its
    /// chunks stay, and wait for new vectors if titles changed.
    pub fn relocate(&mut self, note: NoteId, path: &NotePath, titles: &Titles) -> Result<()> {
        self.change(|sql| notes::relocate(sql, note, path, titles))
    }

    /// Notes another size and time of a file whose contents are the same.
    pub fn touch(&mut self, note: NoteId, stamp: Stamp) -> Result<()> {
        self.change(|sql| notes::touch(sql, note, stamp))
    }

    /// Makes every note look changed, so that all are read anew; what is known of them stays until then.
    pub fn doubt(&mut self) -> Result<()> {
        self.change(notes::doubt)
    }

    /// Says where the links of a note lead, in their order.
    pub fn set_links(&mut self, from: NoteId, targets: &[Option<NoteId>]) -> Result<()> {
        self.change(|sql| notes::set_links(sql, from, targets))
    }

    /// Sets the space of the vectors to come; all vectors of another one are dropped with the next
    /// commit.
    pub fn set_space(&mut self, space: &Space) -> Result<()> {
        let print = space.fingerprint();
        if self.database.state("space")?.as_deref() != Some(&print) {
            self.begin()?;
            self.matrix.drop_all(&self.database)?;
            self.database.set_state("space", &print)?;
            self.database.set_state("model", &space.model)?;
            self.database.set_state("dims", &space.dims.to_string())?;
        }
        self.matrix.set_space(space);
        Ok(())
    }

    /// Stores the vectors that serve chunks, one for each part; chunks that are gone are passed
    /// over.
    ///
    /// Without [`Writer::set_space`] before, it is an [`Error::OtherModel`].
    pub fn put_vectors(&mut self, rows: &[(ChunkId, VectorKey, &[Vec<f32>])]) -> Result<()> {
        self.begin()?;
        let put = rows.iter().try_for_each(|(chunk, key, parts)| {
            self.matrix.put(&self.database, *chunk, key, parts)
        });
        put.map_err(|error| self.abandon(error))
    }

    /// Stores a value of the engine's under a key.
    pub fn set_meta(&mut self, key: &str, value: &str) -> Result<()> {
        self.begin()?;
        self.database.set_meta(key, value)
    }

    /// Returns what the engine stored under a key.
    pub fn meta(&self, key: &str) -> Result<Option<String>> {
        self.database.meta(key)
    }

    /// Returns all notes' files as they were read, by path, uncommitted ones included.
    pub fn known(&self) -> Result<Vec<Known>> {
        self.database.run(notes::known)
    }

    /// Returns the notes that were found but not taken in, by path.
    pub fn skipped(&self) -> Result<Vec<Skipped>> {
        self.database.run(notes::skipped)
    }

    /// Says which notes were found but not taken in, in place of all told before.
    pub fn set_skipped(&mut self, skipped: &[Skipped]) -> Result<()> {
        self.change(|sql| notes::set_skipped(sql, skipped))
    }

    /// Makes every chunk with a vector wait for a new one; the old ones serve until then.
    pub fn mark_stale(&mut self) -> Result<()> {
        self.change(notes::mark_stale)
    }

    /// Takes a chunk that can't be embedded off those that wait, and says why.
    pub fn withhold(&mut self, chunk: ChunkId, reason: &str) -> Result<()> {
        self.change(|sql| notes::withhold(sql, chunk, reason))
    }

    /// Lets the chunks that couldn't be embedded wait again; returns how many.
    pub fn release(&mut self) -> Result<usize> {
        self.change(notes::release)
    }

    /// Takes the chunks of private notes off those that wait, or lets them wait like all others.
    ///
    /// What is withheld has no vector from then on.
    pub fn withhold_private(&mut self, withhold: bool) -> Result<()> {
        if self.database.run(|sql| notes::is_astray(sql, withhold))? {
            self.change(|sql| notes::withhold_private(sql, withhold))?;
        }
        Ok(())
    }

    /// Returns the keys of all vectors that serve, uncommitted ones included.
    pub fn vector_keys(&self) -> Result<Vec<VectorKey>> {
        self.database.run(notes::vector_keys)
    }

    /// Returns the keys of the vectors that serve a note, uncommitted ones included.
    pub fn vector_keys_of(&self, note: NoteId) -> Result<Vec<VectorKey>> {
        self.database.run(|sql| notes::vector_keys_of(sql, note))
    }

    /// Returns all notes, by path, uncommitted ones included.
    pub fn notes(&self) -> Result<Vec<NoteRow>> {
        self.database.run(notes::notes)
    }

    /// Returns all links, by note and place, uncommitted ones included.
    pub fn links(&self) -> Result<Vec<LinkRow>> {
        self.database.run(|sql| notes::links(sql, None))
    }

    /// Returns how much there is, uncommitted included.
    pub fn counts(&self) -> Result<Counts> {
        self.database.run(notes::counts)
    }

    /// Returns chunks that wait for a vector, `among` some notes or all: the first of every note, newest note first, then
    /// the rest, then stale ones.
    pub fn unembedded(&self, limit: usize, among: Option<&NoteSet>) -> Result<Vec<PendingChunk>> {
        self.database.run(|sql| notes::unembedded(sql, limit, among))
    }

    /// Returns chunks that any model embeds, whatever serves them now and whatever is withheld: those after one of them, in
    /// order. Later chunks have higher ids, so that whoever goes on from the last one misses none.
    pub fn embeddable_after(&self, after: ChunkId, limit: usize) -> Result<Vec<PendingChunk>> {
        self.database.run(|sql| notes::embeddable_after(sql, after, limit))
    }

    /// Returns the chunks of a note that any model embeds, in order.
    pub fn embeddable_of(&self, note: NoteId) -> Result<Vec<PendingChunk>> {
        self.database.run(|sql| notes::embeddable_of(sql, note))
    }

    /// Makes everything since the last commit seen and lasting; returns the number of the commit.
    ///
    /// The order is: vector rows to disk, the notes' transaction, the words index. A kill in
    /// between leaves rows nobody knows of, or words that lag behind; both are mended by the next
    /// [`Writer::open`].
    pub fn commit(&mut self) -> Result<u64> {
        if !self.changing {
            return Ok(self.generation);
        }
        self.commit_notes().map_err(|error| self.abandon(error))?;
        self.commit_words().map_err(|error| self.abandon(error))?;
        self.matrix.remove_obsolete();
        Ok(self.generation)
    }

    fn commit_notes(&mut self) -> Result<()> {
        self.matrix.flush(&self.database)?;
        self.feed_words()?;
        let generation = self.generation + 1;
        self.database.set_state("generation", &generation.to_string())?;
        self.database.run(|sql| sql.execute_batch("COMMIT"))?;
        self.generation = generation;
        self.changing = false;
        Ok(())
    }

    fn commit_words(&mut self) -> Result<()> {
        heal::commit_words(&self.database, &mut self.words, self.generation, self.queued)?;
        self.queued = 0;
        Ok(())
    }

    fn begin(&mut self) -> Result<()> {
        if !self.changing {
            self.database.run(|sql| sql.execute_batch("BEGIN IMMEDIATE"))?;
            self.changing = true;
        }
        Ok(())
    }

    fn change<T>(&mut self, change: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        self.begin()?;
        self.database.run(change).map_err(|error| self.abandon(error))
    }

    /// Gives the words index what was queued since the last time.
    fn feed_words(&mut self) -> Result<()> {
        self.queued = heal::feed_words(&self.database, &mut self.words, self.queued)?;
        Ok(())
    }

    /// Goes back to the last commit after an error.
    fn abandon(&mut self, error: Error) -> Error {
        if let Err(second) = self.try_abandon() {
            log::warn!("cannot go back to the last commit of an index");
            let folder = self.layout.folder.display();
            log::debug!("cannot go back to the last commit of `{folder}`: {second}");
        }
        error
    }

    fn try_abandon(&mut self) -> Result<()> {
        self.changing = false;
        self.words.rollback();
        self.matrix.rollback();
        self.database
            .run(|sql| if sql.is_autocommit() { Ok(()) } else { sql.execute_batch("ROLLBACK") })?;
        self.queued = 0;
        Ok(())
    }
}

/// The parts of an index, opened and mended.
struct Stores {
    database: Database,
    words: WordWriter,
    matrix: Matrix,
    /// What was wrong with vectors that have to be stored again.
    damage: Option<Error>,
    generation: u64,
}

impl Stores {
    /// Readers take an index for absent until its notes are there, so that these are created last.
    fn open(layout: &Layout) -> Result<Self> {
        create_folder(&layout.folder)?;
        // Before anything else is in it: a folder with something and no mark is nobody's index.
        if !layout.format().exists() {
            format::claim(layout)?;
        }
        create_folder(&layout.segments())?;
        let mut words = WordWriter::open(&layout.words())?;
        words.verify()?;
        let database = Database::create(layout)?;
        heal::words(&database, &mut words)?;
        let (matrix, damage) = Matrix::open(layout, &database)?;
        let generation = database.generation()?;
        Ok(Self { database, words, matrix, damage, generation })
    }
}
