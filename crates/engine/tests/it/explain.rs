//! What is said of one path, by what it says now and by what the index holds.

use notekin_engine::{Audience, Error, Explanation, Kind};

use crate::vault::TestVault;

fn explain(vault: &TestVault, path: &str) -> Explanation {
    vault.engine().explain(path, Audience::Owner).unwrap()
}

/// Says what is said of a path, and how many passages are findable.
#[track_caller]
fn check(vault: &TestVault, path: &str, verdict: &str, reason: &str, passages: usize) {
    let said = explain(vault, path);
    assert_eq!(
        (said.verdict.as_str(), said.reason.as_str(), said.passages),
        (verdict, reason, passages)
    );
}

#[test]
fn a_note_is_explained_by_what_it_says_now() {
    let vault = TestVault::new();
    vault.write("new.md", "tea\n");
    check(&vault, "new.md", "waiting", "a note of 4 bytes that is not read yet", 0);
    vault.sync();
    check(&vault, "new.md", "indexed", "a note of 4 bytes that is read", 1);
    vault.write("out.md", "---\nindex: false\n---\n");
    let left_out = "left out: its frontmatter says `index: false`";
    check(&vault, "out.md", "excluded", left_out, 0);
    vault.sync();
    check(&vault, "out.md", "excluded", left_out, 0);
    vault.write("mine.md", "---\nprivate: true\n---\n");
    assert!(explain(&vault, "mine.md").private, "before it is read");
}

#[test]
fn what_the_index_still_holds_is_told() {
    let vault = TestVault::new().note("a.md", "tea\n").indexed();
    vault.write("a.md", "more tea\n");
    let changed = "a note of 9 bytes that has changed since it was read";
    check(&vault, "a.md", "indexed", changed, 1);
    vault.write("a.md", "---\nindex: false\n---\n");
    let until = "; what was read before is findable until the next update";
    let left_out = format!("left out: its frontmatter says `index: false`{until}");
    check(&vault, "a.md", "excluded", &left_out, 1);
    vault.delete("a.md");
    check(&vault, "a.md", "missing", &format!("there is no such note{until}"), 1);
    vault.write("a.md", "tea\n");
    check(&vault, "./a.md", "indexed", "a note of 4 bytes that is read", 1);
}

#[test]
fn misspelt_names_bring_up_those_that_are_like_them() {
    let vault = TestVault::new()
        .note("Zucchini.md", "# Courgette\n")
        .note("Café.md", "coffee")
        .note("out.md", "---\nindex: false\n---\n")
        .indexed();
    vault.write("Pumpkin.md", "not read yet");
    for (typed, meant) in [
        ("zuchini.md", "Zucchini.md"),
        ("corgette", "Zucchini.md"),
        ("garden/Zucchini.md", "Zucchini.md"),
        ("cafe\u{301}.md", "Café.md"),
        ("Pumkin", "Pumpkin.md"),
    ] {
        let said = explain(&vault, typed);
        assert_eq!((said.verdict.as_str(), said.near), ("missing", vec![meant.to_owned()]));
    }
    assert!(explain(&vault, "nothing.md").near.is_empty());
}

#[test]
fn who_may_not_know_what_is_left_out_hears_nothing_of_it() {
    let vault = TestVault::new()
        .note("open.md", "tea")
        .note("turned.md", "tea")
        .note("mine.md", "---\nprivate: true\n---\n")
        .note("out.md", "---\nindex: false\n---\n")
        .indexed();
    vault.write("turned.md", "---\nprivate: true\n---\ntea");
    vault.write("new.md", "tea");
    let engine = vault.engine();
    assert_eq!(engine.explain("open.md", Audience::Assistant).unwrap().verdict, "indexed");
    for path in ["turned.md", "mine.md", "out.md", "new.md", "nowhere.md"] {
        let error = engine.explain(path, Audience::Assistant).unwrap_err();
        assert!(matches!(error, Error::NoSuchNote { .. }) && error.kind() == Kind::NotFound);
    }
    let near = engine.explain("mnie.md", Audience::Assistant).unwrap_err();
    assert!(near.near().is_empty(), "{near:?}");
    assert_eq!(engine.explain("opne.md", Audience::Assistant).unwrap_err().near(), ["open.md"]);
}
