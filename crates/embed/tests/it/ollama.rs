//! Ollama's own protocol.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use notekin_embed::{Kind, Passage};
use serde_json::json;

use crate::place::{Place, embed};
use crate::server::{Answer, Server};
use crate::stand_in::{
    Model, assert_near, letters, ollama, ollama_answer, posted, shortened, unit,
};

static GO: AtomicBool = AtomicBool::new(false);

const GEMMA: Model = Model { dims: 768, window: 8192, ..Model::SMALL };

#[test]
fn a_known_model_gets_its_template_and_its_window_and_nothing_is_cut() {
    let server = ollama(GEMMA);
    let model = Place::of(&server.url("")).open("ollama/embeddinggemma-2:270m").unwrap();
    let heading = ["Rest".to_owned()];
    let passage = Passage { title: "Bread", heading: &heading, text: "Let it rise." };
    let made = model.passages(&[passage], &GO).unwrap();
    let text = "title: Bread. Rest | text: Let it rise.";
    assert_near(&made[0][0], &unit(text, 768));
    let query = "task: search result | query: how long?";
    assert_near(&model.query("how long?").unwrap(), &unit(query, 768));
    let posted = posted(&server, "/api/embed");
    assert_eq!(posted[1]["input"], json!([text]));
    assert_eq!(posted[1]["truncate"], json!(false));
    assert_eq!(posted[1]["options"], json!({"num_ctx": 8192, "num_batch": 8192}));
    assert_eq!(posted[1]["keep_alive"], json!("30m"));
    assert_eq!(posted[2]["input"], json!([query]));
    assert_eq!((model.model().dims, model.model().token_limit), (768, 8192));
}

#[test]
fn an_unknown_model_is_as_its_server_says() {
    let server = ollama(Model { dims: 7, window: 100, ..Model::SMALL });
    let model = Place::of(&server.url("")).open("ollama/my-own").unwrap();
    assert_eq!((model.model().dims, model.model().token_limit), (7, 100));
    assert_near(&embed(&*model, &["x"]).unwrap()[0][0], &unit("\nx", 7));
}

#[test]
fn what_was_found_out_serves_while_the_server_is_away() {
    let server = ollama(Model::SMALL);
    let place = Place::of(&server.url(""));
    place.open("ollama/my-own").unwrap();
    let asked = server.requests().len();
    place.open("ollama/my-own").unwrap();
    assert_eq!(server.requests().len(), asked);
    drop(server);
    let model = place.open("ollama/my-own").unwrap();
    assert_eq!(model.model().dims, 4);
    assert_eq!(embed(&*model, &["x"]).unwrap_err().kind(), Kind::Unreachable);
    assert_eq!(model.query("x").unwrap_err().kind(), Kind::Unreachable);
}

#[test]
fn long_texts_come_in_parts_of_their_own() {
    let server = ollama(Model { window: 100, ..Model::SMALL });
    let model = Place::of(&server.url("")).open("ollama/my-own").unwrap();
    let long = "water ".repeat(200);
    let made = embed(&*model, &["short", &long]).unwrap();
    assert_eq!(made[0].len(), 1);
    assert!(made[1].len() >= 4, "{}", made[1].len());
    assert_eq!(model.oversized(), 0);
}

#[test]
fn what_is_longer_than_it_seemed_is_divided_until_it_fits() {
    // A vocabulary that takes a token for each letter: every estimate is too low.
    let server = ollama(Model { window: 100, count: letters, ..Model::SMALL });
    let model = Place::of(&server.url("")).open("ollama/my-own").unwrap();
    let made = embed(&*model, &["short", &"water ".repeat(40), "also short"]).unwrap();
    assert_eq!((made[0].len(), made[2].len()), (1, 1));
    assert!(made[1].len() >= 3, "{}", made[1].len());
    assert!(model.oversized() >= 1);
    assert_near(&made[2][0], &unit("\nalso short", 4));
    let query = model.query(&"water ".repeat(40)).unwrap();
    assert_eq!(query.len(), 4);
}

#[test]
fn a_missing_model_is_named_with_what_fetches_it() {
    let server = Server::start(|_| Answer::json(404, r#"{"error":"model 'bge-m3' not found"}"#));
    let error = Place::of(&server.url("")).open("ollama/bge-m3").err().unwrap();
    assert_eq!(error.kind(), Kind::NotFound);
    assert_eq!(error.hint().as_deref(), Some("`ollama pull bge-m3` fetches it"));
}

#[test]
fn a_model_that_runs_elsewhere_is_told_from_one_that_runs_here() {
    let here = ollama(Model::SMALL);
    let place = Place::of(&here.url(""));
    assert!(!place.open("ollama/my-own").unwrap().leaves_the_machine(&GO).unwrap());
    assert!(place.open("ollama/my-own:1b-cloud").unwrap().leaves_the_machine(&GO).unwrap());
    let elsewhere = Server::start(|request| match request.path.as_str() {
        "/api/show" => Answer::json(200, r#"{"model_info":{},"remote_host":"https://ollama.com"}"#),
        _ => ollama_answer(Model::SMALL, request),
    });
    let model = Place::of(&elsewhere.url("")).open("ollama/my-own").unwrap();
    assert!(model.leaves_the_machine(&GO).unwrap());
}

#[test]
fn a_shorter_vector_is_another_model() {
    let server = ollama(GEMMA);
    let mut place = Place::of(&server.url(""));
    place.servers.dimensions = Some(256);
    let model = place.open("ollama/embeddinggemma2").unwrap();
    assert_eq!(model.model().id, "ollama/embeddinggemma2@256");
    // The stand-in, like an old Ollama, doesn't know the wish; the first numbers are taken.
    let made = embed(&*model, &["x"]).unwrap();
    assert_near(&made[0][0], &shortened("title: none | text: x", 256));
    assert_eq!(posted(&server, "/api/embed")[1]["dimensions"], json!(256));
}

#[test]
fn each_length_has_vectors_and_keys_of_its_own() {
    let server = ollama(GEMMA);
    let mut place = Place::of(&server.url(""));
    let passage = Passage { title: "", heading: &[], text: "x" };
    let mut keys = std::collections::BTreeSet::new();
    for dims in [768, 512, 256, 128] {
        place.servers.dimensions = Some(dims);
        let model = place.open("ollama/embeddinggemma2").unwrap();
        let made = model.passages(&[passage], &AtomicBool::new(false)).unwrap();
        assert_near(&made[0][0], &shortened("title: none | text: x", dims));
        assert_near(&model.query("x").unwrap(), &shortened("task: search result | query: x", dims));
        assert!(keys.insert(model.model().key(&passage)), "{dims}");
    }
    place.servers.dimensions = None;
    assert!(keys.insert(place.open("ollama/embeddinggemma2").unwrap().model().key(&passage)));
}

#[test]
fn a_length_that_the_model_does_not_have_is_refused() {
    let server = ollama(Model::SMALL);
    let mut place = Place::of(&server.url(""));
    place.servers.dimensions = Some(3);
    let error = place.open("ollama/my-own").err().unwrap();
    assert_eq!(error.to_string(), "the model gives vectors of 4 numbers, not of 3");
}

#[test]
fn the_users_templates_and_limit_count() {
    let server = ollama(Model::SMALL);
    let mut place = Place::of(&server.url(""));
    place.servers.passage = Some("doc: {text}".to_owned());
    place.servers.query = Some("ask: {text}".to_owned());
    place.servers.token_limit = Some(50);
    let model = place.open("ollama/my-own").unwrap();
    assert_near(&embed(&*model, &["x"]).unwrap()[0][0], &unit("doc: x", 4));
    assert_near(&model.query("x").unwrap(), &unit("ask: x", 4));
    assert_eq!(posted(&server, "/api/embed")[1]["options"]["num_ctx"], json!(50));
    place.servers.query = Some("nothing".to_owned());
    assert_eq!(place.open("ollama/my-own").err().unwrap().kind(), Kind::Invalid);
}

#[test]
fn a_server_that_says_nothing_of_itself_holds_nobody_up() {
    let is_silent = Arc::new(AtomicBool::new(false));
    let silent = Arc::clone(&is_silent);
    let server = Server::start(move |request| {
        if silent.load(Ordering::Relaxed) { Answer::Silence } else { ollama_answer(GEMMA, request) }
    });
    let model = Place::of(&server.url("")).open("ollama/my-own").unwrap();
    is_silent.store(true, Ordering::Relaxed);
    let error = model.leaves_the_machine(&AtomicBool::new(true)).unwrap_err();
    assert_eq!(error.kind(), Kind::Cancelled);
}
