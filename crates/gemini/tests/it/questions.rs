//! Questions to a model that searches stores.
use notekin_gemini::shapes::{FileSearch, GenerateReply, GenerateRequest};
use notekin_gemini::{Error, Kind};
use serde_json::{Value, json};

use crate::server::{Answer, End, Request, Server};
use crate::stand_in::{EAGER, GO, STORE, client, refusal, store};

fn question() -> GenerateRequest {
    let search = FileSearch {
        top_k: Some(5),
        metadata_filter: Some("tag = \"a\" AND year > 2000".to_owned()),
        ..FileSearch::of(vec![store()])
    };
    GenerateRequest::question("Welche Pakete?", search)
}

fn text(text: &str) -> Value {
    json!({"candidates": [{"content": {"parts": [{"text": text}], "role": "model"}, "index": 0}]})
}

fn grounded() -> Value {
    json!({"candidates": [{
        "content": {"parts": [{"text": "漢字 is one."}], "role": "model"},
        "finishReason": "STOP",
        "groundingMetadata": {
            "groundingChunks": [{"retrievedContext": {"title": "a.md", "text": "One.", "fileSearchStore": STORE,
                "customMetadata": [{"key": "path", "stringValue": "Notes/a.md"}]}}],
            "groundingSupports": [{"segment": {"startIndex": 7, "endIndex": 13, "text": "漢字"},
                "groundingChunkIndices": [0]}],
            "retrievalMetadata": {},
        },
    }], "usageMetadata": {"promptTokenCount": 10, "toolUsePromptTokenCount": 120}})
}

fn events(pieces: &[Value]) -> String {
    pieces
        .iter()
        .flat_map(|piece| ["data: ".to_owned(), piece.to_string(), "\r\n\r\n".to_owned()])
        .collect()
}

fn streamed(server: &Server) -> (Vec<String>, Result<GenerateReply, Error>) {
    let mut pieces = Vec::new();
    let mut on_piece = |piece: &GenerateReply| pieces.push(piece.text());
    let whole = client(server).generate_content_streamed(
        "gemini-x",
        &question(),
        EAGER,
        (&mut on_piece, &GO),
    );
    (pieces, whole)
}

#[test]
fn a_question_has_googles_shape_and_its_answer_leads_to_the_documents() {
    let server = Server::start(|_| Answer::json(200, grounded().to_string()));
    let reply = client(&server).generate_content("gemini-x", &question(), EAGER, &GO).unwrap();
    let context =
        reply.grounding().unwrap().grounding_chunks[0].retrieved_context.as_ref().unwrap();
    assert_eq!((context.title.as_str(), context.file_search_store.as_str()), ("a.md", STORE));
    assert_eq!(reply.usage_metadata.as_ref().unwrap().tool_use_prompt_token_count, Some(120));
    let requests = server.requests();
    assert_eq!(requests[0].path, "/v1beta/models/gemini-x:generateContent");
    assert_eq!(
        serde_json::from_str::<Value>(&requests[0].body).unwrap(),
        json!({
            "contents": [{"role": "user", "parts": [{"text": "Welche Pakete?"}]}],
            "tools": [{"fileSearch": {"fileSearchStoreNames": [STORE], "topK": 5,
                "metadataFilter": "tag = \"a\" AND year > 2000"}}],
        })
    );
}

#[test]
fn a_streamed_answer_comes_in_pieces_and_as_a_whole() {
    let pieces = events(&[text("Café: "), grounded()]);
    // Byte by byte, so that no piece comes in one.
    let server = Server::start(move |_| Answer::bytes(&pieces, End::Proper));
    let (pieces, whole) = streamed(&server);
    assert_eq!(pieces, ["Café: ", "漢字 is one."]);
    let whole = whole.unwrap();
    assert_eq!(whole.text(), "Café: 漢字 is one.");
    let segment = whole.grounding().unwrap().grounding_supports[0].segment.clone().unwrap();
    let parts = &whole.candidates[0].content.as_ref().unwrap().parts;
    assert_eq!(segment.text_in(parts), Some("漢字"), "its bytes are those of the whole answer");
    assert_eq!(server.requests()[0].path, "/v1beta/models/gemini-x:streamGenerateContent?alt=sse");
}

#[test]
fn an_answer_that_breaks_off_is_no_answer() {
    let half = events(&[text("Café: ")]);
    let ended = half.clone();
    for server in [
        Server::start(move |_| Answer::stream(&ended)),
        Server::start(move |_| Answer::bytes(&half, End::Cut)),
    ] {
        let (pieces, whole) = streamed(&server);
        assert_eq!(pieces, ["Café: "]);
        assert_eq!(whole.unwrap_err().kind(), Kind::Unreachable);
        assert_eq!(server.requests().len(), 1, "what was handed on can't be taken back");
    }
}

#[test]
fn a_refusal_in_the_middle_of_an_answer_is_told() {
    let error = json!({"error": {"code": 503, "message": "Overloaded.", "status": "UNAVAILABLE"}});
    let pieces = events(&[text("Café: "), error]);
    let server = Server::start(move |_| Answer::stream(&pieces));
    let (_, whole) = streamed(&server);
    let error = whole.unwrap_err();
    assert!(matches!(error, Error::Refused { status: 503, .. }), "{error:?}");
}

#[test]
fn wrong_json_and_a_wrong_filter_are_told() {
    let server = Server::start(|_| Answer::json(200, "{\"candidates\":7}"));
    let error = client(&server).generate_content("gemini-x", &question(), EAGER, &GO).unwrap_err();
    assert!(matches!(error, Error::Shape(_)), "{error:?}");
    let server = Server::start(|_| {
        let details = json!([{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [
            {"field": "tools[0].file_search.metadata_filter", "description": "Unexpected `AND`."}]}]);
        refusal(400, "INVALID_ARGUMENT", "Invalid metadata filter.", &details)
    });
    let error = client(&server).generate_content("gemini-x", &question(), EAGER, &GO).unwrap_err();
    assert_eq!(error.kind(), Kind::Invalid);
    assert!(
        error.to_string().contains("`tools[0].file_search.metadata_filter`: Unexpected"),
        "{error}"
    );
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_quota_is_waited_for_as_long_as_it_says() {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::start(move |_: &Request| {
        if asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0 {
            let details = json!([{"retryDelay": "0.05s"}]);
            return refusal(429, "RESOURCE_EXHAUSTED", "Slow down.", &details);
        }
        Answer::json(200, grounded().to_string())
    });
    let began = std::time::Instant::now();
    client(&server).generate_content("gemini-x", &question(), EAGER, &GO).unwrap();
    assert!(began.elapsed() >= std::time::Duration::from_millis(50));
    let server = Server::start(|_| {
        let details = json!([{"retryDelay": "57.238747106s"}]);
        refusal(429, "RESOURCE_EXHAUSTED", "Slow down.", &details)
    });
    let error = client(&server).generate_content("gemini-x", &question(), EAGER, &GO).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("try again in 57 seconds"));
    assert_eq!(server.requests().len(), 1, "it is longer than anybody waits");
}

#[test]
fn what_is_beyond_the_protocol_is_not_sent() {
    let server = Server::start(|_| Answer::json(200, "{}"));
    let asked = |model: &str, stores| {
        let request = GenerateRequest::question("?", FileSearch::of(vec![store(); stores]));
        client(&server).generate_content(model, &request, EAGER, &GO).unwrap_err()
    };
    assert_eq!(asked("m", 6).to_string(), "a question searches 1 to 5 stores, not 6");
    assert!(matches!(asked("m", 0), Error::Limit(_)));
    assert!(matches!(asked("m/../../files", 1), Error::Name(_)));
    assert!(matches!(asked("m?key=x", 1), Error::Name(_)));
    assert!(server.requests().is_empty());
}
