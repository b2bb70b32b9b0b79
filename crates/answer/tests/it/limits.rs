//! What the user allows: stopping, offline, the budget, the record, and what leaves this machine.
use std::sync::atomic::{AtomicBool, Ordering};

use notekin_answer::generate::{Error, Finish, Kind, Servers, open};
use notekin_net::served::Server as At;
use notekin_net::{Record, Secret};
use serde_json::json;

use crate::dialect::{Dialect, serving};
use crate::place::{CANARY, model, prompt, servers, write};
use crate::server::{Answer, End, Server};

#[test]
fn stopping_in_the_middle_keeps_the_text_and_closes_the_connection() {
    for dialect in Dialect::ALL {
        let text = format!("{}{}", dialect.begins(), dialect.says("Let it "));
        let server = serving(move |_| Answer::bytes(&text, End::Silence));
        let stop = AtomicBool::new(false);
        let mut hear = |_: &str| stop.store(true, Ordering::Relaxed);
        let model = model(dialect.id(), &server.url(""));
        let made = model.generate(&prompt(), &mut hear, &stop).unwrap();
        assert_eq!((made.text.as_str(), made.finish), ("Let it ", Finish::Cancelled));
        assert!(server.was_left(), "{dialect:?}");
    }
}

#[test]
fn stopping_before_the_first_word_is_no_failure_either() {
    for dialect in Dialect::ALL {
        let server = serving(|_| Answer::Silence);
        let model = model(dialect.id(), &server.url(""));
        let made = model.generate(&prompt(), &mut |_| {}, &AtomicBool::new(true)).unwrap();
        assert_eq!((made.text.as_str(), made.finish), ("", Finish::Cancelled));
    }
}

#[test]
fn after_the_end_nothing_is_waited_for() {
    for dialect in [Dialect::Ollama, Dialect::OpenAi, Dialect::Anthropic] {
        let text = dialect.text(&["Let it rise."]);
        let server = serving(move |_| Answer::bytes(&text, End::Silence));
        let (_, made) = write(&*model(dialect.id(), &server.url("")), &prompt());
        assert_eq!(made.unwrap().text, "Let it rise.");
        assert!(server.was_left(), "{dialect:?}");
    }
}

/// Returns settings by which every protocol leads to another machine.
fn far() -> Servers {
    let far = At { key: Secret::new(CANARY), ..At::at("https://example.org") };
    let [ollama, openai, gemini, anthropic] = [far.clone(), far.clone(), far.clone(), far];
    Servers { ollama, openai, gemini, anthropic, window: Some(8192), ..servers("") }
}

#[test]
fn offline_and_budget_hold() {
    for dialect in Dialect::ALL {
        let mut servers = far();
        servers.net.offline = true;
        let model = open(dialect.id(), &servers).unwrap();
        let (_, made) = write(&*model, &prompt());
        let error = made.unwrap_err();
        assert!(matches!(error, Error::Net(notekin_net::Error::Offline { .. })), "{error:?}");
        assert_eq!(error.kind(), Kind::Denied);

        let mut servers = far();
        servers.net.tokens_per_month = Some(3);
        let (_, made) = write(&*open(dialect.id(), &servers).unwrap(), &prompt());
        assert_eq!(made.unwrap_err().kind(), Kind::Quota);
    }
}

#[test]
fn a_text_is_written_down_as_a_call_without_its_words_and_key() {
    for dialect in Dialect::ALL {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("outbound.jsonl");
        let text = dialect.text(&["canary of the answer"]);
        let bytes = text.len() as u64;
        let server = serving(move |_| Answer::stream(&text));
        let mut servers = servers(&server.url(""));
        servers.net.record = Some(record.clone());
        let prompt = notekin_answer::generate::Prompt::asking("", "canary of the note", 9);
        write(&*open(dialect.id(), &servers).unwrap(), &prompt).1.unwrap();
        let written = std::fs::read_to_string(&record).unwrap();
        assert!(!written.contains("canary"), "{written}");
        let last = Record::at(&record).entries().unwrap().pop().unwrap();
        assert_eq!((last.purpose.as_str(), last.status), ("write an answer", Some(200)));
        assert_eq!((last.bytes_in, last.error), (bytes, None), "{dialect:?}");
        assert!(last.tokens > 0 && last.bytes_out > 0);
    }
}

#[test]
fn what_leaves_this_machine_is_told() {
    let here = serving(|_| Answer::json(404, ""));
    for dialect in Dialect::ALL {
        let model = model(dialect.id(), &here.url(""));
        assert!(!model.leaves_the_machine(&AtomicBool::new(false)).unwrap(), "{dialect:?}");
        assert!(
            open(dialect.id(), &far())
                .unwrap()
                .leaves_the_machine(&AtomicBool::new(false))
                .unwrap()
        );
    }
    assert!(
        model("ollama/gpt-oss:120b-cloud", &here.url(""))
            .leaves_the_machine(&AtomicBool::new(false))
            .unwrap()
    );
    let elsewhere = Server::start(|_| {
        Answer::json(200, json!({"remote_host": "https://ollama.com:443"}).to_string())
    });
    assert!(
        model("ollama/my-own", &elsewhere.url(""))
            .leaves_the_machine(&AtomicBool::new(false))
            .unwrap()
    );
    // Where it can't be told, it isn't claimed that nothing leaves.
    let silent = Server::start(|_| Answer::json(500, ""));
    assert!(
        model("ollama/my-own", &silent.url(""))
            .leaves_the_machine(&AtomicBool::new(false))
            .is_err()
    );
}
