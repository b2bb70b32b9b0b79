//! Passages under a heading, or of a note, that is called what was typed: whoever types a title means it.

use std::collections::BTreeSet;

use notekin_index::{ChunkId, ChunkRow, Reader, SectionRow, WordHit, WordQuery};
use notekin_note::fold;

use super::fuse::Candidate;
use crate::Error;

/// Passages looked at, of those that hold every word that was typed.
const MOST: usize = 20;

/// How much of the query such a passage holds; a little less than all, for what is rounded.
const EVERY_WORD: f32 = 0.95;

/// Puts passages whose heading or note is called like the query before all others, one of each note.
pub(super) fn raise(
    reader: &Reader,
    query: &str,
    hits: &[WordHit],
    ranked: &mut [Candidate],
) -> Result<(), Error> {
    let wanted = plain(&WordQuery::said(query));
    if wanted.is_empty() {
        return Ok(());
    }
    let (mut chunks, mut notes) = (BTreeSet::<ChunkId>::new(), BTreeSet::new());
    for hit in hits.iter().filter(|hit| hit.held >= EVERY_WORD).take(MOST) {
        if notes.contains(&hit.note) {
            continue;
        }
        let Some(chunk) = reader.chunk(hit.chunk)? else { continue };
        let is_called = |title: &String| plain(title) == wanted;
        if chunk.heading.last().is_some_and(is_called) || is_titled(reader, &chunk, is_called)? {
            chunks.insert(hit.chunk);
            notes.insert(hit.note);
        }
    }
    if !chunks.is_empty() {
        for candidate in ranked.iter_mut().filter(|candidate| chunks.contains(&candidate.chunk)) {
            candidate.fused += 1.0;
        }
        ranked.sort_by(|a, b| b.fused.total_cmp(&a.fused).then(a.chunk.cmp(&b.chunk)));
    }
    Ok(())
}

/// Returns whether the note is called so, or one of the sections that begin in a passage: small ones are one passage.
fn is_titled(
    reader: &Reader,
    chunk: &ChunkRow,
    is_called: impl Fn(&String) -> bool,
) -> Result<bool, Error> {
    let detail = reader.detail(chunk.note)?.unwrap_or_default();
    let begins = |section: &SectionRow| {
        chunk.span.start <= section.span.start && section.span.start < chunk.span.end
    };
    let sections = detail.sections.iter().filter(|section| begins(section));
    let title = reader.note_by_id(chunk.note)?.map(|note| note.title);
    Ok(title.iter().chain(&detail.other_titles).chain(&detail.aliases).any(&is_called)
        || sections.map(|section| &section.title).any(&is_called))
}

/// Returns the words of a title, without case and punctuation.
fn plain(title: &str) -> String {
    let folded = fold(title);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
