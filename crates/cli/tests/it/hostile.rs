//! Notes that are broken, strange or mean.

use crate::driver::TestVault;
#[cfg(unix)]
use crate::nobody::{Nobody, not_run, set_mode, set_modes};

#[test]
fn broken_notes_are_read_as_far_as_they_go() {
    let vault = TestVault::new()
        .note("yaml.md", "---\n: [broken\n---\nsteamed yaml\n")
        .note("crlf.md", "# One\r\n\r\nsteamed crlf\r\n")
        .note("bom.md", "\u{feff}# Bom\n\nsteamed bom\n")
        .note("bytes.md", b"# Bytes\n\nsteamed \xff\xfe bytes\n")
        .note("empty.md", "")
        .note("nul.md", b"steamed \0 nul\n")
        .note("big.md", "steamed words in a row\n\n".repeat(32 * 1024))
        .note("🍵 #1 [x].md", "steamed emoji\n");
    let reply = vault.run(&["index", "--json"]);
    let json: serde_json::Value =
        serde_json::from_str(&reply.stdout).unwrap_or_else(|_| panic!("{reply}"));
    let number = |key: &str| json[key].as_u64().unwrap();
    assert_eq!(number("found"), 8, "{reply}");
    assert_eq!(number("indexed") + number("errored") + number("excluded"), 8, "{reply}");
    assert_eq!(number("indexed"), 8, "{reply}");
    let found = vault.run(&["search", "--mode", "keyword", "--limit", "100", "steamed", "--json"]);
    for path in ["yaml.md", "crlf.md", "bom.md", "bytes.md", "nul.md", "big.md", "🍵 #1 [x].md"] {
        assert!(found.stdout.contains(&format!("\"path\":\"{path}\"")), "{path}: {found}");
    }
}

#[test]
fn a_note_cannot_command_the_terminal() {
    let vault = TestVault::new()
        .note("mean.md", "# Mean \u{1b}]0;title\u{7}\n\nsteamed \u{1b}[2J text\n")
        .indexed();
    let reply = vault.run(&["search", "--mode", "keyword", "steamed"]);
    assert!(reply.exit == 0 && !reply.stdout.contains(['\u{1b}', '\u{7}']), "{reply}");
}

#[test]
fn notes_too_big_are_listed_with_a_reason() {
    let vault = TestVault::new()
        .setting("max_note_mib = 1")
        .note("big.md", "x".repeat((1 << 20) + 1))
        .note("tea.md", "# Tea\n\nSteamed.\n");
    insta::assert_snapshot!(vault.run(&["index"]), @r#"
    vault     vault (/vault)
    notes     1 read, 1 couldn't be read
    passages  1
    model     fake
    state     ready by words and by meaning
    unread    big.md: 1048577 bytes, more than the limit of 1048576
    now read  1 passage by meaning

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
}

#[test]
fn a_foreign_index_is_moved_aside_and_made_anew() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n").indexed();
    let homes = std::fs::read_dir(vault.beside("data/vaults")).unwrap();
    let index = homes.map(|home| home.unwrap().path()).next().unwrap().join("index");
    std::fs::remove_dir_all(&index).unwrap();
    std::fs::create_dir(&index).unwrap();
    std::fs::write(index.join("photo.jpg"), "not an index").unwrap();
    let reply = vault.run(&["index"]);
    assert!(reply.exit == 0 && reply.stdout.contains("moved"), "{reply}");
    assert_eq!(vault.run(&["search", "steamed", "--mode", "keyword"]).exit, 0);
}

#[test]
fn a_search_that_meets_a_damaged_index_says_so_and_answers() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n").indexed();
    let homes = std::fs::read_dir(vault.beside("data/vaults")).unwrap();
    let index = homes.map(|home| home.unwrap().path()).next().unwrap().join("index");
    std::fs::write(index.join("notes.db"), "x".repeat(8192)).unwrap();
    let reply = vault.run(&["search", "steamed"]);
    assert!(reply.exit == 0 && reply.stdout.contains("tea.md"), "{reply}");
    assert!(
        reply.stderr.contains("damage was met and mended: ") && reply.stderr.contains("moved to"),
        "{reply}"
    );
    assert!(!vault.run(&["search", "steamed"]).stderr.contains("anew"), "it is told once");
}

#[test]
fn damaged_vectors_are_moved_aside_and_made_anew() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n").indexed();
    let store = vault.beside("data/vectors").join("fake.db");
    std::fs::write(&store, "x".repeat(8192)).unwrap();
    let reply = vault.run(&["index"]);
    assert!(
        reply.exit == 0
            && reply.stdout.contains("mended")
            && reply.stdout.contains("fake.db.aside"),
        "{reply}"
    );
    assert_eq!(vault.run(&["search", "steamed", "--mode", "semantic"]).exit, 0);
}

/// A limit on the size of files stands for the full disk, as the index's own test has it.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n").indexed();
    for number in 0..300 {
        let words =
            (0..400).map(|word| format!("{:x} ", (number * 400 + word) * 2_654_435_761_u64));
        vault.write(&format!("noise {number}.md"), words.collect::<String>());
    }
    let limited = |command: &str| {
        let place = vault.at("");
        let shell = format!(
            "trap '' XFSZ; ulimit -f 300; exec \"$0\" {command} --vault '{}'",
            place.display()
        );
        let arguments = ["-c", &shell, env!("CARGO_BIN_EXE_notekin")];
        let mut limited = vault.program("/bin/sh", &vault.beside("elsewhere"), &arguments);
        vault.reply(&limited.output().unwrap())
    };
    let reply = limited("index");
    // Which of our files is the first without room is a matter of chance.
    assert!(
        reply.exit == 2 && reply.stderr.starts_with("error: no room left to write `/data/"),
        "{reply}"
    );
    assert!(reply.stderr.contains("hint: free some disk space and index again"), "{reply}");
    let reply = limited("search steamed --mode keyword");
    assert!(reply.exit == 0 && reply.stdout.contains("tea.md"), "{reply}");
    assert_eq!(vault.run(&["search", "steamed", "--mode", "keyword", "--no-update"]).exit, 0);
    assert!(vault.run(&["index"]).stdout.contains("301 read"));
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_named_and_the_rest_is_read() {
    let vault = TestVault::new()
        .note("fine.md", "# Fine\n\nSteamed.\n")
        .note("shut.md", "# Shut\n")
        .note("locked/inside.md", "# Inside\n");
    let Some(as_nobody) = Nobody::of(&vault) else {
        return not_run("permissions", "a user who isn't root, or a binary that `nobody` may run");
    };
    set_mode(&vault.at("shut.md"), 0o000);
    set_mode(&vault.at("locked"), 0o000);
    insta::assert_snapshot!(as_nobody.run(&["index"]), @r#"
    vault     vault (/vault)
    notes     1 read, 2 couldn't be read
    passages  1
    model     fake
    state     ready by words and by meaning
    unread    locked: no permission to read it
    unread    shut.md: no permission to read it
    now read  1 passage by meaning

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
    set_mode(&vault.at("locked"), 0o755);
    set_mode(&vault.at(""), 0o000);
    insta::assert_snapshot!(as_nobody.run(&["index"]), @"
    --- stderr
    error: no permission to read the folder `/vault`
    caused by: Permission denied (os error 13)

    hint: give your user the right to read and enter this folder
    --- exit 2
    ");
    insta::assert_snapshot!(as_nobody.run(&["search", "steamed", "--mode", "keyword"]), @"
    1. Fine  0.··
       fine.md:1
       Steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches; 2 notes couldn't be read
    answered from what was read before, as the vault can't be looked at: no permission to read the folder `/vault`
    --- exit 0
    ");
    set_mode(&vault.at(""), 0o755);
    set_mode(&vault.beside("data/vaults"), 0o000);
    insta::assert_snapshot!(as_nobody.run(&["search", "steamed"]), @"
    --- stderr
    error: cannot use `/data/vaults/ID/index/format`
    caused by: Permission denied (os error 13)

    hint: give your user the right to read and write this folder
    --- exit 2
    ");
    set_mode(&vault.beside("data/vaults"), 0o755);
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_explained_as_such() {
    let vault = TestVault::new()
        .note("shut.md", "# Shut\n")
        .note("locked/inside.md", "# Inside\n")
        .note("locked/deeper/inside.md", "# Inside\n")
        .note("blind/inside.md", "# Inside\n");
    let Some(as_nobody) = Nobody::of(&vault) else {
        return not_run("permissions", "a user who isn't root, or a binary that `nobody` may run");
    };
    set_mode(&vault.at("shut.md"), 0o000);
    set_mode(&vault.at("locked"), 0o000);
    set_mode(&vault.at("blind"), 0o311);
    let explain = |path: &str| as_nobody.run(&["explain", path]).to_string();
    let absolute = vault.at("locked/deeper/inside.md").display().to_string();
    let all = [
        "shut.md",
        "locked",
        "locked/inside.md",
        "locked/deeper/inside.md",
        "locked/nowhere.md",
        "locked/.hidden/inside.md",
        "blind/inside.md",
        &absolute,
    ];
    insta::assert_snapshot!(all.map(explain).join("\n"), @"
    shut.md: can't be read: no permission to read it
    --- exit 0
    locked: can't be read: no permission to read the folder `locked`
    --- exit 0
    locked/inside.md: can't be read: no permission to read the folder `locked`
    --- exit 0
    locked/deeper/inside.md: can't be read: no permission to read the folder `locked`
    --- exit 0
    locked/nowhere.md: can't be read: no permission to read the folder `locked`
    --- exit 0
    locked/.hidden/inside.md: left out: files and folders that start with a dot are left out
    --- exit 0
    blind/inside.md: can't be read: no permission to read the folder `blind`
    --- exit 0
    locked/deeper/inside.md: can't be read: no permission to read the folder `locked`
    --- exit 0
    ");
    for folder in ["locked", "blind"] {
        set_mode(&vault.at(folder), 0o755);
    }
}

/// Whoever reads our output may stop at any time.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    let vault = TestVault::new();
    let mut command = vault.command(&vault.beside("elsewhere"), &["completions", "zsh"]);
    let mut child = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn an_index_that_may_only_be_read_is_searched() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n").indexed();
    let Some(as_nobody) = Nobody::of(&vault) else {
        return not_run("searching what may only be read", "a user without rights");
    };
    set_modes(&vault.beside("data"), 0o444, 0o555);
    vault.write("tea.md", "# Tea\n\nSteamed, and rolled.\n");
    insta::assert_snapshot!(as_nobody.run(&["search", "steamed", "--no-update"]), @"
    1. Tea  0.··
       tea.md:1
       Steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches
    --- exit 0
    ");
    insta::assert_snapshot!(as_nobody.run(&["search", "steamed"]), @"
    1. Tea  0.··
       tea.md:1
       Steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches
    1 change was not read yet; `notekin index --vault /vault/` reads them
    --- exit 0
    ");
    insta::assert_snapshot!(as_nobody.run(&["status"]), @"
    vault     vault (/vault)
    notes     1 read
    passages  1
    model     fake
    state     ready by words and by meaning
    changes   1 not read yet
    --- exit 0
    ");
    assert_eq!(as_nobody.run(&[]).exit, 0);
    assert_eq!(as_nobody.run(&["related", "tea.md", "--no-update"]).exit, 1);
    insta::assert_snapshot!(as_nobody.run(&["index"]), @"
    --- stderr
    error: cannot use `/data/vaults/ID/index.lock`
    caused by: Permission denied (os error 13)

    hint: give your user the right to read and write this folder
    --- exit 2
    ");
    set_modes(&vault.beside("data"), 0o444, 0o755);
}

#[cfg(unix)]
#[test]
fn a_note_that_cannot_be_read_is_no_change_until_it_changes() {
    let vault = TestVault::new().note("tea.md", "# Tea").note("odd.md", "# Odd");
    let Some(as_nobody) = Nobody::of(&vault) else {
        return not_run("a note that may not be read", "a user without rights");
    };
    set_mode(&vault.at("odd.md"), 0o000);
    insta::assert_snapshot!(as_nobody.run(&["index"]), @r#"
    vault     vault (/vault)
    notes     1 read, 1 couldn't be read
    passages  2
    model     fake
    state     ready by words and by meaning
    unread    odd.md: no permission to read it
    now read  1 passage by meaning

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
    insta::assert_snapshot!(as_nobody.run(&["status"]), @"
    vault     vault (/vault)
    notes     1 read, 1 couldn't be read
    passages  2
    model     fake
    state     ready by words and by meaning
    unread    odd.md: no permission to read it
    --- exit 0
    ");
    set_mode(&vault.at("odd.md"), 0o600);
    vault.write("odd.md", "# Odd\n\nChanged.\n");
    set_mode(&vault.at("odd.md"), 0o000);
    assert!(as_nobody.run(&["status"]).stdout.contains("changes   1 not read yet"));
    set_mode(&vault.at("odd.md"), 0o644);
    assert!(as_nobody.run(&["index"]).stdout.contains("2 read"), "it is tried again");
}
