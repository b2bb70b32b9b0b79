//! Models at servers, from the command line: settings, keys, what is sent and what is told.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::driver::TestVault;
use crate::server::{Answer, Request, Server};
use crate::stand_in::{Model, ollama, ollama_answer, vector};

const CANARY: &str = "---\nprivate: true\n---\n# Canary two\n\nCanary three sings.\n";

fn kitchen(model: &str) -> TestVault {
    TestVault::without_model()
        .setting(&format!("model = \"{model}\""))
        .note("tea.md", "# Tea\n\nGreen tea is steamed.\n")
        .note("soup.md", "# Soup\n\nBoil the leek.\n")
}

fn json_of(vault: &TestVault, arguments: &[&str]) -> Value {
    let reply = vault.run(&[arguments, &["--json"]].concat());
    let value = serde_json::from_str(&reply.stdout);
    assert!(value.is_ok(), "{reply}");
    value.unwrap()
}

#[test]
fn the_settings_of_a_server_take_effect_and_every_call_is_told() {
    let server = ollama(Model { dims: 768, window: 8192, ..Model::SMALL });
    let vault = kitchen("ollama/embeddinggemma2")
        .setting(&format!("ollama.url = \"{}\"", server.url("")))
        .setting("embedding.dimensions = 128");
    let status = json_of(&vault, &["index"]);
    assert_eq!(status["model"], "ollama/embeddinggemma2@128");
    assert_eq!((&status["state"], &status["embedded"]), (&json!("ready"), &json!(2)));
    let found = json_of(&vault, &["search", "steamed"]);
    assert_eq!(found["hits"][0]["path"], "tea.md");
    assert_eq!(found["mode"], "hybrid");
    let outbound = json_of(&vault, &["outbound"]);
    assert_eq!(outbound["total"], outbound["calls"].as_array().unwrap().len());
    assert_eq!(outbound["total"], server.requests().len());
    assert_eq!(outbound["calls"][0]["local"], true);
    let record = std::fs::read_to_string(vault.beside("data").join("outbound.jsonl")).unwrap();
    assert!(!record.contains("steamed"), "{record}");
    assert_eq!(vault.run(&["outbound", "--elsewhere"]).exit, 1);
}

#[test]
fn a_server_that_is_away_is_told_with_what_helps() {
    let vault = kitchen("ollama/bge-m3").setting("ollama.url = \"http://127.0.0.1:1\"");
    let reply = vault.run(&["index"]);
    assert_eq!(reply.exit, 2, "{reply}");
    assert!(reply.stdout.contains("check that a server runs at `127.0.0.1:1`"), "{reply}");
    let reply = vault.run(&["search", "steamed"]);
    assert_eq!(reply.exit, 0, "{reply}");
    assert!(reply.stdout.contains("Tea") && reply.stderr.contains("127.0.0.1:1"), "{reply}");
    assert_eq!(vault.run(&["search", "steamed", "--mode", "semantic"]).exit, 2);
}

#[test]
fn a_key_is_kept_from_standard_input_and_shown_nowhere() {
    let server = Server::start(embeddings);
    let vault =
        kitchen("openai/my-own").setting(&format!("openai.url = \"{}\"", server.url("/v1")));
    let key = vault.beside("elsewhere").join("key.txt");
    std::fs::write(&key, "sk-canary\n").unwrap();
    let here = vault.beside("elsewhere");
    let mut command = vault.command(&here, &["key", "set", "openai"]);
    let set = command.stdin(Stdio::from(std::fs::File::open(&key).unwrap())).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&set.stdout), "openai (file)\n");
    let reply = vault.run(&["index", "-vv"]);
    assert_eq!(reply.exit, 0, "{reply}");
    assert!(!format!("{reply}").contains("canary"), "{reply}");
    assert_eq!(server.requests()[0].header("authorization"), Some("Bearer sk-canary"));
    for arguments in [&["config", "list"][..], &["key", "list"], &["outbound"], &["data"]] {
        let reply = vault.run(arguments);
        assert!(!format!("{reply}").contains("canary"), "{reply}");
    }
    assert_eq!(vault.run(&["key", "remove", "openai"]).stdout, "no keys\n");
    assert_eq!(vault.run(&["key", "set", "openai"]).exit, 2, "nothing comes from standard input");
    assert_eq!(vault.run(&["key", "set", "openia"]).exit, 2);
}

/// A server elsewhere: a proxy on this machine answers for whatever host is asked for.
fn elsewhere(model: &str, proxy: &Server) -> TestVault {
    kitchen(model)
        .note("canary one.md", CANARY)
        .setting("ollama.url = \"http://ollama.example\"")
        .setting("openai.url = \"http://openai.example/v1\"")
        .setting("gemini.url = \"http://gemini.example\"")
        .variable("ALL_PROXY", &proxy.url(""))
        .variable("NOTEKIN_KEY_OPENAI", "key")
        .variable("NOTEKIN_KEY_GEMINI", "key")
}

#[test]
fn no_provider_ever_gets_what_is_private() {
    for model in ["ollama/my-own", "openai/my-own", "gemini/gemini-embedding-001"] {
        let proxy = Server::start(embeddings);
        let vault = elsewhere(model, &proxy);
        assert_eq!(vault.run(&["index"]).exit, 2, "nothing goes elsewhere unasked");
        let cost = json_of(&vault, &["index", "--dry-run"]);
        assert_eq!((&cost["notes"], &cost["elsewhere"]), (&json!(2), &json!(true)));
        assert_eq!(cost["tried"], false);
        assert_eq!(vault.run(&["search", "steamed"]).exit, 0);
        assert!(proxy.requests().is_empty(), "not even a text of ours");
        let status = json_of(&vault, &["index", "--yes"]);
        assert_eq!(
            (&status["embedded"], &status["by_words_only"]),
            (&json!(2), &json!(1)),
            "{model}: {status}"
        );
        let found = json_of(&vault, &["search", "sings"]);
        assert_eq!(found["hits"][0]["path"], "canary one.md", "{model}");
        vault.run(&["related", "canary one.md"]);
        vault.run(&["index", "--reembed", "--yes"]);
        let requests = proxy.requests();
        assert!(requests.iter().any(|request| request.body.contains("steamed")), "{model}");
        assert!(!requests.iter().any(|request| request.body.contains("anary")), "{model}");
        let shown = vault.run(&["status"]);
        assert!(shown.stdout.contains("1 private note found by words only"), "{shown}");
    }
}

#[test]
fn offline_nothing_goes_elsewhere() {
    let proxy = Server::start(embeddings);
    let vault = elsewhere("openai/my-own", &proxy).setting("offline = true");
    let reply = vault.run(&["index", "--yes"]);
    assert!(reply.stdout.contains("`offline` is set"), "{reply}");
    assert_eq!(vault.run(&["search", "steamed"]).exit, 0);
    assert!(proxy.requests().is_empty());
}

#[test]
fn this_machine_is_called_past_any_proxy() {
    let proxy = Server::start(|_| Answer::json(500, "{}"));
    let server = ollama(Model::SMALL);
    let vault = kitchen("ollama/my-own")
        .setting(&format!("ollama.url = \"{}\"", server.url("")))
        .setting("offline = true")
        .variable("ALL_PROXY", &proxy.url(""));
    assert_eq!(json_of(&vault, &["index"])["embedded"], 2);
    assert!(proxy.requests().is_empty());
}

#[test]
fn a_model_is_tried_before_it_is_used() {
    let server = ollama(Model { dims: 1024, window: 8192, ..Model::SMALL });
    let vault = TestVault::without_model()
        .setting(&format!("ollama.url = \"{}\"", server.url("")))
        .note("tea.md", "# Tea\n\nGreen tea is steamed.\n");
    let tried = json_of(&vault, &["model", "use", "ollama/bge-m3"]);
    assert_eq!((&tried["dims"], &tried["elsewhere"]), (&json!(1024), &json!(false)));
    assert_eq!(json_of(&vault, &["index"])["model"], "ollama/bge-m3");
    drop(server);
    assert_eq!(vault.run(&["model", "use", "ollama/other"]).exit, 2);
    assert_eq!(vault.run(&["model", "use", "e6"]).exit, 2);
    assert_eq!(vault.run(&["config", "get", "model"]).stdout, "\"ollama/bge-m3\"\n");
}

#[test]
fn a_budget_is_kept() {
    let proxy = Server::start(embeddings);
    let vault = elsewhere("openai/my-own", &proxy).setting("budget.tokens = 1");
    let reply = vault.run(&["index", "--yes"]);
    assert!(reply.stdout.contains("budget"), "{reply}");
    assert!(proxy.requests().is_empty());
}

#[test]
fn what_a_service_asks_is_told_before_anything_is_sent() {
    let proxy = Server::start(embeddings);
    let vault = kitchen("openai/text-embedding-3-small")
        .setting("budget.tokens = 20")
        .variable("ALL_PROXY", &proxy.url(""))
        .variable("NOTEKIN_KEY_OPENAI", "key");
    // As if the model had been tried before.
    let tried = vault.beside("data").join("models/servers");
    std::fs::create_dir_all(&tried).unwrap();
    let known = json!({"server": "https://api.openai.com/v1", "asked": null, "dims": 1536, "token_limit": 8191, "cuts": false});
    std::fs::write(tried.join("openai_text-embedding-3-small.json"), known.to_string()).unwrap();
    insta::assert_snapshot!(vault.run(&["index", "--dry-run"]), @"
    2 passages of 2 notes, about 42 tokens by `openai/text-embedding-3-small` at `api.openai.com`, which isn't on this machine
    price   less than a cent, at $0.02 a million tokens (https://developers.openai.com/api/docs/pricing, read 2026-11)
    budget  20 tokens left this month
    --- exit 0
    ");
    let cost = json_of(&vault, &["index", "--dry-run"]);
    let tokens = cost["tokens"].as_f64().unwrap();
    assert!((cost["dollars"].as_f64().unwrap() - tokens * 0.02 / 1e6).abs() < 1e-9, "{cost}");
    assert_eq!(cost["budget_left"], 20);
    insta::assert_snapshot!(vault.run(&["index"]), @"
    --- stderr
    error: sending 2 passages of 2 notes, about 42 tokens, to `openai/text-embedding-3-small` at `api.openai.com`, which isn't on this machine (less than a cent, at $0.02 a million tokens as of 2026-11; the budget leaves only 20 of them this month) needs your consent

    hint: add `--yes` to go on without asking
    --- exit 2
    ");
    let anew = vault.run(&["index", "--reembed"]);
    assert!(anew.exit == 2 && anew.stderr.contains("at $0.02 a million tokens"), "{anew}");
    assert!(proxy.requests().is_empty());
}

#[test]
fn another_length_of_vectors_is_asked_about_too() {
    let proxy = Server::start(embeddings);
    let vault = elsewhere("gemini/gemini-embedding-001", &proxy);
    assert_eq!(vault.run(&["index", "--yes"]).exit, 0);
    vault.write("tea.md", "# Tea\n\nBlack tea is not.\n");
    assert_eq!(vault.run(&["index"]).exit, 0, "what changes goes the way that was agreed to");
    let vault = vault.setting("embedding.dimensions = 256");
    let sent = proxy.requests().len();
    let asked = vault.run(&["index"]);
    assert!(asked.exit == 2 && asked.stderr.contains("gemini-embedding-001@256"), "{asked}");
    assert!(!proxy.requests().iter().skip(sent).any(|request| request.body.contains("leek")));
    assert_eq!(json_of(&vault, &["index", "--yes"])["embedded"], 2);
}

#[test]
fn a_server_that_moves_elsewhere_is_asked_about() {
    let server = ollama(Model::SMALL);
    let proxy = Server::start(embeddings);
    let here = format!("ollama.url = \"{}\"", server.url(""));
    let vault = kitchen("ollama/my-own").setting(&here).variable("ALL_PROXY", &proxy.url(""));
    assert_eq!(vault.run(&["index"]).exit, 0, "this machine is asked without a question");
    vault.run(&["config", "set", "ollama.url", "http://ollama.example"]);
    vault.write("tea.md", "# Tea\n\nBlack tea is not.\n");
    let asked = vault.run(&["index"]);
    assert!(asked.exit == 2 && asked.stderr.contains("at `ollama.example`"), "{asked}");
    assert_eq!(vault.run(&["retry"]).exit, 2);
    assert!(vault.run(&["search", "black tea"]).stderr.contains("ollama.example"));
    assert!(proxy.requests().is_empty());
    assert_eq!(vault.run(&["index", "--yes"]).exit, 0);
    assert_eq!(vault.run(&["index"]).exit, 0, "it was agreed to");
}

#[test]
fn measuring_tells_what_it_sends_elsewhere() {
    let proxy = Server::start(embeddings);
    let mut vault = elsewhere("openai/my-own", &proxy);
    for note in 0..8 {
        let words: Vec<_> = (0..40).map(|at| format!("word{}", (at * (note + 3)) % 41)).collect();
        let text = format!("Text {}.\n\n[[{}]]\n", words.join(" "), (note + 1) % 8);
        vault = vault.note(&format!("{note}.md"), text);
    }
    assert_eq!(vault.run(&["index", "--yes"]).exit, 0);
    let sent = proxy.requests().len();
    let asked = vault.run(&["measure"]);
    assert_eq!(asked.exit, 2, "{asked}");
    assert!(asked.stderr.contains("which isn't on this machine (price not known here)"), "{asked}");
    let embeds = |from: usize| {
        proxy.requests().iter().skip(from).filter(|request| request.body.contains("Text")).count()
    };
    assert_eq!(embeds(sent), 0);
    assert_eq!(vault.run(&["measure", "--yes"]).exit, 0);
    assert!(embeds(sent) > 0);
}

#[test]
fn what_the_model_refused_is_listed_and_tried_again_on_demand() {
    let server = Server::start(|request| {
        if request.body.contains("leek") {
            return Answer::json(400, "{\"error\":\"invalid input\"}");
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = kitchen("ollama/my-own").setting(&format!("ollama.url = \"{}\"", server.url("")));
    let reply = vault.run(&["index"]);
    assert_eq!(reply.exit, 0, "{reply}");
    assert!(reply.stdout.contains("soup.md: a text can't be embedded: invalid input"), "{reply}");
    let before = server.requests().len();
    assert_eq!(vault.run(&["retry"]).exit, 0);
    let tried = server.requests().iter().skip(before).any(|request| request.body.contains("leek"));
    assert!(tried);
}

#[test]
fn what_changes_is_read_while_it_is_watched() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nGreen tea is steamed.\n").indexed();
    let (here, root) = (vault.beside("elsewhere"), vault.at(""));
    let mut command =
        vault.command(&here, &["index", "--watch", "--vault", root.to_str().unwrap()]);
    let mut watching = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    vault.write("soup.md", "# Soup\n\nBoil the leek.\n");
    let is_found = || vault.run(&["search", "leek", "--mode", "keyword", "--no-update"]).exit == 0;
    let found = (0..400).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        is_found()
    });
    watching.kill().unwrap();
    watching.wait().unwrap();
    assert!(found);
}

/// Waits until something is so; says whether it came to be.
fn comes_true(is_so: impl Fn() -> bool) -> bool {
    (0..400).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        is_so()
    })
}

#[test]
fn what_is_set_meanwhile_holds_for_a_watch() {
    let server = ollama(Model::SMALL);
    let vault = TestVault::new()
        .setting(&format!("ollama.url = \"{}\"", server.url("")))
        .note("tea.md", "# Tea\n\nGreen tea is steamed.\n")
        .note("soup.md", "# Soup\n\nBoil the leek.\n")
        .indexed();
    let (here, root) = (vault.beside("elsewhere"), vault.at(""));
    let mut command =
        vault.command(&here, &["index", "--watch", "--vault", root.to_str().unwrap()]);
    let told = std::fs::File::create(vault.beside("elsewhere").join("told.txt")).unwrap();
    let mut watching = command.stdout(Stdio::null()).stderr(told).spawn().unwrap();
    let told = || std::fs::read_to_string(here.join("told.txt")).unwrap();
    assert!(comes_true(|| told().contains("watching")));
    vault.run(&["config", "set", "exclude", "soup.md"]);
    vault.run(&["config", "set", "model", "ollama/my-own"]);
    let status = || json_of(&vault, &["status"]);
    let is_taken_in = comes_true(|| {
        let status = status();
        status["indexed"] == 1 && status["model"] == "ollama/my-own"
    });
    watching.kill().unwrap();
    watching.wait().unwrap();
    assert!(is_taken_in, "{} {}", status(), told());
    assert!(told().contains("the settings changed"), "{}", told());
}

#[test]
fn a_run_goes_on_with_what_is_set_meanwhile() {
    // Never comes to an end by itself.
    let slow = Server::start(|request| {
        if request.body.contains("leek") {
            return Answer::Silence;
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = TestVault::without_model()
        .setting(&format!("ollama.url = \"{}\"", slow.url("")))
        .setting("model = \"ollama/my-own\"")
        .note("soup.md", "# Soup\n\nBoil the leek.\n");
    let (here, root) = (vault.beside("elsewhere"), vault.at(""));
    let mut command = vault.command(&here, &["index", "--vault", root.to_str().unwrap()]);
    let running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    assert!(comes_true(|| slow.requests().iter().any(|request| request.body.contains("leek"))));
    vault.run(&["config", "set", "model", "fake"]);
    let ended = running.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success() && told.contains("the settings changed"), "{told}");
    assert_eq!(json_of(&vault, &["status"])["model"], "fake");
}

/// Answers in whichever protocol it is spoken to.
fn embeddings(request: &Request) -> Answer {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    if request.path.ends_with("/embeddings") {
        let texts = crate::stand_in::texts(&body["input"]);
        let row = |(at, text): (usize, &String)| json!({"index": at, "embedding": vector(text, 4)});
        let rows: Vec<_> = texts.iter().enumerate().map(row).collect();
        return Answer::json(200, json!({"data": rows}).to_string());
    }
    if request.path.ends_with(":batchEmbedContents") {
        let values = |one: &Value| {
            let text = one["content"]["parts"][0]["text"].as_str().unwrap();
            json!({"values": vector(text, 3072)})
        };
        let rows: Vec<_> = body["requests"].as_array().unwrap().iter().map(values).collect();
        return Answer::json(200, json!({"embeddings": rows}).to_string());
    }
    ollama_answer(Model::SMALL, request)
}

/// A model that was replaced under its name gives vectors of another length: they can't be compared, so that all is read
/// anew, and words go on meanwhile.
#[test]
fn a_model_that_was_replaced_by_one_of_another_length_is_read_by_anew() {
    let before = ollama(Model { dims: 64, window: 8192, ..Model::SMALL });
    let vault = kitchen("ollama/toy").setting(&format!("ollama.url = \"{}\"", before.url("")));
    assert_eq!(vault.run(&["index"]).exit, 0);
    let after = ollama(Model { dims: 96, window: 8192, ..Model::SMALL });
    let set =
        vault.run_in(&vault.beside("elsewhere"), &["config", "set", "ollama.url", &after.url("")]);
    assert_eq!(set.exit, 0, "{set}");
    let search = vault.run(&["search", "steamed", "--json"]);
    assert_eq!(search.exit, 0, "words go on: {search}");
    let tried = vault.run_in(&vault.beside("elsewhere"), &["model", "use", "ollama/toy"]);
    assert_eq!(tried.exit, 0, "{tried}");
    let read = vault.run(&["index"]);
    assert_eq!(read.exit, 0, "{read}");
    let status = json_of(&vault, &["status"]);
    assert_eq!((&status["state"], &status["pending"]), (&json!("ready"), &json!(0)), "{status}");
    assert_eq!(json_of(&vault, &["search", "steamed"])["mode"], "hybrid");
    let purged = vault.run(&["model", "remove", "ollama/toy", "--in-use", "--yes"]);
    assert_eq!(purged.exit, 0, "{purged}");
    assert_eq!(vault.run(&["index"]).exit, 0);
}

/// The model before serves until the next has read everything; at an address that nobody agreed to it is asked nothing.
#[test]
fn the_model_before_is_not_called_at_an_address_that_nobody_agreed_to() {
    let here = ollama(Model { dims: 64, window: 8192, ..Model::SMALL });
    let proxy = ollama(Model { dims: 64, window: 8192, ..Model::SMALL });
    let vault = kitchen("ollama/before").setting(&format!("ollama.url = \"{}\"", here.url("")));
    assert_eq!(vault.run(&["index"]).exit, 0);
    let set = |key: &str, value: &str| {
        let reply = vault.run_in(&vault.beside("elsewhere"), &["config", "set", key, value]);
        assert_eq!(reply.exit, 0, "{reply}");
    };
    set("ollama.url", "http://192.0.2.1:9/");
    set("model", "ollama/after");
    let search = vault
        .command(
            &vault.beside("elsewhere"),
            &["search", "steamed", "--vault", vault.at("").to_str().unwrap()],
        )
        .env("HTTP_PROXY", proxy.url(""))
        .env("http_proxy", proxy.url(""))
        .output()
        .unwrap();
    let search = vault.reply(&search);
    assert_eq!(search.exit, 0, "{search}");
    assert!(proxy.requests().is_empty(), "{:?}", proxy.requests().len());
}
