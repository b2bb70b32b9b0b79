//! Documents, and how they are known again.
use std::ops::ControlFlow;

use notekin_gemini::shapes::CustomMetadata;
use notekin_gemini::{Deletion, Error, Kind, Likeness};
use serde_json::json;

use crate::server::Answer;
use crate::stand_in::{EAGER, Fault, GO, Manners, StandIn, refusal, store, to};

#[test]
fn documents_are_listed_looked_at_and_deleted() {
    let stand_in = StandIn::start();
    for number in 0..41 {
        stand_in.add(&json!({"displayName": format!("{number}.md")}));
    }
    let client = stand_in.client();
    let all = client.documents(&store(), EAGER, &GO).unwrap();
    let names: Vec<_> = all.iter().map(|document| document.display_name.as_str()).collect();
    assert_eq!((names.len(), names[0], names[40]), (41, "0.md", "40.md"));
    assert_eq!(client.document(&all[7].name, EAGER, &GO).unwrap(), all[7]);
    let full = client.delete_document(&all[7].name, Deletion::Empty, EAGER, &GO).unwrap_err();
    assert_eq!(full.kind(), Kind::Invalid, "{full}");
    assert!(client.delete_document(&all[7].name, Deletion::Full, EAGER, &GO).unwrap());
    assert!(!client.delete_document(&all[7].name, Deletion::Full, EAGER, &GO).unwrap());
    assert_eq!(client.documents(&store(), EAGER, &GO).unwrap().len(), 40);
}

#[test]
fn a_list_is_read_no_further_than_wanted() {
    let stand_in = StandIn::start();
    for number in 0..41 {
        stand_in.add(&json!({"displayName": format!("{number}.md")}));
    }
    let mut seen = 0;
    let mut take = |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    stand_in.client().each_document(&store(), EAGER, (&mut take, &GO)).unwrap();
    assert_eq!((seen, stand_in.server.requests().len()), (3, 1));
}

#[test]
fn a_document_that_was_deleted_at_a_try_that_broke_is_deleted() {
    let fault = to(|request| request.method == "DELETE", vec![Fault::After(Answer::Nothing)]);
    let stand_in = StandIn::with(Manners::default(), fault);
    stand_in.add(&json!({"displayName": "a.md"}));
    let client = stand_in.client();
    let name = client.documents(&store(), EAGER, &GO).unwrap().remove(0).name;
    client.delete_document(&name, Deletion::Full, EAGER, &GO).unwrap();
    assert!(stand_in.texts().is_empty());
}

#[test]
fn a_refusal_of_one_document_says_nothing_of_the_key() {
    let denied = refusal(403, "PERMISSION_DENIED", "You may not, or it isn't there.", &json!([]));
    let stand_in = StandIn::with(Manners::default(), to(|_| true, vec![Fault::Before(denied)]));
    let name = store().document("x").unwrap();
    let error = stand_in.client().document(&name, EAGER, &GO).unwrap_err();
    assert!(matches!(error, Error::Refused { status: 403, .. }), "{error:?}");
}

#[test]
fn a_document_is_known_by_its_name_and_metadata() {
    let stand_in = StandIn::start();
    let kept =
        |hash: &str| json!([{"key": "n", "numericValue": 1}, {"key": "hash", "stringValue": hash}]);
    stand_in.add(&json!({"displayName": "a.md", "customMetadata": kept("1")}));
    let second = stand_in.add(&json!({"displayName": "a.md", "customMetadata": kept("2")}));
    stand_in.add(&json!({"displayName": "b.md", "customMetadata": kept("2")}));
    let client = stand_in.client();
    let metadata = [CustomMetadata::text("hash", "2"), CustomMetadata::number("n", 1)];
    let likeness = Likeness { display_name: "a.md", metadata: &metadata, others: &[] };
    let found = client.find_document(&store(), &likeness, EAGER, &GO).unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.text("hash")), (second.as_str(), Some("2")));
    let others = [found.name];
    let likeness = Likeness { others: &others, ..likeness };
    assert_eq!(client.find_document(&store(), &likeness, EAGER, &GO).unwrap(), None);
    stand_in.state().documents[1]["state"] = json!("STATE_FAILED");
    let likeness = Likeness { others: &[], ..likeness };
    assert_eq!(client.find_document(&store(), &likeness, EAGER, &GO).unwrap(), None);
    let fewer = Likeness { display_name: "a.md", metadata: &metadata[..1], others: &[] };
    assert_eq!(client.find_document(&store(), &fewer, EAGER, &GO).unwrap(), None);
}
