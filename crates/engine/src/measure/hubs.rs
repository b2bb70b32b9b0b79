//! How well hubs are found.

use super::Work;
use super::dice::Dice;
use super::request::{HubMeasure, HubPick};
use super::sample::Sample;
use super::statistics::{Interval, mean_with_interval};
use crate::Error;
use crate::progress::Stage;
use crate::related::Judge;

/// Finds a hub for each note of a sample as if it linked to none, and counts how often it is one of its own.
pub(super) fn measure(
    judge: &mut Judge<'_>,
    sample: &Sample,
    seed: u64,
    work: &Work<'_>,
) -> Result<HubMeasure, Error> {
    work.progress.begin(Stage::Comparing, sample.hubs.len());
    let (mut picks, mut right_by_text) = (Vec::new(), Vec::new());
    for (note, own) in &sample.hubs {
        work.go_on()?;
        let (hub, by_text) = judge.hub_of(*note)?;
        let is_own = |hub: Option<_>| hub.is_some_and(|hub| own.contains(&hub));
        let path = |note| judge.note(note).map(|row| row.path.clone());
        if let Some(note) = path(*note) {
            picks.push(HubPick { note, hub: hub.and_then(path), right: is_own(hub) });
            right_by_text.push(is_own(by_text));
        }
        work.progress.advance(1);
    }
    let right: Vec<bool> = picks.iter().map(|pick| pick.right).collect();
    Ok(HubMeasure {
        hubs: judge.hubs().len(),
        missing: sample.missing_hubs + sample.hubs.len() - picks.len(),
        accuracy: accuracy(&right, seed),
        text_accuracy: accuracy(&right_by_text, seed),
        picks,
    })
}

fn accuracy(right: &[bool], seed: u64) -> Option<Interval> {
    let right: Vec<f32> = right.iter().map(|right| f32::from(u8::from(*right))).collect();
    mean_with_interval(&right, &mut Dice::new(seed))
}
