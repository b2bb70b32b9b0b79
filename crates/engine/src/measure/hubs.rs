//! How well hubs are found.

use std::sync::atomic::{AtomicBool, Ordering};

use super::dice::Dice;
use super::request::{HubMeasure, HubPick};
use super::sample::Sample;
use super::statistics::mean;
use crate::Error;
use crate::progress::{Progress, Stage};
use crate::related::Judge;

/// Finds a hub for each note of a sample as if it linked to none, and counts how often it is one of its own.
pub(super) fn measure(
    judge: &mut Judge<'_>,
    sample: &Sample,
    dice: &mut Dice,
    (progress, cancel): (&dyn Progress, &AtomicBool),
) -> Result<HubMeasure, Error> {
    progress.begin(Stage::Comparing, sample.hubs.len());
    let (mut picks, mut right_by_text) = (Vec::new(), Vec::new());
    for (note, own) in &sample.hubs {
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let (hub, by_text) = judge.hub_of(*note)?;
        right_by_text.push(share(by_text.is_some_and(|hub| own.contains(&hub))));
        let row = hub.and_then(|hub| judge.note(hub));
        if let (Some(row), Some(below)) = (row, judge.note(*note)) {
            let right = own.contains(&row.id);
            picks.push(HubPick { note: below.path.clone(), hub: row.path.clone(), right });
        }
        progress.advance(1);
    }
    let right: Vec<f32> = picks.iter().map(|pick| share(pick.right)).collect();
    Ok(HubMeasure {
        hubs: judge.hubs().len(),
        share: mean(&right, dice),
        text_share: mean(&right_by_text, dice),
        picks,
    })
}

fn share(is_right: bool) -> f32 {
    if is_right { 1.0 } else { 0.0 }
}
