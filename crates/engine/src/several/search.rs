//! One ranking of what several vaults found.

use std::collections::VecDeque;

use super::Several;
use super::cursor::{Place, Shown};
use crate::Error;
use crate::audience::Audience;
use crate::cursor::Mark;
use crate::search::{
    Coverage, Hit, Mode, NAMED, Notice, SearchReply, SearchRequest, Searched, Spelling,
};

impl Several<'_> {
    /// Returns the passages of all the vaults that answer `request` best.
    ///
    /// Each vault keeps its own order; the vaults are joined by score. Counts are sums, the generation too: it grows
    /// with every change of any vault.
    pub fn search(
        &self,
        request: &SearchRequest,
        audience: Audience,
    ) -> Result<SearchReply, Error> {
        if let [engine] = self.engines.as_slice() {
            return engine.search(request, audience);
        }
        let mark = request.mark(&self.names());
        let mut place = Place::parse(request.cursor.as_deref(), self.engines.len(), mark)?;
        let asked = self.ask_each(|at, engine| {
            let cursor = place.0[at].cursor();
            let request = SearchRequest { cursor, ..request.clone() };
            engine.search_filtered(&request, audience, Spelling::Mended)
        })?;
        let replies = self.as_typed(asked.replies, request, (&place, audience))?;
        let mut joined = empty(request, asked.notices);
        let mut queues = Vec::new();
        for (at, reply) in replies {
            let is_done = place.0[at] == Shown::All;
            // A vault that is done was asked again for its counts alone: its cursor is that of a first page.
            let last = is_done || reply.next_cursor.is_none();
            let hits = if is_done { VecDeque::new() } else { reply.hits.iter().cloned().collect() };
            if hits.is_empty() && last {
                place.0[at] = Shown::All;
            }
            queues.push(Queue { at, hits, last });
            add(&mut joined, reply);
        }
        let found = queues.iter().any(|queue| !queue.hits.is_empty() || !queue.last);
        if found {
            joined.notices.retain(|notice| !matches!(notice, Notice::NothingRelevant { .. }));
        }
        joined.hits = merge(&mut queues, (&mut place, mark), request.limit.max(1));
        let more = queues.iter().any(|queue| !queue.hits.is_empty() || !queue.last);
        joined.next_cursor = joined.hits.last().filter(|_| more).map(|hit| hit.after.clone());
        Ok(joined)
    }

    /// Returns the vaults' replies, without words mended in one that another vault has as they were typed.
    fn as_typed(
        &self,
        replies: Vec<(usize, Searched)>,
        request: &SearchRequest,
        (place, audience): (&Place, Audience),
    ) -> Result<Vec<(usize, SearchReply)>, Error> {
        let is_known = replies.iter().any(|(_, searched)| searched.as_typed);
        let is_respelt = |notice: &Notice| matches!(notice, Notice::Respelt { .. });
        let mut checked = Vec::new();
        for (at, Searched { mut reply, .. }) in replies {
            if is_known && reply.notices.iter().any(is_respelt) {
                let cursor = place.0[at].cursor();
                let request = SearchRequest { cursor, update: false, ..request.clone() };
                let again =
                    self.engines[at].search_filtered(&request, audience, Spelling::AsTyped)?;
                reply = again.reply.reply;
            }
            checked.push((at, reply));
        }
        Ok(checked)
    }
}

/// What one vault found and hasn't been shown yet.
struct Queue {
    /// The vault's place among the vaults.
    at: usize,
    hits: VecDeque<Hit>,
    /// Whether there is nothing beyond the hits.
    last: bool,
}

/// Takes the best of the vaults' next hits, again and again, and moves the place along.
fn merge(queues: &mut [Queue], (place, mark): (&mut Place, Mark), limit: usize) -> Vec<Hit> {
    let mut merged = Vec::new();
    while merged.len() < limit {
        let score = |queue: &Queue| queue.hits.front().map(|hit| hit.score);
        // Of equals the first, as `max_by` would return the last.
        let best =
            queues.iter_mut().filter(|queue| !queue.hits.is_empty()).rev().max_by(|a, b| {
                score(a).partial_cmp(&score(b)).unwrap_or(std::cmp::Ordering::Equal)
            });
        let Some((queue, mut hit)) =
            best.and_then(|queue| queue.hits.pop_front().map(|hit| (queue, hit)))
        else {
            break;
        };
        place.0[queue.at] =
            if queue.hits.is_empty() && queue.last { Shown::All } else { Shown::UpTo(hit.after) };
        hit.after = place.cursor(mark);
        merged.push(hit);
    }
    merged
}

fn empty(request: &SearchRequest, notices: Vec<Notice>) -> SearchReply {
    SearchReply {
        query: request.query.clone(),
        mode: request.mode,
        generation: 0,
        coverage: Coverage::default(),
        hits: Vec::new(),
        total: 0,
        relevant: false,
        next_cursor: None,
        changed: false,
        notices,
    }
}

/// Adds the counts and notices of one vault's reply; words alone were used as soon as one vault used them alone.
fn add(joined: &mut SearchReply, reply: SearchReply) {
    joined.generation += reply.generation;
    joined.coverage.searched += reply.coverage.searched;
    joined.coverage.total += reply.coverage.total;
    joined.coverage.pending += reply.coverage.pending;
    joined.coverage.errored += reply.coverage.errored;
    if let Some(scope) = reply.coverage.scope {
        *joined.coverage.scope.get_or_insert(0) += scope;
    }
    joined.total += reply.total;
    joined.relevant |= reply.relevant;
    joined.changed |= reply.changed;
    if reply.mode == Mode::Keyword {
        joined.mode = Mode::Keyword;
    }
    for notice in reply.notices {
        add_notice(&mut joined.notices, notice);
    }
}

/// Adds a notice: numbers of the same thing add up, and what holds for all is said once.
fn add_notice(notices: &mut Vec<Notice>, new: Notice) {
    for notice in notices.iter_mut() {
        match (notice, &new) {
            (
                Notice::Pending { notes, unseen },
                Notice::Pending { notes: more, unseen: more_unseen },
            ) => {
                *notes += more;
                *unseen += more_unseen;
                return;
            }
            (Notice::Unread { changes: sum }, Notice::Unread { changes: more })
            | (Notice::Paused { vanished: sum }, Notice::Paused { vanished: more }) => {
                *sum += more;
                return;
            }
            (Notice::NothingRelevant { nearest }, Notice::NothingRelevant { nearest: more }) => {
                nearest.extend(more.iter().cloned());
                nearest.sort_by(|a, b| b.score.total_cmp(&a.score));
                nearest.truncate(NAMED);
                return;
            }
            (notice, new) if notice == new => return,
            _ => {}
        }
    }
    notices.push(new);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_notices_add_up() {
        let mut notices = Vec::new();
        let model = || Notice::NoModel { model: "m".to_owned() };
        for notice in [
            Notice::Pending { notes: 2, unseen: 1 },
            model(),
            Notice::Unread { changes: 1 },
            Notice::Pending { notes: 3, unseen: 3 },
            model(),
        ] {
            add_notice(&mut notices, notice);
        }
        let pending = Notice::Pending { notes: 5, unseen: 4 };
        assert_eq!(notices, [pending, model(), Notice::Unread { changes: 1 }]);
    }

    #[test]
    fn a_place_reads_what_it_wrote() {
        let place = Place(vec![Shown::Nothing, Shown::UpTo("1.2.3".to_owned()), Shown::All]);
        assert_eq!(place.to_string(), "~1.2.3~-");
        let mark = Mark::of(&"tea");
        let read = |cursor: &str, vaults, mark| Place::parse(Some(cursor), vaults, mark);
        assert_eq!(read(&place.cursor(mark), 3, mark).unwrap(), place);
        assert!(read(&place.cursor(mark), 2, mark).is_err(), "of another number of vaults");
        assert!(read(&place.cursor(mark), 3, Mark::of(&"coffee")).is_err(), "of another search");
    }
}
