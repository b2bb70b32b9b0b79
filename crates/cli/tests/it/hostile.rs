//! Notes that are broken, strange or mean.

use crate::driver::TestVault;

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
