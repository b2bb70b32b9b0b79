//! What it means for a text that a server refuses.
use std::fmt::Display;

use notekin_net::served::{Cause, Fault, Line, Refusal};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::Error;

/// Returns what it means that a call brought no text.
pub(super) fn of_fault(line: &Line, fault: Fault) -> Error {
    match fault {
        Fault::Net(error) => error.into(),
        Fault::Garbled(why) => garbled(line, &why),
        Fault::Refused(refusal) => of_refusal(line, refusal),
    }
}

/// Reads a piece of a reply; fails where it tells of a failure, as servers may notice late that something is wrong, and
/// where it can't be read.
pub(super) fn read<T: DeserializeOwned>(line: &Line, data: &str) -> Result<T, Error> {
    if let Some(refusal) = line.refused(told_status(data), data.as_bytes()) {
        return Err(of_refusal(line, refusal));
    }
    serde_json::from_str(data).map_err(|error| garbled(line, &error))
}

/// Returns the failure of a reply that can't be read.
pub(super) fn garbled(line: &Line, why: &dyn Display) -> Error {
    Error::Garbled { server: line.server.clone(), why: why.to_string() }
}

/// Returns what a refusal means: its cause where that is clear, else its status.
fn of_refusal(line: &Line, refusal: Refusal) -> Error {
    let (service, server) = (line.service.word(), line.server.clone());
    let said = if refusal.said.is_empty() {
        format!("nothing but status {}", refusal.status)
    } else {
        refusal.said
    };
    match (refusal.cause, refusal.status) {
        (Cause::TooLong, _) => Error::TooLong { window: window(&said) },
        (Cause::Key, _) if line.key.is_none() => Error::NoKey { service },
        (Cause::Key, 403) => Error::Forbidden { server, said },
        (Cause::Key, _) => Error::Key { service, server },
        (Cause::Model, _) => Error::NotServed { service, model: line.model.clone(), server },
        (Cause::Input, _) => Error::Refused { server, said },
        (Cause::Other, 402 | 429) => {
            Error::Quota { server, said, retry_after: refusal.retry_after }
        }
        (Cause::Other, 503 | 529) => Error::Busy { server, said },
        (Cause::Other, _) => Error::Server { server, said },
    }
}

/// Words that servers write before the number of tokens that a model reads.
const BEFORE_WINDOW: [&str; 5] =
    ["context length is ", "context length of only ", "context size (", "tokens > ", "allowed ("];

/// Returns how many tokens a model reads, where a server says so while it refuses to read more.
pub(super) fn window(said: &str) -> Option<usize> {
    let after = BEFORE_WINDOW.iter().find_map(|words| said.split_once(words))?.1;
    let end = after.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(after.len());
    after.get(..end)?.parse().ok()
}

/// Returns the status that a failure within a reply would have had: what it says itself, or what its word means.
fn told_status(data: &str) -> u16 {
    let value: Value = serde_json::from_str(data).unwrap_or_default();
    let error = value.get("error").unwrap_or(&Value::Null);
    let number = error.get("code").or_else(|| value.get("code")).and_then(Value::as_u64);
    if let Some(status) = number.filter(|number| (400..600).contains(number)) {
        return status as u16;
    }
    let word = ["type", "code"].iter().find_map(|part| error.get(part).and_then(Value::as_str));
    match word.unwrap_or_default() {
        "overloaded_error" => 529,
        "rate_limit_error" | "rate_limit_exceeded" => 429,
        "insufficient_quota" | "billing_error" => 402,
        "authentication_error" => 401,
        "permission_error" => 403,
        "not_found_error" => 404,
        "invalid_request_error" | "exceed_context_size_error" => 400,
        // A failure of the server, as it had accepted the request.
        _ => 500,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_read_where_it_is_told() {
        let told = [
            "request (9412 tokens) exceeds the available context size (8192 tokens), try",
            "This model's maximum context length is 8192 tokens. However, you requested 9000",
            "prompt is too long: 212345 tokens > 8192 maximum",
            "count (9000) exceeds the maximum number of tokens allowed (8192).",
            "the model is loaded with context length of only 8192 tokens, which is not enough",
        ];
        for said in told {
            assert_eq!(window(said), Some(8192), "{said}");
        }
        assert_eq!(window("the input length exceeds the context length"), None);
    }

    #[test]
    fn failures_within_replies_have_a_status() {
        assert_eq!(told_status(r#"{"error":{"code":502,"message":"x"}}"#), 502);
        assert_eq!(told_status(r#"{"type":"error","error":{"type":"overloaded_error"}}"#), 529);
        assert_eq!(told_status(r#"{"error":{"code":"rate_limit_exceeded"}}"#), 429);
        assert_eq!(told_status(r#"{"error":"model runner has stopped"}"#), 500);
        assert_eq!(told_status("nonsense"), 500);
    }
}
