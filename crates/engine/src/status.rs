//! How an index stands to its vault.

use std::collections::BTreeMap;

use notekin_index::{Reader, Skipped};
use notekin_note::NotePath;

use crate::Error;
use crate::audience::Audience;
use crate::engine::Engine;
use crate::pause::Pause;
use crate::sync::{Left, TROUBLE};

/// The state of an index, as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing has been read yet.
    Absent,
    /// Words are searchable; there is no model for meaning.
    Words,
    /// Words are searchable, meaning not everywhere yet.
    Partial,
    /// Everything is searchable.
    Ready,
    /// Too many notes vanished at once; nothing is removed until the owner agrees.
    Paused,
}

impl State {
    /// Returns the state's stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Words => "words",
            Self::Partial => "partial",
            Self::Ready => "ready",
            Self::Paused => "paused",
        }
    }
}

/// A note that couldn't be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The path in the vault, as far as it can be written.
    pub path: String,
    /// A stable word for the kind of trouble.
    pub kind: String,
    /// The trouble in a few words.
    pub reason: String,
}

/// Why the model couldn't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What is wrong.
    pub reason: String,
    /// What to do about it, where there is something to do.
    pub hint: Option<String>,
}

impl Trouble {
    pub(crate) fn of_model(error: &notekin_embed::Error) -> Self {
        Self { reason: error.to_string(), hint: error.hint() }
    }

    /// Writes the trouble for the index to remember, in lines.
    pub(crate) fn written(&self) -> String {
        let line = |text: &str| text.replace('\n', " ");
        let hint = self.hint.as_deref().map(line).unwrap_or_default();
        format!("{}\n{hint}", line(&self.reason))
    }

    /// Reads what was written; nothing where there was no trouble.
    fn read(written: &str) -> Option<Self> {
        let mut lines = written.lines();
        let reason = lines.next()?.to_owned();
        let hint = lines.next().filter(|hint| !hint.is_empty()).map(str::to_owned);
        Some(Self { reason, hint })
    }
}

/// A model that is to take another one's place, whose vectors serve until it has read everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextModel {
    /// The model's id.
    pub model: String,
    /// Passages it has read.
    pub read: usize,
    /// Passages there are.
    pub passages: usize,
}

/// A vault and its index in numbers; the same for an index run and for a look at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Notes found in the vault; `indexed + errored + excluded`.
    pub found: usize,
    /// Notes searchable by words.
    pub indexed: usize,
    /// Passages embedded by the model in this run.
    pub embedded: usize,
    /// Passages that got a stored vector in this run, without the model.
    pub reused: usize,
    /// Notes that couldn't be read.
    pub errored: usize,
    /// Notes left out by a rule; `None` for an audience that may not know.
    pub excluded: Option<usize>,
    /// The same by rule; empty for an audience that may not know.
    pub excluded_by: BTreeMap<String, usize>,
    /// Texts that were longer than they seemed in this run, and were read in parts.
    pub oversized: usize,
    /// Notes not fully searchable by meaning yet.
    pub pending: usize,
    /// Private notes that are found by words only, as the model isn't on this machine; `None` for an audience that may
    /// not know.
    pub by_words_only: Option<usize>,
    /// Notes of which the model couldn't embed something; empty for an audience that may not know their paths.
    pub unembedded: Vec<Unread>,
    /// That reading by meaning rests, if the owner wished so.
    pub pause: Option<Pause>,
    /// Why the model failed when it was last used for reading, if it did.
    pub trouble: Option<Trouble>,
    /// Changes in the folder that the index hasn't taken in.
    pub unread_changes: usize,
    /// Passages in the index.
    pub passages: usize,
    /// Notes gone from the folder that wait for the owner's consent to be removed.
    pub vanished: usize,
    /// The index's generation; it grows with every change.
    pub generation: u64,
    /// The state as one word.
    pub state: State,
    /// The model the vectors are made with, when there is one.
    pub model: Option<String>,
    /// The model that is to take its place, until it has read everything.
    pub next_model: Option<NextModel>,
    /// The notes that couldn't be read; empty for an audience that may not know their paths.
    pub errors: Vec<Unread>,
    /// What was damaged or foreign in this run, and where it was moved to.
    pub recovered: Vec<String>,
}

impl Unread {
    fn from_skipped(skipped: &Skipped) -> Self {
        Self {
            path: skipped.path.clone(),
            kind: skipped.kind.clone(),
            reason: skipped.reason.clone(),
        }
    }
}

impl From<notekin_vault::Unreadable> for Unread {
    fn from(trouble: notekin_vault::Unreadable) -> Self {
        Self { path: trouble.path, kind: trouble.kind.name().to_owned(), reason: trouble.reason }
    }
}

impl From<Unread> for Skipped {
    fn from(unread: Unread) -> Self {
        Self {
            path: unread.path,
            rule: None,
            kind: unread.kind,
            reason: unread.reason,
            stamp: None,
        }
    }
}

impl Engine {
    /// Returns how the index stands to the vault, looking through the folder but changing nothing.
    ///
    /// Without an index the state is [`State::Absent`]; a folder that can't be looked at is an error only then.
    pub fn status(&self, audience: Audience) -> Result<Status, Error> {
        let reader = match self.reader() {
            Err(Error::NoIndex(_)) => return self.absent_status(audience),
            reader => reader?,
        };
        // The index answers alone when the folder is away.
        let left = self.look().unwrap_or(Left { changes: 0, vanished: reader.counts()?.notes });
        self.stored_status(&reader, left, audience)
    }

    fn absent_status(&self, audience: Audience) -> Result<Status, Error> {
        let scan = self.vault()?.scan()?;
        let notes = scan.notes.len();
        let skipped: Vec<Skipped> = crate::sync::skipped(&scan);
        let mut status = Status::new(State::Absent, &skipped, audience);
        status.pending = notes;
        status.unread_changes = notes;
        status.found += notes;
        status.pause = self.paused();
        Ok(status)
    }

    pub(crate) fn stored_status(
        &self,
        reader: &Reader,
        left: Left,
        audience: Audience,
    ) -> Result<Status, Error> {
        let counts = reader.counts_among(audience.visible(reader)?.as_ref())?;
        let skipped = known_of(reader, audience)?;
        let kept = readable_once(reader, &skipped)?;
        let model = reader.model().map(str::to_owned);
        let word = match (&model, left.vanished) {
            (_, 1..) => State::Paused,
            (None, _) => State::Words,
            (Some(_), _) if counts.notes_ready < counts.notes || counts.stale > 0 => State::Partial,
            (Some(_), _) => State::Ready,
        };
        let mut status = Status::new(word, &skipped, audience);
        status.indexed = counts.notes - kept;
        status.found += status.indexed;
        status.passages = counts.chunks;
        status.pending = counts.notes - counts.notes_ready;
        status.trouble = reader.meta(TROUBLE)?.as_deref().and_then(Trouble::read);
        // What isn't read may be private: how much that is, is the owner's to know.
        if audience.sees_private() {
            status.unread_changes = left.changes;
            status.vanished = left.vanished;
            status.add_withheld(reader)?;
        }
        status.generation = reader.generation();
        status.pause = self.paused();
        status.model = model;
        let switch = self.switch(reader)?.map(|switch| (switch.model, switch.read));
        status.next_model = switch.or_else(|| self.awaited(reader)).map(|(model, read)| {
            NextModel { model, read: read.min(counts.embeddable), passages: counts.embeddable }
        });
        Ok(status)
    }

    /// Returns the chosen model where it has read nothing yet and vectors of another one serve.
    fn awaited(&self, reader: &Reader) -> Option<(String, usize)> {
        let chosen = self.chosen_model().filter(|_| self.has_model())?;
        reader.model().is_some_and(|stored| stored != chosen).then_some((chosen, 0))
    }
}

/// Returns the notes that were found but not taken in, as far as the audience may know of them.
pub(crate) fn known_of(reader: &Reader, audience: Audience) -> Result<Vec<Skipped>, Error> {
    let mut known = Vec::new();
    for skipped in reader.skipped()? {
        let row = NotePath::parse(&skipped.path)
            .ok()
            .map(|path| reader.note(&path))
            .transpose()?
            .flatten();
        if row.is_none_or(|row| audience.sees(&row)) {
            known.push(skipped);
        }
    }
    Ok(known)
}

/// Counts the notes that can't be read now but stay findable as they were; they count as errored, not as indexed.
fn readable_once(reader: &Reader, skipped: &[Skipped]) -> Result<usize, Error> {
    let mut count = 0;
    for path in skipped.iter().filter_map(|note| NotePath::parse(&note.path).ok()) {
        count += usize::from(reader.note(&path)?.is_some());
    }
    Ok(count)
}

impl Status {
    /// Adds what isn't embedded though it could be found by meaning.
    fn add_withheld(&mut self, reader: &Reader) -> Result<(), Error> {
        let (private, refused): (Vec<_>, Vec<_>) =
            reader.withheld()?.into_iter().partition(|note| note.reason.is_none());
        self.by_words_only = Some(private.len());
        let unread = |note: notekin_index::Withheld| Unread {
            path: note.path.as_str().to_owned(),
            kind: "unembedded".to_owned(),
            reason: note.reason.unwrap_or_default(),
        };
        self.unembedded = refused.into_iter().map(unread).collect();
        Ok(())
    }

    /// Returns a status that counts what was skipped and nothing else.
    fn new(state: State, skipped: &[Skipped], audience: Audience) -> Self {
        let mut excluded_by = BTreeMap::new();
        for rule in skipped.iter().filter_map(|note| note.rule.clone()) {
            *excluded_by.entry(rule).or_insert(0) += 1;
        }
        let errors: Vec<Unread> =
            skipped.iter().filter(|note| note.rule.is_none()).map(Unread::from_skipped).collect();
        let excluded = excluded_by.values().sum();
        let sees = audience.sees_excluded();
        Self {
            found: errors.len() + if sees { excluded } else { 0 },
            indexed: 0,
            embedded: 0,
            reused: 0,
            errored: errors.len(),
            excluded: sees.then_some(excluded),
            excluded_by: if sees { excluded_by } else { BTreeMap::new() },
            oversized: 0,
            pending: 0,
            by_words_only: None,
            unembedded: Vec::new(),
            pause: None,
            trouble: None,
            unread_changes: 0,
            passages: 0,
            vanished: 0,
            generation: 0,
            state,
            model: None,
            next_model: None,
            errors: if sees { errors } else { Vec::new() },
            recovered: Vec::new(),
        }
    }
}
