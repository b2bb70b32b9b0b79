//! Failures as replies: RFC 9457, with our kinds.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use notekin_engine::Kind;
use notekin_wire as wire;
use serde::Serialize;
use schemars::JsonSchema;

/// The outcome of a route.
pub(crate) type Answer<T> = Result<T, Problem>;

/// A failure that is told with its status.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) told: wire::Problem,
}

/// What is written of it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct Written {
    /// `about:blank`: the status says what kind it is, and `kind` says it more closely.
    r#type: String,
    /// The status in words.
    title: String,
    /// The status.
    status: u16,
    /// What happened, in a sentence without a period.
    detail: String,
    /// Which kind, for programs.
    kind: wire::Kind,
    /// The next step, when there is one.
    hint: Option<String>,
}

impl Problem {
    /// Returns the failure of a kind, with that kind's status.
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        let kind = wire::Kind(kind);
        let status =
            StatusCode::from_u16(kind.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, told: wire::Problem { kind, message: message.into(), hint: None } }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(Kind::Internal, message)
    }

    /// Returns the same with a next step.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.told.hint = Some(hint.into());
        self
    }

    /// Returns the same with another status.
    pub(crate) fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Returns what is written of it.
    pub(crate) fn written(&self) -> Written {
        Written {
            r#type: "about:blank".to_owned(),
            title: self.status.canonical_reason().unwrap_or("Failure").to_owned(),
            status: self.status.as_u16(),
            detail: self.told.message.clone(),
            kind: self.told.kind,
            hint: self.told.hint.clone(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let json = serde_json::to_vec(&self.written()).unwrap_or_default();
        let mut response = (self.status, json).into_response();
        let json = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        if self.status == StatusCode::UNAUTHORIZED {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Returns what happened and what caused it, in one line.
fn in_one_line(error: &dyn std::error::Error) -> String {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl From<notekin_engine::Error> for Problem {
    fn from(error: notekin_engine::Error) -> Self {
        let problem = Self::new(error.kind(), in_one_line(&error));
        Self { told: wire::Problem { hint: error.hint(), ..problem.told }, ..problem }
    }
}

impl From<notekin_config::Error> for Problem {
    fn from(error: notekin_config::Error) -> Self {
        let problem = Self::new(error.kind(), in_one_line(&error));
        Self { told: wire::Problem { hint: error.hint(), ..problem.told }, ..problem }
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(format!("the system gives no random numbers: {error}"))
    }
}
