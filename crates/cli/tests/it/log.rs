//! The log of an engine: that it is kept, and what is never in it.

use serde_json::{Value, json};

use crate::assistant::Assistant;
use crate::driver::{Reply, TestVault};
use crate::server::{Answer, Request, Server};
use crate::stand_in::{Model, openai_answer};

/// Answers as a server does, but fails where it is sent a canary, and repeats all of that, as servers do.
fn echo(request: &Request) -> Answer {
    if !request.body.to_lowercase().contains("canary") {
        return openai_answer(Model::SMALL, request);
    }
    // Said so that it is asked once more in another way, which is logged.
    let hint = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    // What is repeated comes first, as only the beginning of what a server says is kept.
    let at = request.body.to_lowercase().find("canary").unwrap_or_default();
    let repeated: String = request.body.chars().skip(at).take(40).collect();
    let key = request.header("authorization").unwrap_or_default();
    let said = format!("{repeated} {key} {hint} {}", request.body);
    Answer::json(400, json!({ "error": { "message": said } }).to_string())
}

/// A vault whose models are at a server, with a canary in whatever must not be logged.
fn vault(server: &Server) -> TestVault {
    TestVault::without_model()
        .setting("model = \"openai/reads\"")
        .setting(&format!("openai.url = \"{}\"", server.url("/v1")))
        .setting("answer.model = \"openai/writes\"")
        .variable("NOTEKIN_KEY_OPENAI", "sk-canary-key")
        .note("canary-path.md", "# Canary title\n\nA canary text steamed.\n")
        .note(".vaultignore", "canary-pattern[\n")
}

#[test]
fn no_text_query_key_or_token_is_logged() {
    let server = Server::start(echo);
    let vault = vault(&server);
    let run = |arguments: &[&str]| vault.run_in(&vault.beside("elsewhere"), arguments);
    run(&["index", vault.at("").to_str().unwrap(), "--words-only"]);
    let started = run(&["serve", "--background"]);
    assert_eq!(started.exit, 0, "{started}");
    let state = std::fs::read_to_string(vault.beside("data/engine.json")).unwrap();
    let state: Value = serde_json::from_str(&state).unwrap();
    let asked = [
        run(&["-v", "search", "canary query steamed"]),
        run(&["ask", "--no-save", "what is the canary question steamed?"]),
        run(&["search", "--mode", "regex", "canary("]),
        run(&["related", "canary-path.md"]),
    ];
    assert!(asked[0].stderr.contains("the running engine is asked"), "{}", asked[0]);
    let mut assistant = Assistant::of(&vault);
    assistant.get("search_notes", json!({ "query": "canary of an assistant" }));
    drop(assistant);
    vault.write("canary-new.md", "# Canary\n\nA canary that is new.\n");
    run(&["search", "--mode", "keyword", "new"]);
    assert_eq!(run(&["serve", "--stop"]).exit, 0);
    for (path, text) in [("/embeddings", "anary"), ("/completions", "canary question")] {
        let is_sent =
            server.requests().iter().any(|it| it.path.ends_with(path) && it.body.contains(text));
        assert!(is_sent, "the server has no `{text}` to repeat");
    }
    let log = std::fs::read_to_string(vault.beside("data/engine.log")).unwrap();
    for said in [
        "info notekin",
        "serves 1 vault at 127.0.0.1:",
        "a pattern of what is left out",
        "wants to be asked in another way",
        "the engine ends",
    ] {
        assert!(log.contains(said), "`{said}` isn't in {log}");
    }
    assert!(!log.to_lowercase().contains("canary"), "{log}");
    assert!(!log.contains(state["token"].as_str().unwrap()), "{log}");
    assert!(!log.contains("/vault"), "{log}");
    assert!(log.lines().all(|line| line.get(10..11) == Some("T")), "each line has its time: {log}");
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
