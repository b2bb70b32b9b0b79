//! What belongs with a note: its hub, related notes and near-copies.

mod evidence;
mod features;
mod graph;
mod hubs;
mod judge;
mod link_context;
mod nearest;
mod request;
mod shared_text;
mod subject;

use std::collections::BTreeSet;

use notekin_index::{NoteId, NoteRow, NoteSet, Reader};

use evidence::Evidence;
pub(crate) use features::{Judgement, LogOdds};
pub use hubs::{HubRow, HubsReply, HubsRequest};
pub(crate) use judge::Judge;
use link_context::LinkContext;
pub(crate) use link_context::LinkContextCache;
pub use request::{Hub, NearCopy, Related, RelatedReply, RelatedRequest, Scope, Show, Subject};
use subject::ResolvedSubject;

use crate::audience::Audience;
use crate::calibration::{Calibration, Scale};
use crate::engine::Engine;
use crate::filter::{Filtered, Narrowed};
use crate::notice::Notice;
use crate::{Error, Settings};

/// What scores are called that go by no model.
const WORDS: &str = "words";

/// The nearest notes that are looked at as near-copies.
const COPY_CANDIDATES: usize = 20;

impl Engine {
    /// Returns what belongs with a note, a part of one, or a text. Needs the model loaded for a text only: of notes it works
    /// from stored vectors, words and links.
    pub fn related(
        &self,
        request: &RelatedRequest,
        audience: Audience,
    ) -> Result<RelatedReply, Error> {
        let mut notices =
            if request.update { self.take_in_changes()? } else { self.behind_notices(audience) };
        let reader = self.reader()?;
        let subject = ResolvedSubject::read(self, &reader, &request.of, audience, &mut notices)?;
        let Narrowed { among, in_vain } = request.filter.narrow(&reader, audience)?;
        let context = self.link_context.of(&reader, audience, self.settings.hubs)?;
        let visible = audience.visible(&reader)?;
        let both = (among.as_ref(), visible.as_ref());
        let evidence = Evidence::gather(&reader, &subject, &context, both)?;
        let least = self.least_related(&reader);
        let look = Look {
            settings: &self.settings,
            least,
            among,
            reader: &reader,
            subject: &subject,
            context: &context,
            evidence: &evidence,
        };
        notices.extend(look.notices(self, visible.as_ref())?.filter(|new| !notices.contains(new)));
        let reply = look.reply(request, notices)?;
        Filtered { reply, in_vain }.checked()
    }

    /// Returns the chance from which notes of this vault are called related: what the owner says, else what the vault's
    /// own links say, where they were asked, else the model's.
    pub(crate) fn least_related(&self, reader: &Reader) -> f32 {
        if let Some(least) = self.settings.least_related {
            return least;
        }
        let own = Calibration::of(&self.settings.home, &scale(reader));
        own.map_or_else(|| Evidence::usual_least(reader), |own| own.least)
    }
}

/// Returns on which scale the scores of a snapshot are.
pub(crate) fn scale(reader: &Reader) -> Scale {
    let model = reader.model().unwrap_or(WORDS).to_owned();
    Scale { model, weights: evidence::weights(reader) }
}

/// One look over one snapshot of the index.
struct Look<'a> {
    settings: &'a Settings,
    /// The chance from which a note is called related.
    least: f32,
    /// The notes that may be found; all when nothing.
    among: Option<NoteSet>,
    reader: &'a Reader,
    subject: &'a ResolvedSubject,
    context: &'a LinkContext,
    evidence: &'a Evidence,
}

impl Look<'_> {
    fn notices(&self, engine: &Engine, visible: Option<&NoteSet>) -> Result<Option<Notice>, Error> {
        let counts = self.reader.counts_among(visible)?;
        Ok(match self.reader.model() {
            None if !engine.has_model() => {
                Some(Notice::NoModel { model: engine.settings().model.clone() })
            }
            _ => Notice::pending(&counts),
        })
    }

    fn reply(&self, request: &RelatedRequest, notices: Vec<Notice>) -> Result<RelatedReply, Error> {
        let mut near_copies = self.near_copies()?;
        let mut taken: BTreeSet<NoteId> = near_copies.iter().map(|(id, _)| *id).collect();
        near_copies.retain(|(id, _)| !(request.elsewhere && self.is_beside(*id)));
        let belongs_under = self.belongs_under(&taken, request.elsewhere);
        taken.extend(belongs_under.as_ref().map(|(id, _)| *id));
        Ok(RelatedReply {
            path: self.subject.note.as_ref().map(|note| note.path.clone()),
            related: self.related(request, &taken)?,
            belongs_under: belongs_under.map(|(_, hub)| hub),
            near_copies: near_copies.into_iter().map(|(_, copy)| copy).collect(),
            least: self.least,
            scope: Scope::of(&request.filter, self.among.as_ref(), self.context.notes.len()),
            notices,
        })
    }

    fn own(&self) -> Option<NoteId> {
        self.subject.note.as_ref().map(|note| note.id)
    }

    fn may_be_found(&self, note: NoteId) -> bool {
        self.among.as_ref().is_none_or(|among| among.contains(note))
    }

    fn near_copies(&self) -> Result<Vec<(NoteId, NearCopy)>, Error> {
        let Some(own) = self.subject.note.as_ref().filter(|_| self.subject.is_whole) else {
            return Ok(Vec::new());
        };
        let closest = self.evidence.closest(COPY_CANDIDATES);
        let nearest: Vec<&NoteRow> =
            closest.iter().filter_map(|id| self.context.notes.get(id)).collect();
        let copies = crate::copies::near(self.reader, own, &nearest, self.settings.copies)?;
        let mut found: Vec<(NoteId, NearCopy)> = copies
            .into_iter()
            .filter_map(|(id, coverage)| {
                let other = self.context.notes.get(&id)?;
                let (path, title) = (other.path.clone(), other.title.clone());
                Some((id, NearCopy { path, title, coverage }))
            })
            .collect();
        found.sort_by(|(_, a), (_, b)| b.coverage.total_cmp(&a.coverage));
        Ok(found)
    }

    /// Returns the hub that most speaks for, when the note links to none and is none itself.
    fn belongs_under(&self, copies: &BTreeSet<NoteId>, elsewhere: bool) -> Option<(NoteId, Hub)> {
        let LinkContext { hubs, graph, notes, .. } = self.context;
        if let Some(own) = self.own()
            && (hubs.contains(&own) || graph.targets(own).any(|target| hubs.contains(&target)))
        {
            return None;
        }
        let hub = hubs
            .iter()
            .filter(|hub| !copies.contains(hub) && self.may_be_found(**hub))
            .filter(|hub| !(elsewhere && self.is_beside(**hub)))
            .filter(|hub| self.evidence.chance(**hub) >= self.least)
            .max_by(|a, b| {
                let speaks = |hub: &NoteId| self.evidence.judgement(*hub).as_hub();
                speaks(a).total_cmp(&speaks(b))
            })?;
        let score = self.evidence.chance(*hub);
        let row = notes.get(hub)?;
        Some((*hub, Hub { path: row.path.clone(), title: row.title.clone(), score }))
    }

    fn related(
        &self,
        request: &RelatedRequest,
        taken: &BTreeSet<NoteId>,
    ) -> Result<Vec<Related>, Error> {
        let least = if request.everything { 0.0 } else { self.least };
        let mut rows: Vec<(NoteId, f32)> = self
            .evidence
            .notes()
            .filter(|id| !taken.contains(id) && self.is_shown(*id, request))
            .map(|id| (id, self.evidence.chance(id)))
            // What the author has linked belongs together, whatever else there is to say.
            .filter(|(id, chance)| *chance >= least || self.is_linked(*id))
            .collect();
        rows.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        rows.truncate(request.limit);
        rows.into_iter().filter_map(|(id, score)| self.row(id, score).transpose()).collect()
    }

    /// Returns whether a note is one of those asked for.
    fn is_shown(&self, id: NoteId, request: &RelatedRequest) -> bool {
        let shows = match request.show {
            Show::All => true,
            Show::Linked => self.is_linked(id),
            Show::Unlinked => !self.is_linked(id),
        };
        shows && !(request.elsewhere && self.is_beside(id))
    }

    fn is_linked(&self, id: NoteId) -> bool {
        self.own().is_some_and(|own| self.context.graph.joined(own, id))
    }

    /// Returns whether a note lies in the folder of the one looked at.
    fn is_beside(&self, id: NoteId) -> bool {
        let other = self.context.notes.get(&id);
        let own = self.subject.note.as_ref();
        own.zip(other).is_some_and(|(own, other)| own.path.folder() == other.path.folder())
    }

    fn row(&self, id: NoteId, score: f32) -> Result<Option<Related>, Error> {
        let Some(other) = self.context.notes.get(&id) else { return Ok(None) };
        let (from, to) = self.evidence.sections(self.reader, id)?;
        Ok(Some(Related {
            path: other.path.clone(),
            title: other.title.clone(),
            score,
            linked: self.is_linked(id),
            from,
            to,
            why: self.evidence.why(id),
        }))
    }
}
