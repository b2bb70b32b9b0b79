//! What goes wrong with texts and vectors, and how it is told.
use std::sync::Mutex;

use notekin_embed::{Embedder, Error, Kind};

use crate::place::{Place, embed};
use crate::server::{Answer, Server};
use crate::stand_in::{Model, ollama_answer};

/// Opens a model, and then has its server give another answer.
fn broken(answer: Answer) -> (Server, Box<dyn Embedder>) {
    let script = Mutex::new(None);
    let server = Server::start(move |request| {
        let mut script = script.lock().unwrap();
        if request.path == "/break" {
            *script = Some(answer.clone());
            return Answer::json(200, "{}");
        }
        script.clone().unwrap_or_else(|| ollama_answer(Model::SMALL, request))
    });
    let model = Place::of(&server.url("")).open("ollama/my-own").unwrap();
    let net = notekin_net::Net::new(notekin_net::Settings::default());
    let url = server.url("/break");
    let stop = std::sync::atomic::AtomicBool::new(false);
    net.send(&notekin_net::Call::get(&url, "test"), &stop).unwrap();
    (server, model)
}

#[track_caller]
fn check_input(body: &str, reason: &str) {
    let (_server, model) = broken(Answer::json(200, body));
    let error = embed(&*model, &["x"]).unwrap_err();
    assert!(error.is_of_input(), "{error:?}");
    assert!(error.to_string().contains(reason), "{error}");
}

#[test]
fn a_vector_that_is_none_is_never_kept() {
    check_input(r#"{"embeddings":[[1,2,3]]}"#, "3 numbers, not 4");
    check_input(r#"{"embeddings":[[1,2,3,4,5]]}"#, "5 numbers, not 4");
    check_input(r#"{"embeddings":[[0,0,0,0]]}"#, "nothing but zeros");
    check_input(r#"{"embeddings":[[1,2,3,1e39]]}"#, "numbers that are none");
    check_input(r#"{"embeddings":[[1,2,3,NaN]]}"#, "can't be read");
    check_input(r#"{"embeddings":[[1,2,3,null]]}"#, "can't be read");
    check_input(r#"{"embeddings":[]}"#, "0 vectors came for 1 texts");
    check_input(r#"{"error":"something odd"}"#, "something odd");
    check_input("<html>not here</html>", "can't be read");
}

#[test]
fn a_text_that_breaks_the_server_is_not_sent_again_and_again() {
    let said = r#"{"error":"failed to encode response: json: unsupported value: NaN"}"#;
    let (server, model) = broken(Answer::json(500, said));
    let before = server.requests().len();
    assert!(embed(&*model, &["x"]).unwrap_err().is_of_input());
    assert_eq!(server.requests().len(), before + 1);
}

#[test]
fn refusals_are_told_apart() {
    let refused = |status, body: &str| {
        let (_server, model) = broken(Answer::json(status, body));
        embed(&*model, &["x"]).unwrap_err()
    };
    let key = refused(401, r#"{"error":{"message":"Incorrect API key provided: sk-x"}}"#);
    assert!(matches!(key, Error::Key { .. }) && key.kind() == Kind::Denied, "{key:?}");
    let gone = refused(404, r#"{"error":"model 'my-own' not found"}"#);
    assert!(matches!(gone, Error::NotServed { .. }), "{gone:?}");
    let long = Answer::Whole(429, vec![("Retry-After", "999".to_owned())], "{}".to_owned());
    let (_server, model) = broken(long);
    let quota = embed(&*model, &["x"]).unwrap_err();
    assert_eq!(quota.kind(), Kind::Quota);
    assert_eq!(quota.hint().as_deref(), Some("try again in 999 seconds"));
}

#[test]
fn stopping_stops() {
    let (_server, model) = broken(Answer::Silence);
    let passage = notekin_embed::Passage { title: "", heading: &[], text: "x" };
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert!(matches!(model.passages(&[passage], &stop), Err(Error::Cancelled)));
}
