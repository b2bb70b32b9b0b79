//! What goes wrong at the other side, in every protocol.
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use notekin_answer::generate::{Error, Kind, Servers, open};
use notekin_net::served::Server as At;

use crate::dialect::{Dialect, asked, serving};
use crate::place::{CANARY, EAGER, model, prompt, servers, write};
use crate::server::{Answer, End, Server};

/// Returns how a text fails when it is asked for at a server with this answer, and at how many tries.
fn failing(dialect: Dialect, answer: Answer) -> (Error, usize) {
    let server = serving(move |_| answer.clone());
    let (heard, made) = write(&*model(dialect.id(), &server.url("")), &prompt());
    let error = made.unwrap_err();
    assert_eq!(error.text(), heard);
    assert!(!format!("{error} {error:?} {:?}", error.hint()).contains(CANARY), "{error:?}");
    (error, asked(&server, dialect).len())
}

fn refusing(dialect: Dialect, status: u16, said: &str) -> (Error, usize) {
    failing(dialect, Answer::json(status, dialect.refusal(status, said).to_string()))
}

/// Checks that a text broke off after its first part, and returns why.
#[track_caller]
fn broken(dialect: Dialect, answer: Answer) -> Option<Error> {
    let (error, tries) = failing(dialect, answer);
    assert_eq!(tries, 1, "what has begun is not tried again");
    assert_eq!(error.text(), "Let it ", "{dialect:?}: {error:?}");
    assert!(matches!(error, Error::BrokenOff { .. }), "{dialect:?}: {error:?}");
    if let Error::BrokenOff { source, .. } = error { source.map(|source| *source) } else { None }
}

fn begun(dialect: Dialect) -> String {
    format!("{}{}", dialect.begins(), dialect.says("Let it "))
}

#[test]
fn a_text_that_is_cut_off_is_never_taken_for_a_whole_one() {
    for dialect in Dialect::ALL {
        let cut = broken(dialect, Answer::bytes(&begun(dialect), End::Cut)).unwrap();
        assert_eq!(cut.kind(), Kind::Unreachable, "{cut:?}");
        // Everything in order, but for the mark at the end.
        assert!(broken(dialect, Answer::stream(&begun(dialect))).is_none());
    }
}

#[test]
fn a_text_of_which_nothing_came_is_not_one() {
    for dialect in Dialect::ALL {
        let (error, _) = failing(dialect, Answer::stream(""));
        assert!(matches!(error, Error::BrokenOff { .. }), "{error:?}");
        assert_eq!(error.kind(), Kind::Unreachable);
    }
}

#[test]
fn what_cannot_be_read_ends_a_text() {
    for dialect in Dialect::ALL {
        let garbage = if dialect == Dialect::Ollama { "{\"mess\n" } else { "data: {\"mess\n\n" };
        let text = format!("{}{garbage}{}", begun(dialect), dialect.ends(dialect.usual()));
        let why = broken(dialect, Answer::stream(&text)).unwrap();
        assert!(matches!(why, Error::Garbled { .. }), "{why:?}");
    }
}

#[test]
fn lines_that_are_no_events_are_passed_over() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::Ollama) {
        let text = format!("nonsense\n\n: ping\n\nid: 3\n{}", dialect.text(&["Let it rise."]));
        let server = serving(move |_| Answer::stream(&text));
        let (_, made) = write(&*model(dialect.id(), &server.url("")), &prompt());
        assert_eq!(made.unwrap().text, "Let it rise.");
    }
}

#[test]
fn a_failure_within_an_answer_of_success_is_seen() {
    for dialect in Dialect::ALL {
        let said = format!("the model stopped, {CANARY}");
        let failure = dialect.piece(&dialect.refusal(500, &said));
        let (error, _) = failing(dialect, Answer::stream(&failure));
        assert_eq!(error.kind(), Kind::Unreachable, "{error:?}");
        assert!(error.to_string().contains("the model stopped, …"), "{error}");
        let why = broken(dialect, Answer::stream(&format!("{}{failure}", begun(dialect)))).unwrap();
        assert_eq!(why.kind(), Kind::Unreachable, "{why:?}");
    }
    let overloaded = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    let (error, _) = failing(Dialect::Anthropic, Answer::stream(overloaded));
    assert_eq!(error.kind(), Kind::Busy, "{error:?}");
}

#[test]
fn a_wrong_key_is_called_so_and_never_shown() {
    for dialect in Dialect::ALL {
        let (error, tries) = refusing(dialect, 401, &format!("Incorrect API key: {CANARY}"));
        assert_eq!((error.kind(), tries), (Kind::Denied, 1), "{error:?}");
        let word = dialect.id().split('/').next().unwrap();
        assert_eq!(error.hint().unwrap(), format!("`notekin key set {word}` stores one"));
    }
}

#[test]
fn a_model_that_is_not_there_is_named() {
    for dialect in Dialect::ALL {
        let (error, tries) = refusing(dialect, 404, "model 'my-own' not found");
        assert_eq!((error.kind(), tries), (Kind::NotFound, 1), "{error:?}");
        assert!(error.to_string().contains("`my-own`"));
    }
    let (error, _) = refusing(Dialect::Ollama, 404, "model 'my-own' not found");
    assert_eq!(error.hint().as_deref(), Some("`ollama pull my-own` fetches it"));
}

#[test]
fn a_used_up_limit_says_when_to_come_again() {
    for dialect in Dialect::ALL {
        let body = dialect.refusal(429, "slow down").to_string();
        let headers = vec![("Retry-After", "3600".to_owned())];
        let (error, tries) = failing(dialect, Answer::Whole(429, headers, body.clone()));
        assert_eq!((error.kind(), tries), (Kind::Quota, 1), "{error:?}");
        assert_eq!(error.hint().as_deref(), Some("try again in 3600 seconds"));
        let (error, tries) = failing(dialect, Answer::json(429, body));
        assert_eq!((error.kind(), tries), (Kind::Quota, 3), "{error:?}");
    }
}

#[test]
fn what_passes_is_tried_again_before_the_first_word() {
    for dialect in Dialect::ALL {
        let text = dialect.text(&["Let it rise."]);
        let count = AtomicUsize::new(0);
        let server = serving(move |_| match count.fetch_add(1, Ordering::Relaxed) {
            0 => Answer::json(503, "{}"),
            1 => Answer::Nothing,
            _ => Answer::stream(&text),
        });
        let (heard, made) = write(&*model(dialect.id(), &server.url("")), &prompt());
        assert_eq!((made.unwrap().text.as_str(), heard.as_str()), ("Let it rise.", "Let it rise."));
    }
}

#[test]
fn failures_of_servers_are_told_apart() {
    for dialect in Dialect::ALL {
        let (error, tries) = refusing(dialect, 500, "the model stopped");
        assert_eq!((error.kind(), tries), (Kind::Unreachable, 3), "{error:?}");
        assert!(error.to_string().contains("the model stopped"), "{error}");
        let (error, _) = refusing(dialect, 503, "overloaded");
        assert_eq!(error.kind(), Kind::Busy, "{error:?}");
        let (error, tries) = refusing(dialect, 400, "unknown field `x`");
        assert_eq!((error.kind(), tries), (Kind::Invalid, 1), "{error:?}");
        assert!(error.to_string().contains("unknown field `x`"), "{error}");
    }
    let (error, _) = failing(Dialect::OpenAi, Answer::json(500, ""));
    assert!(error.to_string().ends_with("nothing but status 500"), "{error}");
}

#[test]
fn a_prompt_that_is_too_long_is_told_by_its_kind_and_window() {
    let said = [
        (Dialect::Ollama, 400, "the input length exceeds the context length", None),
        (
            Dialect::OpenAi,
            400,
            "request (9412 tokens) exceeds the available context size (8192 tokens)",
            Some(8192),
        ),
        (Dialect::Anthropic, 400, "prompt is too long: 9412 tokens > 8192 maximum", Some(8192)),
        (
            Dialect::Gemini,
            400,
            "The input token count (9412) exceeds the maximum number of tokens allowed (8192).",
            Some(8192),
        ),
    ];
    for (dialect, status, said, expected) in said {
        let (error, tries) = refusing(dialect, status, said);
        let Error::TooLong { window } = error else { panic!("{dialect:?}: {error:?}") };
        assert_eq!((window, tries), (expected, 1));
        // Some notice it only when the stream has begun.
        let late = dialect.piece(&dialect.refusal(status, said));
        let (error, _) = failing(dialect, Answer::stream(&late));
        assert!(matches!(error, Error::TooLong { .. }), "{dialect:?}: {error:?}");
    }
}

#[test]
fn nobody_there_is_told_with_the_place() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for dialect in Dialect::ALL {
        let (_, made) = write(&*model(dialect.id(), &format!("http://{address}")), &prompt());
        let error = made.unwrap_err();
        assert_eq!(error.kind(), Kind::Unreachable, "{error:?}");
        assert!(error.hint().unwrap().contains(&address.to_string()));
    }
}

#[test]
fn silence_ends_by_itself_before_and_within_a_text() {
    for dialect in Dialect::ALL {
        let text = begun(dialect);
        let effort = notekin_net::Effort { read: Duration::from_millis(300), ..EAGER };
        for (answer, said) in
            [(Answer::Silence, ""), (Answer::bytes(&text, End::Silence), "Let it ")]
        {
            let server = serving(move |_| answer.clone());
            let servers = Servers { effort, ..servers(&server.url("")) };
            let (_, made) = write(&*open(dialect.id(), &servers).unwrap(), &prompt());
            let error = made.unwrap_err();
            assert_eq!((error.kind(), error.text()), (Kind::Unreachable, said), "{error:?}");
        }
    }
}

#[test]
fn a_page_instead_of_an_answer_is_no_text() {
    for dialect in Dialect::ALL {
        let (error, _) = failing(dialect, Answer::json(200, "<html>Welcome</html>"));
        assert!(matches!(error, Error::Garbled { .. }), "{dialect:?}: {error:?}");
    }
}

#[test]
fn where_nothing_goes_without_a_key_nothing_is_sent() {
    for id in ["openai/gpt-5", "anthropic/claude-haiku-4-5", "gemini/gemini-3-flash"] {
        let error = open(id, &Servers::default()).err().unwrap();
        assert_eq!(error.kind(), Kind::Unconfigured, "{error:?}");
    }
    let server = Server::start(|_| Answer::json(401, "{\"error\":\"no key\"}"));
    let servers = Servers { openai: At::at(&server.url("/v1")), ..servers("") };
    let (_, made) = write(&*open("openai/my-own", &servers).unwrap(), &prompt());
    assert_eq!(made.unwrap_err().kind(), Kind::Unconfigured);
}

#[test]
fn other_names_are_refused_with_how_to_write_them() {
    let error = open("my-own", &Servers::default()).err().unwrap();
    assert_eq!(error.kind(), Kind::NotFound);
    assert!(error.hint().unwrap().contains("`ollama/NAME`"));
}
