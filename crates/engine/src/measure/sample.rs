//! Which pairs of notes, and which notes under hubs, are looked at.

use std::collections::{BTreeMap, BTreeSet};

use notekin_index::{NoteId, NoteSet, Reader};
use notekin_note::NotePath;

use super::dice::Dice;
use super::known::Known;
use super::request::{MeasureRequest, Relation};
use crate::Error;
use crate::related::Judge;

/// Characters a note must have for its links to be judged; a stub says nothing that could be judged by.
const LEAST_TEXT: usize = 200;

/// How often a pair is drawn anew that can't be used, for each that is wanted.
const TRIES: usize = 20;

/// What is looked at.
#[derive(Debug, Default)]
pub(super) struct Sample {
    /// Pairs of notes.
    pub(super) pairs: Vec<(NoteId, NoteId, Relation)>,
    /// Notes with the hubs each belongs under.
    pub(super) hubs: Vec<(NoteId, BTreeSet<NoteId>)>,
    /// Linked pairs in the vault of notes with enough text.
    pub(super) linked_in_vault: usize,
    /// Whether pairs were given, not drawn.
    pub(super) given: bool,
}

impl Sample {
    /// Takes what is given, and draws the rest.
    pub(super) fn take(
        reader: &Reader,
        judge: &Judge<'_>,
        known: &Known,
        request: &MeasureRequest,
    ) -> Result<Self, Error> {
        let mut dice = Dice::new(request.seed);
        let drawing = Drawing::new(reader, judge, request.sample)?;
        let mut sample = Self {
            linked_in_vault: drawing.linked.len(),
            given: known.pairs.is_some(),
            ..Self::default()
        };
        match &known.pairs {
            Some(pairs) => sample.add_known_pairs(reader, pairs)?,
            None => sample.pairs = drawing.pairs(&mut dice),
        }
        match &known.hubs {
            Some(hubs) => sample.add_known_hubs(reader, hubs)?,
            None => sample.hubs = drawing.hubs(judge, &mut dice),
        }
        Ok(sample)
    }

    /// Returns all notes that are looked at.
    pub(super) fn notes(&self, judge: &Judge<'_>) -> NoteSet {
        let pairs = self.pairs.iter().flat_map(|(a, b, _)| [*a, *b]);
        let below = self.hubs.iter().map(|(note, _)| *note);
        let hubs = judge.hubs().iter().filter(|_| !self.hubs.is_empty()).copied();
        pairs.chain(below).chain(hubs).collect()
    }

    fn add_known_pairs(
        &mut self,
        reader: &Reader,
        pairs: &[(NotePath, NotePath, Relation)],
    ) -> Result<(), Error> {
        for (a, b, relation) in pairs {
            if let (Some(a), Some(b)) = (reader.note(a)?, reader.note(b)?) {
                self.pairs.push((a.id, b.id, *relation));
            }
        }
        Ok(())
    }

    fn add_known_hubs(
        &mut self,
        reader: &Reader,
        known: &[(NotePath, BTreeSet<NotePath>)],
    ) -> Result<(), Error> {
        for (below, hubs) in known {
            let hubs = hubs.iter().filter_map(|hub| reader.note(hub).transpose());
            let hubs = hubs.map(|hub| hub.map(|hub| hub.id)).collect::<Result<_, _>>()?;
            self.hubs.extend(reader.note(below)?.map(|below| (below.id, hubs)));
        }
        Ok(())
    }
}

/// What is drawn from.
struct Drawing {
    /// Notes with enough text.
    notes: Vec<NoteId>,
    /// The notes among these of each folder that holds several.
    folders: Vec<Vec<NoteId>>,
    /// All linked pairs, whatever the text.
    joined: BTreeSet<(NoteId, NoteId)>,
    /// The linked pairs of notes with enough text.
    linked: Vec<(NoteId, NoteId)>,
    count: usize,
}

impl Drawing {
    fn new(reader: &Reader, judge: &Judge<'_>, count: usize) -> Result<Self, Error> {
        let mut notes = Vec::new();
        let mut folders: BTreeMap<&str, Vec<NoteId>> = BTreeMap::new();
        for note in judge.notes() {
            let chunks = reader.chunks(note.id)?;
            let text: usize = chunks.iter().map(|chunk| chunk.text.chars().count()).sum();
            if text >= LEAST_TEXT {
                notes.push(note.id);
                folders.entry(note.path.folder()).or_default().push(note.id);
            }
        }
        let joined = judge.linked_pairs();
        let is_told = |note: &NoteId| notes.binary_search(note).is_ok();
        let linked = joined.iter().filter(|(a, b)| is_told(a) && is_told(b)).copied().collect();
        let folders = folders.into_values().filter(|notes| notes.len() > 1).collect();
        Ok(Self { notes, folders, joined, linked, count })
    }

    fn pairs(&self, dice: &mut Dice) -> Vec<(NoteId, NoteId, Relation)> {
        let mut linked = self.linked.clone();
        dice.draw(&mut linked, self.count);
        let wanted = linked.len();
        let random = self.unlinked(wanted, dice, |dice| {
            Some((one_of(&self.notes, dice)?, one_of(&self.notes, dice)?))
        });
        let same_folder = self.unlinked(wanted, dice, |dice| {
            // By its notes, so that a large folder is drawn from as often as it has notes.
            let folder = self.folders.get(self.folder_of(dice)?)?;
            Some((one_of(folder, dice)?, one_of(folder, dice)?))
        });
        let of = |pairs: BTreeSet<(NoteId, NoteId)>, relation| {
            pairs.into_iter().map(move |(a, b)| (a, b, relation))
        };
        of(linked.into_iter().collect(), Relation::Linked)
            .chain(of(random, Relation::Random))
            .chain(of(same_folder, Relation::SameFolder))
            .collect()
    }

    fn folder_of(&self, dice: &mut Dice) -> Option<usize> {
        let all = self.folders.iter().map(Vec::len).sum();
        let mut place = if all == 0 { return None } else { dice.below(all) };
        self.folders.iter().position(|folder| {
            let is_it = place < folder.len();
            place = place.saturating_sub(folder.len());
            is_it
        })
    }

    /// Draws distinct pairs that no link joins, as many as are wanted and there are.
    fn unlinked(
        &self,
        wanted: usize,
        dice: &mut Dice,
        draw: impl Fn(&mut Dice) -> Option<(NoteId, NoteId)>,
    ) -> BTreeSet<(NoteId, NoteId)> {
        let mut pairs = BTreeSet::new();
        for _ in 0..wanted * TRIES {
            if pairs.len() == wanted {
                break;
            }
            let Some((a, b)) = draw(dice) else { break };
            let pair = (a.min(b), a.max(b));
            if a != b && !self.joined.contains(&pair) {
                pairs.insert(pair);
            }
        }
        pairs
    }

    fn hubs(&self, judge: &Judge<'_>, dice: &mut Dice) -> Vec<(NoteId, BTreeSet<NoteId>)> {
        let above = |note: &NoteId| {
            let hubs = judge.hubs_above(*note);
            (!hubs.is_empty()).then_some((*note, hubs))
        };
        let mut below: Vec<_> = self.notes.iter().filter_map(above).collect();
        dice.draw(&mut below, self.count);
        below
    }
}

fn one_of(notes: &[NoteId], dice: &mut Dice) -> Option<NoteId> {
    if notes.is_empty() { None } else { notes.get(dice.below(notes.len())).copied() }
}
