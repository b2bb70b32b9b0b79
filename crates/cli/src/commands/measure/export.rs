//! Results as files of JSON lines, for programs that score them.

use std::fs;
use std::path::Path;

use notekin_engine::{CopiesReply, JudgedPair, Measurement, NotePath};
use notekin_wire as wire;
use serde::Serialize;

use crate::report::Failure;

/// The files: questions, links by all evidence and by text alone, hubs, near-copies.
pub(super) const FILES: [&str; 5] = [SEARCH, LINKS, LINKS_BY_TEXT, HUBS, COPIES];
const SEARCH: &str = "search.jsonl";
const LINKS: &str = "links.jsonl";
const LINKS_BY_TEXT: &str = "links_text.jsonl";
const HUBS: &str = "hubs.jsonl";
const COPIES: &str = "copies.jsonl";

/// Writes a file for each part of a measurement: searches only where questions were asked.
pub(super) fn write(
    folder: &Path,
    vault: &str,
    measured: &Measurement,
    copies: &CopiesReply,
) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::io(format!("cannot make `{}`", folder.display()), &error))?;
    let file = |name: &str| folder.join(name);
    // The best there is comes first.
    if let Some(best) = measured.search.first() {
        lines(
            &file(SEARCH),
            best.found.iter().map(|(id, found)| wire::FoundLine {
                vault,
                id,
                results: found.iter().map(NotePath::as_str).collect(),
            }),
        )?;
    }
    let pairs = |score: fn(&JudgedPair) -> f32| {
        let all = measured.links.pairs.iter();
        all.map(move |pair| wire::ScoredPairLine::new(vault, pair, score(pair)))
    };
    lines(&file(LINKS), pairs(|pair| pair.score))?;
    lines(&file(LINKS_BY_TEXT), pairs(|pair| pair.text_score))?;
    let picks = measured.hubs.picks.iter().filter_map(|pick| {
        let hub = pick.hub.as_ref()?.as_str();
        Some(wire::HubPickLine { vault, note: pick.note.as_str(), hub })
    });
    lines(&file(HUBS), picks)?;
    lines(&file(COPIES), copied(vault, copies))
}

/// Returns every two notes of each group.
fn copied<'a>(
    vault: &'a str,
    copies: &'a CopiesReply,
) -> impl Iterator<Item = wire::CopiedPairLine<'a>> {
    copies.groups.iter().flat_map(move |group| {
        let notes = group.notes.iter().enumerate();
        notes.flat_map(move |(at, one)| {
            let others = group.notes.iter().skip(at + 1);
            others.map(move |other| wire::CopiedPairLine {
                vault,
                a: one.path.as_str(),
                b: other.path.as_str(),
            })
        })
    })
}

fn lines(file: &Path, rows: impl Iterator<Item = impl Serialize>) -> Result<(), Failure> {
    let lines: Result<Vec<String>, _> = rows.map(|row| serde_json::to_string(&row)).collect();
    let lines = lines.map_err(|error| Failure::io("cannot write JSON", &error.into()))?;
    let text: String = lines.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect();
    super::write(file, &text)
}
