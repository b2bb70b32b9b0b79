//! Search: one ranking for every face.

mod asked;
mod chance;
mod fuse;
mod listing;
mod page;
mod relevance;
mod request;
mod shown;
mod ways;

use notekin_index::{Counts, NoteSet, Reader, WordQuery};

use chance::Chances;
use fuse::Candidate;
use page::{Cursor, few_of_each, page};
use relevance::judge;
pub(crate) use request::REQUEST;
pub use request::{
    Coverage, Filter, Hit, Mode, NearNote, Notice, Part, SearchReply, SearchRequest, Snippet, Why,
};
use shown::Shown;

use crate::Error;
use crate::audience::Audience;
use crate::cursor::Mark;
use crate::engine::Engine;
use crate::filter::{Filtered, Narrowed};
use crate::status::known_of;
use crate::sync::{Left, Refreshed};

/// Passages whose notes are named where nothing is relevant.
const NEAREST: usize = 3;

impl Engine {
    /// Returns the passages that answer `request` best, with all that is needed to judge them.
    pub fn search(
        &self,
        request: &SearchRequest,
        audience: Audience,
    ) -> Result<SearchReply, Error> {
        self.search_filtered(request, audience)?.checked()
    }

    /// Returns the same, whatever the filter names.
    pub(crate) fn search_filtered(
        &self,
        request: &SearchRequest,
        audience: Audience,
    ) -> Result<Filtered<SearchReply>, Error> {
        let mark = request.mark(&[&self.settings.name]);
        let asked = asked::read(request)?;
        let cursor = request.cursor.as_deref().map(|cursor| Cursor::parse(cursor, mark));
        let cursor = cursor.transpose()?;
        let mut notices =
            if request.update { self.take_in_changes()? } else { self.behind_notices(audience) };
        let reader = self.reader()?;
        let (asked, Narrowed { among, in_vain }) = asked.narrow(&reader, audience)?;
        let scores = reader.model().and_then(notekin_embed::model).map(|model| model.scores);
        let search = Search {
            engine: self,
            reader: &reader,
            request: &asked,
            words: WordQuery::parse(&asked.query),
            audience,
            among,
            mark,
        };
        let found = search.find(&mut notices)?;
        let mut shown = few_of_each(&found.ranked, request.per_note.max(1));
        Chances::new(scores.as_ref(), &found.by_meaning).settle(&mut shown);
        let mut total = found.total;
        let judged = judge(&shown, found.mode, NEAREST);
        let relevant = !judged.relevant.is_empty();
        if !request.everything {
            notices.extend(search.nothing_relevant(judged.nearest)?);
            total = total.min(notes(judged.relevant));
            shown.truncate(judged.relevant.len());
        }
        let page = page(&shown, request.limit.max(1), cursor.as_ref(), reader.generation());
        let coverage = search.coverage(found.mode, &mut notices)?;
        let reply = SearchReply {
            query: request.query.clone(),
            mode: found.mode,
            generation: reader.generation(),
            coverage,
            hits: search.hits(&page.candidates)?,
            total,
            relevant,
            next_cursor: page.next.map(|next| mark.sign(&next.to_string())),
            changed: cursor.is_some_and(|cursor| cursor.generation != reader.generation()),
            notices,
        };
        Ok(Filtered { reply, in_vain })
    }

    /// Takes in changes as far as that is quick, and returns what the reader of a reply should know of the rest.
    pub(crate) fn take_in_changes(&self) -> Result<Vec<Notice>, Error> {
        match self.refresh() {
            Ok(Refreshed { left, recovered }) => {
                let recovered = recovered.into_iter().map(|reason| Notice::Recovered { reason });
                Ok(recovered.chain(notice_of(left)).collect())
            }
            // The index answers alone when the folder is away, if there is an index.
            Err(error @ Error::Vault(_)) if self.reader().is_ok() => {
                Ok(vec![Notice::VaultUnreachable { reason: error.to_string() }])
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns how many notes some passages are of.
fn notes(passages: &[Candidate]) -> usize {
    passages.iter().map(|passage| passage.note).collect::<NoteSet>().len()
}

/// Returns what the reader of a reply should know of changes that weren't taken in.
///
/// Notes that vanished all at once say more than any other change, so that they are told alone.
fn notice_of(left: Left) -> Option<Notice> {
    match left {
        Left { changes: 0, vanished: 0 } => None,
        Left { changes, vanished: 0 } => Some(Notice::Unread { changes }),
        Left { vanished, .. } => Some(Notice::Paused { vanished }),
    }
}

/// One search over one snapshot of the index.
struct Search<'a> {
    engine: &'a Engine,
    reader: &'a Reader,
    /// What is looked for: the query without the conditions that stood in it, which are in the filter.
    request: &'a SearchRequest,
    /// The words of that query.
    words: WordQuery,
    audience: Audience,
    /// The notes that may be found; all when `None`.
    among: Option<NoteSet>,
    /// What its cursors carry.
    mark: Mark,
}

impl Search<'_> {
    /// Returns how much there is of what the audience may know.
    fn counts(&self) -> Result<Counts, Error> {
        let visible = self.audience.visible(self.reader)?;
        Ok(self.reader.counts_among(visible.as_ref())?)
    }

    /// Returns how much was searched in a way, and tells what couldn't be found in it yet.
    fn coverage(&self, mode: Mode, notices: &mut Vec<Notice>) -> Result<Coverage, Error> {
        let counts = self.counts()?;
        let skipped = known_of(self.reader, self.audience)?;
        let errored = skipped.iter().filter(|skipped| skipped.rule.is_none()).count();
        let by_meaning = matches!(mode, Mode::Hybrid | Mode::Semantic);
        // Words stood in for a meaning that isn't there yet.
        let stood_in = mode == Mode::Keyword
            && self.request.mode == Mode::Hybrid
            && self.reader.model().is_none()
            && self.engine.has_model();
        let pending = if by_meaning || stood_in { counts.notes - counts.notes_ready } else { 0 };
        notices.extend(Notice::pending(&counts).filter(|_| by_meaning));
        let searched = if mode == Mode::Semantic { counts.notes_ready } else { counts.notes };
        Ok(Coverage { searched, total: counts.notes + errored, pending, errored })
    }

    /// Returns which notes come nearest, where nothing is relevant.
    fn nothing_relevant(&self, nearest: &[Candidate]) -> Result<Option<Notice>, Error> {
        let mut notes: Vec<NearNote> = Vec::new();
        for candidate in nearest {
            let Some(note) = self.reader.note_by_id(candidate.note)? else { continue };
            if notes.iter().all(|known| known.path != note.path) {
                notes.push(NearNote {
                    path: note.path,
                    title: note.title,
                    score: candidate.chance,
                });
            }
        }
        Ok((!notes.is_empty()).then_some(Notice::NothingRelevant { nearest: notes }))
    }

    /// Returns the hits for some candidates, in their order.
    fn hits(&self, candidates: &[Candidate]) -> Result<Vec<Hit>, Error> {
        candidates.iter().filter_map(|candidate| self.hit(candidate).transpose()).collect()
    }

    /// Returns the hit for a candidate; `None` when its note left the index meanwhile.
    fn hit(&self, candidate: &Candidate) -> Result<Option<Hit>, Error> {
        let (Some(chunk), Some(note)) =
            (self.reader.chunk(candidate.chunk)?, self.reader.note_by_id(candidate.note)?)
        else {
            return Ok(None);
        };
        let shown = Shown::of(self.reader, &self.words, candidate, (&note, &chunk))?;
        let after = Cursor::after(candidate, self.reader.generation()).to_string();
        Ok(Some(Hit {
            vault: self.engine.settings.name.clone(),
            path: note.path,
            title: note.title,
            heading: chunk.heading,
            lines: shown.lines,
            bytes: shown.bytes,
            after: self.mark.sign(&after),
            score: candidate.chance,
            snippet: shown.snippet,
            why: candidate.why,
        }))
    }
}
