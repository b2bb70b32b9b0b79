//! Operations: waited for until the document can be found, whatever they say.
use std::time::Duration;

use notekin_gemini::shapes::{Document, Operation};
use notekin_gemini::{Error, Kind, Uploaded, Waiting};
use serde_json::{Value, json};

use crate::server::Answer;
use crate::stand_in::{
    CARE, Fault, GO, Manners, StandIn, WAITING, refusal, said, stopping, store, to, upload,
};

/// Uploads a note and waits for it.
fn finished(stand_in: &StandIn, waiting: Waiting) -> Result<Document, Error> {
    let request = said("a.md");
    let upload = upload(&request, "abc");
    let client = stand_in.client();
    let Uploaded::Begun(operation) = client.upload(&store(), &upload, CARE, &GO)? else {
        panic!("nothing broke");
    };
    client.finished((&store(), &operation), &upload.likeness(), waiting, &GO)
}

fn is_operation(request: &crate::server::Request) -> bool {
    request.path.contains("/operations/")
}

fn looks(stand_in: &StandIn, are: impl Fn(&crate::server::Request) -> bool) -> usize {
    stand_in.server.requests().iter().filter(|request| are(request)).count()
}

#[test]
fn an_operation_is_looked_at_until_it_is_done() {
    let manners = Manners { polls: 2, is_named: false, ..Manners::default() };
    let stand_in = StandIn::with(manners, |_, _| Fault::None);
    assert_eq!(finished(&stand_in, WAITING).unwrap().display_name, "a.md");
    assert_eq!(looks(&stand_in, is_operation), 2);
    let path =
        stand_in.server.requests().iter().find(|one| is_operation(one)).unwrap().path.clone();
    assert!(
        path.starts_with("/v1beta/fileSearchStores/vault-0a1b2c/upload/operations/upload-"),
        "{path}"
    );
    assert_eq!(stand_in.state().lists, 0, "the document was named");
}

#[test]
fn an_operation_that_never_ends_ends_with_its_document() {
    let endless = |is_named| Manners { polls: usize::MAX, is_named, ..Manners::default() };
    let stand_in = StandIn::with(endless(true), |_, _| Fault::None);
    finished(&stand_in, WAITING).unwrap();
    assert_eq!(looks(&stand_in, is_operation), 2);
    // Where it isn't named, it is looked for at the end.
    let stand_in = StandIn::with(endless(false), |_, _| Fault::None);
    let brief = Waiting { deadline: Duration::ZERO, ..WAITING };
    finished(&stand_in, brief).unwrap();
    assert_eq!(stand_in.state().lists, 1);
}

#[test]
fn a_document_that_is_never_read_is_not_waited_for_for_ever() {
    let never =
        Manners { polls: usize::MAX, lag: usize::MAX - 1, is_named: false, ..Manners::default() };
    let stand_in = StandIn::with(never, |_, _| Fault::None);
    let brief = Waiting { deadline: Duration::ZERO, ..WAITING };
    let error = finished(&stand_in, brief).unwrap_err();
    assert!(
        matches!(&error, Error::Unfinished { what } if what.contains("operations")),
        "{error:?}"
    );
    assert_eq!(error.kind(), Kind::Unreachable);
    assert_eq!(stand_in.state().lists, 1, "it was looked for at the end");
}

#[test]
fn an_operation_that_is_forgotten_is_looked_for_by_its_document() {
    let manners = Manners { is_named: false, lag: 2, ..Manners::default() };
    let gone = to(is_operation, vec![Fault::Before(refusal(404, "NOT_FOUND", "", &json!([])))]);
    let stand_in = StandIn::with(manners, gone);
    finished(&stand_in, WAITING).unwrap();
    assert_eq!((looks(&stand_in, is_operation), stand_in.state().lists), (1, 3));
}

#[test]
fn a_name_that_is_none_is_never_asked_for() {
    let stand_in = StandIn::start();
    stand_in.add(&json!({"displayName": "a.md"}));
    let operation = Operation { name: "../stores?x".to_owned(), ..Operation::default() };
    let likeness = notekin_gemini::Likeness { display_name: "a.md", metadata: &[], others: &[] };
    let client = stand_in.client();
    client.finished((&store(), &operation), &likeness, WAITING, &GO).unwrap();
    assert_eq!(looks(&stand_in, |request| !request.path.contains("/documents?")), 0);
}

#[test]
fn what_the_server_could_not_read_is_told_with_its_words() {
    let failed = json!({"name": "x", "done": true, "error": {"code": 3, "message": "Failed to count tokens."}});
    let fault = to(is_operation, vec![Fault::Before(Answer::json(200, failed.to_string()))]);
    let stand_in = StandIn::with(Manners { is_named: false, ..Manners::default() }, fault);
    let error = finished(&stand_in, WAITING).unwrap_err();
    assert!(error.to_string().ends_with("Failed to count tokens."), "{error}");
    assert_eq!(error.kind(), Kind::Invalid);
}

/// Sets the states that a document tells at one look after another.
fn states(
    states: &[&str],
) -> impl Fn(&crate::server::Request, usize) -> Fault + Send + Sync + 'static {
    let told = states.iter().map(|state| {
        let name = "fileSearchStores/vault-0a1b2c/documents/x";
        Fault::Before(Answer::json(200, json!({"name": name, "state": state}).to_string()))
    });
    to(|request| request.path.contains("/documents/"), told.collect())
}

#[test]
fn a_document_counts_once_it_can_be_found() {
    let stand_in =
        StandIn::with(Manners::default(), states(&["STATE_PENDING", "STATE_NEW", "STATE_ACTIVE"]));
    finished(&stand_in, WAITING).unwrap();
    assert_eq!(looks(&stand_in, |request| request.path.contains("/documents/")), 3);
    let stand_in = StandIn::with(Manners::default(), states(&["STATE_FAILED"]));
    let error = finished(&stand_in, WAITING).unwrap_err();
    assert!(matches!(error, Error::Failed { .. }), "{error:?}");
}

#[test]
fn a_look_that_fails_is_not_the_end() {
    let faults: Vec<Fault> = (0..4).map(|_| Fault::Before(Answer::json(503, ""))).collect();
    let stand_in =
        StandIn::with(Manners { polls: 1, ..Manners::default() }, to(is_operation, faults));
    finished(&stand_in, WAITING).unwrap();
    let denied = refusal(403, "PERMISSION_DENIED", "no", &json!([]));
    let stand_in = StandIn::with(Manners::default(), to(is_operation, vec![Fault::Before(denied)]));
    let error = finished(&stand_in, WAITING).unwrap_err();
    assert_eq!(error.kind(), Kind::Denied, "{error:?}");
}

#[test]
fn waiting_is_stopped_at_once() {
    let (stop, fault) = stopping(is_operation);
    let stand_in = StandIn::with(Manners { polls: usize::MAX, ..Manners::default() }, fault);
    let name = "fileSearchStores/vault-0a1b2c/operations/o".to_owned();
    let operation = Operation { name, ..Operation::default() };
    let likeness = notekin_gemini::Likeness { display_name: "a.md", metadata: &[], others: &[] };
    let client = stand_in.client();
    let stopped = client.finished((&store(), &operation), &likeness, WAITING, &stop);
    assert_eq!(stopped.unwrap_err().kind(), Kind::Cancelled);
}

#[test]
fn an_operation_that_is_done_at_once_is_not_asked_after() {
    let name = json!("fileSearchStores/vault-0a1b2c/upload/operations/o");
    let stand_in = StandIn::start();
    let document = stand_in.add(&json!({"displayName": "a.md"}));
    let told: Value = json!({"name": name, "done": true, "response": {"documentName": document}});
    let operation: Operation = serde_json::from_value(told).unwrap();
    let likeness = notekin_gemini::Likeness { display_name: "?", metadata: &[], others: &[] };
    let client = stand_in.client();
    let found = client.finished((&store(), &operation), &likeness, WAITING, &GO).unwrap();
    assert_eq!((found.name.as_str(), stand_in.server.requests().len()), (document.as_str(), 1));
}
