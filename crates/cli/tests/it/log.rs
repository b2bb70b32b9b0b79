//! The log of an engine: that it is kept, and what is never in it.
//!
//! Whatever a log must not hold has a canary in it, and each server says one instead of what it is asked for, as servers
//! repeat what they were sent. Paths and patterns, of which only details tell, have a finch.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::assistant::Assistant;
use crate::dialect::Dialect;
use crate::driver::{Reply, TestVault};
use crate::server::{Answer, Request, Server};
use crate::stand_in::{Model, openai_answer};

/// An engine in a terminal that is told details.
struct Engine {
    vault: TestVault,
    process: Child,
    token: String,
}

impl Engine {
    fn of(vault: TestVault) -> Self {
        let folder = vault.at("");
        vault.run_in(
            &vault.beside("elsewhere"),
            &["index", folder.to_str().unwrap(), "--words-only"],
        );
        let told = std::fs::File::create(vault.beside("told")).unwrap();
        let mut command = vault.command(&vault.beside("elsewhere"), &["-vv", "serve"]);
        let mut process = command.stdout(Stdio::piped()).stderr(told).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("runs at"), "{line}");
        let state = std::fs::read(vault.beside("data/engine.json")).unwrap();
        let state: Value = serde_json::from_slice(&state).unwrap();
        let token = state["token"].as_str().unwrap().to_owned();
        Self { vault, process, token }
    }

    /// Runs the binary outside the vault, which is the only one.
    fn run(&self, arguments: &[&str]) -> Reply {
        self.vault.run_in(&self.vault.beside("elsewhere"), arguments)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.vault.beside("data/engine.log")).unwrap()
    }

    /// Waits until something is in the log.
    fn until(&self, said: &str) {
        let until = Instant::now() + Duration::from_mins(1);
        while !self.log().contains(said) {
            assert!(Instant::now() < until, "`{said}` isn't in {}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends it, and looks for what must have been logged and for what must not.
    fn end(mut self, said: &[&str]) {
        assert_eq!(self.run(&["serve", "--stop"]).exit, 0);
        self.process.wait().unwrap();
        let log = self.log();
        for said in said {
            assert!(log.contains(said), "`{said}` isn't in {log}");
        }
        let told = std::fs::read_to_string(self.vault.beside("told")).unwrap();
        assert!(told.contains("notekin"), "{told}");
        for text in [&log, &told] {
            let lines = text.lines().filter(|line| line.to_lowercase().contains("canary"));
            assert_eq!(lines.collect::<Vec<_>>(), [""; 0]);
            assert!(!text.contains(&self.token), "{text}");
        }
        assert!(!log.contains("finch") && !log.contains("/vault"), "{log}");
        let is_dated = |line: &str| line.get(10..11) == Some("T");
        assert!(log.lines().all(is_dated), "each line has its time: {log}");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Refuses a request with a canary, what it holds, and its key.
fn repeated(request: &Request, status: u16, hint: &str) -> Answer {
    let key = request.header("authorization").or_else(|| request.header("x-goog-api-key"));
    let said = format!("canary {} {hint} {}", key.unwrap_or_default(), request.body);
    // Nobody need wait before it is asked again.
    let headers = vec![("retry-after", "0".to_owned())];
    Answer::Whole(status, headers, json!({ "error": { "message": said } }).to_string())
}

/// A server that gives vectors until it is sent a canary, of their usual length only, and writes nothing.
fn failing() -> Server {
    let is_down = AtomicBool::new(false);
    Server::start(move |request| {
        if request.path.ends_with("/completions") {
            // Said so that it is asked once more in another way.
            let hint = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
            return repeated(request, 400, hint);
        }
        if request.body.to_lowercase().contains("canary") {
            is_down.store(true, Ordering::Relaxed);
        }
        if is_down.load(Ordering::Relaxed) && request.path.ends_with("/embeddings") {
            repeated(request, 500, "")
        } else if request.body.contains("dimensions") {
            repeated(request, 400, "")
        } else {
            openai_answer(Model { dims: 768, ..Model::SMALL }, request)
        }
    })
}

#[test]
fn no_text_query_or_key_and_nothing_that_servers_say_is_logged() {
    let server = failing();
    let vault = TestVault::without_model()
        .setting("model = \"openai/embeddinggemma2\"")
        .setting("embedding.dimensions = 128")
        .setting(&format!("openai.url = \"{}\"", server.url("/v1")))
        .setting("answer.model = \"openai/writes\"")
        .setting("answer.assistants = true")
        .variable("NOTEKIN_KEY_OPENAI", "sk-canary-key")
        .note("finch.md", "# Canary title\n\nA canary text steamed.\n")
        .note(".vaultignore", "finch-pattern[\n")
        .note("finch/.vaultignore/in-the-way", "")
        .note(".obsidian/app.json", json!({ "userIgnoreFilters": ["/finch(/"] }).to_string())
        .note(".obsidian/templates.json", "{ \"finch")
        .note("other.md", "# Other\n\nNothing.\n");
    let engine = Engine::of(vault);
    engine.until("the model doesn't embed a text of ours either");
    let search = engine.run(&["-v", "search", "canary query steamed"]);
    assert!(search.stderr.contains("the running engine is asked"), "{search}");
    engine.run(&["ask", "--no-save", "what is the canary question steamed?"]);
    engine.run(&["search", "--mode", "regex", "canary("]);
    engine.run(&["related", "finch.md"]);
    let mut assistant = Assistant::of(&engine.vault);
    assistant.get("search_notes", json!({ "query": "canary of an assistant" }));
    assistant.refused("search_notes", json!({ "query": "canary", "mode": "semantic" }));
    assistant.refused("ask_notes", json!({ "question": "what canary is steamed?" }));
    drop(assistant);
    engine.vault.write("finch-new.md", "# Canary\n\nA canary that is new.\n");
    engine.run(&["search", "--mode", "keyword", "new"]);
    let has = |path: &str, text: &str| {
        server.requests().iter().any(|it| it.path.ends_with(path) && it.body.contains(text))
    };
    assert!(has("/embeddings", "anary text"), "{:?}", server.requests());
    assert!(has("/completions", "canary question"), "{:?}", server.requests());
    engine.end(&[
        "serves 1 vault at 127.0.0.1:",
        "a pattern of what is left out is skipped",
        "a file of what is left out is skipped",
        "an expression of Obsidian's excluded files is skipped",
        "a file of Obsidian's settings is skipped",
        "no vectors of another length are to be had",
        "answered with status 500; trying again",
        "wants to be asked in another way",
        "an assistant was refused: ",
        "an assistant was refused an answer: ",
        "the engine ends",
    ]);
}

#[test]
fn nothing_of_answers_assistants_and_settings_is_logged() {
    let held = Dialect::Gemini.piece(&json!({"promptFeedback": {"blockReason": "CANARY"}}));
    let server = Server::start(move |_| Answer::stream(&held));
    let vault = TestVault::new()
        .setting(&format!("gemini.url = \"{}\"", server.url("")))
        .setting("answer.model = \"gemini/writes\"")
        .setting("answer.assistants = true")
        .variable("NOTEKIN_KEY_GEMINI", "canary-key")
        .note("finch.md", "# Tea\n\nThe canary tea is steamed.\n");
    let engine = Engine::of(vault);
    engine.run(&["ask", "is the canary tea steamed?"]);
    let homes = std::fs::read_dir(engine.vault.beside("data/vaults")).unwrap();
    let kept = homes.map(|home| home.unwrap().path().join("conversations")).next().unwrap();
    drop(std::fs::remove_dir_all(&kept));
    std::fs::write(&kept, "canary").unwrap();
    let ask = engine.run(&["ask", "--no-llm", "is the canary tea steamed?"]);
    assert_eq!(ask.exit, 0, "{ask}");
    let mut assistant = Assistant::of(&engine.vault);
    assistant.get("search_notes", json!({ "query": "canary" }));
    std::fs::rename(engine.vault.at(""), engine.vault.beside("finch")).unwrap();
    engine.until("is not followed now");
    std::fs::rename(engine.vault.beside("finch"), engine.vault.at("")).unwrap();
    std::fs::write(engine.vault.beside("config.toml"), "openai.url = \"canary\n").unwrap();
    engine.until("settings or register can't be read");
    assistant.refused("ask_notes", json!({ "question": "is the canary steamed?" }));
    drop(assistant);
    engine.end(&[
        "an answer was held back",
        "a question and its answer are not kept",
        "`vault` is not followed now",
        "settings or register can't be read",
        "no answer for an assistant, as the settings can't be read",
    ]);
}

#[test]
fn the_log_goes_on_and_is_named() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n");
    let run = |arguments: &[&str]| -> Reply { vault.run_in(&vault.beside("elsewhere"), arguments) };
    assert!(!run(&["data"]).stdout.contains("engine.log"));
    for _ in 0..2 {
        assert_eq!(run(&["serve", "--background"]).exit, 0);
        // A second one has no say in the log of the first.
        assert_eq!(run(&["serve"]).exit, 2);
        assert_eq!(run(&["serve", "--stop"]).exit, 0);
    }
    let log = std::fs::read_to_string(vault.beside("data/engine.log")).unwrap();
    assert_eq!(log.matches("serves").count(), 2, "{log}");
    assert!(!log.contains("can't go on"), "{log}");
    assert!(run(&["data"]).stdout.contains("log of the engine"));
    let doctor = run(&["doctor"]);
    assert!(doctor.stdout.contains("data/engine.log`, 1 kB"), "{doctor}");
}

#[test]
fn why_a_start_in_the_background_fails_is_told_and_not_logged() {
    let vault = TestVault::new().setting("nonsense = 1");
    let reply = vault.run_in(&vault.beside("elsewhere"), &["serve", "--background"]);
    assert!(reply.exit == 2 && reply.stderr.contains("unknown key `nonsense`"), "{reply}");
    let log = std::fs::read_to_string(vault.beside("data/engine.log")).unwrap();
    assert!(log.contains("can't go on: invalid") && !log.contains("nonsense"), "{log}");
    let left = std::fs::read_dir(vault.beside("data")).unwrap();
    assert!(
        !left.map(|it| it.unwrap().file_name()).any(|it| it.to_string_lossy().contains("said"))
    );
}
