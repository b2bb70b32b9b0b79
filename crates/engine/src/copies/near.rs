//! The near-copies among the few notes nearest to one.

use notekin_index::{NoteId, NoteRow, Reader};

use super::holders::Holders;
use super::rule::{self, Text};
use super::runs::Runs;
use super::twins::{self, Sketch};
use crate::Error;

/// Returns those of some notes that are near-copies of one, each with its coverage, in their order.
///
/// Which text many notes hold is told by these notes alone, so that no more than them are read: notes with a form or a
/// footer in common are near one another, so that they are among the nearest of each of them.
pub(crate) fn near(
    reader: &Reader,
    note: &NoteRow,
    others: &[&NoteRow],
) -> Result<Vec<(NoteId, f32)>, Error> {
    let text = |note: &NoteRow| -> Result<Text, Error> {
        Ok(Text::new(&note.title, Runs::of(reader, note.id)?))
    };
    let mut texts = vec![text(note)?];
    if texts[0].runs.len() < rule::LEAST_RUNS {
        return Ok(Vec::new());
    }
    for other in others {
        texts.push(text(other)?);
    }
    let holders = holders(&texts);
    let found = others.iter().zip(&texts[1..]).filter_map(|(other, its)| {
        let coverage = texts[0].coverage(its, |run| holders.is_common(run))?;
        Some((other.id, coverage))
    });
    Ok(found.collect())
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
