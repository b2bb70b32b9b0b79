//! How a call is refused, and what can go wrong besides.
use std::time::Duration;

use notekin_net::Advice;
use serde::Deserialize;

/// Why a call did not go well.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The server refuses the request, and says why.
    #[error("the server refuses it: {message}")]
    Refused {
        /// The HTTP status, or the code in the answer.
        status: u16,
        /// Google's word for the kind of refusal, such as `INVALID_ARGUMENT`.
        word: String,
        /// What it says.
        message: String,
        /// How long it wants to be left alone.
        retry_after: Option<Duration>,
    },
    /// The key is wrong.
    #[error("the key is not accepted: {message}")]
    Key {
        /// What the server says.
        message: String,
    },
    /// The answer has another shape than it should.
    #[error("the answer cannot be understood: {0}")]
    Shape(String),
    /// The answer ends without a word on why.
    #[error("the answer broke off")]
    BrokenOff,
    /// The call itself failed.
    #[error(transparent)]
    Net(notekin_net::Error),
}

/// The stable classes of [`Error`]; those of the calls themselves.
pub type Kind = notekin_net::Kind;

impl Error {
    /// Returns the error's stable class.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Refused { word, .. } => of_word(word),
            Self::Key { .. } => Kind::Denied,
            Self::Shape(_) => Kind::Internal,
            Self::BrokenOff => Kind::Unreachable,
            Self::Net(error) => error.kind(),
        }
    }

    /// Returns one sentence on what to do about it, where there is something to do.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Key { .. } => Some("`notekin key set gemini` stores another one".to_owned()),
            Self::Refused { retry_after: Some(wait), .. } => {
                Some(format!("try again in {} seconds", wait.as_secs().max(1)))
            }
            Self::Net(error) => error.hint(),
            _ => None,
        }
    }

    /// Returns a failed call as what the server said, where it said something.
    pub(crate) fn of_net(error: notekin_net::Error) -> Self {
        let asked = error.retry_after();
        if let notekin_net::Error::Status { status, body, .. } = &error
            && let Some(mut refused) = refusal(*status, body.as_bytes())
        {
            if let Self::Refused { retry_after, .. } = &mut refused {
                *retry_after = retry_after.or(asked);
            }
            return refused;
        }
        Self::Net(error)
    }
}

/// Returns the class that Google's word for a refusal stands for.
fn of_word(word: &str) -> Kind {
    match word {
        "UNAUTHENTICATED" | "PERMISSION_DENIED" => Kind::Denied,
        "NOT_FOUND" => Kind::NotFound,
        "RESOURCE_EXHAUSTED" => Kind::Quota,
        "UNAVAILABLE" | "DEADLINE_EXCEEDED" | "INTERNAL" | "UNKNOWN" | "DATA_LOSS" => {
            Kind::Unreachable
        }
        "CANCELLED" => Kind::Cancelled,
        _ => Kind::Invalid,
    }
}

/// A refusal as it lies in an answer.
#[derive(Deserialize)]
struct Envelope {
    error: Told,
}

#[derive(Deserialize)]
struct Told {
    #[serde(default)]
    code: u16,
    #[serde(default)]
    message: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    details: Vec<Detail>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detail {
    reason: Option<String>,
    retry_delay: Option<String>,
}

impl Told {
    /// Returns whether the key is at fault.
    fn is_of_key(&self) -> bool {
        self.details.iter().any(|detail| {
            detail.reason.as_deref().is_some_and(|reason| reason.starts_with("API_KEY"))
        }) || self.status == "UNAUTHENTICATED"
            || self.message.contains("API key not valid")
    }

    /// Reads the wait that Google writes as `34.07s`.
    fn retry_after(&self) -> Option<Duration> {
        let mut delays = self.details.iter().filter_map(|detail| detail.retry_delay.as_deref());
        let seconds: f32 = delays.next()?.strip_suffix('s')?.parse().ok()?;
        Duration::try_from_secs_f32(seconds).ok()
    }
}

/// Reads a refusal, if the body is one.
pub(crate) fn refusal(status: u16, body: &[u8]) -> Option<Error> {
    let alone = serde_json::from_slice::<Envelope>(body);
    // Streams that are no events are lists.
    let Envelope { error } =
        alone.or_else(|_| serde_json::from_slice(body).map(|(one,)| one)).ok()?;
    let (is_of_key, retry_after) = (error.is_of_key(), error.retry_after());
    let message = error.message;
    if is_of_key {
        return Some(Error::Key { message });
    }
    let status = if error.code == 0 { status } else { error.code };
    Some(Error::Refused { status, word: error.status, message, retry_after })
}

/// Returns what to do after a refusal: Google writes into the body how long to wait.
pub(crate) fn advice(_status: u16, body: &str) -> Advice {
    let told = serde_json::from_str::<Envelope>(body).ok();
    let wait = told.and_then(|told| told.error.retry_after());
    wait.map_or(Advice::Usual, Advice::Wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_key_is_told_from_a_wrong_request() {
        let key = r#"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.",
            "status":"INVALID_ARGUMENT","details":[{"@type":"x","reason":"API_KEY_INVALID"}]}}"#;
        assert_eq!(refusal(400, key.as_bytes()).unwrap().kind(), Kind::Denied);
        let other = r#"{"error":{"code":400,"message":"no","status":"INVALID_ARGUMENT"}}"#;
        assert_eq!(refusal(400, other.as_bytes()).unwrap().kind(), Kind::Invalid);
        assert!(refusal(200, b"{\"embeddings\":[]}").is_none());
    }

    #[test]
    fn the_wait_stands_in_the_body() {
        let busy = r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"34.5s"}]}}"#;
        assert_eq!(advice(429, busy), Advice::Wait(Duration::from_millis(34_500)));
        assert_eq!(advice(429, "busy"), Advice::Usual);
        let error = refusal(429, busy.as_bytes()).unwrap();
        assert_eq!(error.kind(), Kind::Quota);
        assert_eq!(error.hint().as_deref(), Some("try again in 34 seconds"));
    }
}
