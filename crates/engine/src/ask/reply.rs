//! The reply: what was checked of an answer, in terms of notes.

use std::collections::BTreeSet;

use notekin_answer::{Grounded, Passage};
use notekin_note::{NotePath, Span};
use sha2::{Digest, Sha256};

use super::request::{AnswerSentence, AskOutcome, AskReply, Place, Source, Support};
use crate::SearchReply;
use crate::hexadecimal::hexadecimal;
use crate::notice::{NearNote, Notice};

/// The nearest notes that are named where none answers.
const NEAREST: usize = 3;

/// Returns the reply to a question; without anything that was checked it is that the notes don't answer.
pub(super) fn reply(
    found: &SearchReply,
    query: String,
    (given, grounded): (&[Passage], Option<Grounded>),
    model: Option<String>,
    mut notices: Vec<Notice>,
) -> AskReply {
    let is_partial = found.coverage.pending > 0;
    let (outcome, nearest) = match &grounded {
        Some(_) => (AskOutcome::Answered, Vec::new()),
        None if is_partial => (AskOutcome::PartialIndex, nearest(found)),
        None => (AskOutcome::NotInNotes, nearest(found)),
    };
    notices.retain(|notice| !matches!(notice, Notice::NothingRelevant { .. }));
    let grounded = grounded.unwrap_or_else(Grounded::nothing);
    let cited = |at: usize| grounded.chunks.get(at).and_then(|cited| given.get(cited.passage));
    let sources: Vec<Source> =
        (0..grounded.chunks.len()).filter_map(cited).filter_map(source).collect();
    let places = |support: &notekin_answer::Support| -> Vec<Place> {
        let place = |tie: &notekin_answer::Tie| {
            let narrow = cited(tie.chunk)?.narrowed(&tie.place);
            Some(Place {
                source: tie.chunk,
                lines: narrow.lines,
                bytes: narrow.span,
                is_quote: tie.is_quote,
                score: tie.score,
            })
        };
        support.sources.iter().filter_map(place).collect()
    };
    let supports = grounded
        .supports
        .iter()
        .map(|it| Support { span: Span { start: it.start, end: it.end }, places: places(it) });
    let sentences = grounded.sentences.iter().map(|it| AnswerSentence {
        span: Span { start: it.start, end: it.end },
        support: it.support,
        sources: it.chunks.clone(),
    });
    AskReply {
        marked: grounded.marked(),
        outcome,
        sentences: sentences.collect(),
        supports: supports.collect(),
        sources,
        answer: grounded.answer.clone(),
        query,
        nearest,
        model,
        is_private: false,
        given: notes(given),
        coverage: found.coverage,
        notices,
    }
}

/// Returns the notes that passages are of, each once.
fn notes(passages: &[Passage]) -> Vec<NotePath> {
    let paths: BTreeSet<&str> = passages.iter().map(|passage| passage.path.as_str()).collect();
    paths.into_iter().filter_map(|path| NotePath::parse(path).ok()).collect()
}

fn source(passage: &Passage) -> Option<Source> {
    let digest = Sha256::digest(passage.text.as_bytes());
    Some(Source {
        vault: passage.vault.clone(),
        path: NotePath::parse(&passage.path).ok()?,
        title: passage.title.clone(),
        heading: passage.heading.clone(),
        lines: passage.lines,
        bytes: passage.span,
        text: passage.text.clone(),
        quote_hash: hexadecimal(&digest),
    })
}

/// Returns the notes that came nearest to a question that they don't answer.
fn nearest(found: &SearchReply) -> Vec<NearNote> {
    let told = found.notices.iter().find_map(|notice| match notice {
        Notice::NothingRelevant { nearest } => Some(nearest.clone()),
        _ => None,
    });
    told.unwrap_or_else(|| {
        let mut near: Vec<NearNote> = Vec::new();
        for hit in &found.hits {
            if near.len() < NEAREST && near.iter().all(|note| note.path != hit.path) {
                near.push(NearNote {
                    vault: hit.vault.clone(),
                    path: hit.path.clone(),
                    title: hit.title.clone(),
                    score: hit.score,
                });
            }
        }
        near
    })
}
