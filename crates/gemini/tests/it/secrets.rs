//! Keys and texts show nowhere: not in errors, not in the record of calls.
use std::sync::Arc;
use std::time::Duration;

use notekin_gemini::shapes::{FileSearch, GenerateRequest, NewStore};
use notekin_gemini::{Client, Deletion, Error, Waiting};
use notekin_net::{Net, Record, Secret, Settings};
use serde_json::json;

use crate::server::{Answer, Server};
use crate::stand_in::{CANARY, CARE, EAGER, GO, StandIn, WAITING, client, said, store, upload};

/// A look and no more.
const BRIEF: Waiting = Waiting { deadline: Duration::ZERO, ..WAITING };

/// What a server that repeats the key everywhere may say.
fn parrots() -> Vec<Answer> {
    let said = format!("wrong: {CANARY}");
    let error = |message: &str| json!({"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}});
    vec![
        Answer::json(400, said.clone()),
        Answer::json(400, error(&said).to_string()),
        Answer::json(200, error(&said).to_string()),
        Answer::json(400, error(&format!("API key not valid: {CANARY}")).to_string()),
        Answer::json(429, error(&format!("storage limit of {CANARY}")).to_string()),
        Answer::json(200, format!("{{\"name\":\"{CANARY}\",\"candidates\":\"{CANARY}\"}}")),
        Answer::Whole(200, vec![("X-Goog-Upload-URL", CANARY.to_owned())], String::new()),
        Answer::Whole(
            200,
            vec![("X-Goog-Upload-URL", format!("/{CANARY} {CANARY}"))],
            String::new(),
        ),
    ]
}

/// Does everything that can be done, and returns what went wrong.
fn errors(client: &Client) -> Vec<Error> {
    let (request, name) = (said("a.md"), store().document("d").unwrap());
    let upload = upload(&request, "canary of the note");
    let question =
        GenerateRequest::question("canary of the question", FileSearch::of(vec![store()]));
    let operation = notekin_gemini::shapes::Operation {
        name: format!("{}/operations/o", store()),
        ..Default::default()
    };
    let waited = (&store(), &operation);
    [
        client.create_store(&NewStore::default(), EAGER, &GO).err(),
        client.stores(EAGER, &GO).err(),
        client.delete_store(&store(), Deletion::Full, EAGER, &GO).err(),
        client.document(&name, EAGER, &GO).err(),
        client.upload(&store(), &upload, CARE, &GO).err(),
        client.finished(waited, &upload.likeness(), BRIEF, &GO).err(),
        client.generate_content("m", &question, EAGER, &GO).err(),
        client.generate_content_streamed("m", &question, EAGER, (&mut |_| {}, &GO)).err(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[test]
fn a_key_that_a_server_repeats_is_in_no_error() {
    let mut count = 0;
    for answer in parrots() {
        let server = Server::start(move |_| answer.clone());
        for error in errors(&client(&server)) {
            let told = format!("{error} {error:?} {:?}", error.hint());
            assert!(!told.contains(CANARY), "{told}");
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

#[test]
fn no_client_shows_its_key() {
    let server = Server::start(|_| Answer::json(200, "{}"));
    assert!(!format!("{:?}", client(&server)).contains(CANARY));
}

#[test]
fn every_call_is_written_down_without_key_text_and_place_of_upload() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("outbound.jsonl");
    let stand_in = StandIn::start();
    let settings = Settings { record: Some(path.clone()), ..Settings::default() };
    let key = Secret::new(CANARY).unwrap();
    let client = Client::new(Arc::new(Net::new(settings)), &stand_in.server.url(""), key);
    let request = said("canary of the name.md");
    client.upload(&store(), &upload(&request, "canary of the note"), CARE, &GO).unwrap();
    client.documents(&store(), EAGER, &GO).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains("canary") && !text.contains("secret-"), "{text}");
    let entries = Record::at(&path).entries().unwrap();
    let purposes: Vec<_> = entries.iter().map(|entry| entry.purpose.as_str()).collect();
    assert_eq!(
        (purposes.len(), purposes[0], purposes[6]),
        (7, "upload a document", "list documents")
    );
    assert!(entries[0].tokens > 0 && entries[1..].iter().all(|entry| entry.tokens == 0));
}
