//! The protocol of OpenAI.
use notekin_embed::{Kind, Server as Place_, Servers};
use serde_json::json;

use crate::place::{Place, embed};
use crate::server::{Answer, Server};
use crate::stand_in::{
    Model, assert_near, letters, openai, openai_answer, posted, shortened, unit,
};

const PATH: &str = "/v1/embeddings";

#[test]
fn a_request_has_its_key_and_rows_are_put_in_order() {
    let server = openai(Model { window: 9999, ..Model::SMALL });
    let place = Place::of(&server.url("")).with_key("sk-test");
    let model = place.open("openai/my-own").unwrap();
    let made = embed(&*model, &["one", "two", "three"]).unwrap();
    for (made, text) in made.iter().zip(["\none", "\ntwo", "\nthree"]) {
        assert_near(&made[0], &unit(text, 4));
    }
    let last = posted(&server, PATH).pop().unwrap();
    assert_eq!(last["encoding_format"], json!("float"));
    assert_eq!(last.get("dimensions"), None);
    assert_eq!(server.requests()[0].header("authorization"), Some("Bearer sk-test"));
}

#[test]
fn the_length_of_vectors_is_asked_for() {
    let server = openai(Model { dims: 1536, window: 99_999, ..Model::SMALL });
    let model = Place::of(&server.url("")).open("openai/text-embedding-3-small@64").unwrap();
    assert_eq!(
        (model.model().dims, model.model().id.as_str()),
        (64, "openai/text-embedding-3-small@64")
    );
    assert_near(&embed(&*model, &["x"]).unwrap()[0][0], &unit("\nx", 64));
    assert_eq!(posted(&server, PATH).pop().unwrap()["dimensions"], json!(64));
}

#[test]
fn a_server_that_refuses_another_length_is_asked_for_the_models_own() {
    let whole = Model { dims: 768, window: 99_999, ..Model::SMALL };
    let server = Server::start(move |request| {
        if request.body.contains("dimensions") {
            let said =
                r#"{"error":{"message":"Model does not support matryoshka representation"}}"#;
            return Answer::json(400, said);
        }
        openai_answer(whole, request)
    });
    let place = Place::of(&server.url(""));
    for _ in 0..2 {
        // The second time it is known.
        let model = place.open("openai/embeddinggemma-2@256").unwrap();
        let made = embed(&*model, &["x"]).unwrap();
        assert_near(&made[0][0], &shortened("title: none | text: x", 256));
    }
    let refused = server.requests().iter().filter(|r| r.body.contains("dimensions")).count();
    assert_eq!(refused, 1);
    assert!(place.open("openai/my-own@256").is_err(), "of this one it isn't known that it can be");
}

#[test]
fn a_server_that_cuts_off_is_found_out_when_it_is_tried() {
    let server = openai(Model { window: 128, ..Model::SMALL });
    let model = Place::of(&server.url("")).open("openai/my-own").unwrap();
    assert_eq!(model.model().token_limit, 128);
    let made = embed(&*model, &[&"water ".repeat(300)]).unwrap();
    let longest = posted(&server, PATH).into_iter().skip(2);
    let longest = longest.map(|body| crate::stand_in::words(body["input"][0].as_str().unwrap()));
    assert!(made[0].len() >= 3 && longest.max().unwrap() <= 128);
}

#[test]
fn a_server_that_cuts_off_later_is_found_out_by_its_count() {
    let whole = openai(Model { window: 9999, ..Model::SMALL });
    let mut place = Place::of(&whole.url(""));
    place.open("openai/my-own").unwrap();
    // The same address as far as what was found out goes, but now it reads less.
    let cutting = openai(Model { window: 50, count: letters, ..Model::SMALL });
    place.servers.openai = Place_::at(&cutting.url("/v1"));
    place.servers.token_limit = Some(512);
    let model = place.open("openai/my-own").unwrap();
    let made = embed(&*model, &[&"a b c d e f g h ".repeat(10)]).unwrap();
    assert!(made[0].len() >= 2, "{}", made[0].len());
    assert!(model.oversized() >= 1);
}

#[test]
fn openai_itself_is_not_called_without_a_key() {
    let mut place = Place::of("http://127.0.0.1:1");
    place.servers.openai = Place_::at(Servers::OPENAI);
    let error = place.open("openai/text-embedding-3-small").err().unwrap();
    assert_eq!(error.kind(), Kind::Unconfigured);
    assert_eq!(error.hint().as_deref(), Some("`notekin key set openai` stores one"));
}

#[test]
fn offline_nothing_is_sent_elsewhere() {
    let mut place = Place::of("http://127.0.0.1:1").with_key("k");
    place.servers.openai.url = Servers::OPENAI.to_owned();
    place.servers.net.offline = true;
    let error = place.open("openai/text-embedding-3-small").err().unwrap();
    assert_eq!(error.kind(), Kind::Denied);
    assert!(error.to_string().contains("offline"), "{error}");
}
