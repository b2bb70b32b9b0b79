//! Healing: how the words index is kept true to the notes, also after a kill.
//!
//! Every change of a chunk's words is queued in the notes' own transaction and leaves the queue
//! only after the words index has committed it, under a payload that names the notes' generation.
//!
//! So there are four ways to find the two at an opening, by the generation the payload names:
//!
//! - The same: what a kill kept from leaving the queue, if anything, is written again.
//! - An earlier one, not before the queue was last emptied: a kill came between the two commits.
//!   What is queued is written again.
//! - A later one: a power cut took the notes' last commits back. All words are made anew.
//! - None, one before the queue was emptied, or another index's: all words are made anew, too,
//!   unless nothing was committed yet.

use crate::error::Result;
use crate::notes::{self, Database};
use crate::words::WordWriter;

/// So many queue entries are looked at a time.
const BATCH: usize = 256;

/// Brings the words index to the notes' last commit.
pub(crate) fn words(database: &Database, words: &mut WordWriter) -> Result<()> {
    let generation = database.generation()?;
    let committed = words
        .payload()?
        .and_then(|payload| generation_of(database, &payload).transpose())
        .transpose()?;
    let cleared: u64 = database.state("words")?.and_then(|value| value.parse().ok()).unwrap_or(0);
    let usable = match committed {
        Some(committed) => (cleared..=generation).contains(&committed),
        None => generation == 0 && words.is_empty()?,
    };
    if !usable {
        words.clear()?;
        database.run(notes::enqueue_all)?;
    } else if committed.is_none_or(|committed| committed == generation)
        && !database.run(notes::has_queue)?
    {
        return Ok(());
    }
    words.distrust();
    let last = feed_words(database, words, 0)?;
    commit_words(database, words, generation, last)
}

/// The generation a payload of this very index names.
fn generation_of(database: &Database, payload: &str) -> Result<Option<u64>> {
    let instance = database.state("instance")?.unwrap_or_default();
    let ours = payload.starts_with(&instance);
    Ok(notes::words_generation(payload).filter(|_| ours))
}

/// Gives the words index what is queued after `from`; returns how far that is.
///
/// Nothing leaves the queue here, and nothing is found by the new words before the commit.
pub(crate) fn feed_words(database: &Database, words: &mut WordWriter, from: i64) -> Result<i64> {
    let mut last = from;
    loop {
        let queued = database.run(|sql| notes::next_queued(sql, last, BATCH))?;
        words.apply(&queued)?;
        match queued.last() {
            Some(entry) => last = entry.seq,
            None => return Ok(last),
        }
    }
}

/// Commits the words index and takes what it holds off the queue.
///
/// In this order: a kill in between leaves entries in the queue that are written a second time, the
/// other order would lose them.
pub(crate) fn commit_words(
    database: &Database,
    words: &mut WordWriter,
    generation: u64,
    last: i64,
) -> Result<()> {
    let instance = database.state("instance")?.unwrap_or_default();
    words.commit(&format!("{instance} {generation}"))?;
    database.run(|sql| {
        let clearing = sql.unchecked_transaction()?;
        notes::clear_queue(&clearing, last)?;
        let state = "INSERT OR REPLACE INTO state VALUES ('words', ?1)";
        clearing.prepare_cached(state)?.execute([generation.to_string()])?;
        clearing.commit()
    })
}
