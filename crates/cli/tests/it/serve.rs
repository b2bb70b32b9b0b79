//! `serve`: one engine for everyone, and what becomes of others when it comes and goes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::assistant::Assistant;
use crate::driver::{Reply, TestVault};

/// A registered vault, and an engine in the background that serves it until this is dropped.
struct Running {
    vault: TestVault,
}

impl Running {
    fn new() -> Self {
        let vault = drinks();
        let reply = vault.run_in(&vault.beside("elsewhere"), &["serve", "--background"]);
        assert!(reply.exit == 0 && reply.stdout.contains("runs at http://127.0.0.1:"), "{reply}");
        Self { vault }
    }

    /// Runs the binary outside the vault, which is the only one.
    fn run(&self, arguments: &[&str]) -> Reply {
        self.vault.run_in(&self.vault.beside("elsewhere"), arguments)
    }

    fn state(&self) -> Value {
        let bytes = std::fs::read(self.vault.beside("data/engine.json")).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn stop(&self) -> Reply {
        self.run(&["serve", "--stop"])
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

fn drinks() -> TestVault {
    let vault = TestVault::new()
        .note("tea/green.md", "---\ntags: [drink]\n---\n# Green tea\n\nGreen tea is steamed.\n\n## Brewing\n\nAt eighty degrees. See [[coffee]].\n")
        .note("tea/black.md", "# Black tea\n\nBlack tea is withered, not steamed.\n")
        .note("coffee.md", "# Coffee\n\nBeans are roasted, never steamed.\n")
        .note("copy of coffee.md", "# Coffee\n\nBeans are roasted, never steamed.\n")
        .note("secret.md", "---\nprivate: true\n---\n# Secret\n\nA steamed secret.\n");
    let folder = vault.at("");
    let reply = vault.run_in(&vault.beside("elsewhere"), &["index", folder.to_str().unwrap()]);
    assert_eq!(reply.exit, 0, "{reply}");
    vault
}

/// What is printed must not tell by whom it was answered.
#[test]
fn commands_print_the_same_with_and_without_an_engine() {
    let running = Running::new();
    let commands: &[&[&str]] = &[
        &["search", "steamed"],
        &["search", "steamed", "--explain", "--limit", "1"],
        &["search", "steamed", "--mode", "semantic"],
        &["search", "--mode", "regex", "st[a-z]+med"],
        &["search", "steamed", "--folder", "tea", "--not", "tag:drink"],
        &["search", "tag:drink"],
        &["search", "nothing of the kind", "--mode", "keyword"],
        &["search", "(", "--mode", "regex"],
        &["search", "tga:drink steamed"],
        &["search", "steamed", "--after", "soon"],
        &["search", "steamed", "--not", "nothing"],
        &["search", "steamed", "--cursor", "broken"],
        &["search", "  "],
        &["related", "tea/green.md", "--show", "all", "--all"],
        &["related", "nowhere.md"],
        &["related", "coffee.md", "--folder", "nowhere"],
        &["hubs"],
        &["hubs", "--tag", "drink"],
        &["copies"],
        &["copies", "--folder", "tea"],
        &["ask", "--no-save", "how is green tea made?"],
        &["ask", "--no-save", "who won the cup in 1966?"],
        &["ask", "--no-save", "--conversation", "9", "and black tea?"],
        &["ask", "--no-save", "--model", "nobody/knows", "how is tea made?"],
        &["explain", "coffee.md"],
        &["status"],
    ];
    let all = |json: bool| -> Vec<Reply> {
        let run = |arguments: &&[&str]| {
            let json: &[&str] = if json { &["--json"] } else { &[] };
            running.run(&[arguments, json].concat())
        };
        commands.iter().map(run).collect()
    };
    for command in ["search steamed", "related coffee.md", "hubs", "copies", "ask --no-save tea?"] {
        let words: Vec<&str> = std::iter::once("-v").chain(command.split(' ')).collect();
        let seen = running.run(&words).stderr;
        assert!(seen.contains("the running engine is asked"), "{command}: {seen}");
    }
    let through = (all(false), all(true));
    let stopped = running.stop();
    assert!(stopped.exit == 0, "{stopped}");
    let alone = (all(false), all(true));
    for (through, alone) in [(through.0, alone.0), (through.1, alone.1)] {
        for ((command, through), alone) in commands.iter().zip(through).zip(alone) {
            assert_eq!(through.to_string(), alone.to_string(), "{command:?}");
        }
    }
}

#[test]
fn a_batch_of_questions_is_answered_alike() {
    let running = Running::new();
    let file = running.vault.beside("elsewhere").join("queries.jsonl");
    std::fs::write(
        &file,
        "{\"id\":1,\"query\":\"steamed\"}\nnonsense\n{\"id\":\"b\",\"query\":\"roasted\"}\n",
    )
    .unwrap();
    let arguments = ["search", "--queries", file.to_str().unwrap(), "--folder", "tea"];
    let through = running.run(&arguments);
    running.stop();
    let alone = running.run(&arguments);
    assert_eq!(through.to_string(), alone.to_string());
    assert_eq!(through.stdout.lines().count(), 2, "{through}");
}

#[test]
fn an_assistant_is_told_the_same_over_the_bridge() {
    let running = Running::new();
    let told = || {
        let mut assistant = Assistant::of(&running.vault);
        let mut reply =
            assistant.get("search_notes", json!({ "query": "steamed", "detail": "full" }));
        // The marks are made anew for each reply.
        let boundary = reply["boundary"].as_str().unwrap().to_owned();
        reply = serde_json::from_str(&reply.to_string().replace(&boundary, "B")).unwrap();
        (reply, assistant.get("list_notes", json!({})))
    };
    let through = told();
    running.stop();
    assert_eq!(through, told());
    let paths = through.0.to_string();
    assert!(paths.contains("tea/green.md") && !paths.contains("secret.md"), "{paths}");
}

/// Sends a message to an assistant's address of the engine, and returns all that comes back.
fn post_mcp(address: &str, headers: &str, message: &Value) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let body = message.to_string();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\
         Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len(),
    )
    .unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

#[test]
fn an_assistant_over_http_needs_the_token_and_sees_nothing_private() {
    let running = Running::new();
    let state = running.state();
    let address = state["address"].as_str().unwrap();
    let token = format!("Authorization: Bearer {}\r\n", state["token"].as_str().unwrap());
    let begin = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    } });
    assert!(post_mcp(address, "", &begin).starts_with("HTTP/1.1 401 "));
    let elsewhere = format!("{token}Origin: http://evil.example\r\n");
    assert!(post_mcp(address, &elsewhere, &begin).starts_with("HTTP/1.1 403 "));
    let started = post_mcp(address, &token, &begin);
    let session = started.lines().find(|line| line.starts_with("mcp-session-id: "));
    let session = session.unwrap_or_else(|| unreachable!("no session: {started}"));
    let headers = format!("{token}{session}\r\nMcp-Protocol-Version: 2025-11-25\r\n");
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert!(post_mcp(address, &headers, &ready).starts_with("HTTP/1.1 202 "));
    let search = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "search_notes", "arguments": { "query": "steamed", "mode": "keyword" },
    } });
    let found = post_mcp(address, &headers, &search);
    assert!(found.contains("tea/green.md") && !found.contains("secret"), "{found}");
}

#[cfg(unix)]
#[test]
fn a_bridge_hands_on_bytes_and_loads_nothing() {
    let running = Running::new();
    let folder = running.vault.beside("elsewhere");
    let mut command = running.vault.command(&folder, &["-v", "mcp"]);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    drop(child.stdin.take());
    let reply = running.vault.reply(&child.wait_with_output().unwrap());
    assert!(reply.exit == 0 && reply.stderr.contains("joined the running engine"), "{reply}");
    // One that goes by other settings serves by itself.
    let mut command = running.vault.command(&folder, &["-v", "mcp"]);
    command.env("NOTEKIN_SEARCH_LIMIT", "3");
    let reply = running.vault.reply(&command.output().unwrap());
    assert!(reply.exit == 0 && reply.stderr.contains("goes by other settings"), "{reply}");
}

#[test]
fn there_is_one_engine_however_many_are_started() {
    let vault = drinks();
    let folder = vault.beside("elsewhere");
    let start = || {
        let mut command = vault.command(&folder, &["serve", "--background", "--json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let started: Vec<_> = (0..4).map(|_| start()).collect();
    let replies: Vec<Reply> =
        started.into_iter().map(|it| vault.reply(&it.wait_with_output().unwrap())).collect();
    let running = Running { vault };
    let pid = running.state()["pid"].clone();
    for reply in &replies {
        assert_eq!(reply.exit, 0, "{reply}");
        assert_eq!(serde_json::from_str::<Value>(&reply.stdout).unwrap()["pid"], pid, "{reply}");
    }
    let second = running.run(&["serve"]);
    assert!(second.exit == 2 && second.stderr.contains("runs already"), "{second}");
    assert_eq!(running.run(&["serve", "--status"]).exit, 0);
    assert_eq!(running.stop().exit, 0);
    assert_eq!(running.run(&["serve", "--status"]).exit, 1);
    assert_eq!(running.stop().exit, 1);
}

#[cfg(unix)]
#[test]
fn a_killed_engine_is_survived() {
    let running = Running::new();
    let state = running.state();
    let pid = rustix::process::Pid::from_raw(state["pid"].as_i64().unwrap() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    // What it left says that it runs; nobody believes it.
    let began = Instant::now();
    while running.run(&["serve", "--status"]).exit != 1 {
        assert!(began.elapsed() < Duration::from_secs(10));
    }
    assert!(running.vault.beside("data/engine.json").exists());
    let reply = running.run(&["search", "steamed"]);
    assert!(reply.exit == 0 && reply.stdout.contains("tea/green.md"), "{reply}");
    let again = running.run(&["serve", "--background"]);
    assert_eq!(again.exit, 0, "{again}");
    assert_ne!(running.state()["token"], state["token"]);
    let socket = std::path::PathBuf::from(state["socket"].as_str().unwrap());
    assert!(!socket.parent().unwrap().exists(), "what the killed one left is gone");
}

#[test]
fn a_state_file_of_long_ago_or_of_nobody_is_no_engine() {
    let vault = drinks();
    for left in [
        "{\"pid\":1}",
        "",
        "{\"pid\":1,\"address\":\"127.0.0.1:1\",\"port\":1,\"socket\":null,\"token\":\"t\",\"version\":\"0.0.1\",\"protocol\":0,\"program\":null,\"vaults\":[]}",
    ] {
        std::fs::write(vault.beside("data/engine.json"), left).unwrap();
        let reply = vault.run_in(&vault.beside("elsewhere"), &["search", "steamed"]);
        assert!(reply.exit == 0 && reply.stderr.lines().count() == 1, "{reply}");
    }
    let reply = vault.run_in(&vault.beside("elsewhere"), &["serve", "--background"]);
    let running = Running { vault };
    assert_eq!(reply.exit, 0, "{reply}");
    assert!(running.state()["port"].as_u64().unwrap() > 1);
}

#[test]
fn what_is_edited_while_the_engine_runs_is_found() {
    let running = Running::new();
    running.vault.write("new.md", "# New\n\nA quince marmalade.\n");
    let reply = running.run(&["search", "--mode", "keyword", "quince"]);
    assert!(reply.exit == 0 && reply.stdout.contains("new.md"), "{reply}");
    let read = |running: &Running| -> Value {
        serde_json::from_str(&running.run(&["status", "--json"]).stdout).unwrap()
    };
    let began = Instant::now();
    while read(&running)["pending"] != 0 {
        assert!(began.elapsed() < Duration::from_secs(30), "it is never read by meaning");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(read(&running)["indexed"], 6);
}

#[test]
fn the_page_is_opened_with_a_key_and_without_the_token() {
    let running = Running::new();
    let reply = running.run(&["open", "--print"]);
    let address = reply.stdout.trim();
    let expected = format!("http://{}/#k=", running.state()["address"].as_str().unwrap());
    assert!(reply.exit == 0 && address.starts_with(&expected), "{reply}");
    let token = running.state()["token"].as_str().unwrap().to_owned();
    assert!(!address.contains(&token), "the address holds the token");
    assert!(!reply.stderr.contains(&token));
}

#[test]
fn an_engine_that_others_could_reach_must_be_meant() {
    let vault = drinks();
    let reply = vault.run_in(&vault.beside("elsewhere"), &["serve", "--address", "0.0.0.0"]);
    assert!(reply.exit == 2 && reply.stderr.contains("--beyond-this-machine"), "{reply}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_engine_starts_with_the_desktop_once_that_is_agreed() {
    let vault = TestVault::new();
    let run = |arguments: &[&str]| vault.run_in(&vault.beside("elsewhere"), arguments);
    let refused = run(&["serve", "--autostart", "on"]);
    assert!(refused.exit == 2 && refused.stderr.contains("consent"), "{refused}");
    let file = vault.beside("home/.config/autostart/notekin.desktop");
    assert!(!file.exists());
    let status = run(&["serve", "--status"]);
    assert_eq!((status.exit, &*status.stdout), (1, "no engine runs\n"));
    let on = run(&["serve", "--autostart", "on", "--yes"]);
    assert!(on.exit == 0 && on.stderr.contains("Exec=env \"NOTEKIN_"), "it is shown: {on}");
    let status = run(&["serve", "--status"]);
    let second = status.stdout.lines().nth(1).unwrap();
    assert!(second.starts_with("one starts when you log in, by `/"), "{status}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.contains(env!("CARGO_BIN_EXE_notekin")) && text.contains("NOTEKIN_DATA_DIR="),
        "{text}"
    );
    let off = run(&["serve", "--autostart", "off", "--json"]);
    assert!(off.exit == 0 && off.stdout.contains("\"changed\":true"), "{off}");
    assert!(!file.exists());
    assert_eq!(run(&["serve", "--autostart", "off"]).stdout, "it was not on\n");
    std::fs::write(&file, "[Desktop Entry]\nExec=somebody\n").unwrap();
    let kept = run(&["serve", "--autostart", "off"]);
    assert!(kept.exit == 2 && kept.stderr.contains("isn't a file of Notekin's"), "{kept}");
    assert!(file.exists());
}

/// Returns what `open` says with programs of ours in place of the system's.
fn opened(running: &Running, programs: &std::path::Path) -> Reply {
    let vault = &running.vault;
    let mut command = vault.command(&vault.beside("elsewhere"), &["open"]);
    vault.reply(&command.env("PATH", programs).output().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_browser_the_address_is_printed() {
    use std::os::unix::fs::PermissionsExt;
    let running = Running::new();
    let programs = running.vault.beside("elsewhere");
    let address = format!("http://{}/#k=", running.state()["address"].as_str().unwrap());
    let missing = opened(&running, &programs);
    assert!(missing.exit == 0 && missing.stdout.starts_with(&address), "{missing}");
    assert!(missing.stderr.contains("cannot start `xdg-open`"), "{missing}");
    assert!(missing.stderr.contains("open this address yourself"), "{missing}");
    let program = programs.join("xdg-open");
    for (does, said) in [("exit 3", "found no browser"), ("exit 0", "opens in your browser")] {
        std::fs::write(&program, format!("#!/bin/sh\n{does}\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let reply = opened(&running, &programs);
        assert!(reply.exit == 0 && reply.stderr.contains(said), "{reply}");
        assert_eq!(reply.stdout.starts_with(&address), does == "exit 3", "{reply}");
    }
}

/// The lock and state file of an engine of another version, which says who it is and nothing else.
fn other_version(vault: &TestVault) -> (std::fs::File, crate::server::Server) {
    let hello = json!({ "version": "0.0.1", "protocol": 0, "settings": "", "vaults": [] });
    let server =
        crate::server::Server::start(move |_| crate::server::Answer::json(200, hello.to_string()));
    let address = server.url("").trim_start_matches("http://").to_owned();
    let state = json!({
        "pid": 1, "address": address, "port": 1, "socket": null, "token": "t", "version": "0.0.1",
        "protocol": 0, "program": null, "vaults": [],
    });
    let file = vault.beside("data/engine.json");
    std::fs::write(&file, state.to_string()).unwrap();
    #[cfg(unix)]
    crate::nobody::set_mode(&file, 0o600);
    let lock = std::fs::File::create(vault.beside("data/engine.lock")).unwrap();
    lock.lock().unwrap();
    (lock, server)
}

#[test]
fn an_engine_of_another_version_is_told() {
    let vault = drinks();
    let _running = other_version(&vault);
    let run = |arguments: &[&str]| vault.run_in(&vault.beside("elsewhere"), arguments);
    let open = run(&["open"]);
    assert!(open.exit == 2 && open.stderr.contains("is of version 0.0.1, this"), "{open}");
    assert!(open.stderr.contains("`notekin serve --stop` ends it"), "{open}");
    let doctor = run(&["doctor"]);
    assert!(
        doctor.exit == 0 && doctor.stdout.contains("note     engine    version 0.0.1 runs"),
        "{doctor}"
    );
    let search = run(&["search", "--mode", "keyword", "steamed"]);
    assert!(search.exit == 0 && search.stdout.contains("tea/green.md"), "{search}");
}

#[cfg(unix)]
#[test]
fn nobody_else_can_enter_the_data_folder_whoever_makes_it() {
    use std::os::unix::fs::PermissionsExt;
    let vault = TestVault::new();
    std::fs::remove_dir(vault.beside("data")).unwrap();
    let running = Running { vault };
    assert_eq!(running.run(&["serve", "--background"]).exit, 0);
    let mode = std::fs::metadata(running.vault.beside("data")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[cfg(unix)]
#[test]
fn a_suspended_engine_keeps_nobody_waiting() {
    use rustix::process::{Pid, Signal, kill_process};
    let running = Running::new();
    let pid = Pid::from_raw(running.state()["pid"].as_i64().unwrap() as i32).unwrap();
    kill_process(pid, Signal::STOP).unwrap();
    let began = Instant::now();
    let reply = running.run(&["search", "steamed"]);
    assert!(reply.exit == 0 && reply.stdout.contains("tea/green.md"), "{reply}");
    let stop = running.stop();
    assert!(stop.exit == 2 && stop.stderr.contains("doesn't answer"), "{stop}");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    kill_process(pid, Signal::CONT).unwrap();
}

#[test]
fn an_engine_whose_data_folder_is_gone_ends() {
    let running = Running::new();
    let address = running.state()["address"].as_str().unwrap().to_owned();
    std::fs::remove_dir_all(running.vault.beside("data")).unwrap();
    let began = Instant::now();
    while TcpStream::connect(&address).is_ok() {
        assert!(began.elapsed() < Duration::from_secs(20), "nobody can end it any more");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn why_an_engine_does_not_start_is_told_at_once() {
    let vault = drinks();
    let run = |arguments: &[&str]| vault.run_in(&vault.beside("elsewhere"), arguments);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("--port={}", taken.local_addr().unwrap().port());
    let began = Instant::now();
    let reply = run(&["serve", "--background", &port]);
    assert!(reply.exit == 2 && reply.stderr.contains("cannot listen on 127.0.0.1:"), "{reply}");
    assert!(began.elapsed() < Duration::from_secs(10));
    let reply = run(&["serve", "--vault", "/nowhere"]);
    assert!(reply.exit == 2 && reply.stderr.contains("takes no `--vault`"), "{reply}");
    let running = Running { vault };
    assert_eq!(running.run(&["serve", "--background"]).exit, 0);
    let other = running.run(&["serve", "--background", "--port", "7777"]);
    assert!(other.exit == 2 && other.stderr.contains("runs already"), "{other}");
    // Settings that are broken meanwhile don't hide the engine.
    std::fs::write(running.vault.beside("config.toml"), "x = [").unwrap();
    assert_eq!(running.run(&["serve", "--background"]).exit, 0);
    assert_eq!(running.run(&["search", "steamed"]).exit, 2);
}

/// What one assistant may search because it named it is no business of the others.
#[test]
fn a_vault_that_one_assistant_named_is_shown_to_no_other() {
    let running = Running::new();
    let other = running.vault.beside("home/other");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::write(other.join("quince.md"), "# Quince\n\nA quince marmalade.\n").unwrap();
    let named = ["--vault", other.to_str().unwrap()];
    let mut own = Assistant::with(&running.vault, &named);
    let found =
        own.get("search_notes", json!({ "query": "quince", "mode": "keyword" })).to_string();
    assert!(found.contains("quince.md") && !found.contains("coffee"), "{found}");
    let mut others = Assistant::with(&running.vault, &[]);
    let found =
        others.get("search_notes", json!({ "query": "quince", "mode": "keyword" })).to_string();
    assert!(!found.contains("quince.md"), "{found}");
    let status = others.get("vault_status", json!({})).to_string();
    assert!(!status.contains("other"), "{status}");
}

/// Both kinds of assistants: those who begin a session, and those who say with each request who they are.
const KINDS: [fn(&TestVault) -> Assistant; 2] =
    [|vault| Assistant::with(vault, &[]), Assistant::without_session];

/// Returns whether an assistant finds what it asks for.
fn finds(assistant: &mut Assistant) -> bool {
    let asked = json!({ "query": "steamed", "mode": "keyword" });
    assistant.get("search_notes", asked).to_string().contains("tea/green.md")
}

#[test]
fn an_assistant_lives_on_when_the_engine_ends() {
    let running = Running::new();
    let mut assistants = KINDS.map(|kind| kind(&running.vault));
    assert!(assistants.iter_mut().all(finds));
    assert_eq!(running.stop().exit, 0);
    for mut assistant in assistants {
        assert!(finds(&mut assistant) && finds(&mut assistant));
        assert_eq!(assistant.end(), Some(0));
    }
}

#[cfg(unix)]
#[test]
fn what_a_killed_engine_owes_is_answered_without_it() {
    use rustix::process::{Pid, Signal, kill_process};
    for kind in KINDS {
        let running = Running::new();
        let mut assistant = kind(&running.vault);
        assert!(finds(&mut assistant));
        let pid = Pid::from_raw(running.state()["pid"].as_i64().unwrap() as i32).unwrap();
        // It takes the question and answers nothing.
        kill_process(pid, Signal::STOP).unwrap();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            kill_process(pid, Signal::KILL).unwrap();
        });
        assert!(finds(&mut assistant));
        killer.join().unwrap();
        assert!(finds(&mut assistant));
        assert_eq!(assistant.end(), Some(0));
    }
}

#[cfg(unix)]
#[test]
fn an_assistant_goes_over_to_the_engine_that_is_started_again() {
    let running = Running::new();
    let log = running.vault.beside("elsewhere/log");
    let mut assistant = Assistant::logged(&running.vault, &log);
    for times in 1..=3 {
        assert!(finds(&mut assistant));
        let told = std::fs::read_to_string(&log).unwrap();
        assert_eq!(told.matches("joined the running engine").count(), times, "{told}");
        assert_eq!(running.stop().exit, 0);
        assert_eq!(running.run(&["serve", "--background"]).exit, 0);
    }
    assert_eq!(running.stop().exit, 0);
    assert!(finds(&mut assistant));
    assert_eq!(assistant.end(), Some(0));
    let told = std::fs::read_to_string(&log).unwrap();
    assert_eq!(told.matches("served without it").count(), 1, "{told}");
}

/// An engine of its own is nothing for an assistant that wants nothing any more.
#[cfg(unix)]
#[test]
fn an_assistant_that_ends_loads_nothing() {
    let running = Running::new();
    for stops_before in [false, true] {
        let log = running.vault.beside("elsewhere/log");
        let mut assistant = Assistant::logged(&running.vault, &log);
        assert!(finds(&mut assistant));
        if stops_before {
            assert_eq!(running.stop().exit, 0);
        }
        assert_eq!(assistant.end(), Some(0));
        let told = std::fs::read_to_string(&log).unwrap();
        assert!(told.contains("joined") && !told.contains("served without it"), "{told}");
    }
}

/// Scripts write all their requests and read the answers afterwards.
#[test]
fn an_assistant_may_say_all_before_it_hears_any() {
    const COUNT: usize = 500;
    let running = Running::new();
    let mut command = running.vault.command(&running.vault.beside("elsewhere"), &["mcp"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let (sender, said) = mpsc::channel();
    std::thread::spawn(move || {
        let client = json!({ "name": "test", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        let begin = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let params = json!({ "_meta": { "long": "x".repeat(1000) } });
        let ask =
            |id| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list", "params": params });
        for line in [begin, ready].into_iter().chain((1..COUNT).map(ask)) {
            writeln!(input, "{line}").unwrap();
        }
        sender.send(()).unwrap();
    });
    if said.recv_timeout(Duration::from_secs(20)).is_err() {
        child.kill().unwrap();
        unreachable!("it is heard no longer");
    }
    let output = BufReader::new(child.stdout.take().unwrap());
    assert_eq!(output.lines().count(), COUNT);
    assert!(child.wait().unwrap().success());
}
