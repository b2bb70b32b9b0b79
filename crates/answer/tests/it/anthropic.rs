//! The protocol of Anthropic.
use serde_json::json;

use crate::dialect::{Dialect, asked, serving};
use crate::place::{CANARY, model, prompt, write};
use crate::server::Answer;

const DIALECT: Dialect = Dialect::Anthropic;

#[test]
fn a_request_has_its_shape_key_and_version() {
    let server = serving(|_| Answer::stream(&DIALECT.text(&["Yes."])));
    write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap();
    assert_eq!(
        asked(&server, DIALECT),
        [json!({
            "model": "my-own",
            "max_tokens": 100,
            "system": "Be brief.",
            "messages": [{"role": "user", "content": "How long must dough rise?"}],
            "stream": true,
        })]
    );
    let request = &server.requests()[0];
    assert_eq!(request.header("x-api-key"), Some(CANARY));
    assert_eq!(request.header("anthropic-version"), Some("2023-06-01"));
    assert_eq!(request.header("authorization"), None);
}

#[test]
fn events_that_nobody_knows_yet_are_passed_over() {
    let new = DIALECT.piece(&json!({"type": "content_block_celebrated", "delta": 7}));
    let text = format!("{new}{}", DIALECT.text(&["Yes."]));
    let server = serving(move |_| Answer::stream(&text));
    assert_eq!(write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap().text, "Yes.");
}
