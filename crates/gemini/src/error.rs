//! How a call is refused, and what can go wrong besides.
use std::time::Duration;

use notekin_net::{Advice, Secret};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::limits::Limit;
use crate::name::NameError;
use crate::shapes::{Problem, Status};

/// After what time a quota of the day is asked for again. Google refills it at midnight in California, and meanwhile tells
/// waits of seconds.
const DAILY: Duration = Duration::from_hours(1);

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
        /// What it says, with the fields of the request that it names.
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
    /// The stores are full; no time mends that.
    #[error("there is no room left: {message}")]
    Storage {
        /// What the server says.
        message: String,
    },
    /// The request is beyond what the protocol allows; nothing was sent.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// A text that was to be a name isn't one; nothing was sent.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The server may have done it, or not, and doesn't say; it must be looked for before it is tried again.
    #[error("whether {what} was made is not known")]
    Unsure {
        /// What was to be made, such as `the document`.
        what: &'static str,
        /// What went wrong.
        source: Box<Error>,
    },
    /// The server couldn't read a document that it had taken.
    #[error("the server could not read `{what}`: {message}")]
    Failed {
        /// The document, or what made it.
        what: String,
        /// What the server says.
        message: String,
    },
    /// The server isn't done with something, and was waited for long enough.
    #[error("the server is not done with `{what}` yet")]
    Unfinished {
        /// The operation or document.
        what: String,
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
            Self::Storage { .. } => Kind::Quota,
            Self::Limit(_) | Self::Name(_) | Self::Failed { .. } => Kind::Invalid,
            Self::Shape(_) => Kind::Internal,
            Self::Unsure { .. } | Self::Unfinished { .. } | Self::BrokenOff => Kind::Unreachable,
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
            Self::Storage { .. } => {
                Some("delete documents or stores, or ask Google for more room".to_owned())
            }
            Self::Unsure { .. } => {
                Some("look whether it is there before it is made again".to_owned())
            }
            Self::Unfinished { .. } => Some("look again later; it was sent".to_owned()),
            Self::Net(error) => error.hint(),
            _ => None,
        }
    }

    /// Returns how long the server wants to be left alone, where it says so.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused { retry_after, .. } => *retry_after,
            Self::Unsure { source, .. } => source.retry_after(),
            Self::Net(error) => error.retry_after(),
            _ => None,
        }
    }

    /// Returns the HTTP status of a refusal.
    pub(crate) fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status, .. } | Self::Net(notekin_net::Error::Status { status, .. }) => {
                Some(*status)
            }
            _ => None,
        }
    }

    /// Returns that nobody knows whether something was made, because of this error.
    pub(crate) fn unsure(self, what: &'static str) -> Self {
        Self::Unsure { what, source: Box::new(self) }
    }

    /// Returns whether what was asked for may have been done all the same.
    pub(crate) fn is_unsure(&self) -> bool {
        let is_long = matches!(self, Self::Net(notekin_net::Error::TooLarge { .. }));
        matches!(self, Self::Shape(_) | Self::BrokenOff) || is_long || self.is_broken()
    }

    /// Returns whether the server stopped in the middle.
    fn is_broken(&self) -> bool {
        let is_cut = matches!(
            self,
            Self::Net(notekin_net::Error::Broken { .. } | notekin_net::Error::TimedOut { .. })
        );
        is_cut || matches!(self.status(), Some(408 | 500..=599))
    }

    /// Returns whether the server did nothing now, but may the next time.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.status(), Some(425 | 429))
    }

    /// Returns whether the server wasn't reached, or stopped in the middle, so that a moment may help.
    pub(crate) fn is_passing(&self) -> bool {
        let is_away = matches!(self, Self::Net(notekin_net::Error::Unreachable { .. }));
        self.is_broken() || self.is_busy() || is_away
    }

    /// Returns whether the caller asked to stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self, Self::Net(notekin_net::Error::Cancelled))
    }

    /// Returns whether there is no such thing at the server.
    pub(crate) fn is_missing(&self) -> bool {
        self.status() == Some(404)
    }

    /// Returns whether an upload is over before its time, for reasons of the server's: the same bytes may well be taken
    /// by another one. Google says so with a 400, in a sentence without JSON.
    pub(crate) fn is_terminated(&self) -> bool {
        let said = match self {
            Self::Refused { message, .. } => message,
            Self::Net(notekin_net::Error::Status { body, .. }) => body,
            _ => return false,
        };
        said.to_lowercase().contains("already been terminated")
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

    /// Returns the error without a key that the server may have repeated.
    pub(crate) fn without(mut self, key: &Secret) -> Self {
        match &mut self {
            Self::Refused { message: said, .. }
            | Self::Key { message: said }
            | Self::Storage { message: said }
            | Self::Failed { message: said, .. }
            | Self::Shape(said) => *said = key.hidden_in(said),
            _ => {}
        }
        self
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

/// An answer that may be a refusal. What has a name is a thing that tells of a failure of its own.
#[derive(Deserialize)]
struct Envelope {
    error: Status,
    name: Option<IgnoredAny>,
}

/// Reads a refusal, if the body is one.
pub(crate) fn refusal(status: u16, body: &[u8]) -> Option<Error> {
    let alone = serde_json::from_slice::<Envelope>(body);
    // Streams that are no events are lists.
    let told = alone.or_else(|_| serde_json::from_slice(body).map(|(one,)| one)).ok()?;
    told.name.is_none().then(|| meant(status, told.error))
}

/// Returns what a server's words mean.
fn meant(status: u16, told: Status) -> Error {
    let status = u16::try_from(told.code).ok().filter(|&code| code != 0).unwrap_or(status);
    let message = worded(&told);
    if told.is_of_key() {
        return Error::Key { message };
    }
    if status == 429 && told.is_of_storage() {
        return Error::Storage { message };
    }
    let retry_after = delay(&told);
    Error::Refused { status, word: told.status, message, retry_after }
}

/// Returns what a server says to people, with the fields it complains of.
fn worded(told: &Status) -> String {
    let fields =
        told.field_violations().map(|wrong| format!("`{}`: {}", wrong.field, wrong.description));
    let fields: Vec<String> = fields.collect();
    if fields.is_empty() {
        told.message.clone()
    } else {
        format!("{} ({})", told.message, fields.join("; "))
    }
}

/// Returns how long a server wants to be left alone; what it says of a day's quota is too short.
fn delay(told: &Status) -> Option<Duration> {
    if told.is_of_day() { Some(DAILY) } else { told.retry_delay() }
}

/// Returns what to do after a refusal: Google writes into the body how long to wait, or what no waiting mends.
pub(crate) fn advice(status: u16, body: &str) -> Advice {
    let Ok(Problem { error: told }) = serde_json::from_str(body) else { return Advice::Usual };
    if status == 429 && told.is_of_storage() {
        return Advice::GiveUp;
    }
    delay(&told).map_or(Advice::Usual, Advice::Wait)
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

    #[test]
    fn what_no_wait_mends_is_not_waited_for() {
        let full = r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED",
            "message":"Corpus has reached the storage limit of 1000000000 bytes."}}"#;
        assert_eq!(advice(429, full), Advice::GiveUp);
        let error = refusal(429, full.as_bytes()).unwrap();
        assert!(matches!(error, Error::Storage { .. }), "{error:?}");
        let day = r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[
            {"violations":[{"quotaId":"RequestsPerDayPerProject"}]},{"retryDelay":"34s"}]}}"#;
        assert_eq!(advice(429, day), Advice::Wait(DAILY));
        assert_eq!(refusal(429, day.as_bytes()).unwrap().retry_after(), Some(DAILY));
    }

    #[test]
    fn wrong_fields_are_named() {
        let wrong = r#"{"error":{"code":400,"message":"Bad request.","status":"INVALID_ARGUMENT","details":[
            {"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"topK","description":"too many"}]}]}}"#;
        let error = refusal(400, wrong.as_bytes()).unwrap();
        assert_eq!(error.to_string(), "the server refuses it: Bad request. (`topK`: too many)");
    }

    #[test]
    fn a_thing_that_failed_is_no_refusal() {
        let operation =
            r#"{"name":"fileSearchStores/a/operations/b","done":true,"error":{"code":3}}"#;
        assert!(refusal(200, operation.as_bytes()).is_none());
    }

    #[test]
    fn an_upload_that_was_terminated_is_known_in_both_forms() {
        let said = "Upload has already been terminated.";
        let json =
            format!(r#"{{"error":{{"code":400,"message":"{said}","status":"INVALID_ARGUMENT"}}}}"#);
        assert!(refusal(400, json.as_bytes()).unwrap().is_terminated());
        let (host, body, retry_after) = (String::new(), said.to_owned(), None);
        let plain = notekin_net::Error::Status { host, status: 400, body, retry_after };
        assert!(Error::of_net(plain).is_terminated());
    }
}
