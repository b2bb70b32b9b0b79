//! Answers that come bit by bit.
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use notekin_net::{
    Call, Credential, Effort, Error, Framing, Kind, Net, Patience, Record, Secret, Settings,
};

use crate::server::{Answer, End, Server};

static GO: AtomicBool = AtomicBool::new(false);

/// Three tries without a wait between them.
const EAGER: Effort = Effort {
    patience: Patience { tries: 3, first: Duration::ZERO, longest: Duration::from_secs(1) },
    ..Effort::FLOWING
};

fn post(url: &str) -> Call<'_> {
    Call { effort: EAGER, ..Call::post(url, "test", b"{}") }
}

/// Returns the pieces that came, and how it ended.
fn read(net: &Net, call: &Call<'_>, framing: Framing) -> (Vec<String>, Result<(), Error>) {
    let mut pieces = Vec::new();
    let mut hand_on = |piece: notekin_net::Piece<'_>| {
        pieces.push(piece.data.to_owned());
        ControlFlow::Continue(())
    };
    let ended = net.stream(call, framing, &mut hand_on, &GO);
    (pieces, ended)
}

fn events(server: &Server) -> (Vec<String>, Result<(), Error>) {
    read(&Net::new(Settings::default()), &post(&server.url("/")), Framing::Events)
}

#[test]
fn pieces_come_whole_however_the_network_cuts() {
    let text = "data: {\"a\":\"猫🙂\"}\n\ndata: [DONE]\n\n";
    for answer in [Answer::stream(text), Answer::bytes(text, End::Proper)] {
        let server = Server::start(move |_| answer.clone());
        let (pieces, ended) = events(&server);
        ended.unwrap();
        assert_eq!(pieces, ["{\"a\":\"猫🙂\"}", "[DONE]"]);
    }
    let server = Server::start(|_| Answer::stream("{\"a\":1}\n{\"b\":2}\n"));
    let net = Net::new(Settings::default());
    let (pieces, ended) = read(&net, &post(&server.url("/")), Framing::Lines);
    ended.unwrap();
    assert_eq!(pieces, ["{\"a\":1}", "{\"b\":2}"]);
}

#[test]
fn a_refusal_is_tried_again_and_told_as_one() {
    let count = AtomicUsize::new(0);
    let server = Server::start(move |_| match count.fetch_add(1, Ordering::Relaxed) {
        0 => Answer::json(503, "{}"),
        1 => Answer::Nothing,
        _ => Answer::stream("data: a\n\n"),
    });
    let (pieces, ended) = events(&server);
    ended.unwrap();
    assert_eq!((pieces, server.requests().len()), (vec!["a".to_owned()], 3));

    let server = Server::start(|_| Answer::json(401, "{\"error\":\"no\"}"));
    let (pieces, ended) = events(&server);
    assert_eq!((pieces.len(), ended.unwrap_err().kind()), (0, Kind::Denied));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn what_has_begun_is_not_tried_again() {
    let server = Server::start(|_| Answer::bytes("data: a\n\ndata: b", End::Cut));
    let (pieces, ended) = events(&server);
    assert_eq!(pieces, ["a"]);
    assert!(matches!(ended, Err(Error::Broken { .. })), "{ended:?}");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn silence_in_the_middle_ends_by_itself() {
    let server = Server::start(|_| Answer::bytes("data: a\n\n", End::Silence));
    let effort = Effort { read: Duration::from_millis(300), ..EAGER };
    let url = server.url("/");
    let call = Call { effort, ..post(&url) };
    let (pieces, ended) = read(&Net::new(Settings::default()), &call, Framing::Events);
    assert_eq!(pieces, ["a"]);
    assert!(matches!(ended, Err(Error::TimedOut { .. })), "{ended:?}");
    assert!(server.was_left());
}

#[test]
fn the_whole_has_its_time_too() {
    let server = Server::start(|_| Answer::bytes("data: a\n\n", End::Silence));
    let effort = Effort { total: Duration::from_millis(200), ..EAGER };
    let url = server.url("/");
    let call = Call { effort, ..post(&url) };
    let (_, ended) = read(&Net::new(Settings::default()), &call, Framing::Events);
    assert!(matches!(ended, Err(Error::TimedOut { .. })), "{ended:?}");
}

#[test]
fn stopping_in_the_middle_closes_the_connection() {
    let server = Server::start(|_| Answer::bytes("data: a\n\n", End::Silence));
    let stop = AtomicBool::new(false);
    let mut hand_on = |_: notekin_net::Piece<'_>| {
        stop.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let net = Net::new(Settings::default());
    let ended = net.stream(&post(&server.url("/")), Framing::Events, &mut hand_on, &stop);
    assert!(matches!(ended, Err(Error::Cancelled)), "{ended:?}");
    assert!(server.was_left());
}

#[test]
fn who_has_enough_closes_the_connection() {
    let server = Server::start(|_| Answer::bytes("data: a\n\n", End::Silence));
    let net = Net::new(Settings::default());
    let mut hand_on = |_: notekin_net::Piece<'_>| ControlFlow::Break(());
    net.stream(&post(&server.url("/")), Framing::Events, &mut hand_on, &GO).unwrap();
    assert!(server.was_left());
}

#[test]
fn a_flood_is_not_read_to_its_end() {
    let server = Server::start(|_| Answer::stream(&"data: a\n\n".repeat(1000)));
    let url = server.url("/");
    let call = Call { effort: Effort { max_reply: 5000, ..EAGER }, ..post(&url) };
    let (_, ended) = read(&Net::new(Settings::default()), &call, Framing::Events);
    assert!(matches!(ended, Err(Error::TooLarge { limit: 5000, .. })), "{ended:?}");
}

#[test]
fn offline_and_budget_hold_for_streams() {
    let far = Call { tokens: 2, ..Call::post("https://example.org/", "test", b"{}") };
    let offline = Net::new(Settings { offline: true, ..Settings::default() });
    let (_, ended) = read(&offline, &far, Framing::Events);
    assert!(matches!(ended, Err(Error::Offline { .. })), "{ended:?}");
    let poor = Net::new(Settings { tokens_per_month: Some(1), ..Settings::default() });
    let (_, ended) = read(&poor, &far, Framing::Events);
    assert!(matches!(ended, Err(Error::Budget { .. })), "{ended:?}");
}

#[test]
fn a_stream_is_written_down_with_its_bytes_and_without_text_or_key() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("outbound.jsonl");
    let net = Net::new(Settings { record: Some(record.clone()), ..Settings::default() });
    let key = Secret::new("canary-key").unwrap();
    let streamed = "data: canary of the answer\n\n";
    let server = Server::start(move |request| match request.path.as_str() {
        "/whole" => Answer::stream(streamed),
        "/cut" => Answer::bytes(streamed, End::Cut),
        _ => Answer::json(401, "{\"error\":\"wrong key canary-key\"}"),
    });
    for path in ["/whole", "/cut", "/refused"] {
        let url = server.url(path);
        let credential = Some(Credential::Bearer(&key));
        let (_, ended) = read(&net, &Call { credential, ..post(&url) }, Framing::Events);
        assert!(!format!("{ended:?}").contains("canary"), "{ended:?}");
    }
    let text = std::fs::read_to_string(&record).unwrap();
    assert!(!text.contains("canary"), "{text}");
    let entries = Record::at(&record).entries().unwrap();
    let seen: Vec<_> = entries
        .iter()
        .map(|entry| (entry.status, entry.bytes_in, entry.error.as_deref()))
        .collect();
    let bytes = streamed.len() as u64;
    assert_eq!(seen[..2], [(Some(200), bytes, None), (Some(200), bytes, Some("broken"))]);
    assert_eq!((seen[2].0, seen[2].2), (Some(401), None));
}
