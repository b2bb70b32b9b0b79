//! Vaults that were moved to another folder.

use crate::driver::{Reply, TestVault};

fn run(vault: &TestVault, arguments: &[&str]) -> Reply {
    vault.run_in(&vault.beside("elsewhere"), arguments)
}

fn garden() -> TestVault {
    (0..6).fold(TestVault::new(), |vault, number| {
        vault.note(&format!("bed {number}.md"), format!("# Bed {number}\n\nRow {number}.\n"))
    })
}

#[test]
fn a_vault_that_was_moved_is_offered_as_the_same() {
    let vault = garden();
    assert_eq!(run(&vault, &["index", "../vault"]).exit, 0);
    std::fs::rename(vault.at(""), vault.beside("moved")).unwrap();
    insta::assert_snapshot!(run(&vault, &["index", "../moved", "--yes"]), @r#"
    vault     moved (/moved)
    notes     6 read
    passages  6
    model     fake
    state     ready by words and by meaning

    next: notekin search "a question" finds passages
    --- stderr
    most of these notes are known from the vault `vault` in `/vault`, which is gone; going on with what is kept for it
    --- exit 0
    "#);
    insta::assert_snapshot!(run(&vault, &["vault", "list"]), @"
    moved  /moved
    --- exit 0
    ");
}

/// A vault with rules of its own that was read and is now in another folder.
fn moved() -> TestVault {
    let vault = garden().note("secret/plan.md", "# Plan\n\nWater the ghost orchid.\n");
    assert_eq!(run(&vault, &["vault", "add", "../vault", "--exclude", "secret/"]).exit, 0);
    assert_eq!(run(&vault, &["index"]).exit, 0);
    std::fs::rename(vault.at(""), vault.beside("moved")).unwrap();
    std::fs::create_dir(vault.beside("moved/.obsidian")).unwrap();
    vault
}

/// Whether anything of the notes that are left out has come into the data folder.
fn knows_the_secret(vault: &TestVault) -> bool {
    let arguments = ["search", "ghost orchid", "--mode", "keyword", "--vault", "../moved"];
    run(vault, &arguments).stdout.contains("plan.md")
}

#[test]
fn without_an_answer_a_moved_vault_is_not_read() {
    let vault = moved();
    let inside = vault.beside("moved");
    insta::assert_snapshot!(run(&vault, &["index", "../moved"]), @r#"
    --- stderr
    error: most of these notes are known from the vault `vault` in `/vault`, which is gone

    hint: `notekin vault move "/vault" "/moved"`, or `--yes` with `index`, goes on as that vault; if it is another, `notekin vault remove "/vault"` first
    --- exit 2
    "#);
    for arguments in [
        ["vault", "add", "../moved"].as_slice(),
        &["index", "--vault", "../moved"],
        &["search", "ghost orchid", "--vault", "../moved"],
        &["related", "bed 1.md", "--vault", "../moved"],
    ] {
        let reply = run(&vault, arguments);
        assert!(reply.exit == 2 && reply.stderr.contains("vault move"), "{reply}");
    }
    let reply = vault.run_in(&inside, &["search", "ghost orchid"]);
    assert!(reply.exit == 2 && reply.stderr.contains("vault move"), "{reply}");
    let homes = std::fs::read_dir(vault.beside("data/vaults")).unwrap().count();
    assert_eq!(homes, 1, "nothing was read");
    assert_eq!(run(&vault, &["index", "../moved", "--yes"]).exit, 0, "it is still known again");
    assert!(!knows_the_secret(&vault));
    insta::assert_snapshot!(run(&vault, &["vault", "list"]), @"
    moved  /moved
      leaves out secret/
    --- exit 0
    ");
}

#[test]
fn what_was_told_to_be_another_vault_is_read_as_such() {
    let vault = moved();
    assert_eq!(run(&vault, &["vault", "remove", "vault"]).exit, 0);
    assert_eq!(run(&vault, &["index", "../moved"]).exit, 0);
    assert!(knows_the_secret(&vault));
}

#[test]
fn a_vault_moves_into_the_place_of_another_only_when_that_is_meant() {
    let vault = moved();
    let register = vault.beside("data/vaults.json");
    assert_eq!(run(&vault, &["vault", "remove", "vault"]).exit, 0);
    assert_eq!(run(&vault, &["vault", "add", "../moved", "--exclude", "bed 1.md"]).exit, 0);
    assert_eq!(run(&vault, &["index", "../moved"]).exit, 0);
    assert!(knows_the_secret(&vault));
    // As when it had been said at the time that it is another one.
    let text = std::fs::read_to_string(&register).unwrap();
    let text = text.replacen("\"registered\": false", "\"registered\": true", 1);
    std::fs::write(&register, text).unwrap();

    insta::assert_snapshot!(run(&vault, &["vault", "move", "vault", "../moved"]), @"
    --- stderr
    error: `/moved` is a vault of its own already

    hint: add `--yes` to delete what is kept for that one and go on; the notes are untouched
    --- exit 2
    ");
    insta::assert_snapshot!(run(&vault, &["vault", "move", "vault", "../moved", "--yes"]), @"
    moved  /moved
      leaves out secret/
      leaves out bed 1.md
    --- exit 0
    ");
    assert_eq!(std::fs::read_dir(vault.beside("data/vaults")).unwrap().count(), 1);
    assert!(!knows_the_secret(&vault));
    let reply = run(&vault, &["index", "../moved"]);
    assert!(reply.stdout.contains("5 read, 2 left out"), "{reply}");
    insta::assert_snapshot!(run(&vault, &["vault", "move", "vault", "../moved", "--yes"]), @"
    --- stderr
    error: there is no folder `/elsewhere/vault`
    --- exit 2
    ");
}

#[test]
fn of_two_vaults_alike_none_is_taken_unasked() {
    let vault = garden();
    for number in 0..6 {
        let copy = vault.beside("copy");
        std::fs::create_dir_all(&copy).unwrap();
        let name = format!("bed {number}.md");
        std::fs::copy(vault.at(&name), copy.join(name)).unwrap();
    }
    assert_eq!(run(&vault, &["vault", "add", "../vault", "--exclude", "secret/"]).exit, 0);
    for path in ["../vault", "../copy"] {
        assert_eq!(run(&vault, &["index", path]).exit, 0);
    }
    std::fs::rename(vault.at(""), vault.beside("moved")).unwrap();
    std::fs::rename(vault.beside("copy"), vault.beside("elsewhere/away")).unwrap();
    insta::assert_snapshot!(run(&vault, &["index", "../moved", "--yes"]), @r#"
    --- stderr
    error: most of these notes are known from several vaults that are gone: `vault` in `/vault`, `copy` in `/copy`

    hint: `notekin vault move OLD "/moved"` says which it is, `notekin vault remove OLD` which it is not
    --- exit 2
    "#);
    assert_eq!(run(&vault, &["vault", "remove", "copy"]).exit, 0);
    assert_eq!(run(&vault, &["index", "../moved", "--yes"]).exit, 0);
    insta::assert_snapshot!(run(&vault, &["vault", "list"]), @"
    moved  /moved
      leaves out secret/
    --- exit 0
    ");
}

#[test]
fn a_vault_of_other_notes_is_not_taken_for_the_moved_one() {
    let vault = garden();
    assert_eq!(run(&vault, &["index", "../vault"]).exit, 0);
    std::fs::rename(vault.at(""), vault.beside("moved")).unwrap();
    for number in 0..3 {
        std::fs::write(vault.beside("moved").join(format!("bed {number}.md")), "other").unwrap();
    }
    assert_eq!(run(&vault, &["vault", "add", "../moved", "--yes"]).stderr, "");
}
