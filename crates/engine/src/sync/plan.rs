//! What an update has to do, from what the vault holds and what the index knows.

use std::collections::{BTreeMap, BTreeSet};

use notekin_index::{ContentHash, Known, NoteId, Skipped, Stamp};
use notekin_note::NotePath;
use notekin_vault::{Scan, changes, mass_disappearance};

/// The notes to read and the notes that are gone.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Notes that are new or look changed, newest first.
    pub(crate) read: Vec<NotePath>,
    /// Notes the vault no longer holds.
    pub(crate) gone: Gone,
    /// Notes that a rule keeps out now.
    pub(crate) withdrawn: Vec<Known>,
    /// Whether suspiciously many notes are gone.
    pub(crate) vanished: bool,
    known: BTreeMap<NotePath, Known>,
    opted_out: BTreeMap<NotePath, Skipped>,
    /// Notes to read that couldn't be when they looked the same.
    failing: BTreeSet<NotePath>,
    /// How the notes to read look.
    stamps: BTreeMap<NotePath, Stamp>,
}

impl Plan {
    /// Returns what turns the notes that the index knows into those of `scan`. `scanned_ns` is when the scan behind the
    /// index began, in nanoseconds since 1970.
    pub(crate) fn new(
        known: Vec<Known>,
        skipped: Vec<Skipped>,
        scan: &Scan,
        scanned_ns: i64,
    ) -> Self {
        let changes = changes(&stamps(&known), scan, scanned_ns);
        let vanished = mass_disappearance(known.len(), changes.gone.len());
        let known: BTreeMap<_, _> =
            known.into_iter().map(|note| (note.path.clone(), note)).collect();
        let rows = |paths: &[NotePath]| {
            paths.iter().filter_map(|path| known.get(path)).cloned().collect::<Vec<_>>()
        };
        let (gone, withdrawn) = (Gone::new(rows(&changes.gone)), rows(&changes.withdrawn));
        let (opted_out, failing) = unchanged(skipped, scan);
        let mut read: Vec<_> =
            changes.touched.into_iter().filter(|path| !opted_out.contains_key(path)).collect();
        let stamp = |path: &NotePath| Some((path.clone(), index_stamp(*scan.notes.get(path)?)));
        let stamps: BTreeMap<_, _> = read.iter().filter_map(stamp).collect();
        read.sort_by_key(|path| std::cmp::Reverse(stamps.get(path).map(|stamp| stamp.modified_ns)));
        let failing = failing.into_keys().collect();
        Self { read, gone, withdrawn, vanished, known, opted_out, failing, stamps }
    }

    /// Returns what the index knows of a note.
    pub(crate) fn known(&self, path: &NotePath) -> Option<&Known> {
        self.known.get(path)
    }

    /// Returns how a note to read looks.
    pub(crate) fn stamp(&self, path: &NotePath) -> Option<Stamp> {
        self.stamps.get(path).copied()
    }

    /// Returns the notes that asked to be left out and haven't changed since.
    pub(crate) fn opted_out(&self) -> impl Iterator<Item = &Skipped> {
        self.opted_out.values()
    }

    /// Returns up to when a scan counts that began at `began_ns`, with some notes `unread`: those that look as they did, but
    /// were to be read all the same, are to be read by the next run, too.
    pub(crate) fn scanned_ns(&self, began_ns: i64, unread: &[NotePath]) -> i64 {
        let doubtful = unread.iter().filter_map(|path| {
            let stamp = self.stamp(path)?;
            (self.known(path)?.stamp == stamp).then_some(stamp.modified_ns)
        });
        doubtful.fold(began_ns, i64::min)
    }

    /// Returns what the index hasn't taken in. A note that couldn't be read and looks the same is tried again, but is no
    /// change.
    pub(crate) fn left(&self) -> Left {
        let unread = self.read.iter().filter(|path| !self.failing.contains(*path)).count();
        let changes = unread + self.withdrawn.len();
        if self.vanished {
            Left { changes, vanished: self.gone.len() }
        } else {
            Left { changes: changes + self.gone.len(), vanished: 0 }
        }
    }
}

/// What is left to do after an update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// Changes not taken in.
    pub(crate) changes: usize,
    /// Notes that vanished, so many at once that none was removed.
    pub(crate) vanished: usize,
}

fn stamps(notes: &[Known]) -> Vec<notekin_vault::Known> {
    notes
        .iter()
        .map(|note| notekin_vault::Known {
            path: note.path.clone(),
            stamp: vault_stamp(note.stamp),
        })
        .collect()
}

pub(crate) fn vault_stamp(stamp: notekin_index::Stamp) -> notekin_vault::Stamp {
    notekin_vault::Stamp { size: stamp.size, modified_ns: stamp.modified_ns }
}

pub(crate) fn index_stamp(stamp: notekin_vault::Stamp) -> notekin_index::Stamp {
    notekin_index::Stamp { size: stamp.size, modified_ns: stamp.modified_ns }
}

/// Notes that were not taken in, by path.
type NotTaken = BTreeMap<NotePath, Skipped>;

/// Returns the notes that look as they did when they said `index: false`, and when they couldn't be read.
fn unchanged(skipped: Vec<Skipped>, scan: &Scan) -> (NotTaken, NotTaken) {
    let look_the_same = skipped.into_iter().filter_map(|skipped| {
        let path = NotePath::parse(&skipped.path).ok()?;
        let same = skipped.stamp.map(vault_stamp).as_ref() == scan.notes.get(&path);
        (same && skipped.stamp.is_some()).then_some((path, skipped))
    });
    look_the_same.partition(|(_, skipped)| skipped.rule.is_some())
}

/// Notes that are gone from their place, by content, so that a note of the same content elsewhere is known as moved.
#[derive(Debug, Default)]
pub(crate) struct Gone {
    by_hash: BTreeMap<ContentHash, Vec<Known>>,
}

impl Gone {
    fn new(notes: Vec<Known>) -> Self {
        let mut by_hash: BTreeMap<_, Vec<Known>> = BTreeMap::new();
        for note in notes {
            by_hash.entry(note.hash).or_default().push(note);
        }
        Self { by_hash }
    }

    /// Returns how many notes are gone.
    pub(crate) fn len(&self) -> usize {
        self.by_hash.values().map(Vec::len).sum()
    }

    /// Returns which notes are gone.
    pub(crate) fn ids(&self) -> impl Iterator<Item = NoteId> {
        self.by_hash.values().flatten().map(|known| known.id)
    }

    /// Takes out a note of this content, one of the same file name if there is one.
    pub(crate) fn take(&mut self, hash: &ContentHash, path: &NotePath) -> Option<Known> {
        let notes = self.by_hash.get_mut(hash)?;
        let named = notes.iter().position(|note| note.path.file_name() == path.file_name());
        let at = named.or_else(|| notes.len().checked_sub(1))?;
        Some(notes.swap_remove(at))
    }

    /// Takes out all notes that are left.
    pub(crate) fn take_all(&mut self) -> Vec<Known> {
        std::mem::take(&mut self.by_hash).into_values().flatten().collect()
    }
}
