//! The reader: one immutable snapshot of an index.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use notekin_note::{Day, NotePath};
use rusqlite::Connection;
use tantivy::Searcher;

use crate::error::{Error, Kind, Result};
use crate::filter::{Filter, NoteSet};
use crate::format::{self, State};
use crate::ids::{ChunkId, NoteId, VectorKey};
use crate::layout::Layout;
use crate::notes::{self, Database, LinkEnd};
use crate::probe::Probe;
use crate::regex::{RegexHits, find};
use crate::rows::{
    ChunkRow, Counts, Known, LinkRow, NoteDetail, NoteRow, PendingChunk, Skipped, Withheld,
};
use crate::space::Space;
use crate::vectors::{self, Checked, Live, SegmentMap, VectorHit};
use crate::words::{
    self, Corpus, Dampings, Found, Mentions, Respelt, Sample, Vocabulary, WordHits, WordQuery,
};

/// How often opening is tried anew when a writer commits in the midst of it.
const ATTEMPTS: u32 = 4;

/// A snapshot of an index, as of its last commit when it was opened.
///
/// Any number of readers, in any process, work beside the writer; none sees what is committed after it was opened.
pub struct Reader {
    layout: Layout,
    database: Mutex<Database>,
    generation: u64,
    words: Searcher,
    words_generation: u64,
    segments: Vec<(u32, SegmentMap)>,
    instance: String,
    checked: Arc<Checked>,
    live: OnceLock<Live>,
    space: Option<String>,
    model: Option<String>,
    probe: Option<Probe>,
    public: OnceLock<Option<NoteSet>>,
    /// Of all notes, and of those that aren't private.
    counts: [OnceLock<Counts>; 2],
    pending: OnceLock<Vec<ChunkId>>,
    silent: OnceLock<Vec<ChunkId>>,
    dampings: OnceLock<Dampings>,
}

impl Reader {
    /// Opens a snapshot of the last commit.
    pub fn open(layout: &Layout) -> Result<Self> {
        Self::open_checked(layout, &Arc::default())
    }

    /// Opens a snapshot of the last commit; vectors that `checked` knows are not compared with their checksums again.
    pub fn open_checked(layout: &Layout, checked: &Arc<Checked>) -> Result<Self> {
        let absent = || Error::Absent { folder: layout.folder.clone() };
        if format::inspect(layout)? == State::Absent || !layout.notes().exists() {
            return Err(absent());
        }
        for _ in 1..ATTEMPTS {
            match Self::try_open(layout, checked) {
                Ok(reader) if reader.words_behind() > 0 => {}
                Err(Error::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {}
                done => return done,
            }
        }
        Self::try_open(layout, checked).map_err(|error| match error {
            Error::Io { path, source } if source.kind() == ErrorKind::NotFound => {
                Error::corrupt(&path, "it is missing")
            }
            other => other,
        })
    }

    fn try_open(layout: &Layout, checked: &Arc<Checked>) -> Result<Self> {
        // Before the snapshot: a commit in between makes it look outdated, never up to date.
        let probe = Probe::new(layout);
        let payload = words::payload(&layout.words())?;
        let words = words::open_searcher(&layout.words())?;
        let database = Database::snapshot(layout)?;
        let generation = database.generation()?;
        let words_generation = payload.as_deref().and_then(notes::words_generation).unwrap_or(0);
        let segments = map_segments(layout, &database)?;
        let (space, model) = (database.state("space")?, database.state("model")?);
        let instance = database.state("instance")?.unwrap_or_default();
        Ok(Self {
            layout: layout.clone(),
            database: Mutex::new(database),
            generation,
            words,
            words_generation,
            segments,
            instance,
            checked: Arc::clone(checked),
            live: OnceLock::new(),
            space,
            model,
            probe,
            public: OnceLock::new(),
            counts: Default::default(),
            pending: OnceLock::new(),
            silent: OnceLock::new(),
            dampings: OnceLock::new(),
        })
    }

    fn run<T>(&self, queries: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner).run(queries)
    }

    /// Looks at all of the database, the words and the vectors; fails when something is damaged.
    pub fn check(&self) -> Result<()> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner).check()?;
        words::check(&self.layout.words()).and_then(|()| self.check_segments())
    }

    /// Returns the number of the commit this snapshot shows; it grows by one with every commit.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns whether the index is still as this snapshot shows it, so that it needn't be opened again.
    ///
    /// A snapshot that is kept keeps SQLite from clearing its log away, so one that isn't current is to be let go.
    pub fn is_current(&self) -> bool {
        self.words_behind() == 0 && self.probe.as_ref().is_some_and(Probe::is_quiet)
    }

    /// Returns by how many commits finding by words lags behind; 0 but for a moment during a commit, or after a kill.
    pub fn words_behind(&self) -> u64 {
        self.generation.abs_diff(self.words_generation)
    }

    /// Returns how much there is, and how much of it is embedded.
    pub fn counts(&self) -> Result<Counts> {
        let [of_all, _] = &self.counts;
        once(of_all, || self.run(notes::counts)).copied()
    }

    /// Returns the same for some notes, or for all when none are given.
    pub fn counts_among(&self, among: Option<&NoteSet>) -> Result<Counts> {
        let Some(among) = among else { return self.counts() };
        let counts = || self.run(|sql| notes::counts_among(sql, among));
        let [_, of_public] = &self.counts;
        if self.public()? == Some(among) { once(of_public, counts).copied() } else { counts() }
    }

    /// Returns all notes' files as they were read, by path.
    pub fn known(&self) -> Result<Vec<Known>> {
        self.run(notes::known)
    }

    /// Returns the notes that were found but not taken in, by path.
    pub fn skipped(&self) -> Result<Vec<Skipped>> {
        self.run(notes::skipped)
    }

    /// Returns the note at a path.
    pub fn note(&self, path: &NotePath) -> Result<Option<NoteRow>> {
        self.run(|sql| notes::note_at(sql, path))
    }

    /// Returns a note.
    pub fn note_by_id(&self, id: NoteId) -> Result<Option<NoteRow>> {
        self.run(|sql| notes::note_by_id(sql, id))
    }

    /// Returns all notes, by path.
    pub fn notes(&self) -> Result<Vec<NoteRow>> {
        self.run(notes::notes)
    }

    /// Returns what is less often asked of a note.
    pub fn detail(&self, id: NoteId) -> Result<Option<NoteDetail>> {
        Ok(self.run(|sql| notes::detail(sql, id))?.map(NoteDetail::from))
    }

    /// Returns a chunk with its texts.
    pub fn chunk(&self, id: ChunkId) -> Result<Option<ChunkRow>> {
        self.run(|sql| notes::chunk(sql, id))
    }

    /// Returns the titles of the sections around a chunk, outermost first, without reading its texts.
    pub fn heading(&self, id: ChunkId) -> Result<Option<Vec<String>>> {
        self.run(|sql| notes::heading_of(sql, id))
    }

    /// Returns the chunks of a note, in its order.
    pub fn chunks(&self, note: NoteId) -> Result<Vec<ChunkRow>> {
        self.run(|sql| notes::chunks(sql, note))
    }

    /// Returns the raw bytes of those chunks of a note that don't only list links, in its order.
    pub fn raw_prose(&self, note: NoteId) -> Result<Vec<Vec<u8>>> {
        self.run(|sql| notes::raw_prose(sql, note))
    }

    /// Returns all links, by note and place.
    pub fn links(&self) -> Result<Vec<LinkRow>> {
        self.run(|sql| notes::links(sql, None))
    }

    /// Returns the links that stand in a note.
    pub fn links_from(&self, note: NoteId) -> Result<Vec<LinkRow>> {
        self.run(|sql| notes::links(sql, Some((LinkEnd::From, note))))
    }

    /// Returns the links that lead to a note.
    pub fn links_to(&self, note: NoteId) -> Result<Vec<LinkRow>> {
        self.run(|sql| notes::links(sql, Some((LinkEnd::To, note))))
    }

    /// Returns chunks that wait for a vector, `among` some notes or all: the first of every note, newest note first, then
    /// the rest, then stale ones.
    pub fn unembedded(&self, limit: usize, among: Option<&NoteSet>) -> Result<Vec<PendingChunk>> {
        self.run(|sql| notes::unembedded(sql, limit, among))
    }

    /// Returns chunks that any model embeds, whatever serves them now: those after one of them, in order.
    pub fn embeddable_after(&self, after: ChunkId, limit: usize) -> Result<Vec<PendingChunk>> {
        self.run(|sql| notes::embeddable_after(sql, after, limit))
    }

    /// Returns the notes that pass a filter, or nothing when all do.
    pub fn matching(&self, filter: &Filter) -> Result<Option<NoteSet>> {
        if filter.private {
            return self.run(|sql| notes::matching(sql, filter));
        }
        let named = Filter { private: true, ..filter.clone() };
        let named = self.run(|sql| notes::matching(sql, &named))?;
        Ok(match (named, self.public()?) {
            (Some(named), Some(public)) => Some(named.both(public)),
            (named, public) => named.or_else(|| public.cloned()),
        })
    }

    /// Returns those of some chunks that are in a set, which is found out once for a snapshot and sorted.
    fn among(
        set: &OnceLock<Vec<ChunkId>>,
        chunks: &[ChunkId],
        find: impl FnOnce() -> Result<Vec<ChunkId>>,
    ) -> Result<Vec<ChunkId>> {
        let known = once(set, find)?;
        Ok(chunks.iter().filter(|chunk| known.binary_search(chunk).is_ok()).copied().collect())
    }

    /// Returns the notes that aren't private, or nothing when none is; found out once for a snapshot.
    fn public(&self) -> Result<Option<&NoteSet>> {
        Ok(once(&self.public, || self.run(notes::public))?.as_ref())
    }

    /// Returns the tags of some notes, or of all when none are given, folded and in order.
    pub fn tags(&self, among: Option<&NoteSet>) -> Result<Vec<String>> {
        let mut tags = self.run(notes::tags)?;
        tags.retain(|(_, note)| among.is_none_or(|among| among.contains(*note)));
        tags.dedup_by(|a, b| a.0 == b.0);
        Ok(tags.into_iter().map(|(tag, _)| tag).collect())
    }

    /// Returns whether one of some notes, or of all when none are given, has a property of a name, if only an empty one.
    pub fn has_property(&self, name: &str, among: Option<&NoteSet>) -> Result<bool> {
        self.run(|sql| notes::has_property(sql, name, among))
    }

    /// Returns the names of the properties of some notes, or of all when none are given, folded and in order.
    pub fn property_names(&self, among: Option<&NoteSet>) -> Result<Vec<String>> {
        let mut names = self.run(notes::property_names)?;
        names.retain(|(_, note)| among.is_none_or(|among| among.contains(*note)));
        names.dedup_by(|a, b| a.0 == b.0);
        Ok(names.into_iter().map(|(name, _)| name).collect())
    }

    /// Returns the first chunks of some notes with the days of their notes, as [`Moment::Date`] has it, the newest first
    /// and of the same day the older chunk.
    ///
    /// [`Moment::Date`]: crate::Moment::Date
    pub fn newest(&self, among: &NoteSet) -> Result<Vec<(ChunkId, NoteId, Day)>> {
        self.run(|sql| notes::newest(sql, among))
    }

    /// Returns those of some chunks that wait for their first vector.
    pub fn pending_among(&self, chunks: &[ChunkId]) -> Result<Vec<ChunkId>> {
        Self::among(&self.pending, chunks, || self.run(notes::pending))
    }

    /// Returns those of some chunks that say nothing and are found by their note's names alone.
    pub fn silent_among(&self, chunks: &[ChunkId]) -> Result<Vec<ChunkId>> {
        Self::among(&self.silent, chunks, || self.run(notes::silent))
    }

    /// Finds chunks by words, `among` some notes or all, at most `limit` of them.
    pub fn words(
        &self,
        query: &WordQuery,
        among: Option<&NoteSet>,
        limit: usize,
    ) -> Result<WordHits> {
        let exists = |chunk| self.run(|sql| notes::is_chunk(sql, chunk)).unwrap_or(false);
        let exists: Option<&dyn Fn(ChunkId) -> bool> =
            if self.words_behind() == 0 { None } else { Some(&exists) };
        let wanted = Found { among, limit, exists };
        self.scored(|words| words::search(words, query, &wanted))
    }

    /// Returns the chunks that hold the phrases of a query and none of its excluded words, in order, each with its note;
    /// nothing when it has neither.
    pub fn exact(&self, query: &WordQuery) -> Result<Option<Vec<(ChunkId, NoteId)>>> {
        self.guarded(|| words::exact(&self.words, query))
    }

    /// Returns the notes that share rare words with a text, by id and `among` some or all, each with how much, above 0 and
    /// at most 1.
    pub fn more_like(
        &self,
        sample: Sample<'_>,
        among: Option<&NoteSet>,
    ) -> Result<Vec<(NoteId, f32)>> {
        self.scored(|words| words::more_like(words, sample, among))
    }

    /// Returns the `visible` notes that hold one of some names, each with how rare the name is among them, from 0 to 1.
    pub fn naming(
        &self,
        names: &[String],
        visible: Option<&NoteSet>,
    ) -> Result<BTreeMap<NoteId, f32>> {
        self.scored(|words| Mentions::new(words, visible).naming(names))
    }

    /// Returns which of some notes, each with its names, are named in some texts, each with how rare the name is among the
    /// `visible` notes, from 0 to 1.
    pub fn named<'n>(
        &self,
        texts: &[&str],
        notes: impl Iterator<Item = (NoteId, &'n [String])>,
        visible: Option<&NoteSet>,
    ) -> Result<BTreeMap<NoteId, f32>> {
        self.scored(|words| Mentions::new(words, visible).named(texts, notes))
    }

    /// Asks the words index together with what lengths take off.
    fn scored<T>(&self, ask: impl FnOnce(Corpus<'_>) -> tantivy::Result<T>) -> Result<T> {
        let bound = self.run(notes::id_bound)?;
        self.guarded(|| ask(Corpus::new(&self.words, self.dampings(bound)?)))
    }

    /// Returns how rare each word of a query is, for [`snippet`](crate::snippet).
    pub fn rarities(&self, query: &WordQuery) -> Result<Vec<f32>> {
        self.guarded(|| words::rarities(&self.words, query))
    }

    /// Returns a query that finds nothing with its misspelt words replaced, and by what.
    ///
    /// A word is misspelt when none of the `visible` notes has it; only words they do have replace it. Nothing when most
    /// such words are like none of theirs.
    pub fn respelt(
        &self,
        query: &WordQuery,
        visible: Option<&NoteSet>,
    ) -> Result<Option<(WordQuery, Vec<Respelt>)>> {
        self.guarded(|| Vocabulary::new(&self.words).respelt(query, visible))
    }

    /// Asks the words index; damage leaves its mark.
    fn guarded<T>(&self, ask: impl FnOnce() -> tantivy::Result<T>) -> Result<T> {
        words::guarded(&self.layout.words(), ask).map_err(|error| match error.kind() {
            Kind::Corrupt => self.damaged(&error),
            _ => error,
        })
    }

    /// Returns what lengths take off, for notes with ids below a bound; found out once for a snapshot.
    fn dampings(&self, bound: u32) -> tantivy::Result<&Dampings> {
        once(&self.dampings, || Dampings::of(&self.words, bound))
    }

    /// Finds a regular expression in the raw text of chunks, line by line; takes time linear in the text.
    pub fn regex(&self, pattern: &str, among: Option<&NoteSet>, limit: usize) -> Result<RegexHits> {
        find(pattern, among, limit, |visit| self.run(|sql| notes::each_raw(sql, visit)))
    }

    /// Finds the chunks nearest to a query vector of the given space, `among` some notes or all, at
    /// most `limit` of them.
    pub fn nearest(
        &self,
        space: &Space,
        query: &[f32],
        among: Option<&NoteSet>,
        limit: usize,
    ) -> Result<Vec<VectorHit>> {
        Ok(self.nearest_to_each(space, &[query], among, limit)?.pop().unwrap_or_default())
    }

    /// Finds the same for each of some query vectors, in their order, and takes less time than to find
    /// one after the other.
    pub fn nearest_to_each(
        &self,
        space: &Space,
        queries: &[&[f32]],
        among: Option<&NoteSet>,
        limit: usize,
    ) -> Result<Vec<Vec<VectorHit>>> {
        self.check_space(space)?;
        self.check_segments()?;
        let live = self.live()?;
        Ok(vectors::nearest(&self.segments, live, space, queries, (among, limit)))
    }

    /// Returns the stored vectors of a note's chunks, in its order, each minus the space's mean, as
    /// [`Reader::nearest`] takes them; one for each part of a chunk.
    pub fn vectors(&self, space: &Space, note: NoteId) -> Result<Vec<(ChunkId, Vec<f32>)>> {
        self.check_space(space)?;
        self.check_segments()?;
        let served = self.run(|sql| notes::served_of(sql, note))?;
        Ok(served.iter().flat_map(|rows| vectors::restored(&self.segments, space, rows)).collect())
    }

    /// Returns the id of the model whose vectors are stored.
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// Returns the notes of which something is not to be embedded, by path.
    pub fn withheld(&self) -> Result<Vec<Withheld>> {
        self.run(notes::withheld)
    }

    /// Returns the keys of all vectors that serve.
    pub fn vector_keys(&self) -> Result<Vec<VectorKey>> {
        self.run(notes::vector_keys)
    }

    /// Returns the keys of the vectors that serve a note.
    pub fn vector_keys_of(&self, note: NoteId) -> Result<Vec<VectorKey>> {
        self.run(|sql| notes::vector_keys_of(sql, note))
    }

    /// Returns what the engine stored under a key.
    pub fn meta(&self, key: &str) -> Result<Option<String>> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner).meta(key)
    }

    /// Without any stored vectors every space is right.
    fn check_space(&self, space: &Space) -> Result<()> {
        if self.space.as_ref().is_none_or(|stored| *stored == space.fingerprint()) {
            return Ok(());
        }
        Err(Error::OtherModel {
            stored: self.model.clone().unwrap_or_default(),
            asked: space.model.clone(),
        })
    }

    /// Compares the vectors with their checksums before they are used, where nobody did yet.
    fn check_segments(&self) -> Result<()> {
        let checked = self.checked.check(&self.instance, &self.segments);
        checked.map_err(|error| self.damaged(&error))
    }

    fn live(&self) -> Result<&Live> {
        once(&self.live, || {
            let served = self.run(notes::served)?;
            Live::new(&self.segments, &served).map_err(|error| self.damaged(&error))
        })
    }

    /// Leaves the mark that makes the next writer start anew.
    fn damaged(&self, error: &Error) -> Error {
        notes::mark_damage(&self.layout.damage(), &error.to_string());
        Error::corrupt(&self.layout.folder, error.to_string())
    }
}

/// Returns what was found out about a snapshot, finding it out at the first call that succeeds.
fn once<T, E>(
    known: &OnceLock<T>,
    find: impl FnOnce() -> std::result::Result<T, E>,
) -> std::result::Result<&T, E> {
    if let Some(known) = known.get() {
        return Ok(known);
    }
    let found = find()?;
    Ok(known.get_or_init(|| found))
}

fn map_segments(layout: &Layout, database: &Database) -> Result<Vec<(u32, SegmentMap)>> {
    let dims = database.state("dims")?.and_then(|dims| dims.parse().ok()).unwrap_or(0);
    let segments = database.run(notes::segments)?;
    let map = |segment: &notes::SegmentRow| {
        Ok((segment.id, SegmentMap::open(&layout.segments(), dims, segment)?))
    };
    segments.iter().filter(|segment| segment.rows > 0).map(map).collect()
}
