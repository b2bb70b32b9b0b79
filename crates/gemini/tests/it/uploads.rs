//! Uploads and imports that go well, or are refused.
use notekin_gemini::shapes::{
    ChunkingConfig, CustomMetadata, ImportRequest, NewFile, Operation, UploadRequest,
};
use notekin_gemini::{Care, Error, Import, Kind, Limit, Uploaded};
use notekin_net::{Net, Settings};
use serde_json::{Value, json};

use crate::server::Answer;
use crate::stand_in::{
    CARE, EAGER, Fault, GO, Manners, StandIn, refusal, said, store, to, to_command, upload,
};

#[track_caller]
fn begun(uploaded: Uploaded) -> Operation {
    match uploaded {
        Uploaded::Begun(operation) => operation,
        Uploaded::Found(document) => panic!("{document:?}"),
    }
}

#[test]
fn a_document_is_sent_as_the_protocol_wants_it() {
    let stand_in = StandIn::start();
    let request = UploadRequest {
        chunking_config: Some(ChunkingConfig::white_space(200, 20)),
        ..said("Notes/Café 漢字.md")
    };
    let text = "# Café\n\nlet it rise";
    let uploaded = stand_in.client().upload(&store(), &upload(&request, text), CARE, &GO).unwrap();
    assert!(begun(uploaded).document().is_some());
    assert_eq!(stand_in.texts(), [text]);
    let requests = stand_in.server.requests();
    let start = &requests[0];
    assert_eq!(
        (start.method.as_str(), start.path.as_str()),
        ("POST", "/upload/v1beta/fileSearchStores/vault-0a1b2c:uploadToFileSearchStore")
    );
    assert_eq!(
        serde_json::from_str::<Value>(&start.body).unwrap(),
        json!({
            "displayName": "Notes/Café 漢字.md",
            "mimeType": "text/markdown",
            "customMetadata": [{"key": "hash", "stringValue": "5d41"}, {"key": "at", "numericValue": 7}],
            "chunkingConfig": {"whiteSpaceConfig": {"maxTokensPerChunk": 200, "maxOverlapTokens": 20}},
        })
    );
    let header = |name| start.header(name);
    assert_eq!(header("x-goog-upload-protocol"), Some("resumable"));
    assert_eq!(header("x-goog-upload-header-content-length"), Some("20"));
    assert_eq!(header("x-goog-upload-header-content-type"), Some("text/markdown"));
    assert_eq!(header("x-goog-upload-file-name"), None, "a header can't hold every name");
    assert_eq!(stand_in.state().documents[0]["mimeType"], "text/markdown");
}

#[test]
fn a_document_goes_in_stretches_and_the_last_one_ends_it() {
    let stand_in = StandIn::start();
    let request = said("a.md");
    for text in ["abcdefghij", "abcdefgh", ""] {
        stand_in.client().upload(&store(), &upload(&request, text), CARE, &GO).unwrap();
    }
    let whole = ["start", "upload", "upload", "upload, finalize"];
    let even = ["start", "upload", "upload, finalize"];
    let empty = ["start", "upload, finalize"];
    assert_eq!(stand_in.commands(), [&whole[..], &even, &empty].concat());
    assert_eq!(stand_in.texts(), ["abcdefghij", "abcdefgh", ""]);
}

#[test]
fn stretches_are_as_long_as_the_server_wants_them() {
    let manners = Manners { granularity: 6, ..Manners::default() };
    let stand_in = StandIn::with(manners, |_, _| Fault::None);
    stand_in.client().upload(&store(), &upload(&said("a.md"), "abcdefghij"), CARE, &GO).unwrap();
    assert_eq!(stand_in.commands(), ["start", "upload", "upload, finalize"]);
}

#[test]
fn a_server_may_leave_out_the_status_of_the_end_and_call_itself_anything() {
    let said_so = json!({"name": "fileSearchStores/v/upload/operations/o"}).to_string();
    let fault = to_command("upload, finalize", vec![Fault::After(Answer::json(200, said_so))]);
    let stand_in = StandIn::with(Manners::default(), fault);
    let uploaded = stand_in.client().upload(&store(), &upload(&said("a.md"), "ab"), CARE, &GO);
    assert_eq!(begun(uploaded.unwrap()).name, "fileSearchStores/v/upload/operations/o");
    assert_eq!(stand_in.texts(), ["ab"]);
}

#[test]
fn what_is_beyond_the_protocol_is_not_sent() {
    let stand_in = StandIn::start();
    let many = vec![CustomMetadata::text("k", "v"); 21];
    let cases = [
        UploadRequest { custom_metadata: many, ..said("a") },
        said(&"x".repeat(513)),
        UploadRequest { mime_type: String::new(), ..said("a") },
        UploadRequest { chunking_config: Some(ChunkingConfig::white_space(9, 9)), ..said("a") },
    ];
    for request in cases {
        let error = stand_in.client().upload(&store(), &upload(&request, "x"), CARE, &GO);
        assert_eq!(error.unwrap_err().kind(), Kind::Invalid, "{request:?}");
    }
    let big = vec![b'x'; (100 << 20) + 1];
    let request = said("a");
    let upload = notekin_gemini::Upload { request: &request, bytes: &big, others: &[] };
    let error = stand_in.client().upload(&store(), &upload, CARE, &GO).unwrap_err();
    assert!(
        matches!(error, Error::Limit(Limit::Bytes { bytes: 104_857_601, most: 104_857_600 })),
        "{error:?}"
    );
    assert!(stand_in.server.requests().is_empty());
}

#[test]
fn a_full_store_is_not_tried_again() {
    for command in ["start", "upload, finalize"] {
        let full = refusal(
            429,
            "RESOURCE_EXHAUSTED",
            "Corpus has reached the storage limit of 1000000000 bytes.",
            &json!([]),
        );
        let stand_in =
            StandIn::with(Manners::default(), to_command(command, vec![Fault::Before(full)]));
        let error =
            stand_in.client().upload(&store(), &upload(&said("a"), "ab"), CARE, &GO).unwrap_err();
        assert!(matches!(error, Error::Storage { .. }), "{error:?}");
        assert_eq!(error.kind(), Kind::Quota);
        let tries = stand_in.commands().iter().filter(|one| *one == command).count();
        assert_eq!(tries, 1, "{command}");
    }
}

#[test]
fn a_quota_of_the_day_is_not_waited_for_and_one_of_the_minute_is() {
    let quota = |id: &str| {
        let details = json!([{"violations": [{"quotaId": id}]}, {"retryDelay": "0.001s"}]);
        refusal(429, "RESOURCE_EXHAUSTED", "You exceeded your quota.", &details)
    };
    let day =
        to_command("upload, finalize", vec![Fault::Before(quota("RequestsPerDayPerProject"))]);
    let stand_in = StandIn::with(Manners::default(), day);
    let error =
        stand_in.client().upload(&store(), &upload(&said("a"), "ab"), CARE, &GO).unwrap_err();
    assert_eq!(error.retry_after(), Some(std::time::Duration::from_hours(1)), "{error:?}");
    let minute = to_command("upload, finalize", vec![Fault::Before(quota("RequestsPerMinute"))]);
    let stand_in = StandIn::with(Manners::default(), minute);
    stand_in.client().upload(&store(), &upload(&said("a"), "ab"), CARE, &GO).unwrap();
    assert_eq!(stand_in.commands(), ["start", "upload, finalize", "query", "upload, finalize"]);
}

#[test]
fn what_the_server_refuses_for_good_is_told_at_once() {
    let wrong = refusal(400, "INVALID_ARGUMENT", "Unsupported MIME type.", &json!([]));
    let fault = to_command("upload, finalize", vec![Fault::Before(wrong)]);
    let stand_in = StandIn::with(Manners::default(), fault);
    let error =
        stand_in.client().upload(&store(), &upload(&said("a"), "ab"), CARE, &GO).unwrap_err();
    assert_eq!(error.to_string(), "the server refuses it: Unsupported MIME type.");
    assert_eq!(stand_in.commands(), ["start", "upload, finalize"]);
}

#[test]
fn a_start_that_names_no_place_is_told() {
    let fault = to_command("start", vec![Fault::Before(Answer::json(200, "{}"))]);
    let stand_in = StandIn::with(Manners::default(), fault);
    let error =
        stand_in.client().upload(&store(), &upload(&said("a"), "ab"), CARE, &GO).unwrap_err();
    assert!(matches!(error, Error::Shape(_)), "{error:?}");
}

#[test]
fn a_file_is_sent_and_imported() {
    let stand_in = StandIn::start();
    let client = stand_in.client();
    let new = NewFile {
        display_name: "Ünï.md".to_owned(),
        mime_type: "text/markdown".to_owned(),
        ..NewFile::default()
    };
    let file = client.upload_file(b"abcdef", &new, CARE, &GO).unwrap();
    assert_eq!((file.display_name.as_str(), file.size_bytes), ("Ünï.md", 6));
    assert_eq!(stand_in.server.requests()[0].path, "/upload/v1beta/files");
    assert_eq!(client.files(EAGER, &GO).unwrap(), std::slice::from_ref(&file));
    assert_eq!(client.file(&file.name, EAGER, &GO).unwrap(), file);
    let request = ImportRequest {
        custom_metadata: vec![CustomMetadata::text("author", "RG")],
        ..ImportRequest::of(file.name.clone())
    };
    let import = Import { request: &request, display_name: "Ünï.md", others: &[] };
    let operation = begun(client.import(&store(), &import, CARE, &GO).unwrap());
    assert!(!operation.path().unwrap().is_upload());
    let document = client.documents(&store(), EAGER, &GO).unwrap().remove(0);
    assert!(import.likeness().fits(&document), "{document:?}");
    assert!(client.delete_file(&file.name, EAGER, &GO).unwrap());
    assert!(!client.delete_file(&file.name, EAGER, &GO).unwrap());
}

#[test]
fn an_import_that_may_have_been_made_is_looked_for_before_it_is_made_again() {
    let is_import = |request: &crate::server::Request| request.path.ends_with(":importFile");
    let outcome = |fault: Fault| {
        let stand_in = StandIn::with(Manners::default(), to(is_import, vec![fault]));
        let file = json!({"name": "files/a", "displayName": "a.md", "mimeType": "text/plain"});
        stand_in.state().files.push(file);
        let request = ImportRequest::of("files/a".to_owned().try_into().unwrap());
        let import = Import { request: &request, display_name: "a.md", others: &[] };
        let uploaded = stand_in.client().import(&store(), &import, CARE, &GO).unwrap();
        (matches!(uploaded, Uploaded::Found(_)), stand_in.texts().len())
    };
    assert_eq!(outcome(Fault::After(Answer::json(500, ""))), (true, 1));
    assert_eq!(outcome(Fault::After(Answer::Nothing)), (true, 1));
    assert_eq!(outcome(Fault::Before(Answer::json(503, ""))), (false, 1));
}

#[test]
fn nothing_leaves_this_machine_when_offline_is_set() {
    let net = std::sync::Arc::new(Net::new(Settings { offline: true, ..Settings::default() }));
    let key = notekin_net::Secret::new("a-key").unwrap();
    let client = notekin_gemini::Client::new(net, notekin_gemini::GOOGLE, key);
    let error = client.upload(&store(), &upload(&said("a"), "ab"), Care::BULK, &GO).unwrap_err();
    assert_eq!(error.kind(), Kind::Denied, "{error:?}");
}
