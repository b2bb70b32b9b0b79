//! The protocol of Gemini.
use notekin_answer::generate::Finish;
use serde_json::json;

use crate::dialect::{Dialect, asked, serving};
use crate::place::{CANARY, model, prompt, write};
use crate::server::{Answer, Server};

const DIALECT: Dialect = Dialect::Gemini;

#[test]
fn a_request_has_its_shape_and_key() {
    let server = serving(|_| Answer::stream(&DIALECT.text(&["Yes."])));
    write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap();
    assert_eq!(
        asked(&server, DIALECT),
        [json!({
            "systemInstruction": {"parts": [{"text": "Be brief."}]},
            "contents": [{"role": "user", "parts": [{"text": "How long must dough rise?"}]}],
            "generationConfig": {"maxOutputTokens": 100},
        })]
    );
    assert_eq!(server.requests()[0].header("x-goog-api-key"), Some(CANARY));
}

#[test]
fn a_question_that_is_held_back_is_no_failure() {
    let text = DIALECT.piece(&json!({"promptFeedback": {"blockReason": "SAFETY"}}));
    let server = serving(move |_| Answer::stream(&text));
    let made = write(&*model(DIALECT.id(), &server.url("")), &prompt()).1.unwrap();
    assert_eq!((made.text.as_str(), made.finish), ("", Finish::Filtered));
}

#[test]
fn a_text_that_does_not_stream_is_made_as_well() {
    let whole = json!({"candidates": [{"content": {"parts": [{"text": "hm", "thought": true},
        {"text": "Yes."}]}, "finishReason": "STOP"}]});
    let server = Server::start(move |_| Answer::json(200, whole.to_string()));
    let net = std::sync::Arc::new(notekin_net::Net::new(notekin_net::Settings::default()));
    let key = notekin_net::Secret::new(CANARY).unwrap();
    let client = notekin_gemini::Client::new(net, &server.url(""), key);
    let turns = vec![notekin_gemini::Turn { speaker: notekin_gemini::Speaker::User, text: "?" }];
    let prompt = notekin_gemini::Prompt { turns, ..notekin_gemini::Prompt::default() };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let made = client.generate("m", &prompt, notekin_net::Effort::WAITING, &stop).unwrap();
    assert_eq!(made.text, "Yes.");
    assert_eq!(server.requests()[0].path, "/v1beta/models/m:generateContent");
}
