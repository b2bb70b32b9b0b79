//! The ways of finding: by words, by meaning, by both, by a pattern.
//!
//! Each gives one ranking of all it found, and tells on the way what limits it: no model, a vault not read by meaning yet,
//! a query too long to be used in full. What can't be done in the way that was asked for is done in the best that can, but
//! for a search by meaning alone, which must not silently become another.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::thread;

use notekin_embed::Embedder;
use notekin_index::{ChunkId, NoteId, NoteSet, Respelt, VectorHit, WordHits, WordQuery};

use super::fuse::{Candidate, Meaning, Scored, Words, fuse};
use super::request::{Mode, Part, Why};
use super::{Search, Spelling, titled};
use crate::Error;
use crate::engine::space;
use crate::notice::Notice;

/// What is said where the model's vectors have another length than those that are stored.
const REPLACED: &str = "it was replaced under its name; `notekin index` reads the notes by it anew";

/// Passages each part of the ranking contributes at least.
const POOL: usize = 1000;

/// Passages in order, each with its note.
type Exact = Vec<(ChunkId, NoteId)>;

/// Passages by which the surroundings of a query are judged.
const VICINITY: usize = 400;

/// A whole ranking.
#[derive(Default)]
pub(super) struct Found {
    pub(super) ranked: Vec<Candidate>,
    /// What meaning finds in the whole vault, best first, whatever the filter.
    pub(super) vicinity: Vec<Scored>,
    /// Whether all of it matches, by words, a phrase or a pattern, so that nothing of it is a guess.
    pub(super) matches: bool,
    /// Notes that match.
    pub(super) total: usize,
    /// The mode that could be used.
    pub(super) mode: Mode,
    /// The words that were searched for, where words were.
    pub(super) words: Option<WordQuery>,
    /// Whether they found something spelt as typed.
    pub(super) as_typed: bool,
}

impl Found {
    /// Returns nothing found.
    pub(super) fn nothing(mode: Mode) -> Self {
        Self { mode, matches: matches!(mode, Mode::Keyword | Mode::Regex), ..Self::default() }
    }
}

/// What a search by meaning found, and what lies around the query in the whole vault.
type ByMeaning = (Meaning, Vec<Scored>);

/// What a search by words found.
struct ByWords {
    words: Words,
    /// Notes with any match.
    notes: usize,
    /// What was searched for in the end.
    query: WordQuery,
    as_typed: bool,
}

impl Search<'_> {
    /// Ranks what the request asks for, in the way it asks for or the best that can be done.
    pub(super) fn find(&self, notices: &mut Vec<Notice>) -> Result<Found, Error> {
        let found = if self.asks_nothing() { self.listing() } else { self.ranking(notices) };
        let found = found?;
        notices.extend(self.words_cut(found.mode));
        Ok(found)
    }

    fn ranking(&self, notices: &mut Vec<Notice>) -> Result<Found, Error> {
        match self.request.mode {
            Mode::Regex => self.by_regex(),
            Mode::Keyword => self.by_words(notices),
            Mode::Semantic | Mode::Hybrid => self.by_model(notices),
        }
    }

    /// Ranks by meaning, or, where the model fails and that isn't all that was asked for, by words.
    fn by_model(&self, notices: &mut Vec<Notice>) -> Result<Found, Error> {
        let former = self.engine.former_model(self.reader.model());
        let is_down = former.is_none() && self.request.mode == Mode::Hybrid;
        if let Some(reason) = self.engine.down.recent().filter(|_| is_down) {
            notices.push(Notice::ModelFailed { reason });
            return self.by_words(notices);
        }
        let told = notices.len();
        let found =
            former.map_or_else(|| self.chosen(), |former| Ok(Some(former))).map_err(Error::from);
        let Some(embedder) = found.transpose() else { return self.without_vectors(notices) };
        match embedder.and_then(|embedder| self.by_meaning(embedder, notices)) {
            Ok(found) => {
                if former.is_none() && found.mode != Mode::Keyword {
                    self.engine.down.recover();
                }
                Ok(found)
            }
            Err(Error::Embed(error)) => {
                if former.is_none() {
                    self.engine.note_failure(&error);
                }
                if self.request.mode == Mode::Semantic {
                    return Err(error.into());
                }
                notices.truncate(told);
                notices.push(Notice::of_model(&error, &self.engine.settings.model));
                self.by_words(notices)
            }
            // It was replaced under its name; what it makes now can't be compared with what is stored.
            Err(Error::Index(notekin_index::Error::OtherModel { .. }))
                if self.request.mode == Mode::Hybrid =>
            {
                notices.truncate(told);
                notices.push(Notice::ModelFailed { reason: REPLACED.to_owned() });
                self.by_words(notices)
            }
            failed => failed,
        }
    }

    /// Returns the model that is chosen; nothing of one elsewhere that none of the vectors there are of, as it need not be
    /// asked.
    fn chosen(&self) -> Result<Option<&dyn Embedder>, notekin_embed::Error> {
        let (engine, chosen) = (self.engine, self.engine.chosen_model());
        if engine.host_elsewhere().is_some() && self.reader.model() != chosen.as_deref() {
            return Ok(None);
        }
        engine.model_to_ask(self.reader).map(Some)
    }

    /// Ranks by words alone, which isn't always what was asked for.
    fn by_words(&self, notices: &mut Vec<Notice>) -> Result<Found, Error> {
        let ByWords { words, notes, query, as_typed } = self.words(notices)?;
        let mut ranked = fuse(&words, &Meaning::default());
        titled::raise(self.reader, &self.request.query, &words.hits, &mut ranked)?;
        let (words, mode) = (Some(query), Mode::Keyword);
        Ok(Found { ranked, total: notes, words, as_typed, ..Found::nothing(mode) })
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
        if self.reader.model() != Some(embedder.model().id.as_str()) {
            return self.without_vectors(notices);
        }
        let ((mut meaning, vicinity), by_words) = self.at_once(embedder, notices)?;
        let as_typed = by_words.as_ref().is_some_and(|found| found.as_typed);
        let (mut words, query) =
            by_words.map_or_else(Default::default, |found| (found.words, Some(found.query)));
        let (by_words, by_meaning) = (words.chunks(), meaning.chunks());
        let words_alone: Vec<_> = by_words.difference(&by_meaning).copied().collect();
        let meaning_alone: Vec<_> = by_meaning.difference(&by_words).copied().collect();
        words.pending = self.reader.pending_among(&words_alone)?.into_iter().collect();
        meaning.silent = self.reader.silent_among(&meaning_alone)?.into_iter().collect();
        let mut ranked = fuse(&words, &meaning);
        titled::raise(self.reader, &self.request.query, &words.hits, &mut ranked)?;
        let mut notes: Vec<_> = ranked.iter().map(|candidate| candidate.note).collect();
        notes.sort_unstable();
        notes.dedup();
        let matches = self.words.has_phrase();
        let (total, words) = (notes.len(), query);
        Ok(Found {
            ranked,
            vicinity,
            matches,
            total,
            words,
            as_typed,
            ..Found::nothing(self.request.mode)
        })
    }

    /// Finds by meaning, and in a hybrid search by words meanwhile.
    fn at_once(
        &self,
        embedder: &dyn Embedder,
        notices: &mut Vec<Notice>,
    ) -> Result<(ByMeaning, Option<ByWords>), Error> {
        if self.request.mode != Mode::Hybrid {
            return Ok((self.meaning(embedder, notices)?, None));
        }
        let mut of_words = Vec::new();
        let (meaning, words) = thread::scope(|scope| {
            let words = scope.spawn(|| self.words(&mut of_words));
            let meaning = self.meaning(embedder, notices);
            (meaning, words.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        notices.extend(of_words);
        Ok((meaning?, Some(words?)))
    }

    /// Answers while nothing is read by meaning yet.
    fn without_vectors(&self, notices: &mut Vec<Notice>) -> Result<Found, Error> {
        if self.request.mode == Mode::Semantic {
            return Ok(Found::nothing(Mode::Semantic));
        }
        let switch = self.engine.switch(self.reader)?;
        notices.extend(switch.map(|switch| Notice::Switching { model: switch.model }));
        notices.extend(Notice::pending(&self.counts()?));
        self.by_words(notices)
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
            note_share: 1.0,
            held: 1.0,
            chance: 1.0,
            matched: Some(hit.span),
            why: Why { words: Some(Part { rank: at + 1, score: 1.0 }), ..Why::default() },
        });
        let (ranked, total) = (ranked.collect(), found.notes);
        Ok(Found { ranked, total, ..Found::nothing(Mode::Regex) })
    }

    /// Returns how much of the query counts, if not all of it: by meaning alone, only what must or must not be found.
    fn words_cut(&self, mode: Mode) -> Option<Notice> {
        let reach = match mode {
            Mode::Regex => return None,
            Mode::Semantic => self.words.exact_reach(),
            Mode::Keyword | Mode::Hybrid => self.words.reach(),
        };
        cut(&self.request.query, reach).map(|characters| Notice::WordsCut { characters })
    }

    fn words(&self, notices: &mut Vec<Notice>) -> Result<ByWords, Error> {
        let mut query = self.words.clone();
        let mut found = self.reader.words(&query, self.among.as_ref(), self.pool())?;
        let as_typed = !found.notes.is_empty();
        if !as_typed
            && self.spelling == Spelling::Mended
            && let Some((respelt, again)) = self.respelt(&query, notices)?
        {
            (query, found) = (respelt, again);
        }
        let notes = found.notes.len();
        let words = Words {
            hits: found.hits,
            notes: found.notes,
            best_share: found.best_share,
            pending: BTreeSet::new(),
        };
        Ok(ByWords { words, notes, query, as_typed })
    }

    /// Searches for words much like those that found nothing, and tells of it if that finds something.
    ///
    /// Only words of notes that the audience may see are tried: what is offered instead of a word says that it is there.
    fn respelt(
        &self,
        query: &WordQuery,
        notices: &mut Vec<Notice>,
    ) -> Result<Option<(WordQuery, WordHits)>, Error> {
        let visible = self.audience.visible(self.reader)?;
        let Some((query, words)) = self.reader.respelt(query, visible.as_ref())? else {
            return Ok(None);
        };
        let found = self.reader.words(&query, self.among.as_ref(), self.pool())?;
        if found.notes.is_empty() {
            return Ok(None);
        }
        let told = |Respelt { typed, searched }| Notice::Respelt { typed, searched };
        notices.extend(words.into_iter().map(told));
        Ok(Some((query, found)))
    }

    fn meaning(
        &self,
        embedder: &dyn Embedder,
        notices: &mut Vec<Notice>,
    ) -> Result<ByMeaning, Error> {
        let (model, text) = (embedder.model(), &*WordQuery::said(&self.request.query));
        let cut = cut(text, embedder.reach(text));
        notices.extend(cut.map(|characters| Notice::MeaningCut { characters }));
        let query: Vec<f32> =
            embedder.query(text)?.iter().zip(&model.query_mean).map(|(x, mean)| x - mean).collect();
        let (exact, among) = self.exact()?;
        // What isn't exact is taken out afterwards, and must not take the place of what is.
        let pool = if exact.is_some() { usize::MAX } else { self.pool() };
        let nearest = |among: Option<&NoteSet>, limit: usize| -> Result<Vec<Scored>, Error> {
            let found = self.reader.nearest(&space(model), &query, among, limit)?;
            let scored =
                |hit: &VectorHit| Scored { chunk: hit.chunk, note: hit.note, score: hit.score };
            Ok(found.iter().map(scored).collect())
        };
        let mut hits = nearest(among.as_ref(), pool)?;
        let vicinity = if exact.is_some() || !self.request.filter.is_empty() {
            nearest(self.audience.visible(self.reader)?.as_ref(), VICINITY)?
        } else {
            hits.iter().take(VICINITY).copied().collect()
        };
        if let Some(exact) = &exact {
            let passes = |chunk| {
                exact.binary_search_by_key(&chunk, |(chunk, _): &(ChunkId, _)| *chunk).is_ok()
            };
            hits.retain(|hit| passes(hit.chunk));
            hits.truncate(self.pool());
        }
        Ok((Meaning { hits, ..Meaning::default() }, vicinity))
    }

    /// Returns the passages that hold the query's phrases and none of its excluded words, if it has any, and the notes
    /// that may be found with that.
    fn exact(&self) -> Result<(Option<Exact>, Option<NoteSet>), Error> {
        let exact = self.reader.exact(&self.words)?;
        let Some(chunks) = &exact else { return Ok((None, self.among.clone())) };
        let notes: NoteSet = chunks.iter().map(|(_, note)| *note).collect();
        let among = self.among.as_ref().map_or_else(|| notes.clone(), |among| among.both(&notes));
        Ok((exact, Some(among)))
    }

    fn pool(&self) -> usize {
        POOL.max(self.request.limit * 8)
    }
}

/// Returns the characters of a query up to a byte, if there is more to read behind it.
fn cut(query: &str, reach: usize) -> Option<usize> {
    let (read, left) = query.split_at_checked(reach)?;
    (!left.trim().is_empty()).then(|| read.chars().count())
}
