//! `vault`.

use crate::driver::{Reply, TestVault};

fn run(vault: &TestVault, arguments: &[&str]) -> Reply {
    vault.run_in(&vault.beside("elsewhere"), arguments)
}

#[test]
fn a_vault_is_added_listed_and_removed() {
    let vault = TestVault::new().note("tea.md", "# Tea").note("archive/old.md", "# Old");
    insta::assert_snapshot!(run(&vault, &["vault", "list"]), @"
    --- stderr
    no vault is known yet; `notekin index PATH` reads a folder of notes
    --- exit 1
    ");
    insta::assert_snapshot!(run(&vault, &["vault", "add", "../vault", "--exclude", "archive/**"]), @"
    vault  /vault
      leaves out archive/**
    --- exit 0
    ");
    insta::assert_snapshot!(run(&vault, &["index"]), @r#"
    vault     vault (/vault)
    notes     1 read, 1 left out (exclude 1)
    passages  2
    model     fake
    state     ready by words and by meaning
    now read  1 passage by meaning

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
    insta::assert_snapshot!(run(&vault, &["vault", "list", "--json"]), @r#"
    {"vaults":[{"name":"vault","path":"/vault","exclude":["archive/**"],"present":true}]}
    --- exit 0
    "#);
    insta::assert_snapshot!(run(&vault, &["vault", "remove", "../vault"]), @"
    forgot /vault; the notes are untouched
    --- exit 0
    ");
    let purged = run(&vault, &["vault", "remove", "../vault", "--purge", "--yes"]);
    assert!(
        purged.stdout.contains("deleted /data/vaults/"),
        "what was kept is still known: {purged}"
    );
    insta::assert_snapshot!(run(&vault, &["vault", "remove", "../vault"]), @"
    --- stderr
    error: `/vault` is not a known vault

    hint: `notekin vault list` shows the vaults it knows
    --- exit 2
    ");
    assert!(vault.at("tea.md").exists());
}

#[test]
fn purging_needs_consent_and_leaves_the_notes() {
    let vault = TestVault::new().note("tea.md", "# Tea").indexed();
    insta::assert_snapshot!(run(&vault, &["vault", "remove", "../vault", "--purge"]), @"
    --- stderr
    error: deleting `/data/vaults/ID` needs your consent

    hint: add `--yes` to delete without asking
    --- exit 2
    ");
    assert_eq!(std::fs::read_dir(vault.beside("data/vaults")).unwrap().count(), 1);
    let reply = run(&vault, &["vault", "remove", "../vault", "--purge", "--yes"]);
    assert!(reply.stdout.contains("deleted /data/vaults/"), "{reply}");
    assert_eq!(std::fs::read_dir(vault.beside("data/vaults")).unwrap().count(), 0);
    assert!(vault.at("tea.md").exists());
}

#[test]
fn a_vault_that_is_being_written_is_not_purged() {
    let vault = TestVault::new().note("tea.md", "# Tea").indexed();
    let home = std::fs::read_dir(vault.beside("data/vaults")).unwrap().next().unwrap().unwrap();
    let lock = std::fs::File::open(home.path().join("index.lock")).unwrap();
    lock.lock().unwrap();
    let reply = run(&vault, &["vault", "remove", "../vault", "--purge", "--yes"]);
    assert!(reply.exit == 2 && reply.stderr.contains("is being written by"), "{reply}");
    assert!(home.path().join("index").exists());
    drop(lock);
    assert_eq!(run(&vault, &["vault", "remove", "../vault"]).exit, 0, "it is still known");
}

#[test]
fn the_vault_one_stands_in_is_taken() {
    let vault = TestVault::new().note("tea.md", "# Tea").note("deep/er/x.md", "# X");
    std::fs::create_dir(vault.at(".obsidian")).unwrap();
    let reply = vault.run_in(&vault.at("deep/er"), &["index"]);
    assert!(reply.exit == 0 && reply.stdout.contains("vault (/vault)"), "{reply}");
}

#[test]
fn vaults_that_share_notes_are_told_of() {
    let vault = TestVault::new().note("inner/tea.md", "# Tea");
    assert_eq!(run(&vault, &["vault", "add", "../vault"]).stderr, "");
    insta::assert_snapshot!(run(&vault, &["vault", "add", "../vault/inner"]), @"
    inner  /vault/inner
    --- stderr
    this folder lies in the vault `vault`; shared notes are read for both
    --- exit 0
    ");
}

#[test]
fn patterns_are_checked_before_they_are_kept() {
    let vault = TestVault::new().note("tea.md", "# Tea").note("archive/old.md", "# Old");
    insta::assert_snapshot!(run(&vault, &["vault", "add", "../vault", "--exclude", "ok/", "--exclude", "["]), @"
    --- stderr
    error: the pattern `[` is broken: unclosed character class; missing ']'

    hint: patterns are written as in a `.gitignore` file, such as `Folder/` or `*.canvas`
    --- exit 2
    ");
    for (place, broken) in [("vault", ""), ("vault", "!"), ("vault", "{a"), ("vault", "[z-a]")] {
        let reply = run(&vault, &["vault", "add", &format!("../{place}"), "--exclude", broken]);
        let named = format!("the pattern `{broken}` is broken");
        assert!(reply.exit == 2 && reply.stderr.contains(&named), "{reply}");
        let reply = run(&vault, &["config", "set", "exclude", broken]);
        assert!(reply.exit == 2 && reply.stderr.contains("must be a list of globs"), "{reply}");
    }
    assert_eq!(run(&vault, &["vault", "list"]).exit, 1, "nothing was registered");
}

#[test]
fn a_pattern_can_be_dropped_again() {
    let vault = TestVault::new().note("tea.md", "# Tea").note("archive/old.md", "# Old");
    let add =
        |arguments: &[&str]| run(&vault, &[&["vault", "add", "../vault"], arguments].concat());
    add(&["--exclude", "archive/**", "--exclude", "*.draft.md"]);
    insta::assert_snapshot!(add(&["--no-exclude", "archive/**"]), @"
    vault  /vault
      leaves out *.draft.md
    --- exit 0
    ");
    insta::assert_snapshot!(add(&["--no-exclude", "archive/**"]), @"
    --- stderr
    error: `archive/**` is none of the globs that this vault leaves out

    hint: `notekin vault list` shows them
    --- exit 2
    ");

    // As an earlier version let it be kept.
    let register = vault.beside("data/vaults.json");
    let text = std::fs::read_to_string(&register).unwrap();
    std::fs::write(&register, text.replace("*.draft.md", "[")).unwrap();
    assert_eq!(run(&vault, &["index"]).exit, 2);
    assert_eq!(add(&["--no-exclude", "["]).exit, 0);
    assert!(run(&vault, &["index"]).stdout.contains("2 read"));
}

#[test]
fn nothing_of_ours_becomes_a_vault() {
    let vault = TestVault::new().note("tea.md", "# Tea");
    assert_eq!(run(&vault, &["index", "../vault"]).exit, 0);
    std::fs::create_dir(vault.beside("data/sub")).unwrap();
    let refused = |arguments: &[&str]| {
        let reply = run(&vault, arguments);
        assert!(reply.exit == 2 && reply.stderr.contains("the data folder `/data`"), "{reply}");
    };
    insta::assert_snapshot!(run(&vault, &["vault", "add", "../data/sub"]), @"
    --- stderr
    error: the data folder `/data` holds the vault `/data/sub`

    hint: set `NOTEKIN_DATA_DIR` to a folder on a local disk, outside every vault
    --- exit 2
    ");
    refused(&["vault", "add", "../data"]);
    refused(&["index", "../data/sub"]);
    refused(&["index", "--vault", "../data/sub"]);
    std::fs::rename(vault.at(""), vault.beside("elsewhere/gone")).unwrap();
    refused(&["vault", "move", "vault", "../data"]);
    refused(&["vault", "move", "vault", "../data/sub"]);
    refused(&["vault", "move", "vault", "../data/vaults", "--yes"]);
    assert!(run(&vault, &["vault", "list"]).stdout.contains("/vault"), "it is where it was");
}

#[cfg(unix)]
#[test]
fn a_new_data_folder_is_the_users_alone() {
    use std::os::unix::fs::PermissionsExt;
    for arguments in [["vault", "add", "../vault"].as_slice(), &["index", "--vault", "../vault"]] {
        let vault = TestVault::new().note("tea.md", "# Tea");
        let data = vault.beside("home/share/notekin");
        let vault = vault.variable("NOTEKIN_DATA_DIR", data.to_str().unwrap());
        assert_eq!(run(&vault, arguments).exit, 0);
        assert_eq!(std::fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
