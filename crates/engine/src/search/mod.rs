//! Search: one ranking for every face.

mod chance;
mod fuse;
mod page;
mod request;

use notekin_embed::{Embedder, ScoreTable};
use notekin_index::{ChunkRow, Counts, NoteSet, Reader, WordHit, WordQuery, snippet};
use notekin_note::{Lines, Span};

use fuse::{Candidate, Meaning, Scored, Words, fuse};
use page::{Cursor, Limits, page};
pub use request::{
    Coverage, Filter, Hit, Mode, Notice, Part, SearchReply, SearchRequest, Snippet, Why,
};

use crate::Error;
use crate::audience::Audience;
use crate::engine::{Engine, space};
use crate::status::known_of;
use crate::sync::{Left, Refreshed};

/// Passages each part of the ranking contributes at least.
const POOL: usize = 1000;

/// Characters of a passage shown with a hit.
const SNIPPET: usize = 240;

impl Engine {
    /// Returns the passages that answer `request` best, with all that is needed to judge them.
    pub fn search(
        &self,
        request: &SearchRequest,
        audience: Audience,
    ) -> Result<SearchReply, Error> {
        let cursor: Option<Cursor> = request.cursor.as_deref().map(str::parse).transpose()?;
        let mut notices =
            if request.update { self.take_in_changes()? } else { self.behind_notice() };
        let reader = self.reader()?;
        let among = request.filter.among(&reader, audience)?;
        let scores = reader.model().and_then(notekin_embed::model).map(|model| model.scores);
        let search = Search { engine: self, reader: &reader, request, audience, scores, among };
        let found = search.find(&mut notices)?;
        let limits = Limits { passages: request.limit.max(1), per_note: request.per_note.max(1) };
        let page = page(&found.ranked, limits, cursor.as_ref(), reader.generation());
        let coverage = search.coverage(found.mode)?;
        if coverage.pending > 0 && found.mode != Mode::Keyword && found.mode != Mode::Regex {
            notices.push(Notice::Pending { notes: coverage.pending });
        }
        Ok(SearchReply {
            query: request.query.clone(),
            mode: found.mode,
            generation: reader.generation(),
            coverage,
            hits: page
                .candidates
                .iter()
                .map(|hit| search.hit(hit))
                .collect::<Result<Vec<_>, _>>()?
                .into_iter()
                .flatten()
                .collect(),
            total: found.total,
            next_cursor: page.next.map(|next| next.to_string()),
            changed: cursor.is_some_and(|cursor| cursor.generation != reader.generation()),
            notices,
        })
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

impl Filter {
    /// Returns the notes that an audience may find; all when nothing.
    pub(crate) fn among(
        &self,
        reader: &Reader,
        audience: Audience,
    ) -> Result<Option<NoteSet>, Error> {
        Ok(reader.matching(&notekin_index::Filter {
            folders: self.folders.clone(),
            tags: self.tags.clone(),
            private: audience.sees_private(),
        })?)
    }
}

/// One search over one snapshot of the index.
struct Search<'a> {
    engine: &'a Engine,
    reader: &'a Reader,
    request: &'a SearchRequest,
    audience: Audience,
    /// How the stored vectors' cosines translate into chances.
    scores: Option<ScoreTable>,
    /// The notes that may be found; all when `None`.
    among: Option<NoteSet>,
}

/// A whole ranking.
struct Found {
    ranked: Vec<Candidate>,
    /// Notes that match.
    total: usize,
    /// The mode that could be used.
    mode: Mode,
}

impl Search<'_> {
    fn find(&self, notices: &mut Vec<Notice>) -> Result<Found, Error> {
        if self.request.query.trim().is_empty() {
            return Ok(Found { ranked: Vec::new(), total: 0, mode: self.request.mode });
        }
        match self.request.mode {
            Mode::Regex => self.by_regex(),
            Mode::Keyword => self.by_words(Mode::Keyword),
            Mode::Semantic | Mode::Hybrid => match self.engine.model() {
                Ok(embedder) => self.by_meaning(embedder, notices),
                Err(error) if self.request.mode == Mode::Semantic => Err(error.into()),
                Err(error) => {
                    notices.push(self.no_model(&error));
                    self.by_words(Mode::Keyword)
                }
            },
        }
    }

    fn no_model(&self, error: &notekin_embed::Error) -> Notice {
        match error {
            notekin_embed::Error::Absent { .. } => {
                Notice::NoModel { model: self.engine.settings.model.clone() }
            }
            other => Notice::ModelFailed { reason: other.to_string() },
        }
    }

    /// Ranks by words alone. `mode` is what the reply says was done, which isn't always what was asked for.
    fn by_words(&self, mode: Mode) -> Result<Found, Error> {
        let (words, total) = self.words()?;
        Ok(Found { ranked: fuse(&words, &Meaning::default()), total, mode })
    }

    /// Ranks by meaning, joined by words in a hybrid search.
    ///
    /// In a hybrid search every note that one of the parts found counts as matching, so that the total says how long
    /// the ranking is, not how much of it is any good.
    fn by_meaning(
        &self,
        embedder: &dyn Embedder,
        notices: &mut Vec<Notice>,
    ) -> Result<Found, Error> {
        if self.reader.model() != Some(embedder.model().id) {
            return self.without_vectors(notices);
        }
        let meaning = self.meaning(embedder)?;
        let words =
            if self.request.mode == Mode::Hybrid { self.words()?.0 } else { Words::default() };
        let ranked = fuse(&words, &meaning);
        let mut notes: Vec<_> = ranked.iter().map(|candidate| candidate.note).collect();
        notes.sort_unstable();
        notes.dedup();
        Ok(Found { total: notes.len(), ranked, mode: self.request.mode })
    }

    /// Answers while nothing is read by meaning yet.
    fn without_vectors(&self, notices: &mut Vec<Notice>) -> Result<Found, Error> {
        if self.request.mode == Mode::Semantic {
            return Ok(Found { ranked: Vec::new(), total: 0, mode: Mode::Semantic });
        }
        notices.push(Notice::Pending { notes: self.counts()?.notes });
        self.by_words(Mode::Keyword)
    }

    /// Lists the matches of a pattern in the order of the notes: a pattern matches or it doesn't, so that the scores only
    /// keep that order.
    fn by_regex(&self) -> Result<Found, Error> {
        let found = self.reader.regex(&self.request.query, self.among.as_ref(), self.pool())?;
        let count = found.hits.len() as f32;
        let ranked = found.hits.iter().enumerate().map(|(at, hit)| Candidate {
            chunk: hit.chunk,
            note: hit.note,
            fused: 1.0 - at as f32 / count,
            cosine: None,
            word_share: 1.0,
            matched: Some(hit.span),
            why: Why { words: Some(Part { rank: at + 1, score: 1.0 }), ..Why::default() },
        });
        Ok(Found { ranked: ranked.collect(), total: found.notes, mode: Mode::Regex })
    }

    fn words(&self) -> Result<(Words, usize), Error> {
        let query = WordQuery::parse(&self.request.query);
        let found = self.reader.words(&query, self.among.as_ref(), self.pool())?;
        let scored = |hit: &WordHit| {
            (Scored { chunk: hit.chunk, note: hit.note, score: hit.score }, hit.title_score)
        };
        let hits = found.hits.iter().map(scored).collect();
        Ok((Words { hits, best_possible: found.best_possible }, found.notes))
    }

    fn meaning(&self, embedder: &dyn Embedder) -> Result<Meaning, Error> {
        let model = embedder.model();
        let query: Vec<f32> = embedder
            .query(&self.request.query)?
            .iter()
            .zip(&model.query_mean)
            .map(|(x, mean)| x - mean)
            .collect();
        let found = self.reader.nearest(&space(model), &query, self.among.as_ref(), self.pool())?;
        let hits = found
            .iter()
            .map(|hit| Scored { chunk: hit.chunk, note: hit.note, score: hit.score })
            .collect();
        Ok(Meaning { hits })
    }

    /// Returns how much there is of what the audience may know.
    fn counts(&self) -> Result<Counts, Error> {
        let visible = self.audience.visible(self.reader)?;
        Ok(self.reader.counts_among(visible.as_ref())?)
    }

    fn pool(&self) -> usize {
        POOL.max(self.request.limit * 8)
    }

    fn coverage(&self, mode: Mode) -> Result<Coverage, Error> {
        let counts = self.counts()?;
        let skipped = known_of(self.reader, self.audience)?;
        let errored = skipped.iter().filter(|skipped| skipped.rule.is_none()).count();
        let by_meaning = matches!(mode, Mode::Hybrid | Mode::Semantic);
        let pending = if by_meaning { counts.notes - counts.notes_ready } else { 0 };
        let searched = if mode == Mode::Semantic { counts.notes_ready } else { counts.notes };
        Ok(Coverage { searched, total: counts.notes + errored, pending, errored })
    }

    /// Returns the hit for a candidate; `None` when its note left the index meanwhile.
    fn hit(&self, candidate: &Candidate) -> Result<Option<Hit>, Error> {
        let (Some(chunk), Some(note)) =
            (self.reader.chunk(candidate.chunk)?, self.reader.note_by_id(candidate.note)?)
        else {
            return Ok(None);
        };
        let shown = self.shown(candidate, &chunk);
        Ok(Some(Hit {
            vault: self.engine.settings.name.clone(),
            path: note.path,
            title: note.title,
            heading: chunk.heading,
            lines: shown.lines,
            bytes: shown.bytes,
            after: Cursor::after(candidate, self.reader.generation()).to_string(),
            score: chance::answers(candidate, self.scores.as_ref()),
            snippet: shown.snippet,
            why: candidate.why,
        }))
    }

    /// Returns the place and text shown for a candidate: the passage, or the match of a regular expression in it.
    fn shown(&self, candidate: &Candidate, chunk: &ChunkRow) -> Shown {
        let Some(matched) = candidate.matched else {
            let cut = snippet(&chunk.text, &WordQuery::parse(&self.request.query), SNIPPET);
            let highlights = cut.highlights.into_iter().map(|[start, end]| (start, end)).collect();
            return Shown {
                lines: chunk.lines,
                bytes: chunk.span,
                snippet: Snippet { text: cut.text, highlights },
            };
        };
        matched_lines(chunk, matched)
    }
}

/// Where a hit is and what is shown of it.
struct Shown {
    lines: Lines,
    bytes: Span,
    snippet: Snippet,
}

/// Returns the whole lines that hold a match.
fn matched_lines(chunk: &ChunkRow, matched: Span) -> Shown {
    let start = (matched.start - chunk.span.start).min(chunk.raw.len());
    let end = (matched.end - chunk.span.start).clamp(start, chunk.raw.len());
    let (before, inside, after) = (&chunk.raw[..start], &chunk.raw[start..end], &chunk.raw[end..]);
    let newlines = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').count() as u32 - 1;
    let first = chunk.lines.start + newlines(before);
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line_end = end + after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len());
    let lead = String::from_utf8_lossy(&before[line_start..]);
    let hit = String::from_utf8_lossy(inside);
    let tail = String::from_utf8_lossy(&chunk.raw[end..line_end]);
    let highlights = vec![(lead.len(), lead.len() + hit.len())];
    Shown {
        lines: Lines { start: first, end: first + newlines(inside) },
        bytes: matched,
        snippet: Snippet {
            text: format!("{lead}{hit}{}", tail.trim_end_matches('\r')),
            highlights,
        },
    }
}
