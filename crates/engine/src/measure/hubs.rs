//! How well hubs are found.

use super::Work;
use super::request::{HubMeasure, HubPick};
use super::sample::Sample;
use super::statistics::share_with_interval;
use crate::Error;
use crate::progress::Stage;
use crate::related::Judge;

/// Finds a hub for each note of a sample as if it linked to none, and counts how often it is one of its own.
pub(super) fn measure(
    judge: &mut Judge<'_>,
    sample: &Sample,
    missing: usize,
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
            let (right, own) = (is_own(hub), own.iter().copied().filter_map(path).collect());
            picks.push(HubPick { note, hub: hub.and_then(path), right, own });
            right_by_text.push(is_own(by_text));
        }
        work.progress.advance(1);
    }
    let right: Vec<bool> = picks.iter().map(|pick| pick.right).collect();
    Ok(HubMeasure {
        hubs: judge.hubs().len(),
        missing: missing + sample.hubs.len() - picks.len(),
        accuracy: share_with_interval(&right),
        text_accuracy: share_with_interval(&right_by_text),
        picks,
    })
}
