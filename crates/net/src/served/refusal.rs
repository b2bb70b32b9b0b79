//! What servers say when they refuse, and what it means.
use serde_json::Value;

/// The most characters that are kept of what a server says.
const MOST: usize = 200;

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A text has too many tokens.
    TooLong,
    /// What was sent can't be worked with; another text may do better.
    Input,
    /// The key is missing or wrong.
    Key,
    /// The server has no such model.
    Model,
    /// Something that has nothing to do with the texts.
    Other,
}

/// Words by which servers say that a text is too long: Ollama, llama.cpp, LM Studio, OpenAI, vLLM,
/// text-embeddings-inference, Anthropic, Gemini.
const TOO_LONG: &[&str] = &[
    "context length",
    "context size",
    "context window",
    "context limit",
    "context overflow",
    "exceeds the maximum number of tokens",
    "prompt is too long",
    "prompt too long",
    "too large to process",
    "input is too long",
    "maximum input length",
    "must have less than",
    "max_tokens_per_request",
    "reduce the length",
    TOO_LARGE,
];

/// Words of a refusal that looks like one for too many calls, but would be the same for one call alone.
const TOO_LARGE: &str = "request too large";

/// Returns what a refusal means.
pub fn cause(status: u16, said: &str) -> Cause {
    let lower = said.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if matches!(status, 401 | 403)
        || says(&["incorrect api key", "invalid api key", "api key not valid"])
    {
        return Cause::Key;
    }
    if (status != 429 && says(TOO_LONG)) || says(&[TOO_LARGE]) {
        return Cause::TooLong;
    }
    if status == 404
        || (lower.contains("model")
            && says(&["not found", "does not exist", "not loaded", "no models loaded"]))
    {
        return Cause::Model;
    }
    // A number that is none stops Ollama from writing its answer.
    if says(&["unsupported value"]) || matches!(status, 200..=299 | 400 | 413 | 422) {
        return Cause::Input;
    }
    Cause::Other
}

/// Returns the error that an answer of success holds, if it does.
pub(super) fn said(body: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(body).ok()?;
    value.get("error").filter(|error| !error.is_null()).map(|error| short(&text(error)))
}

/// Returns what a refusal's body says.
pub fn told(body: &str) -> String {
    let value = serde_json::from_str::<Value>(body).ok();
    let parts = ["error", "message", "detail"];
    let part = value.as_ref().and_then(|value| parts.iter().find_map(|part| value.get(part)));
    short(&part.map_or_else(|| body.to_owned(), text))
}

/// Returns what an error says, be it a text or an object with a message.
fn text(error: &Value) -> String {
    match error.get("message").unwrap_or(error) {
        Value::String(said) => said.clone(),
        other => other.to_string(),
    }
}

/// Returns the beginning of what was said, on one line.
fn short(said: &str) -> String {
    // What a terminal would obey goes with the spaces.
    let words = said.split(|c: char| c.is_whitespace() || c.is_control());
    let said = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match said.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", said.get(..end).unwrap_or_default()),
        None => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(status: u16, body: &str, expected: Cause) {
        assert_eq!(cause(status, &told(body)), expected, "{body}");
    }

    #[test]
    fn servers_say_the_same_in_many_ways() {
        check(400, r#"{"error":"the input length exceeds the context length"}"#, Cause::TooLong);
        check(
            400,
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens, however you requested 9000"}}"#,
            Cause::TooLong,
        );
        check(
            500,
            r#"{"error":{"code":500,"message":"input is too large to process. increase the physical batch size"}}"#,
            Cause::TooLong,
        );
        check(
            413,
            r#"{"error":"Input validation error: `inputs` must have less than 512 tokens. Given: 700"}"#,
            Cause::TooLong,
        );
        check(
            400,
            r#"{"error":{"code":400,"message":"request (9412 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error","n_ctx":8192}}"#,
            Cause::TooLong,
        );
        check(
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 212345 tokens > 200000 maximum"}}"#,
            Cause::TooLong,
        );
        check(
            400,
            r#"{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
            Cause::TooLong,
        );
        check(
            429,
            r#"{"error":{"message":"Request too large for m in organization o on tokens per min (TPM): Limit 30000, Requested 42000."}}"#,
            Cause::TooLong,
        );
        check(404, r#"{"error":"model \"x\" not found, try pulling it first"}"#, Cause::Model);
        check(
            400,
            r#"{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"#,
            Cause::Model,
        );
        check(401, r#"{"error":{"message":"Incorrect API key provided"}}"#, Cause::Key);
        check(
            500,
            r#"{"error":"failed to encode response: json: unsupported value: NaN"}"#,
            Cause::Input,
        );
        check(400, r#"{"error":"invalid input type"}"#, Cause::Input);
        check(503, "upstream connect error", Cause::Other);
        check(429, r#"{"error":{"message":"Rate limit reached for model"}}"#, Cause::Other);
    }

    #[test]
    fn an_error_in_an_answer_of_success_is_seen() {
        assert_eq!(said(br#"{"error":{"message":"overloaded"}}"#).as_deref(), Some("overloaded"));
        assert_eq!(said(br#"{"error":null,"data":[]}"#), None);
        assert_eq!(said(b"<html>"), None);
    }

    #[test]
    fn long_speeches_are_cut() {
        assert_eq!(told(&"ä".repeat(500)).chars().count(), MOST + 1);
    }
}
