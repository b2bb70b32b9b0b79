//! The hubs of a vault: notes that gather others.

use notekin_note::NotePath;

use super::request::Scope;
use crate::engine::Engine;
use crate::filter::{Filtered, Narrowed};
use crate::notice::Notice;
use crate::search::Filter;
use crate::{Audience, Error};

/// A wish for the hubs.
#[derive(Clone, Debug)]
pub struct HubsRequest {
    /// Which notes are looked at.
    pub filter: Filter,
    /// Whether changed notes are taken in by words first, for as long as that is quick.
    pub update: bool,
}

/// The hubs of a vault.
#[derive(Clone, Debug)]
pub struct HubsReply {
    /// Those with most links first.
    pub hubs: Vec<HubRow>,
    /// The distinct notes a hub of this vault links to at least.
    pub least_links: usize,
    /// The distinct notes that link to it at least.
    pub least_backlinks: usize,
    /// The notes with so many links, where they are more than half of all: none stands out, so that none is a hub.
    pub crowd: Option<usize>,
    /// Notes of the vault.
    pub notes: usize,
    /// What the filter lets through, if there is one.
    pub scope: Option<Scope>,
    /// What the reader should know to judge the reply.
    pub notices: Vec<Notice>,
}

/// A note that gathers others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubRow {
    /// The note.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// The distinct notes it links to.
    pub links: usize,
    /// The distinct notes that link to it.
    pub backlinks: usize,
}

impl Engine {
    /// Returns the notes under which others belong.
    pub fn hubs(&self, request: &HubsRequest, audience: Audience) -> Result<HubsReply, Error> {
        let notices =
            if request.update { self.take_in_changes()? } else { self.behind_notices(audience) };
        let reader = self.reader()?;
        let Narrowed { among, in_vain } = request.filter.narrow(&reader, audience)?;
        let context = self.link_context.of(&reader, audience, self.settings.hubs)?;
        let is_wanted = |hub: &_| among.as_ref().is_none_or(|among| among.contains(*hub));
        let wanted = context.hubs.iter().copied().filter(is_wanted);
        let row = |hub| {
            let note = context.notes.get(&hub)?;
            let (links, backlinks) = context.graph.degrees(hub);
            Some(HubRow { path: note.path.clone(), title: note.title.clone(), links, backlinks })
        };
        let mut hubs: Vec<_> = wanted.filter_map(row).collect();
        hubs.sort_by(|a, b| {
            let links = |hub: &HubRow| hub.links + hub.backlinks;
            links(b).cmp(&links(a)).then_with(|| a.path.cmp(&b.path))
        });
        let (least_links, least_backlinks) = context.bars;
        let scope = Scope::of(&request.filter, among.as_ref(), context.notes.len());
        let (crowd, notes) = (context.crowd, context.notes.len());
        let reply = HubsReply { hubs, least_links, least_backlinks, crowd, notes, scope, notices };
        Filtered { reply, in_vain }.checked()
    }
}
