//! The near-copies among the few notes nearest to one.

use notekin_index::{NoteId, NoteRow, Reader};

use super::holders::Holders;
use super::rule::{self, Text};
use super::runs::{Lookup, Runs};
use super::twins::{self, Sketch};
use crate::{CopySettings, Error};

/// Returns those of some notes that are near-copies of one, each with its coverage, in their order.
///
/// Which text many notes hold is told by these notes alone, so that no more than them are read: notes with a form or a
/// footer in common are near one another, so that they are among the nearest of each of them.
pub(crate) fn near(
    reader: &Reader,
    note: &NoteRow,
    others: &[&NoteRow],
    settings: CopySettings,
) -> Result<Vec<(NoteId, f32)>, Error> {
    let own = Runs::of(reader, note.id)?;
    if own.len() < rule::LEAST_RUNS {
        return Ok(Vec::new());
    }
    let unsorted = others
        .iter()
        .map(|other| Runs::unsorted(reader, other.id))
        .collect::<Result<Vec<_>, Error>>()?;
    let lookup = Lookup::new(&own);
    if !unsorted.iter().any(|runs| may_be_copy(&lookup, runs, settings)) {
        return Ok(Vec::new());
    }
    let mut texts = vec![Text::new(&note.title, own)];
    let text = |(other, runs): (&&NoteRow, Vec<u64>)| Text::new(&other.title, Runs::new(runs));
    texts.extend(others.iter().zip(unsorted).map(text));
    let holders = holders(&texts);
    let found = others.iter().zip(&texts[1..]).filter_map(|(other, its)| {
        let coverage = texts[0].coverage(its, settings, |run| holders.is_common(run))?;
        Some((other.id, coverage))
    });
    Ok(found.collect())
}

/// Returns whether a note shares enough with another to be its near-copy if nothing of that is common. Most don't, and are
/// told by this in a tenth of the time.
fn may_be_copy(own: &Lookup<'_>, other: &[u64], settings: CopySettings) -> bool {
    let shared = other.iter().filter(|run| own.has(**run));
    shared.take(rule::least_shared(settings)).count() == rule::least_shared(settings)
}

/// Counts who holds what among a few notes.
fn holders(texts: &[Text]) -> Holders {
    let sketches: Vec<Sketch> = texts.iter().map(|text| Sketch::of(&text.runs)).collect();
    let mut holders = Holders::with_room(sketches.iter().map(|sketch| sketch.len).sum());
    for class in twins::classes(&sketches) {
        holders.add(Runs::together(class.iter().map(|note| &texts[*note].runs)).iter());
    }
    holders
}
