//! Stores, and what lists of them may do.
use notekin_gemini::shapes::NewStore;
use notekin_gemini::{Deletion, Error, Kind, Limit, StoreName};
use serde_json::json;

use crate::server::{Answer, Server};
use crate::stand_in::{EAGER, Fault, GO, Manners, StandIn, client, refusal, store, to};

fn named(name: &str) -> NewStore {
    NewStore { display_name: name.to_owned(), ..NewStore::default() }
}

#[test]
fn a_store_is_made_found_and_deleted() {
    let stand_in = StandIn::start();
    let client = stand_in.client();
    let new = NewStore { embedding_model: Some("models/e".to_owned()), ..named("Über mich") };
    let made = client.create_store(&new, EAGER, &GO).unwrap();
    assert_eq!(
        (made.display_name.as_str(), made.embedding_model.as_deref()),
        ("Über mich", Some("models/e"))
    );
    assert_eq!(client.store(&made.name, EAGER, &GO).unwrap(), made);
    let all = client.stores(EAGER, &GO).unwrap();
    assert_eq!(all.iter().map(|one| &one.name).collect::<Vec<_>>(), [&store(), &made.name]);
    assert!(client.delete_store(&made.name, Deletion::Empty, EAGER, &GO).unwrap());
    assert!(!client.delete_store(&made.name, Deletion::Empty, EAGER, &GO).unwrap(), "it is gone");
    let error = client.store(&made.name, EAGER, &GO).unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound, "{error}");
}

#[test]
fn a_store_with_documents_is_deleted_only_with_them() {
    let stand_in = StandIn::start();
    stand_in.add(&json!({"displayName": "a.md"}));
    let client = stand_in.client();
    let refused = client.delete_store(&store(), Deletion::Empty, EAGER, &GO).unwrap_err();
    assert!(
        matches!(&refused, Error::Refused { word, .. } if word == "FAILED_PRECONDITION"),
        "{refused:?}"
    );
    assert!(client.delete_store(&store(), Deletion::Full, EAGER, &GO).unwrap());
    assert!(stand_in.texts().is_empty());
}

#[test]
fn every_page_is_read_and_empty_ones_are_no_end() {
    for has_empty_pages in [false, true] {
        let manners = Manners { has_empty_pages, ..Manners::default() };
        let stand_in = StandIn::with(manners, |_, _| Fault::None);
        for number in 0..44 {
            let name = format!("fileSearchStores/s{number}");
            stand_in.state().stores.push(json!({"name": name}));
        }
        assert_eq!(stand_in.client().stores(EAGER, &GO).unwrap().len(), 45);
        assert!(stand_in.server.requests()[0].path.ends_with("?pageSize=20"));
    }
}

#[test]
fn pages_that_lead_in_a_circle_end() {
    for body in [
        r#"{"nextPageToken":"x"}"#,
        r#"{"fileSearchStores":[{"name":"fileSearchStores/a"}],"nextPageToken":"x"}"#,
    ] {
        let circle = Server::start(move |_| Answer::json(200, body));
        let error = client(&circle).stores(EAGER, &GO).unwrap_err();
        assert!(matches!(error, Error::Shape(_)), "{error:?}");
        assert_eq!(circle.requests().len(), 2);
    }
    let endless = std::sync::atomic::AtomicUsize::new(0);
    let endless = Server::start(move |_| {
        let number = endless.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Answer::json(200, json!({"nextPageToken": number.to_string()}).to_string())
    });
    let error = client(&endless).stores(EAGER, &GO).unwrap_err();
    assert!(matches!(error, Error::Shape(_)), "{error:?}");
}

#[test]
fn what_is_no_list_is_not_taken_for_an_empty_one() {
    for body in [
        "{\"login\":\"please\"}",
        "[]",
        "",
        "<html>",
        "{\"fileSearchStores\":[{}]}",
        "{\"fileSearchStores\":[{\"name\":\"fileSearchStores/../x\"}]}",
    ] {
        let server = Server::start(move |_| Answer::json(200, body));
        let error = client(&server).stores(EAGER, &GO).unwrap_err();
        assert!(matches!(error, Error::Shape(_)), "{body}: {error:?}");
    }
    let none = Server::start(|_| Answer::json(200, "{}"));
    assert!(client(&none).stores(EAGER, &GO).unwrap().is_empty());
}

#[test]
fn a_list_is_asked_for_again_where_that_helps() {
    let retry =
        json!([{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.001s"}]);
    for answer in [
        Answer::json(503, ""),
        Answer::json(429, ""),
        refusal(429, "RESOURCE_EXHAUSTED", "Slow down.", &retry),
        Answer::Half("{\"fileSearchStores\":".to_owned()),
        Answer::Nothing,
    ] {
        let stand_in = StandIn::with(Manners::default(), to(|_| true, vec![Fault::Before(answer)]));
        assert_eq!(stand_in.client().stores(EAGER, &GO).unwrap().len(), 1);
        assert_eq!(stand_in.server.requests().len(), 2);
    }
}

#[test]
fn a_store_that_may_have_been_made_is_not_made_again() {
    for answer in [Answer::json(500, ""), Answer::Nothing, Answer::json(200, "{\"na")] {
        let stand_in = StandIn::with(Manners::default(), to(|_| true, vec![Fault::After(answer)]));
        let error = stand_in.client().create_store(&named("x"), EAGER, &GO).unwrap_err();
        assert!(matches!(error, Error::Unsure { .. }), "{error:?}");
        assert_eq!(error.kind(), Kind::Unreachable);
        assert_eq!(stand_in.state().stores.len(), 2, "one was there before");
    }
    let busy = refusal(429, "RESOURCE_EXHAUSTED", "Slow down.", &json!([]));
    let stand_in = StandIn::with(Manners::default(), to(|_| true, vec![Fault::Before(busy)]));
    stand_in.client().create_store(&named("x"), EAGER, &GO).unwrap();
}

#[test]
fn what_is_beyond_the_protocol_is_not_sent() {
    let stand_in = StandIn::start();
    let error = stand_in.client().create_store(&named(&"x".repeat(513)), EAGER, &GO).unwrap_err();
    assert!(matches!(error, Error::Limit(Limit::DisplayName(513))), "{error:?}");
    let new = NewStore { embedding_model: Some("models/../x".to_owned()), ..named("x") };
    let error = stand_in.client().create_store(&new, EAGER, &GO).unwrap_err();
    assert!(matches!(error, Error::Name(_)), "{error:?}");
    assert!(StoreName::parse("fileSearchStores/a?key=b").is_err());
    assert!(stand_in.server.requests().is_empty());
}
