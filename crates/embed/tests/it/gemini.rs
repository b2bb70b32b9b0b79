//! The protocol of Gemini.
use notekin_embed::Kind;
use serde_json::{Value, json};

use crate::place::{Place, embed};
use crate::server::{Answer, Request, Server};
use crate::stand_in::{assert_near, unit, vector};

fn answer(request: &Request) -> Answer {
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let one = |request: &Value| {
        let dims = request["outputDimensionality"].as_u64().unwrap_or(3072) as usize;
        let text = request["content"]["parts"][0]["text"].as_str().unwrap();
        json!({"values": vector(text, dims)})
    };
    let embeddings: Vec<_> = body["requests"].as_array().unwrap().iter().map(one).collect();
    Answer::json(200, json!({"embeddings": embeddings}).to_string())
}

#[test]
fn a_batch_says_what_its_vectors_are_for() {
    let server = Server::start(answer);
    let place = Place::of(&server.url("")).with_key("key-of-gemini");
    let model = place.open("gemini/gemini-embedding-001@768").unwrap();
    let made = embed(&*model, &["one", "two"]).unwrap();
    assert_near(&made[1][0], &unit("\ntwo", 768));
    model.query("one?").unwrap();
    let requests = server.requests();
    let path = "/v1beta/models/gemini-embedding-001:batchEmbedContents";
    assert!(requests.iter().all(|request| request.path == path));
    assert_eq!(requests[0].header("x-goog-api-key"), Some("key-of-gemini"));
    assert_eq!(requests[0].header("authorization"), None);
    let tasks: Vec<_> = requests
        .iter()
        .map(|request| serde_json::from_str::<Value>(&request.body).unwrap())
        .map(|body| body["requests"][0]["taskType"].clone())
        .collect();
    assert_eq!(tasks, ["RETRIEVAL_DOCUMENT", "RETRIEVAL_DOCUMENT", "RETRIEVAL_QUERY"]);
}

#[test]
fn the_second_model_is_told_in_the_text() {
    let server = Server::start(answer);
    let place = Place::of(&server.url("")).with_key("k");
    let model = place.open("gemini/gemini-embedding-2").unwrap();
    model.query("one?").unwrap();
    let body: Value = serde_json::from_str(&server.requests().last().unwrap().body).unwrap();
    let request = &body["requests"][0];
    assert_eq!(request["content"]["parts"][0]["text"], "task: search result | query: one?");
    assert_eq!(request.get("taskType"), None);
}

#[test]
fn a_wrong_key_is_called_so() {
    let server = Server::start(|_| {
        Answer::json(
            400,
            r#"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}"#,
        )
    });
    let error = Place::of(&server.url("")).with_key("k").open("gemini/gemini-embedding-001");
    let error = error.err().unwrap();
    assert_eq!(error.kind(), Kind::Denied);
    assert_eq!(error.hint().as_deref(), Some("`notekin key set gemini` stores one"));
    assert_eq!(server.requests().len(), 1);
}
