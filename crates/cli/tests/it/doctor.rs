//! `doctor`: what is found on a machine, and that nothing is changed or told that mustn't be.

use serde_json::Value;

use crate::driver::{Reply, TestVault};

fn tea() -> TestVault {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nA steamed canary.\n");
    let folder = vault.at("");
    let reply = vault.run_in(&vault.beside("elsewhere"), &["index", folder.to_str().unwrap()]);
    assert_eq!(reply.exit, 0, "{reply}");
    vault
}

fn doctor(vault: &TestVault) -> Reply {
    vault.run_in(&vault.beside("elsewhere"), &["doctor", "--json"])
}

/// Returns what is found of a thing, and how bad it is.
fn found(vault: &TestVault, what: &str) -> Vec<(String, String)> {
    let reply = doctor(vault);
    let json: Value = serde_json::from_str(&reply.stdout).unwrap();
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    let findings = json["findings"].as_array().unwrap();
    let of = findings.iter().filter(|finding| finding["what"] == what);
    let found: Vec<_> = of
        .map(|it| (text(it, "level"), format!("{} / {}", text(it, "message"), text(it, "fix"))))
        .collect();
    let is_bad = findings.iter().any(|finding| finding["level"] == "problem");
    assert_eq!(
        (reply.exit, &json["healthy"]),
        (i32::from(is_bad), &Value::Bool(!is_bad)),
        "{reply}"
    );
    found
}

fn check(vault: &TestVault, what: &str, level: &str, says: &str) {
    let found = found(vault, what);
    let fits = |(bad, said): &(String, String)| bad == level && said.contains(says);
    assert!(found.iter().any(fits), "{what} should be {level} with `{says}`: {found:#?}");
}

#[test]
fn all_is_well_on_a_machine_that_was_just_set_up() {
    let vault = tea();
    check(&vault, "settings", "ok", "can be read");
    check(&vault, "engine", "ok", "none runs");
    check(&vault, "vault", "ok", "1 note read; its index is whole");
    check(&vault, "keys", "ok", "no key");
    let text = vault.run_in(&vault.beside("elsewhere"), &["doctor"]);
    assert!(text.exit == 0 && text.stdout.contains("ok"), "{text}");
}

#[test]
fn what_is_wrong_is_found_with_what_mends_it() {
    let vault = tea();
    std::fs::write(vault.beside("data/engine.json"), "{}").unwrap();
    check(&vault, "engine", "note", "left its state file behind");
    let moved = vault.beside("moved");
    std::fs::rename(vault.at(""), &moved).unwrap();
    check(&vault, "vault", "problem", "is not there / `notekin vault move");
    std::fs::rename(&moved, vault.at("")).unwrap();
    let vault = vault.setting("modle = \"fake\"");
    check(&vault, "settings", "problem", "unknown key `modle`");
}

#[test]
fn a_damaged_index_is_found_and_the_run_that_is_named_mends_it() {
    let vault = tea();
    let id = std::fs::read_dir(vault.beside("data/vaults")).unwrap().next().unwrap().unwrap();
    let database = id.path().join("index/notes.db");
    let mut bytes = std::fs::read(&database).unwrap();
    // All but the first page, which says what kind of file this is.
    bytes[4096..].fill(0x5a);
    std::fs::write(&database, bytes).unwrap();
    check(&vault, "vault", "problem", "notekin index");
    let folder = vault.at("");
    let mended = vault.run_in(&vault.beside("elsewhere"), &["index", folder.to_str().unwrap()]);
    assert_eq!(mended.exit, 0, "{mended}");
    check(&vault, "vault", "ok", "its index is whole");
}

#[cfg(unix)]
#[test]
fn folders_that_others_can_look_into_and_keys_that_they_can_read_are_found() {
    use std::os::unix::fs::PermissionsExt;
    let vault = tea();
    let data = vault.beside("data");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    check(&vault, "data", "note", "chmod 700");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o700)).unwrap();
    check(&vault, "data", "ok", "nobody else");
    std::fs::write(data.join("keys.toml"), "openai = \"sk-canary\"\n").unwrap();
    std::fs::set_permissions(data.join("keys.toml"), std::fs::Permissions::from_mode(0o644))
        .unwrap();
    check(&vault, "keys", "problem", "keys.toml");
    let reply = doctor(&vault);
    assert!(!reply.to_string().contains("canary"), "{reply}");
}

#[test]
fn an_entry_that_starts_what_is_gone_is_found() {
    let vault = tea();
    let setup = ["setup", "claude-code", "--yes"];
    assert_eq!(vault.run_in(&vault.beside("elsewhere"), &setup).exit, 0);
    check(&vault, "assistant", "ok", "Claude Code may search");
    let file = vault.beside("home/.claude.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let text = text.replace(env!("CARGO_BIN_EXE_notekin"), "/gone/notekin");
    std::fs::write(&file, text).unwrap();
    check(&vault, "assistant", "problem", "notekin setup claude-code");
}
