//! The difference between what is remembered and what is there.

use std::fs;

use notekin_note::NotePath;
use notekin_vault::{Changes, Known, PolicySettings, Scan, Stamp, changes, mass_disappearance};

use crate::folder::{Folder, path};

/// A time after which nothing in these tests is modified.
const LATER: i64 = i64::MAX;

fn known(scan: &Scan) -> Vec<Known> {
    scan.notes.iter().map(|(path, &stamp)| Known { path: path.clone(), stamp }).collect()
}

fn paths(list: &[&str]) -> Vec<NotePath> {
    list.iter().map(|text| path(text)).collect()
}

#[test]
fn nothing_changed_is_nothing_to_do() {
    let folder = Folder::of(&["a.md", "b/c.md"]);
    let scan = folder.scan();
    assert_eq!(changes(&known(&scan), &scan, LATER), Changes::default());
}

#[test]
fn new_changed_moved_and_deleted_notes_are_told_apart() {
    let folder = Folder::of(&["same.md", "edited.md", "deleted.md", "moved.md"]);
    let before = known(&folder.scan());
    fs::write(folder.at("edited.md"), "longer text").unwrap();
    fs::remove_file(folder.at("deleted.md")).unwrap();
    fs::rename(folder.at("moved.md"), folder.at("renamed.md")).unwrap();
    let changes = changes(&before, &folder.with("new.md", "").scan(), LATER);
    assert_eq!(changes.touched, paths(&["edited.md", "new.md", "renamed.md"]));
    assert_eq!(changes.gone, paths(&["deleted.md", "moved.md"]));
    assert_eq!((changes.withdrawn, changes.unreadable), (vec![], vec![]));
}

#[test]
fn what_the_policy_takes_away_is_not_gone() {
    let folder = Folder::of(&["a.md", "b/c.md"]);
    let before = known(&folder.scan());
    let settings = PolicySettings { exclude: vec!["b".to_owned()], ..PolicySettings::default() };
    let changes = changes(&before, &folder.vault_with(&settings).scan().unwrap(), LATER);
    assert_eq!(changes, Changes { withdrawn: paths(&["b/c.md"]), ..Changes::default() });
}

#[test]
fn what_cannot_be_read_now_is_not_gone() {
    let folder = Folder::of(&["a.md", "shut/b.md", "shut/deep/c.md", "shutter.md"]);
    let mut scan = folder.scan();
    let before = known(&scan);
    scan.notes.clear();
    let folder_trouble = notekin_vault::Unreadable {
        path: "shut".to_owned(),
        kind: notekin_vault::Trouble::Denied,
        reason: "no permission to read it".to_owned(),
    };
    scan.unreadable.push(folder_trouble);
    let changes = changes(&before, &scan, LATER);
    assert_eq!(changes.unreadable, paths(&["shut/b.md", "shut/deep/c.md"]));
    assert_eq!(changes.gone, paths(&["a.md", "shutter.md"]));
}

#[test]
fn a_note_written_in_the_tick_of_the_scan_is_looked_at_again() {
    const SECOND: i64 = 1_000_000_000;
    let mut scan = Scan::default();
    for (name, seconds) in [("old.md", 90), ("edge.md", 98), ("fresh.md", 99), ("future.md", 200)] {
        scan.notes.insert(path(name), Stamp { size: 1, modified_ns: seconds * SECOND });
    }
    let changes = changes(&known(&scan), &scan, 100 * SECOND);
    assert_eq!(changes.touched, paths(&["edge.md", "fresh.md", "future.md"]));
}

#[test]
fn losing_much_at_once_is_suspicious() {
    let suspicious = [(3, 3), (6, 3), (9, 4), (100, 34), (100, 100), (7, 7)];
    let normal = [(0, 0), (1, 1), (2, 1), (2, 2), (5, 4), (6, 2), (9, 3), (100, 33), (100, 0)];
    for (known, gone) in suspicious {
        assert!(mass_disappearance(known, gone), "{gone} of {known}");
    }
    for (known, gone) in normal {
        assert!(!mass_disappearance(known, gone), "{gone} of {known}");
    }
}
