//! Symbolic links: followed, but never in circles, never twice, and never past the policy.
#![cfg(unix)]

use notekin_vault::{PolicySettings, Trouble};

use crate::folder::{Folder, path, show};

#[test]
fn a_loop_is_reported_and_ends_nothing() {
    let folder = Folder::of(&["a/b/note.md"])
        .with_link("a/b/up", "..")
        .with_link("a/top", "../")
        .with_link("me", "me");
    assert_eq!(
        show(&folder.scan()),
        ["a/b/note.md", "! a/b/up: loop", "! a/top: loop", "! me: loop"]
    );
}

#[test]
fn a_link_to_a_folder_above_the_vault_is_a_loop() {
    let folder = Folder::of(&["vault/a.md", "other.md"]).with_link("vault/out", "..");
    let vault =
        notekin_vault::Vault::open(&folder.at("vault"), &PolicySettings::default()).unwrap();
    assert_eq!(show(&vault.scan().unwrap()), ["a.md", "! out: loop"]);
}

#[test]
fn a_folder_outside_is_followed_once() {
    let outside = Folder::of(&["x.md", "sub/y.md"]).with_link("back", ".");
    let folder =
        Folder::of(&["a.md"]).with_link("one", outside.path()).with_link("two", outside.path());
    let folder = folder.with_link("zsub", outside.at("sub"));
    assert_eq!(show(&folder.scan()), ["a.md", "one/sub/y.md", "one/x.md", "! one/back: loop"]);
    assert_eq!(folder.vault().read(&path("one/x.md")).unwrap().bytes, b"text");
}

#[test]
fn a_folder_outside_that_links_into_the_vault_ends_there() {
    let folder = Folder::of(&["vault/a.md", "outside/b.md"]);
    let folder = folder.with_link("vault/out", "../outside").with_link("outside/back", "../vault");
    let vault =
        notekin_vault::Vault::open(&folder.at("vault"), &PolicySettings::default()).unwrap();
    assert_eq!(show(&vault.scan().unwrap()), ["a.md", "out/b.md", "! out/back: loop"]);
}

#[test]
fn a_link_into_the_vault_adds_nothing() {
    let folder = Folder::of(&["z/real.md"]).with_link("a.md", "z/real.md").with_link("copy", "z");
    assert_eq!(show(&folder.scan()), ["z/real.md"]);
}

#[test]
fn a_link_to_a_file_outside_is_a_note_by_its_own_name() {
    let outside = Folder::of(&["source.txt"]);
    let folder = Folder::new()
        .with_link("a.md", outside.at("source.txt"))
        .with_link("b.md", outside.at("source.txt"));
    assert_eq!(show(&folder.scan()), ["a.md"]);
}

#[test]
fn a_link_that_leads_nowhere_is_reported_if_it_was_a_note() {
    let folder =
        Folder::of(&["a.md"]).with_link("lost.md", "nowhere.md").with_link("lost", "nowhere");
    let folder = folder.with_link("through.md", "a.md/below.md");
    assert_eq!(show(&folder.scan()), ["a.md", "! lost.md: gone", "! through.md: io"]);
    assert_eq!(folder.vault().read(&path("lost.md")).unwrap_err().kind, Trouble::Gone);
}

#[test]
fn a_link_opens_nothing_that_the_policy_closes() {
    let folder = Folder::of(&["Private/diary.md", ".hidden/secret.md", "a.md"]);
    let folder = folder.with_link("Public", "Private").with_link("open.md", "Private/diary.md");
    let folder = folder
        .with_link("shown", ".hidden")
        .with_link("shown.md", ".hidden/secret.md")
        .with_link("self", ".");
    let settings =
        PolicySettings { exclude: vec!["/Private/".to_owned()], ..PolicySettings::default() };
    let vault = folder.vault_with(&settings);
    assert_eq!(
        show(&vault.scan().unwrap()),
        ["a.md", "! self: loop", "- Private/diary.md: exclude"]
    );
    let closed = [
        "Private/diary.md",
        "Public/diary.md",
        "open.md",
        "shown/secret.md",
        "shown.md",
        "self/Private/diary.md",
        "self/self/.hidden/secret.md",
    ];
    for closed in closed {
        assert_eq!(vault.read(&path(closed)).unwrap_err().kind, Trouble::Excluded, "{closed}");
    }
}

#[test]
fn hidden_and_excluded_links_are_not_followed() {
    let outside = Folder::of(&["x.md"]);
    let folder = Folder::of(&["shut/a.md"])
        .with_link(".dot", outside.path())
        .with_link("shut/out", outside.path());
    let folder =
        folder.with(".vaultignore", "shut/\n").with_link("shut/me", "me").with_link(".me", ".me");
    assert_eq!(show(&folder.scan()), ["- shut/a.md: vaultignore"]);
}
