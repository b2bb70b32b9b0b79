//! What a running Ollama has to offer.
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;

use notekin_answer::generate::{Offered, offered};
use serde_json::{Value, json};

use crate::place::servers;
use crate::server::{Answer, Server};

static GO: AtomicBool = AtomicBool::new(false);

fn ids(offered: &[Offered]) -> Vec<(&str, bool)> {
    offered.iter().map(|model| (model.id.as_str(), model.elsewhere)).collect()
}

/// A list in which new servers tell what a model can, and old ones don't.
const TAGS: &str = r#"{"models": [
    {"name": "qwen3:4b", "size": 2500000000, "capabilities": ["completion", "thinking"]},
    {"name": "bge-m3:latest", "size": 1, "capabilities": ["embedding"]},
    {"name": "gemma3:4b", "size": 3},
    {"name": "vectors:latest", "size": 4},
    {"name": "gpt-oss:120b-cloud", "size": 5},
    {"name": "lent:latest", "size": 6, "remote_host": "https://ollama.com:443"}
]}"#;

#[test]
fn models_that_write_are_told_from_those_that_embed() {
    let server = Server::start(|request| {
        if request.path == "/api/tags" {
            return Answer::json(200, TAGS);
        }
        let asked: Value = serde_json::from_str(&request.body).unwrap();
        let can = if asked["model"] == "vectors:latest" { "embedding" } else { "completion" };
        Answer::json(200, json!({"capabilities": [can]}).to_string())
    });
    let offered = offered(&servers(&server.url("")), &GO);
    assert_eq!(
        ids(&offered),
        [
            ("ollama/qwen3:4b", false),
            ("ollama/gemma3:4b", false),
            ("ollama/gpt-oss:120b-cloud", true),
            ("ollama/lent:latest", true),
        ]
    );
    assert_eq!(offered[0].size, 2_500_000_000);
}

#[test]
fn an_old_server_is_judged_by_names() {
    let server = Server::start(|request| match request.path.as_str() {
        "/api/tags" => {
            let names = ["llama3:8b", "nomic-embed-text:latest", "all-minilm:l6"];
            let models: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
            Answer::json(200, json!({"models": models}).to_string())
        }
        _ => Answer::json(200, "{\"modelfile\":\"x\"}"),
    });
    assert_eq!(ids(&offered(&servers(&server.url("")), &GO)), [("ollama/llama3:8b", false)]);
}

#[test]
fn where_no_ollama_answers_nothing_is_offered_at_once() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert_eq!(offered(&servers(&format!("http://{address}")), &GO), []);
    let other = Server::start(|_| Answer::json(200, "<html>a router</html>"));
    assert_eq!(offered(&servers(&other.url("")), &GO), []);
    let silent = Server::start(|_| Answer::Silence);
    assert_eq!(offered(&servers(&silent.url("")), &AtomicBool::new(true)), []);
}
