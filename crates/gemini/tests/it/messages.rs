//! Messages: each is read and written without a loss, also what we don't know of it.
use std::fmt::Debug;

use notekin_gemini::shapes::{
    Document, DocumentList, DocumentState, FileReply, GenerateReply, GenerateRequest,
    ImportRequest, NewStore, Operation, Problem, StoreList, UploadRequest, read,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const MESSAGES: &str = include_str!("messages.json");

/// Reads a message as one of a kind and writes it again.
fn again<T: DeserializeOwned + Serialize + Debug>(message: &Value) -> Value {
    let read: T = serde_json::from_value(message.clone()).unwrap();
    serde_json::to_value(read).unwrap()
}

#[test]
fn every_message_is_written_as_it_was_read() {
    let messages: Value = serde_json::from_str(MESSAGES).unwrap();
    for (kind, message) in messages.as_object().unwrap() {
        let written = match kind.split('/').next().unwrap() {
            "store list" => again::<StoreList>(message),
            "new store" => again::<NewStore>(message),
            "document list" => again::<DocumentList>(message),
            "upload" => again::<UploadRequest>(message),
            "import" => again::<ImportRequest>(message),
            "operation" => again::<Operation>(message),
            "file" => again::<FileReply>(message),
            "question" => again::<GenerateRequest>(message),
            "answer" => again::<GenerateReply>(message),
            "problem" => again::<Problem>(message),
            other => panic!("nobody reads a {other}"),
        };
        assert_eq!(written, *message, "{kind}");
    }
    assert!(messages.as_object().unwrap().len() >= 12);
}

#[test]
fn what_is_known_of_a_message_is_not_left_to_the_rest() {
    let messages: Value = serde_json::from_str(MESSAGES).unwrap();
    let stores: StoreList = serde_json::from_value(messages["store list"].clone()).unwrap();
    let store = &stores.file_search_stores[0];
    assert_eq!((store.active_documents_count, store.size_bytes), (6, 9_437_226));
    assert_eq!(store.rest.keys().collect::<Vec<_>>(), ["somethingNew"]);
    assert!(store.create_time.as_ref().unwrap().moment().is_some());
    let list: DocumentList = serde_json::from_value(messages["document list"].clone()).unwrap();
    assert_eq!(list.documents[0].state, DocumentState::Active);
    assert_eq!(list.documents[1].state, DocumentState::Other("STATE_SOMETHING_NEW".to_owned()));
    assert!(list.documents.iter().all(|document| document.rest.is_empty()));
    let operation: Operation =
        serde_json::from_value(messages["operation/pending"].clone()).unwrap();
    assert!(!operation.done);
    assert_eq!(operation.document().unwrap().store(), operation.path().unwrap().store());
    let answer: GenerateReply = serde_json::from_value(messages["answer"].clone()).unwrap();
    let grounding = answer.grounding().unwrap();
    let parts = &answer.candidates[0].content.as_ref().unwrap().parts;
    let segment = grounding.grounding_supports[0].segment.as_ref().unwrap();
    assert_eq!(segment.text_in(parts), Some(segment.text.as_str()));
}

#[test]
fn numbers_are_read_as_texts_and_texts_as_numbers() {
    let lenient =
        br#"{"name":"fileSearchStores/v/documents/d","size_bytes":5,"display_name":null}"#;
    let document: Document = read(lenient).unwrap();
    assert_eq!(document.size_bytes, 5);
    assert_eq!(
        serde_json::to_string(&document).unwrap(),
        r#"{"name":"fileSearchStores/v/documents/d","sizeBytes":"5"}"#
    );
}
