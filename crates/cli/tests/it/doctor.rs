//! `doctor`: what is found on a machine, and that nothing is changed or told that mustn't be.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

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
    let last = text.stdout.lines().next_back();
    let private = set_private(&vault);
    assert!(
        text.exit == 0 && last == Some(if private { "all is well" } else { "1 note" }),
        "{text}"
    );
}

/// Closes the data folder to others; returns whether it was closed before.
fn set_private(vault: &TestVault) -> bool {
    let before = found(vault, "data").iter().all(|(level, _)| level == "ok");
    #[cfg(unix)]
    crate::nobody::set_mode(&vault.beside("data"), 0o700);
    before
}

/// Returns what lies in a folder, how long it is and when it was written last.
fn tree(folder: &Path, found: &mut BTreeMap<PathBuf, (u64, SystemTime)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let (entry, path) = entry.map(|entry| (entry.metadata().unwrap(), entry.path())).unwrap();
        if entry.is_dir() {
            // Readers of the database have files of their own in it for as long as they read.
            found.insert(path.clone(), (0, SystemTime::UNIX_EPOCH));
            tree(&path, found);
        } else {
            found.insert(path, (entry.len(), entry.modified().unwrap()));
        }
    }
}

#[test]
fn nothing_is_changed_by_looking() {
    let vault = tea();
    let look = || {
        let mut found = BTreeMap::new();
        tree(&vault.beside(""), &mut found);
        found
    };
    let before = look();
    assert!(before.len() > 10);
    doctor(&vault);
    assert_eq!(before, look());
    // Nor is a folder made where there is none.
    std::fs::remove_dir_all(vault.beside("data")).unwrap();
    check(&vault, "data", "ok", "isn't there yet");
    check(&vault, "vault", "note", "notekin index PATH");
    assert!(!vault.beside("data").exists());
}

#[test]
fn what_is_wrong_is_found_with_what_mends_it() {
    let vault = tea();
    std::fs::write(vault.beside("data/engine.json"), "{}").unwrap();
    check(&vault, "engine", "note", "left `engine.json` behind");
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

#[test]
fn a_damaged_index_of_words_is_found_too() {
    let vault = tea();
    let id = std::fs::read_dir(vault.beside("data/vaults")).unwrap().next().unwrap().unwrap();
    let mut files = BTreeMap::new();
    tree(&id.path().join("index"), &mut files);
    let terms = files.keys().find(|path| path.extension().is_some_and(|it| it == "term")).unwrap();
    let mut bytes = std::fs::read(terms).unwrap();
    bytes[3] ^= 0xff;
    std::fs::write(terms, bytes).unwrap();
    check(&vault, "vault", "problem", "notekin index");
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_is_stopped_or_open_to_others_is_found() {
    use crate::nobody::set_mode;
    use rustix::process::{Pid, Signal, kill_process};
    let vault = tea();
    let run = |arguments: &[&str]| vault.run_in(&vault.beside("elsewhere"), arguments);
    let reply = run(&["serve", "--background", "--json"]);
    let running: Value = serde_json::from_str(&reply.stdout).unwrap();
    check(&vault, "engine", "ok", "runs at 127.0.0.1:");
    check(&vault, "engine", "ok", "assistants join at");
    set_mode(&vault.beside("data/engine.json"), 0o644);
    check(&vault, "engine", "problem", "chmod 600");
    set_mode(&vault.beside("data/engine.json"), 0o600);
    let pid = Pid::from_raw(running["pid"].as_i64().unwrap() as i32).unwrap();
    kill_process(pid, Signal::STOP).unwrap();
    let stopped = found(&vault, "engine");
    // Commands that would have asked it do without it.
    let search = run(&["search", "--mode", "keyword", "steamed"]);
    kill_process(pid, Signal::CONT).unwrap();
    let (level, said) = &stopped[0];
    assert!(level == "problem" && said.contains("it says nothing within 2s"), "{stopped:?}");
    assert!(said.contains(&format!("kill -9 {}", running["pid"])), "{said}");
    assert!(search.exit == 0 && search.stdout.contains("tea.md"), "{search}");
    assert_eq!(run(&["serve", "--stop"]).exit, 0);
}

#[cfg(unix)]
#[test]
fn a_data_folder_that_may_only_be_read_is_found() {
    use crate::nobody::{Nobody, not_run, set_mode};
    let vault = tea();
    let Some(nobody) = Nobody::of(&vault) else {
        return not_run("a data folder that may only be read", "a user to whom permissions apply");
    };
    set_mode(&vault.beside("data"), 0o500);
    let reply = nobody.run(&["doctor"]);
    set_mode(&vault.beside("data"), 0o700);
    assert!(reply.exit == 1, "{reply}");
    assert!(reply.stdout.contains("problem  data      nothing can be written into"), "{reply}");
}

#[test]
fn a_server_is_asked_only_when_that_is_wished() {
    // Nobody listens there: the port is given back before it is asked.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let vault = TestVault::without_model()
        .setting("model = \"ollama/some\"")
        .setting(&format!("ollama.url = \"http://127.0.0.1:{port}\""));
    check(&vault, "model", "ok", "wasn't asked");
    let asked = vault.run_in(&vault.beside("elsewhere"), &["doctor", "--online"]);
    let said = asked.stdout.lines().next().unwrap();
    assert!(
        asked.exit == 1 && said.contains("`ollama/some` can't be used: cannot reach"),
        "{asked}"
    );
}

#[test]
fn a_damaged_model_is_found() {
    let vault = TestVault::without_model();
    check(&vault, "model", "note", "notekin model install");
    let folder = vault.beside("data/models/e5-small-q4");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("e5-small-q4.bin"), "no weights").unwrap();
    check(&vault, "model", "problem", "notekin model install");
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
