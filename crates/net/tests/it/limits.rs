//! What the user allows: offline, the budget, stopping, and the record.
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use notekin_net::{Call, Credential, Effort, Error, Kind, Net, Patience, Record, Secret, Settings};

use crate::server::{Answer, Server};

static STOP: AtomicBool = AtomicBool::new(true);
static GO: AtomicBool = AtomicBool::new(false);

#[test]
fn offline_reaches_this_machine_and_no_other() {
    let server = Server::start(|_| Answer::json(200, "{}"));
    let net = Net::new(Settings { offline: true, ..Settings::default() });
    net.send(&Call::get(&server.url("/"), "test"), &GO).unwrap();
    for url in ["https://example.org/", "http://192.0.2.1/", "http://0.0.0.0:1/"] {
        let error = net.send(&Call::get(url, "test"), &GO).unwrap_err();
        assert!(matches!(error, Error::Offline { .. }), "{error:?}");
        assert_eq!(error.kind(), Kind::Denied);
    }
}

#[test]
fn a_budget_stops_what_would_go_over_it_before_it_is_sent() {
    let net = Net::new(Settings { tokens_per_month: Some(100), ..Settings::default() });
    let call = Call { tokens: 101, ..Call::post("https://example.org/", "test", b"{}") };
    let error = net.send(&call, &GO).unwrap_err();
    assert!(matches!(error, Error::Budget { limit: 100, spent: 0, tokens: 101 }), "{error:?}");
    let server = Server::start(|_| Answer::json(200, "{}"));
    net.send(&Call { url: &server.url("/"), ..call }, &GO).expect("this machine costs nothing");
}

#[test]
fn stopping_waits_neither_for_an_answer_nor_for_the_next_try() {
    let silent = Server::start(|_| Answer::Silence);
    let net = Net::new(Settings::default());
    let error = net.send(&Call::post(&silent.url("/"), "test", b"{}"), &STOP).unwrap_err();
    assert!(matches!(error, Error::Cancelled), "{error:?}");

    let stop = std::sync::Arc::new(AtomicBool::new(false));
    let set = std::sync::Arc::clone(&stop);
    let busy = Server::start(move |_| {
        set.store(true, Ordering::Relaxed);
        Answer::json(503, "")
    });
    let patience = Patience { tries: 2, first: Duration::from_hours(1), longest: Duration::MAX };
    let effort = Effort { patience, ..Effort::BULK };
    let url = busy.url("/");
    let call = Call { effort, ..Call::post(&url, "test", b"{}") };
    assert!(matches!(net.send(&call, &stop), Err(Error::Cancelled)));
}

#[test]
fn every_try_is_written_down_without_its_text_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("outbound.jsonl");
    let server = Server::start(|_| Answer::json(503, "{\"error\":\"canary of the server\"}"));
    let net = Net::new(Settings { record: Some(record.clone()), ..Settings::default() });
    let key = Secret::new("canary-key").unwrap();
    let patience = Patience { tries: 2, first: Duration::ZERO, longest: Duration::ZERO };
    let url = server.url("/");
    let call = Call {
        credential: Some(Credential::Bearer(&key)),
        tokens: 7,
        effort: Effort { patience, ..Effort::BULK },
        ..Call::post(&url, "embed passages", b"{\"input\":\"canary of the note\"}")
    };
    net.send(&call, &GO).unwrap_err();
    let text = std::fs::read_to_string(&record).unwrap();
    assert!(!text.contains("canary"), "{text}");
    let entries = Record::at(&record).entries().unwrap();
    assert_eq!(entries.len(), 2);
    let entry = &entries[0];
    assert_eq!((entry.purpose.as_str(), entry.local), ("embed passages", true));
    assert_eq!((entry.bytes_out, entry.tokens, entry.status), (30, 7, Some(503)));
    assert!(server.url("/").contains(&entry.host));
}

#[test]
fn what_cannot_be_written_down_is_not_sent() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_| Answer::json(200, "{}"));
    // A folder stands where the file should.
    let net = Net::new(Settings { record: Some(folder.path().to_owned()), ..Settings::default() });
    let error = net.send(&Call::get(&server.url("/"), "test"), &GO).unwrap_err();
    assert!(matches!(error, Error::Record { .. }), "{error:?}");
    assert!(server.requests().is_empty());
}
