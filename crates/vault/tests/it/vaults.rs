//! Real vaults: everything a plain walk finds is accounted for.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use notekin_note::{Format, LinkKind, NotePath, Settings, parse};
use notekin_vault::{Links, PolicySettings, Vault};

/// Says on stderr that a test could not do its work, and fails where that isn't allowed.
pub(crate) fn not_run(what: &str, need: &str) {
    eprintln!("NOT RUN: {what} needs {need}");
    assert!(std::env::var_os("NOTEKIN_REQUIRE_ALL").is_none(), "{what} must run here");
}

fn shared(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(folder)
}

fn shared_vaults() -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(shared("vaults")).ok()?;
    Some(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect())
}

/// Counts the files with a note's name, outside hidden folders, by the simplest means.
fn count_notes(folder: &Path) -> usize {
    let count = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with('.') {
            0
        } else if path.is_dir() {
            count_notes(&path)
        } else {
            usize::from(Format::of(&crate::folder::path(&name)).is_some())
        }
    };
    std::fs::read_dir(folder).unwrap().flatten().map(|entry| count(entry.path())).sum()
}

fn open(folder: &Path) -> Vault {
    Vault::open(folder, &PolicySettings::default()).unwrap()
}

#[test]
fn every_note_of_the_shared_vaults_is_found() {
    let Some(vaults) = shared_vaults() else {
        return not_run("the walk over real vaults", "../shared");
    };
    assert!(!vaults.is_empty());
    for folder in vaults {
        let scan = open(&folder).scan().unwrap();
        assert_eq!(scan.found(), count_notes(&folder), "{}", folder.display());
        let links = Links::new(scan.notes.keys());
        for note in scan.notes.keys() {
            let found = links.resolve(note, note.as_str(), LinkKind::Wiki);
            assert_eq!(found, Some(note), "every note has its own path");
        }
    }
}

/// Returns every pair of notes of which one links to the other, in both orders.
fn linked_pairs(vault: &Vault) -> HashSet<(NotePath, NotePath)> {
    let scan = vault.scan().unwrap();
    let links = Links::new(scan.notes.keys());
    let mut pairs = HashSet::new();
    for from in scan.notes.keys() {
        let bytes = vault.read(from).unwrap().bytes;
        let note = parse(&bytes, Format::of(from).unwrap(), &Settings::default());
        for to in note.links.iter().filter_map(|link| links.resolve(from, &link.target, link.kind))
        {
            pairs.insert((from.clone(), to.clone()));
            pairs.insert((to.clone(), from.clone()));
        }
    }
    pairs
}

/// Reads the pairs that somebody else's resolver found.
fn labelled_pairs(file: &Path) -> Vec<(NotePath, NotePath)> {
    let text = std::fs::read_to_string(file).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let note = |value: &serde_json::Value| NotePath::parse(value.as_str().unwrap()).unwrap();
    rows.filter(|row| row["linked"] == 1).map(|row| (note(&row["a"]), note(&row["b"]))).collect()
}

/// Logseq's vault also links by `[text]([[Note]])` and from within queries, which Obsidian doesn't know.
#[test]
fn nearly_all_linked_pairs_of_the_shared_vaults_follow_from_links() {
    let Ok(files) = std::fs::read_dir(shared("links")) else {
        return not_run("links of real vaults", "../shared");
    };
    for file in files.flatten().map(|entry| entry.path()) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let labelled = labelled_pairs(&file);
        let linked = linked_pairs(&open(&shared("vaults").join(name)));
        let missed: Vec<_> = labelled.iter().filter(|pair| !linked.contains(pair)).collect();
        println!("{name}: {} of {} pairs missed", missed.len(), labelled.len());
        assert!(missed.len() * 20 <= labelled.len(), "{name}: more than 5 % missed: {missed:#?}");
    }
}
