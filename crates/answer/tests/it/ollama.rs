//! Ollama's own protocol.
use std::sync::atomic::AtomicBool;

use notekin_answer::generate::{Error, Prompt, Servers, Speaker, Turn, open};
use serde_json::json;

use crate::dialect::{Dialect, asked, serving};
use crate::place::{model, prompt, servers, write};
use crate::server::{Answer, Server};

const DIALECT: Dialect = Dialect::Ollama;

fn writing(parts: &'static [&str]) -> Server {
    serving(move |_| Answer::stream(&DIALECT.text(parts)))
}

#[test]
fn a_request_says_all_that_the_other_protocol_cannot() {
    let server = writing(&["Yes."]);
    let mut prompt = prompt();
    prompt.turns.push(Turn { speaker: Speaker::Model, text: "An hour.".to_owned() });
    prompt.turns.push(Turn { speaker: Speaker::User, text: "Sure?".to_owned() });
    write(&*model(DIALECT.id(), &server.url("")), &prompt).1.unwrap();
    let request = asked(&server, DIALECT).pop().unwrap();
    assert_eq!(
        request,
        json!({
            "model": "my-own",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "How long must dough rise?"},
                {"role": "assistant", "content": "An hour."},
                {"role": "user", "content": "Sure?"},
            ],
            "stream": true,
            "think": false,
            "truncate": false,
            "shift": false,
            "keep_alive": "30m",
            "options": {"num_ctx": 8192, "num_predict": 100, "temperature": request["options"]["temperature"]},
        })
    );
}

#[test]
fn the_window_grows_with_the_prompt_up_to_what_the_model_can() {
    let server = writing(&["Yes."]);
    let model = model(DIALECT.id(), &server.url(""));
    let windows =
        [(10, 8192), (6000, 16_384), (9000, 20_480), (15_000, 32_768)].map(|(words, window)| {
            write(&*model, &Prompt::asking("", &"water ".repeat(words), 500)).1.unwrap();
            let request = asked(&server, DIALECT).pop().unwrap();
            (request["options"]["num_ctx"].as_u64().unwrap(), window)
        });
    assert!(windows.iter().all(|(given, expected)| given == expected), "{windows:?}");
    let shown = server.requests().iter().filter(|request| request.path == "/api/show").count();
    assert_eq!(shown, 1, "the model is asked about once");
    let (_, made) = write(&*model, &Prompt::asking("", &"water ".repeat(33_000), 500));
    assert!(matches!(made, Err(Error::TooLong { window: Some(32_768) })), "{made:?}");
    assert_eq!(asked(&server, DIALECT).len(), 4, "what can't be read is not sent");
}

#[test]
fn the_users_window_counts() {
    let server = writing(&["Yes."]);
    let servers = Servers { window: Some(2048), ..servers(&server.url("")) };
    let model = open(DIALECT.id(), &servers).unwrap();
    write(&*model, &prompt()).1.unwrap();
    assert_eq!(asked(&server, DIALECT)[0]["options"]["num_ctx"], json!(2048));
    assert_eq!(model.window(&AtomicBool::new(false)).unwrap(), Some(2048));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_server_that_cuts_off_without_a_word_is_found_out() {
    // It counts 7 tokens for whatever it is sent.
    let server = writing(&["About what?"]);
    let servers = Servers { window: Some(1000), ..servers(&server.url("")) };
    let model = open(DIALECT.id(), &servers).unwrap();
    let (_, made) = write(&*model, &Prompt::asking("", &"water ".repeat(900), 500));
    assert!(matches!(made, Err(Error::TooLong { window: Some(1000) })), "{made:?}");
}

#[test]
fn an_old_server_that_knows_no_thoughts_is_asked_without() {
    let server = serving(|request| {
        if request.body.contains("\"think\"") {
            Answer::json(400, r#"{"error":"\"my-own\" does not support thinking"}"#)
        } else {
            Answer::stream(&DIALECT.text(&["Yes."]))
        }
    });
    let model = model(DIALECT.id(), &server.url(""));
    for _ in 0..2 {
        assert_eq!(write(&*model, &prompt()).1.unwrap().text, "Yes.");
    }
    assert_eq!(asked(&server, DIALECT).len(), 3);
}
