//! The protocol of OpenAI.
use std::sync::atomic::AtomicBool;

use notekin_answer::generate::{Finish, Kind};
use serde_json::json;

use crate::dialect::{Dialect, asked, serving};
use crate::place::{CANARY, model, prompt, write};
use crate::server::{Answer, Server};

const DIALECT: Dialect = Dialect::OpenAi;

#[test]
fn a_request_has_its_shape_and_key() {
    let server = serving(|_| Answer::stream(&DIALECT.text(&["Yes."])));
    write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap();
    let request = asked(&server, DIALECT).pop().unwrap();
    assert_eq!(
        request,
        json!({
            "model": "my-own",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "How long must dough rise?"},
            ],
            "stream": true,
            "stream_options": {"include_usage": true},
            "temperature": request["temperature"],
            "max_tokens": 100,
        })
    );
    let key = format!("Bearer {CANARY}");
    assert_eq!(server.requests()[0].header("authorization"), Some(key.as_str()));
}

/// A server that refuses, one after another, all that may be refused.
fn choosy() -> Server {
    serving(|request| {
        let refused = [
            (
                "\"max_tokens\"",
                "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            ),
            ("\"temperature\"", "'temperature' does not support 0.1 with this model"),
            ("\"stream_options\"", "unknown field `stream_options`"),
            ("\"system\"", "System role not supported"),
        ];
        let said = refused.iter().find(|(word, _)| request.body.contains(word));
        match said {
            Some((_, said)) => Answer::json(400, DIALECT.refusal(400, said).to_string()),
            None => Answer::stream(&DIALECT.text(&["Yes."])),
        }
    })
}

#[test]
fn what_a_server_does_not_take_is_not_asked_for_again() {
    let server = choosy();
    let model = model(DIALECT.id(), &server.url(""));
    for _ in 0..2 {
        assert_eq!(write(&*model, &prompt()).1.unwrap().text, "Yes.");
    }
    let asked = asked(&server, DIALECT);
    assert_eq!(asked.len(), 6, "what was learnt is kept");
    assert_eq!(
        asked[5],
        json!({
            "model": "my-own",
            "messages": [{"role": "user", "content": "Be brief.\n\nHow long must dough rise?"}],
            "stream": true,
            "max_completion_tokens": 100,
        })
    );
}

#[test]
fn a_refusal_that_stays_ends_the_asking() {
    let said =
        "max_tokens, temperature, stream_options and system role are wrong, and so is all else";
    let body = DIALECT.refusal(400, said).to_string();
    let server = serving(move |_| Answer::json(400, body.clone()));
    let (_, made) = write(&*model(DIALECT.id(), &server.url("")), &prompt());
    assert_eq!(made.unwrap_err().kind(), Kind::Invalid);
    assert!(asked(&server, DIALECT).len() <= 6);
}

#[test]
fn a_model_that_thinks_gets_room_for_it() {
    let server = serving(|_| Answer::stream(&DIALECT.text(&["Yes."])));
    write(&*model("openai/qwen3-8b", &server.url("")), &prompt()).1.unwrap();
    assert!(asked(&server, DIALECT)[0]["max_tokens"].as_u64().unwrap() > 100);
}

#[test]
fn a_server_that_does_not_stream_is_understood() {
    let whole = json!({"model": "m", "choices": [{"message": {"role": "assistant", "content": "Yes."},
        "finish_reason": "stop"}], "usage": {"prompt_tokens": 7, "completion_tokens": 3}});
    let server = serving(move |_| Answer::json(200, whole.to_string()));
    let made = write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap();
    assert_eq!((made.text.as_str(), made.tokens_out), ("Yes.", Some(3)));
}

#[test]
fn a_stream_without_its_last_mark_is_whole_when_the_reason_was_told() {
    let end = json!({"choices": [{"delta": {"content": "Yes."}, "finish_reason": "stop"}]});
    let server = serving(move |_| Answer::stream(&DIALECT.piece(&end)));
    assert_eq!(write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap().text, "Yes.");
}

#[test]
fn a_model_that_will_not_answer_is_told_from_one_that_does() {
    let refused = json!({"choices": [{"delta": {"refusal": "I can't."}, "finish_reason": null}]});
    let text = format!("{}{}", DIALECT.piece(&refused), DIALECT.ends("stop"));
    let server = serving(move |_| Answer::stream(&text));
    let made = write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap();
    assert_eq!((made.text.as_str(), made.finish), ("I can't.", Finish::Filtered));
}

#[test]
fn old_ways_to_tell_a_failure_are_understood() {
    let text =
        "error: {\"code\":500,\"message\":\"slot unavailable\",\"type\":\"server_error\"}\n\n";
    let server = serving(move |_| Answer::stream(text));
    let error = write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap_err();
    assert_eq!(error.kind(), Kind::Unreachable, "{error:?}");
    assert!(error.to_string().contains("slot unavailable"), "{error}");
}

#[track_caller]
fn check_window(listed: serde_json::Value, expected: Option<usize>) {
    let server = Server::start(move |request| match request.path.as_str() {
        "/v1/models" => Answer::json(200, json!({"data": [{"id": "other"}, listed]}).to_string()),
        _ => Answer::json(404, ""),
    });
    let model = model(DIALECT.id(), &server.url(""));
    assert_eq!(model.window(&AtomicBool::new(false)).unwrap(), expected);
}

#[test]
fn the_window_is_asked_for_where_servers_tell_it() {
    check_window(json!({"id": "my-own", "max_model_len": 4096}), Some(4096));
    check_window(json!({"id": "my-own", "context_length": 131_072}), Some(131_072));
    check_window(json!({"id": "my-own", "meta": {"n_ctx_train": 9, "n_ctx": 2048}}), Some(2048));
    check_window(json!({"id": "my-own"}), None);
    let bare = Server::start(|_| Answer::json(404, "not here"));
    let model = model(DIALECT.id(), &bare.url(""));
    assert_eq!(model.window(&AtomicBool::new(false)).unwrap(), None);
}
