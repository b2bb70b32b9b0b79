//! Search: one ranking for every face.

mod alike;
mod asked;
mod chance;
mod fuse;
mod listing;
mod page;
mod relevance;
mod request;
mod shown;
mod titled;
mod ways;

use std::panic::resume_unwind;
use std::thread;

use notekin_index::{Counts, NoteId, NoteSet, Reader, WordQuery};
use notekin_note::NotePath;

use alike::LeftOut;
use chance::Chances;
use fuse::Candidate;
use page::{Cursor, few_of_each, page};
pub(crate) use relevance::NAMED;
use relevance::judge;
pub(crate) use request::REQUEST;
pub use request::{
    Also, Coverage, Filter, Hit, Mode, Part, SearchReply, SearchRequest, Snippet, Why,
};
use shown::{Asked, Shown};

use crate::audience::Audience;
use crate::cursor::Mark;
use crate::engine::{Engine, model_of};
use crate::filter::{Filtered, Narrowed};
use crate::notice::NearNote;
pub(crate) use crate::notice::Notice;
use crate::status::known_of;
use crate::sync::{Left, Refreshed};
use crate::{Error, Kind};

impl Engine {
    /// Returns the passages that answer `request` best, with all that is needed to judge them.
    pub fn search(
        &self,
        request: &SearchRequest,
        audience: Audience,
    ) -> Result<SearchReply, Error> {
        Ok(self.search_filtered(request, audience, Spelling::Mended)?.checked()?.reply)
    }

    /// Returns the same, whatever the filter names, with words spelt as typed or mended.
    pub(crate) fn search_filtered(
        &self,
        request: &SearchRequest,
        audience: Audience,
        spelling: Spelling,
    ) -> Result<Filtered<Searched>, Error> {
        let mark = request.mark(&[&self.settings.name]);
        let asked = asked::read(request)?;
        let cursor = request.cursor.as_deref().map(|cursor| Cursor::parse(cursor, mark));
        let cursor = cursor.transpose()?;
        let mut notices =
            if request.update { self.take_in_changes()? } else { self.behind_notices(audience) };
        let reader = self.reader()?;
        let (asked, Narrowed { among, in_vain }) = asked.narrow(&reader, audience)?;
        let scores = model_of(&reader).map(|model| model.scores);
        let words = WordQuery::parse(&asked.query);
        let search = Search {
            engine: self,
            reader: &reader,
            request: &asked,
            words: if asked.typing { words.typing() } else { words },
            audience,
            among,
            mark,
            spelling,
        };
        let found = search.find(&mut notices)?;
        let mut shown = few_of_each(&found.ranked, request.per_note.max(1));
        // Where everything is wanted, that is what says the same, too.
        let left_out = if request.everything {
            LeftOut::new()
        } else {
            alike::fold(&reader, &asked.query, &mut shown)?
        };
        Chances::new(scores.as_ref(), &found.vicinity).settle(&mut shown);
        let mut total = found.total;
        let judged = judge(&shown, found.matches);
        let relevant = !judged.relevant.is_empty();
        if !request.everything && judged.relevant.len() < shown.len() {
            notices.extend(search.nothing_relevant(judged.nearest)?);
            total = notes(judged.relevant);
            shown.truncate(judged.relevant.len());
        }
        let page = page(&shown, request.limit.max(1), cursor.as_ref(), reader.generation());
        let coverage = search.coverage(found.mode, &mut notices)?;
        let reply = SearchReply {
            query: request.query.clone(),
            mode: found.mode,
            generation: reader.generation(),
            coverage,
            hits: search.hits(&page.candidates, &search.asked(found.words)?, &left_out)?,
            total,
            relevant,
            next_cursor: page.next.map(|next| mark.sign(&next.to_string())),
            changed: cursor.is_some_and(|cursor| cursor.generation != reader.generation()),
            notices,
        };
        let reply = Searched { reply, as_typed: found.as_typed };
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
            // The index answers alone on a full disk, too: what is new waits for room.
            Err(error) if error.kind() == Kind::Full && self.reader().is_ok() => {
                Ok(notice_of(self.look()?).into_iter().collect())
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

/// Whether words that find nothing are taken for misspelt ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    AsTyped,
    Mended,
}

/// What a search of one vault found.
pub(crate) struct Searched {
    pub(crate) reply: SearchReply,
    /// Whether words found something spelt as typed.
    pub(crate) as_typed: bool,
}

/// The most notes named that hold what a hit says too.
const ALSO_NAMED: usize = 5;

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
    spelling: Spelling,
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
        let searched = |counts: &Counts| match mode {
            Mode::Semantic => counts.notes_ready,
            _ => counts.notes,
        };
        let scope = match &self.among {
            Some(among) if !self.request.filter.is_empty() => {
                Some(searched(&self.reader.counts_among(Some(among))?))
            }
            _ => None,
        };
        let total = counts.notes + errored;
        Ok(Coverage { searched: searched(&counts), total, pending, errored, scope })
    }

    /// Returns which notes come nearest, where nothing is relevant.
    fn nothing_relevant(&self, nearest: &[Candidate]) -> Result<Option<Notice>, Error> {
        let mut notes: Vec<NearNote> = Vec::new();
        for candidate in nearest {
            let Some(note) = self.reader.note_by_id(candidate.note)? else { continue };
            if notes.iter().all(|known| known.path != note.path) {
                let (vault, score) = (self.engine.settings.name.clone(), candidate.chance);
                notes.push(NearNote { vault, path: note.path, title: note.title, score });
            }
        }
        Ok((!notes.is_empty()).then_some(Notice::NothingRelevant { nearest: notes }))
    }

    /// Returns the hits for some candidates, in their order.
    fn hits(
        &self,
        candidates: &[Candidate],
        asked: &Asked<'_>,
        left_out: &LeftOut,
    ) -> Result<Vec<Hit>, Error> {
        let some = |candidates: &[Candidate]| -> Result<Vec<Hit>, Error> {
            let hit = |candidate| self.hit(candidate, asked, left_out).transpose();
            candidates.iter().filter_map(hit).collect()
        };
        let (first, rest) = candidates.split_at(candidates.len() / 2);
        // To find the sentence that answers takes as long as all the rest.
        thread::scope(|scope| {
            let rest = scope.spawn(|| some(rest));
            let mut hits = some(first)?;
            hits.extend(rest.join().unwrap_or_else(|panic| resume_unwind(panic))?);
            Ok(hits)
        })
    }

    /// Returns the hit for a candidate; `None` when its note left the index meanwhile.
    fn hit(
        &self,
        candidate: &Candidate,
        asked: &Asked<'_>,
        left_out: &LeftOut,
    ) -> Result<Option<Hit>, Error> {
        let (Some(chunk), Some(note)) =
            (self.reader.chunk(candidate.chunk)?, self.reader.note_by_id(candidate.note)?)
        else {
            return Ok(None);
        };
        let shown = Shown::of(self.reader, asked, candidate, (&note, &chunk))?;
        let after = Cursor::after(candidate, self.reader.generation()).to_string();
        let also = left_out.get(&candidate.chunk).map(Vec::as_slice).unwrap_or_default();
        Ok(Some(Hit {
            vault: self.engine.settings.name.clone(),
            also: Also { passages: also.len(), paths: self.paths(also, &note.path)? },
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

    /// Returns the paths of the first few of some notes, each once, without that of `own`.
    fn paths(&self, notes: &[NoteId], own: &NotePath) -> Result<Vec<NotePath>, Error> {
        let mut paths = Vec::new();
        for note in notes {
            let path = self.reader.note_by_id(*note)?.map(|note| note.path);
            paths.extend(path.filter(|path| path != own && !paths.contains(path)));
            if paths.len() == ALSO_NAMED {
                break;
            }
        }
        Ok(paths)
    }
}
