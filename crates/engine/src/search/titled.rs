//! Passages under a heading, or of a note, that is called what was typed: whoever types a title means it.

use std::collections::BTreeSet;

use notekin_index::{ChunkId, Reader, WordHit};
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
    let wanted = plain(query);
    if wanted.is_empty() {
        return Ok(());
    }
    let (mut chunks, mut notes) = (BTreeSet::<ChunkId>::new(), BTreeSet::new());
    for hit in hits.iter().filter(|hit| hit.held >= EVERY_WORD).take(MOST) {
        if notes.contains(&hit.note) {
            continue;
        }
        let Some(chunk) = reader.chunk(hit.chunk)? else { continue };
        let is_called = |title: &str| plain(title) == wanted;
        // Small sections are one passage, with their headings as lines of its text.
        let is_meant = chunk.heading.last().is_some_and(|heading| is_called(heading))
            || chunk.text.lines().any(|line| line.len() <= 2 * query.len() && is_called(line))
            || reader.note_by_id(hit.note)?.is_some_and(|note| is_called(&note.title));
        if is_meant {
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

/// Returns the words of a title, without case and punctuation.
fn plain(title: &str) -> String {
    let folded = fold(title);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
