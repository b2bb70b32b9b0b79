//! The near-copies among the few notes nearest to one.

use notekin_index::{NoteId, Reader};

use super::holders::Holders;
use super::rule;
use super::runs::Runs;
use super::twins::{self, Sketch};
use crate::Error;

/// Returns those of some notes that are near-copies of one, each with its coverage, in their order.
///
/// Which text many notes hold is told by these notes alone, so that no more than them are read: notes with a form or a
/// footer in common are near one another, so that they are among the nearest of each of them.
pub(crate) fn near(
    reader: &Reader,
    note: NoteId,
    others: &[NoteId],
) -> Result<Vec<(NoteId, f32)>, Error> {
    let own = Runs::of(reader, note)?;
    if own.len() < rule::LEAST_RUNS {
        return Ok(Vec::new());
    }
    let mut runs = vec![own];
    for other in others {
        runs.push(Runs::of(reader, *other)?);
    }
    let holders = holders(&runs);
    let found = others.iter().zip(&runs[1..]).filter_map(|(other, its)| {
        let coverage = rule::coverage(&runs[0], its, |run| holders.is_common(run))?;
        Some((*other, coverage))
    });
    Ok(found.collect())
}

/// Counts who holds what among a few notes.
fn holders(runs: &[Runs]) -> Holders {
    let sketches: Vec<Sketch> = runs.iter().map(Sketch::of).collect();
    let mut holders = Holders::with_room(runs.iter().map(Runs::len).sum());
    for class in twins::classes(&sketches) {
        holders.add(Runs::together(class.iter().map(|note| &runs[*note])).iter());
    }
    holders
}
