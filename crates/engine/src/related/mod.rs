//! What belongs with a note: its hub, related notes and near-copies.

mod graph;
mod nearness;
mod request;

use std::collections::{BTreeMap, BTreeSet};

use notekin_index::{NoteId, NoteRow, NoteSet, Reader};

use graph::Graph;
use nearness::Nearness;
pub use request::{Hub, NearCopy, Related, RelatedReply, RelatedRequest, Show};

use crate::audience::Audience;
use crate::engine::Engine;
use crate::search::Notice;
use crate::{Error, names};

/// The chance below which a note isn't called related.
const LEAST_CHANCE: f32 = 0.3;

/// The nearest notes that are looked at as near-copies.
const COPY_CANDIDATES: usize = 20;

impl Engine {
    /// Returns what belongs with a note. Needs no model loaded: it works from stored vectors and links.
    pub fn related(
        &self,
        request: &RelatedRequest,
        audience: Audience,
    ) -> Result<RelatedReply, Error> {
        let mut notices =
            if request.update { self.take_in_changes()? } else { self.behind_notices(audience) };
        let reader = self.reader()?;
        let note = names::find(&reader, &request.note, audience)?;
        let visible = visible(&reader, audience)?;
        let links = reader.links()?.into_iter().filter_map(|link| Some((link.from, link.to?)));
        let graph = Graph::new(
            links.filter(|(from, to)| visible.contains_key(from) && visible.contains_key(to)),
        );
        let look = Look {
            among: audience.visible(&reader)?,
            reader: &reader,
            note: &note,
            visible: &visible,
            graph: &graph,
        };
        notices.extend(look.notices(self)?);
        look.reply(request, notices)
    }
}

/// Returns the notes an audience may see, by id.
fn visible(reader: &Reader, audience: Audience) -> Result<BTreeMap<NoteId, NoteRow>, Error> {
    let notes = reader.notes()?.into_iter().filter(|note| audience.sees(note));
    Ok(notes.map(|note| (note.id, note)).collect())
}

/// One look at one note over one snapshot of the index.
struct Look<'a> {
    /// The notes that may be found; all when nothing.
    among: Option<NoteSet>,
    reader: &'a Reader,
    note: &'a NoteRow,
    visible: &'a BTreeMap<NoteId, NoteRow>,
    graph: &'a Graph,
}

impl Look<'_> {
    fn notices(&self, engine: &Engine) -> Result<Option<Notice>, Error> {
        let counts = self.reader.counts_among(self.among.as_ref())?;
        Ok(match self.reader.model() {
            None if !engine.has_model() => {
                Some(Notice::NoModel { model: engine.settings().model.clone() })
            }
            _ => Notice::pending(&counts),
        })
    }

    fn reply(&self, request: &RelatedRequest, notices: Vec<Notice>) -> Result<RelatedReply, Error> {
        let nearness = Nearness::of(self.reader, self.note, self.graph, self.among.as_ref())?;
        let near_copies = self.near_copies(&nearness)?;
        let belongs_under = self.belongs_under(&nearness, &near_copies);
        let mut taken: BTreeSet<NoteId> = near_copies.iter().map(|(id, _)| *id).collect();
        taken.extend(belongs_under.as_ref().map(|(id, _)| *id));
        Ok(RelatedReply {
            path: self.note.path.clone(),
            related: self.related(request, &nearness, &taken)?,
            belongs_under: belongs_under.map(|(_, hub)| hub),
            near_copies: near_copies.into_iter().map(|(_, copy)| copy).collect(),
            notices,
        })
    }

    fn near_copies(&self, nearness: &Nearness) -> Result<Vec<(NoteId, NearCopy)>, Error> {
        let nearest: Vec<&NoteRow> =
            nearness.closest(COPY_CANDIDATES).filter_map(|id| self.visible.get(&id)).collect();
        let copies = crate::copies::near(self.reader, self.note, &nearest)?;
        let mut found: Vec<(NoteId, NearCopy)> = copies
            .into_iter()
            .filter_map(|(id, coverage)| {
                let other = self.visible.get(&id)?;
                let (path, title) = (other.path.clone(), other.title.clone());
                Some((id, NearCopy { path, title, coverage }))
            })
            .collect();
        found.sort_by(|(_, a), (_, b)| b.coverage.total_cmp(&a.coverage));
        Ok(found)
    }

    /// Returns the nearest hub, when the note links to none and is none itself.
    fn belongs_under(
        &self,
        nearness: &Nearness,
        copies: &[(NoteId, NearCopy)],
    ) -> Option<(NoteId, Hub)> {
        let hubs = self.graph.hubs(self.visible.len());
        if hubs.contains(&self.note.id)
            || self.graph.targets(self.note.id).any(|target| hubs.contains(&target))
        {
            return None;
        }
        let is_copy = |id: &NoteId| copies.iter().any(|(copy, _)| copy == id);
        let chances =
            hubs.iter().filter(|hub| !is_copy(hub)).map(|hub| (*hub, nearness.chance(*hub)));
        let (hub, score) = chances
            .filter(|(_, chance)| *chance >= LEAST_CHANCE)
            .max_by(|a, b| a.1.total_cmp(&b.1))?;
        let row = self.visible.get(&hub)?;
        Some((hub, Hub { path: row.path.clone(), title: row.title.clone(), score }))
    }

    fn related(
        &self,
        request: &RelatedRequest,
        nearness: &Nearness,
        taken: &BTreeSet<NoteId>,
    ) -> Result<Vec<Related>, Error> {
        let mut rows: Vec<(NoteId, f32)> = nearness
            .notes()
            .filter(|id| {
                *id != self.note.id && !taken.contains(id) && self.visible.contains_key(id)
            })
            .map(|id| (id, nearness.chance(id)))
            .filter(|(id, chance)| {
                *chance >= LEAST_CHANCE && shows(request.show, self.graph.joined(self.note.id, *id))
            })
            .collect();
        rows.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        rows.truncate(request.limit);
        rows.into_iter()
            .filter_map(|(id, score)| self.row(nearness, id, score).transpose())
            .collect()
    }

    fn row(&self, nearness: &Nearness, id: NoteId, score: f32) -> Result<Option<Related>, Error> {
        let Some(other) = self.visible.get(&id) else { return Ok(None) };
        let (from, to) = nearness.sections(self.reader, id)?;
        Ok(Some(Related {
            path: other.path.clone(),
            title: other.title.clone(),
            score,
            linked: self.graph.joined(self.note.id, id),
            from,
            to,
            why: nearness.why(id),
        }))
    }
}

fn shows(show: Show, linked: bool) -> bool {
    match show {
        Show::All => true,
        Show::Linked => linked,
        Show::Unlinked => !linked,
    }
}
