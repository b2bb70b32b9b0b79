//! What goes wrong at the other side, and what becomes of it.
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use notekin_net::{Advice, Call, Credential, Effort, Error, Kind, Net, Patience, Secret, Settings};

use crate::server::{Answer, Server};

/// Three tries without a wait between them.
const EAGER: Effort = Effort {
    patience: Patience { tries: 3, first: Duration::ZERO, longest: Duration::from_secs(1) },
    ..Effort::BULK
};

fn send(call: &Call<'_>) -> Result<Vec<u8>, Error> {
    let reply = Net::new(Settings::default()).send(call, &AtomicBool::new(false));
    reply.map(|reply| reply.body)
}

fn post(url: &str) -> Call<'_> {
    Call { effort: EAGER, ..Call::post(url, "test", b"{}") }
}

/// A server that gives `first` to the first requests and then `{}`.
fn failing(times: usize, first: Answer) -> Server {
    let served = AtomicUsize::new(0);
    Server::start(move |_| {
        let before = served.fetch_add(1, Ordering::Relaxed);
        if before < times { first.clone() } else { Answer::json(200, "{}") }
    })
}

#[track_caller]
fn check_mended(first: Answer, times: usize) {
    let server = failing(times, first);
    assert_eq!(send(&post(&server.url("/"))).unwrap(), b"{}");
    assert_eq!(server.requests().len(), times + 1);
}

#[track_caller]
fn check_refused(status: u16, kind: Kind, tries: usize) {
    let server = failing(9, Answer::json(status, "{\"error\":\"no\"}"));
    let error = send(&post(&server.url("/"))).unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert_eq!(server.requests().len(), tries, "{error}");
}

#[test]
fn a_request_arrives_as_it_was_meant() {
    let server = Server::start(|_| Answer::json(200, "{\"ok\":true}"));
    let key = Secret::new("sk-1").unwrap();
    let url = server.url("/v1/embeddings?x=1");
    let credential = Some(Credential::Bearer(&key));
    let call = Call { credential, ..Call::post(&url, "test", b"{\"input\":\"\xc3\xa4\"}") };
    assert_eq!(send(&call).unwrap(), b"{\"ok\":true}");
    let named = Some(Credential::Header("x-goog-api-key", &key));
    send(&Call { credential: named, ..Call::get(&url, "test") }).unwrap();
    let requests = server.requests();
    assert_eq!(
        (requests[0].method.as_str(), requests[0].path.as_str()),
        ("POST", "/v1/embeddings?x=1")
    );
    assert_eq!(requests[0].body, "{\"input\":\"ä\"}");
    assert_eq!(requests[0].header("authorization"), Some("Bearer sk-1"));
    assert_eq!(requests[0].header("content-type"), Some("application/json"));
    assert_eq!(requests[1].method, "GET");
    assert_eq!(requests[1].header("x-goog-api-key"), Some("sk-1"));
    assert_eq!(requests[1].header("authorization"), None);
}

#[test]
fn what_is_deleted_has_no_body_and_headers_come_back() {
    let server =
        Server::start(|_| Answer::Whole(200, vec![("X-Left", "7".to_owned())], "{}".into()));
    let url = server.url("/notes/1?force=true");
    let reply = Net::new(Settings::default())
        .send(&Call::delete(&url, "test"), &AtomicBool::new(false))
        .unwrap();
    assert_eq!((reply.header("x-left"), reply.header("x-right")), (Some("7"), None));
    let requests = server.requests();
    assert_eq!((requests[0].method.as_str(), requests[0].body.as_str()), ("DELETE", ""));
    assert_eq!(requests[0].header("content-type"), None);
}

#[test]
fn whoever_tries_again_by_himself_rests_as_calls_do() {
    let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
    let net = Net::new(Settings { tries: Some(2), ..Settings::default() });
    let rest = |tried, asked| net.rest(EAGER.patience, tried, asked, &go).unwrap();
    assert!(rest(1, None));
    assert!(!rest(2, None), "two tries are what the user allows");
    assert!(!rest(1, Some(Duration::from_hours(1))), "an hour is more than is waited for");
    let stopped = net.rest(EAGER.patience, 1, None, &stop);
    assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
}

#[test]
fn what_passes_is_tried_again() {
    check_mended(Answer::json(500, ""), 2);
    check_mended(Answer::json(503, ""), 1);
    check_mended(Answer::json(429, ""), 1);
    check_mended(Answer::Whole(429, vec![("Retry-After", "0".to_owned())], String::new()), 2);
    check_mended(Answer::Nothing, 1);
    check_mended(Answer::Half("{\"a\":".to_owned()), 1);
}

#[test]
fn what_does_not_pass_is_not_tried_again() {
    check_refused(400, Kind::Invalid, 1);
    check_refused(401, Kind::Denied, 1);
    check_refused(403, Kind::Denied, 1);
    check_refused(404, Kind::NotFound, 1);
    check_refused(429, Kind::Quota, 3);
    check_refused(502, Kind::Unreachable, 3);
}

#[test]
fn a_wait_that_is_too_long_is_not_waited_for() {
    let long = Answer::Whole(429, vec![("Retry-After", "3600".to_owned())], String::new());
    let server = failing(9, long);
    let error = send(&post(&server.url("/"))).unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_hours(1)));
    assert_eq!(error.hint().as_deref(), Some("try again in 3600 seconds"));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn who_understands_a_refusal_decides_what_becomes_of_it() {
    let server = failing(9, Answer::json(500, "{\"error\":\"too large\"}"));
    let advice = |_: u16, body: &str| {
        if body.contains("too large") { Advice::GiveUp } else { Advice::Usual }
    };
    send(&Call { advice, ..post(&server.url("/")) }).unwrap_err();
    assert_eq!(server.requests().len(), 1);

    let server = failing(9, Answer::json(429, "{\"retryDelay\":\"90s\"}"));
    let advice = |_: u16, _: &str| Advice::Wait(Duration::from_secs(90));
    let error = send(&Call { advice, ..post(&server.url("/")) }).unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(90)));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn nobody_there_is_told_at_once() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = send(&post(&format!("http://{address}/"))).unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
    assert!(error.hint().unwrap().contains(&address.to_string()));
}

#[test]
fn silence_ends_by_itself() {
    let server = Server::start(|_| Answer::Silence);
    let effort = Effort { read: Duration::from_millis(50), ..EAGER };
    let error = send(&Call { effort, ..post(&server.url("/")) }).unwrap_err();
    assert!(matches!(error, Error::TimedOut { .. }), "{error:?}");
    assert_eq!(error.kind(), Kind::Unreachable);
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_redirect_takes_no_key_elsewhere() {
    let other = Server::start(|_| Answer::json(200, "{}"));
    let away = vec![("Location", other.url("/"))];
    let server = Server::start(move |_| Answer::Whole(307, away.clone(), String::new()));
    let key = Secret::new("sk-1").unwrap();
    let url = server.url("/");
    let error = send(&Call { credential: Some(Credential::Bearer(&key)), ..post(&url) });
    assert!(matches!(error, Err(Error::Status { status: 307, .. })), "{error:?}");
    assert!(other.requests().is_empty());
}

#[test]
fn a_flood_is_not_read_to_its_end() {
    let server = Server::start(|_| Answer::json(200, "x".repeat(5000)));
    let effort = Effort { max_reply: 4999, ..EAGER };
    let error = send(&Call { effort, ..post(&server.url("/")) }).unwrap_err();
    assert!(matches!(error, Error::TooLarge { limit: 4999, .. }), "{error:?}");
}
