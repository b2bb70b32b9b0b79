//! `ask_notes` and `semanticSearch`: answers for assistants, where their user allows them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::assistant::{Assistant, second};
use crate::dialect::Dialect;
use crate::driver::TestVault;
use crate::server::{Answer, End, Server};

const QUESTION: &str = "for how long is green tea steamed?";

const ALLOWED: &str = "answer.assistants = true";

fn kitchen() -> TestVault {
    TestVault::new()
        .note(
            "tea.md",
            "# Tea\n\n## Green\nGreen tea is steamed for 20 seconds. It is never roasted.\n",
        )
        .note(
            "safe.md",
            "---\nprivate: true\n---\nGreen tea is steamed for 99 seconds in secret.\n",
        )
}

/// A model that streams its answer as it is told to.
fn writing(answer: Answer) -> Server {
    Server::start(move |request| match request.path.as_str() {
        "/api/chat" => answer.clone(),
        "/api/show" => {
            Answer::json(200, json!({"model_info": {"x.context_length": 9000}}).to_string())
        }
        _ => Answer::json(404, "{}"),
    })
}

fn served(server: &Server) -> TestVault {
    let url = format!("ollama.url = \"{}\"", server.url(""));
    kitchen().setting(&url).setting("answer.model = \"ollama/my-own\"")
}

#[test]
fn assistants_ask_only_where_it_is_allowed() {
    let mut assistant = Assistant::of(&kitchen().indexed());
    assert!(!assistant.tools().contains(&"ask_notes".to_owned()));
    let call = json!({ "name": "ask_notes", "arguments": { "question": QUESTION } });
    assert_eq!(assistant.ask("tools/call", call)["error"]["code"], -32602);
    let mut assistant = Assistant::of(&kitchen().setting(ALLOWED).indexed());
    assert!(assistant.tools().contains(&"ask_notes".to_owned()));
}

/// Takes out what only assistants are told; places in the answer go back by what stood before it.
fn strip(value: &mut Value, marks: [&str; 2], before: u64) {
    match value {
        Value::Object(parts) => {
            for key in ["uri", "obsidian_uri", "truncated", "boundary", "warning"] {
                parts.remove(key);
            }
            for (key, part) in parts {
                if ["startIndex", "endIndex", "start", "end"].contains(&key.as_str()) && before > 0
                {
                    *part = (part.as_u64().unwrap() - before).into();
                }
                // Lines and bytes of files are as they are.
                let before =
                    if ["lines", "bytes", "places"].contains(&key.as_str()) { 0 } else { before };
                strip(part, marks, before);
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| strip(part, marks, before)),
        Value::String(text) => marks.iter().for_each(|mark| *text = text.replace(mark, "")),
        _ => {}
    }
}

/// Without marks, and with places as they are without them.
fn unmarked(mut told: Value) -> Value {
    let boundary = told["boundary"].as_str().unwrap().to_owned();
    let (open, close) = (format!("[note {boundary}] "), format!(" [/note {boundary}]"));
    strip(&mut told, [&open, &close], open.len() as u64);
    told
}

#[test]
fn an_assistant_is_told_what_ask_prints() {
    let vault = kitchen().setting(ALLOWED).indexed();
    let mut assistant = Assistant::of(&vault);
    let told = assistant.get("ask_notes", json!({ "question": QUESTION }));
    assert!(!told.to_string().contains("99 seconds"), "private notes answer no assistant: {told}");
    assert_eq!((&told["outcome"], &told["truncated"]), (&json!("answered"), &json!(false)));
    let (answer, segment) =
        (told["answer"].as_str().unwrap(), &told["groundingSupports"][0]["segment"]);
    let at = |name: &str| usize::try_from(segment[name].as_u64().unwrap()).unwrap();
    assert_eq!(&answer[at("startIndex")..at("endIndex")], "Green tea is steamed for 20 seconds.");
    assert_eq!(told["groundingChunks"][0]["uri"], "note:///vault/tea.md");
    // For the same words are as rare, and the owner sees no more than the assistant.
    std::fs::remove_file(vault.at("safe.md")).unwrap();
    assert_eq!(vault.run(&["index"]).exit, 0);
    let told = Assistant::of(&vault).get("ask_notes", json!({ "question": QUESTION }));
    let printed = vault.run(&["ask", "--json", "--no-save", QUESTION]);
    let mut printed: Value = serde_json::from_str(&printed.stdout).unwrap();
    printed.as_object_mut().unwrap().retain(|_, part| !part.is_null());
    assert_eq!(unmarked(told), printed);
}

#[test]
fn folders_and_vaults_narrow_a_question() {
    let vault = kitchen().setting(ALLOWED).note("soups/leek.md", "Leek is boiled.\n").indexed();
    let other = second(&vault, &[("more.md", "Green tea is steamed for 50 seconds in spring.\n")]);
    let (first, other) = (vault.at(""), other.to_str().unwrap().to_owned());
    let mut assistant =
        Assistant::with(&vault, &["--vault", first.to_str().unwrap(), "--vault", &other]);
    let cited = |told: &Value| -> Vec<String> {
        let chunks = told["groundingChunks"].as_array().unwrap();
        chunks.iter().map(|chunk| chunk["vault"].as_str().unwrap().to_owned()).collect()
    };
    let all = assistant.get("ask_notes", json!({ "question": QUESTION }));
    let all = cited(&all);
    assert!(all.contains(&"vault".to_owned()) && all.contains(&"second".to_owned()), "{all:?}");
    let one = assistant.get("ask_notes", json!({ "question": QUESTION, "vault": "second" }));
    assert_eq!(cited(&one), ["second"]);
    let none = assistant.get("ask_notes", json!({ "question": QUESTION, "folders": ["soups"] }));
    assert_eq!((&none["outcome"], &none["answer"]), (&json!("not_in_notes"), &json!("")));
    let error =
        assistant.refused("ask_notes", json!({ "question": QUESTION, "folders": ["sops"] }));
    assert_eq!(error["near"], json!(["soups"]), "{error}");
}

#[test]
fn a_model_writes_for_assistants_as_long_as_it_may() {
    let text = ["Green tea is steamed for 20 seconds [1]. ", "Shen Nong invented it [1]."];
    let server = writing(Answer::stream(&Dialect::Ollama.text(&text)));
    let vault = served(&server).setting(ALLOWED).indexed();
    let mut assistant = Assistant::of(&vault);
    let told = assistant.get("ask_notes", json!({ "question": QUESTION }));
    assert_eq!(told["model"], "ollama/my-own");
    assert_eq!(told["sentences"][1]["support"], "unsupported", "{told}");
    let asked = server.requests().len();
    assert!(server.requests().iter().all(|request| !request.body.contains("in secret")));
    let taken_back = vault.run(&["config", "set", "answer.assistants", "false"]);
    assert_eq!(taken_back.exit, 0, "{taken_back}");
    let told = assistant.get("ask_notes", json!({ "question": QUESTION }));
    assert_eq!((told.get("model"), server.requests().len()), (None, asked), "{told}");
}

#[test]
fn a_model_that_cannot_be_used_is_no_secret_and_its_place_is() {
    let vault = kitchen()
        .setting(ALLOWED)
        .setting("answer.model = \"ollama/my-own\"")
        .setting("ollama.url = \"http://127.0.0.1:1\"")
        .indexed();
    let error = Assistant::of(&vault).refused("ask_notes", json!({ "question": QUESTION }));
    assert!(error["hint"].as_str().unwrap().contains("search_notes"), "{error}");
    assert!(!error.to_string().contains("127.0.0.1"), "{error}");
}

#[test]
fn a_model_stops_when_nobody_waits_any_longer() {
    let says = Dialect::Ollama.says("Green tea ");
    let server = writing(Answer::Parts(vec![says.into_bytes()], End::Silence));
    let vault = served(&server).setting(ALLOWED).indexed();
    let mut assistant = Assistant::of(&vault);
    assistant.give_up("ask_notes", json!({ "question": QUESTION }), || {
        let until = Instant::now() + Duration::from_secs(20);
        let is_asked = || server.requests().iter().any(|request| request.path == "/api/chat");
        while !is_asked() {
            assert!(Instant::now() < until, "the model was never asked");
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    assert!(server.was_left(), "the connection to the model is closed");
    assert_eq!(assistant.get("vault_status", json!({}))["vaults"][0]["state"], "ready");
}

#[test]
fn no_answer_is_longer_than_its_budget() {
    let words = "green tea is steamed by many hands in spring and dried on bamboo. ".repeat(30);
    let vault = (0..12).fold(kitchen().setting(ALLOWED), |vault, number| {
        let text = format!(
            "# Tea {number}\n\nGreen tea {number} is steamed for {number} seconds. {words}\n"
        );
        vault.note(&format!("tea {number}.md"), text)
    });
    let told = Assistant::of(&vault.indexed()).get("ask_notes", json!({ "question": QUESTION }));
    let tokens = told.to_string().len() / 4;
    assert!(tokens <= 5000 && told["outcome"] == "answered", "{tokens} tokens");
}

#[test]
fn ezrag_answers_with_numbers_and_what_they_stand_for() {
    let vault = kitchen().indexed();
    let folder = vault.at("");
    let arguments = ["--vault", folder.to_str().unwrap(), "--profile", "ezrag"];
    let mut assistant = Assistant::with(&vault, &arguments);
    assert!(!assistant.tools().contains(&"ask_notes".to_owned()));
    let given = json!({ "query": QUESTION, "model": "gemini-2.5-pro" });
    let told = assistant.get("semanticSearch", given);
    let answer = told["answer"].as_str().unwrap();
    assert!(answer.contains("Green tea is steamed for 20 seconds.[1]\n"), "{answer}");
    assert!(answer.contains("\n[1] tea.md, lines 4-4"), "{answer}");
    assert!(answer.starts_with("[note ") && !answer.contains("99 seconds"), "{answer}");
    assert_eq!(told["sources"][0]["uri"], "note:///vault/tea.md");
    let told = assistant.get("semanticSearch", json!({ "query": "who won in Estonia?" }));
    assert_eq!((&told["outcome"], &told["sources"]), (&json!("not_in_notes"), &json!([])));
}
