//! What a vault's notes are to one another by their links, for one audience.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use notekin_index::{NoteId, NoteRow, Reader};

use super::graph::{Graph, hub_bars};
use crate::{Audience, Error, HubSettings};

/// The notes an audience may see in one snapshot, and the links between them.
pub(crate) struct LinkContext {
    pub(super) notes: BTreeMap<NoteId, NoteRow>,
    pub(super) graph: Graph,
    pub(super) hubs: BTreeSet<NoteId>,
    /// The links out and in from which a note is a hub.
    pub(super) bars: (usize, usize),
    /// The notes that reach these, where they are so many that none stands out; then there are no hubs.
    pub(super) crowd: Option<usize>,
}

impl LinkContext {
    /// Finds out what an audience may see of a snapshot.
    pub(super) fn of(
        reader: &Reader,
        audience: Audience,
        settings: HubSettings,
    ) -> Result<Self, Error> {
        let visible = reader.notes()?.into_iter().filter(|note| audience.sees(note));
        let notes: BTreeMap<NoteId, NoteRow> = visible.map(|note| (note.id, note)).collect();
        let links = reader.links()?.into_iter().filter_map(|link| Some((link.from, link.to?)));
        let graph = Graph::new(
            links.filter(|(from, to)| notes.contains_key(from) && notes.contains_key(to)),
        );
        let (links, backlinks) = hub_bars(notes.len());
        let bars = (settings.links.unwrap_or(links), settings.backlinks.unwrap_or(backlinks));
        let mut hubs = graph.hubs(bars);
        let is_set = settings.links.is_some() || settings.backlinks.is_some();
        let crowd = (!is_set && 2 * hubs.len() > notes.len()).then_some(hubs.len());
        if crowd.is_some() {
            hubs.clear();
        }
        Ok(Self { notes, graph, hubs, bars, crowd })
    }
}

/// What was last found out, for whoever asks again before anything changes.
#[derive(Default)]
pub(crate) struct LinkContextCache(Mutex<Vec<Entry>>);

struct Entry {
    reader: Weak<Reader>,
    sees_private: bool,
    context: Arc<LinkContext>,
}

impl LinkContextCache {
    /// Returns the context of links in a snapshot, found out once for it and each kind of audience: whoever asks meanwhile waits,
    /// as that is quicker than to find it out again.
    pub(super) fn of(
        &self,
        reader: &Arc<Reader>,
        audience: Audience,
        settings: HubSettings,
    ) -> Result<Arc<LinkContext>, Error> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.reader.strong_count() > 0);
        let sees_private = audience.sees_private();
        let is_it = |entry: &&Entry| {
            std::ptr::eq(entry.reader.as_ptr(), Arc::as_ptr(reader))
                && entry.sees_private == sees_private
        };
        if let Some(entry) = entries.iter().find(is_it) {
            return Ok(Arc::clone(&entry.context));
        }
        let context = Arc::new(LinkContext::of(reader, audience, settings)?);
        let reader = Arc::downgrade(reader);
        entries.push(Entry { reader, sees_private, context: Arc::clone(&context) });
        Ok(context)
    }
}
