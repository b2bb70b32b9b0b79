//! Requests that Google's own SDKs were seen to send, read with our shapes, as a server will read them.
use std::fs;
use std::path::{Path, PathBuf};

use notekin_gemini::shapes::{
    FileRequest, GenerateReply, GenerateRequest, ImportRequest, NewStore, Operation, Problem, Rest,
    StoreList, UploadRequest, read,
};
use notekin_gemini::{DocumentName, FileName, ModelName, OperationName, StoreName};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Bodies are recorded up to a length; one that is longer can't be read.
fn body(call: &Value) -> Option<&str> {
    let head = call["body_head"].as_str()?;
    (call["body_bytes"].as_u64() == Some(head.len() as u64)).then_some(head)
}

/// Returns all recorded calls, or none where there is no record.
#[expect(clippy::print_stderr, reason = "says that it was not run")]
fn calls() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/gemini");
    let Ok(files) = fs::read_dir(&folder) else {
        eprintln!("NOT RUN: the traffic of Google's SDKs needs ../shared");
        assert!(std::env::var_os("NOTEKIN_REQUIRE_ALL").is_none(), "../shared is missing");
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| {
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
        })
        .collect()
}

/// Reads a body in either spelling; nothing we know of may be left in the rest.
#[track_caller]
fn known<T: DeserializeOwned>(body: &str, rest: impl Fn(&T) -> &Rest) -> T {
    let message: T = read(body.as_bytes()).unwrap_or_else(|error| panic!("{error}: {body}"));
    let left = rest(&message);
    assert!(left.is_empty(), "{left:?} is left of {body}");
    message
}

/// Reads the body of a call by where it goes; returns whether it is one of ours.
fn is_read(call: &Value) -> bool {
    let (path, Some(body)) = (call["path"].as_str().unwrap(), body(call)) else { return false };
    let is_data = call["query"].get("upload_id").is_some();
    if call["method"] != "POST" || is_data {
        return false;
    }
    if path.ends_with("/fileSearchStores") {
        known::<NewStore>(body, |store| &store.rest);
    } else if path.ends_with(":uploadToFileSearchStore") {
        let request = known::<UploadRequest>(body, |request| &request.rest);
        assert!(request.custom_metadata.iter().all(|entry| entry.values() == 1), "{body}");
        let cut = request.chunking_config.map(|config| config.white_space_config.unwrap());
        assert!(cut.is_none_or(|cut| cut.max_tokens_per_chunk.is_some()), "{body}");
    } else if path.ends_with(":importFile") {
        let request = known::<ImportRequest>(body, |request| &request.rest);
        assert!(request.custom_metadata.iter().all(|entry| entry.values() == 1), "{body}");
    } else if path.ends_with("/files") {
        read::<FileRequest>(body.as_bytes()).unwrap();
    } else if path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent") {
        let request = known::<GenerateRequest>(body, |request| &request.rest);
        let searches: Vec<_> =
            request.tools.iter().filter_map(|tool| tool.file_search.as_ref()).collect();
        assert_eq!(searches.len(), request.tools.len(), "{body}");
        let is_known = searches
            .iter()
            .all(|search| search.rest.is_empty() && search.top_k.is_none_or(|k| k == 5));
        assert!(is_known, "{body}");
    } else {
        return false;
    }
    true
}

#[test]
fn every_request_of_googles_sdks_is_read() {
    let calls = calls();
    if calls.is_empty() {
        return;
    }
    let count = calls.iter().filter(|call| is_read(call)).count();
    assert!(count >= 120, "{count} of {} calls", calls.len());
}

/// Reads every name in a path.
fn is_named(path: &str) -> bool {
    let Some(name) = path.split_once("/v1").and_then(|(_, rest)| rest.split_once('/')) else {
        return false;
    };
    let name = name.1.split(':').next().unwrap_or_default();
    let parsed = match name.split('/').collect::<Vec<_>>()[..] {
        ["fileSearchStores", _] => StoreName::parse(name).is_ok(),
        ["fileSearchStores", _, "documents", _] => DocumentName::parse(name).is_ok(),
        ["fileSearchStores", _, "operations", _]
        | ["fileSearchStores", _, "upload", "operations", _] => OperationName::parse(name).is_ok(),
        ["files", _] => FileName::parse(name).is_ok(),
        ["models", _] => ModelName::parse(name).is_ok(),
        _ => return false,
    };
    assert!(parsed, "{path}");
    true
}

#[test]
fn every_name_that_googles_sdks_ask_for_is_a_name() {
    let calls = calls();
    if calls.is_empty() {
        return;
    }
    let count = calls.iter().filter(|call| is_named(call["path"].as_str().unwrap())).count();
    assert!(count >= 150, "{count} of {} calls", calls.len());
}

/// Returns a part of one of the answers that the SDKs took, which was made for them after the documents.
fn answer<T: DeserializeOwned>(call: &Value) -> Option<T> {
    let head = call["response"]["body_head"].as_str()?;
    // Long ones are cut.
    let whole: Value = serde_json::from_str(head).ok()?;
    Some(serde_json::from_value(whole).unwrap_or_else(|error| panic!("{error}: {head}")))
}

#[test]
fn the_answers_that_googles_sdks_took_are_read() {
    let (mut lists, mut operations, mut problems, mut replies) = (0, 0, 0, 0);
    let calls = calls();
    for call in &calls {
        let path = call["path"].as_str().unwrap();
        let status = call["response"]["status"].as_u64().unwrap();
        if status >= 400 {
            problems += answer::<Problem>(call).map_or(0, |problem| {
                assert_eq!(u64::try_from(problem.error.code).unwrap(), status);
                1
            });
        } else if call["method"] == "GET" && path.ends_with("/fileSearchStores") {
            lists += answer::<StoreList>(call).map_or(0, |list| list.file_search_stores.len());
        } else if path.contains("/operations/") {
            operations += answer::<Operation>(call).map_or(0, |operation| {
                operation.path().unwrap();
                usize::from(operation.done)
            });
        } else if path.ends_with(":generateContent") {
            replies += answer::<GenerateReply>(call)
                .map_or(0, |reply| usize::from(!reply.text().is_empty()));
        }
    }
    let counts = [lists, operations, problems, replies];
    assert!(calls.is_empty() || counts.iter().all(|&count| count > 3), "{counts:?}");
}

/// Returns the headers of an upload's start, but for those that tell who sends it.
fn protocol(headers: &Value) -> Vec<(String, String)> {
    let all = headers.as_object().unwrap().iter();
    let mut told: Vec<_> = all
        .map(|(name, value)| (name.to_lowercase(), value.as_str().unwrap_or_default().to_owned()))
        .filter(|(name, _)| name.starts_with("x-goog-upload-"))
        .collect();
    told.sort();
    told
}

#[test]
fn an_upload_of_ours_has_the_headers_of_googles_sdks() {
    let calls = calls();
    let is_start = |call: &&Value| {
        let headers = protocol(&call["headers"]);
        call["path"].as_str().unwrap().ends_with(":uploadToFileSearchStore")
            && headers.iter().any(|(name, value)| name.ends_with("-command") && value == "start")
            && !headers.iter().any(|(name, _)| name.ends_with("-file-name"))
    };
    let ours = ours();
    let mut count = 0;
    for call in calls.iter().filter(is_start) {
        let theirs = protocol(&call["headers"]);
        let names = |headers: &[(String, String)]| {
            headers.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&theirs), names(&ours), "{theirs:?}");
        let protocol = ("x-goog-upload-protocol".to_owned(), "resumable".to_owned());
        assert!(theirs.contains(&protocol) && ours.contains(&protocol));
        count += 1;
    }
    assert!(calls.is_empty() || count > 20, "{count}");
}

/// Returns the same headers of an upload that we begin.
fn ours() -> Vec<(String, String)> {
    use crate::stand_in::{CARE, GO, StandIn, said, store, upload};
    let stand_in = StandIn::start();
    stand_in.client().upload(&store(), &upload(&said("a.md"), "x"), CARE, &GO).unwrap();
    let requests = stand_in.server.requests();
    let names = ["command", "header-content-length", "header-content-type", "protocol"];
    let told = names.map(|name| {
        let name = format!("x-goog-upload-{name}");
        let value = requests[0].header(&name).unwrap().to_owned();
        (name, value)
    });
    assert_eq!(requests[0].header("x-goog-upload-file-name"), None);
    told.to_vec()
}
