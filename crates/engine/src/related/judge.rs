//! What is thought of given pairs of notes, for measuring: the same as of related notes, and of any pair.

use std::collections::BTreeSet;

use notekin_index::{NoteId, NoteRow, NoteSet, Reader};

use super::evidence::Evidence;
use super::features::Judgement;
use super::link_context::LinkContext;
use super::subject::ResolvedSubject;
use crate::{Audience, Error, HubSettings};

/// Thinks of pairs of notes of one snapshot, as the owner may.
pub(crate) struct Judge<'a> {
    reader: &'a Reader,
    context: LinkContext,
}

impl<'a> Judge<'a> {
    /// Returns a judge of a snapshot.
    pub(crate) fn new(reader: &'a Reader, settings: HubSettings) -> Result<Self, Error> {
        Ok(Self { reader, context: LinkContext::of(reader, Audience::Owner, settings)? })
    }

    /// Returns all notes, by id.
    pub(crate) fn notes(&self) -> impl Iterator<Item = &NoteRow> {
        self.context.notes.values()
    }

    /// Returns a note.
    pub(crate) fn note(&self, id: NoteId) -> Option<&NoteRow> {
        self.context.notes.get(&id)
    }

    /// Returns all pairs that a link joins, each once.
    pub(crate) fn linked_pairs(&self) -> BTreeSet<(NoteId, NoteId)> {
        self.context.graph.pairs()
    }

    /// Returns the hubs.
    pub(crate) fn hubs(&self) -> &BTreeSet<NoteId> {
        &self.context.hubs
    }

    /// Returns the hubs that a note links to; none for a hub.
    pub(crate) fn hubs_above(&self, note: NoteId) -> BTreeSet<NoteId> {
        if self.context.hubs.contains(&note) {
            return BTreeSet::new();
        }
        let targets = self.context.graph.targets(note);
        targets.filter(|target| self.context.hubs.contains(target)).collect()
    }

    /// Returns what is thought of a link between a note and each of some others. Whether there is one makes no difference.
    pub(crate) fn judge(
        &self,
        note: NoteId,
        others: &[NoteId],
    ) -> Result<Vec<(NoteId, Judgement)>, Error> {
        let Some(row) = self.note(note) else { return Ok(Vec::new()) };
        let subject = ResolvedSubject::of_note(self.reader, row.clone(), None)?;
        let set: NoteSet = others.iter().copied().collect();
        let evidence = Evidence::of_each(self.reader, &subject, &self.context, &set)?;
        Ok(others.iter().map(|other| (*other, evidence.judgement(*other))).collect())
    }

    /// Returns the hub a note belongs under if it linked to none, and the one by text alone.
    pub(crate) fn hub_of(
        &mut self,
        note: NoteId,
    ) -> Result<(Option<NoteId>, Option<NoteId>), Error> {
        let mut hubs = self.context.hubs.clone();
        hubs.remove(&note);
        let cut = self.context.graph.cut(note, &hubs);
        let judged = self.judge(note, &hubs.iter().copied().collect::<Vec<_>>());
        for link in cut {
            self.context.graph.add(link);
        }
        let judged = judged?;
        let best = |of: fn(&Judgement) -> f32| {
            let best = judged.iter().max_by(|a, b| of(&a.1).total_cmp(&of(&b.1)));
            best.map(|(hub, _)| *hub)
        };
        Ok((best(Judgement::as_hub), best(Judgement::as_hub_by_text)))
    }
}
