//! Failures as replies: RFC 9457, with our kinds.

use std::fmt;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use notekin_engine::Kind;
use notekin_wire as wire;
use tokio::task::JoinError;

/// The outcome of a route.
pub(crate) type Answer<T> = Result<T, Problem>;

/// A failure that is told with its status.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The status of the reply; its kind's own but for a few.
    pub(crate) status: StatusCode,
    /// Which kind.
    pub kind: Kind,
    /// What happened, and what caused it.
    pub chain: Vec<String>,
    /// The next step, when there is one.
    pub hint: Option<String>,
}

impl Problem {
    /// Returns the failure of a kind, with that kind's status.
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(wire::Kind(kind).http_status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, kind, chain: vec![message.into()], hint: None }
    }

    /// Returns the failure of a request that makes no sense.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    /// Returns a failure that is our own fault.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(Kind::Internal, message)
    }

    /// Returns the same with a next step.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns the same with another status.
    pub(crate) fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Returns what is written of it.
    pub(crate) fn written(&self) -> wire::HttpProblem {
        wire::HttpProblem {
            r#type: "about:blank".to_owned(),
            title: self.status.canonical_reason().unwrap_or("Failure").to_owned(),
            status: self.status.as_u16(),
            detail: self.chain.join(": "),
            kind: wire::Kind(self.kind),
            causes: self.chain.clone(),
            hint: self.hint.clone(),
        }
    }

    /// Returns what of it is told inside another reply.
    pub(crate) fn told(self) -> wire::Problem {
        wire::Problem {
            kind: wire::Kind(self.kind),
            message: self.chain.join(": "),
            hint: self.hint,
        }
    }
}

/// As a reply, with the headers that its status asks for.
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

/// As a client reads it.
impl From<wire::HttpProblem> for Problem {
    fn from(written: wire::HttpProblem) -> Self {
        let status = StatusCode::from_u16(written.status);
        Self {
            status: status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            kind: written.kind.0,
            chain: written.causes,
            hint: written.hint,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.chain.join(": "))
    }
}

/// Returns what happened and what caused it.
fn chain(error: &dyn std::error::Error) -> Vec<String> {
    std::iter::successors(Some(error), |&error| error.source()).map(ToString::to_string).collect()
}

impl From<notekin_engine::Error> for Problem {
    fn from(error: notekin_engine::Error) -> Self {
        Self { chain: chain(&error), hint: error.hint(), ..Self::new(error.kind(), "") }
    }
}

impl From<notekin_config::Error> for Problem {
    fn from(error: notekin_config::Error) -> Self {
        Self { chain: chain(&error), hint: error.hint(), ..Self::new(error.kind(), "") }
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(format!("the system gives no random numbers: {error}"))
    }
}

/// Work that ended before its end, which the log says more of than whoever asked need know.
impl From<JoinError> for Problem {
    fn from(error: JoinError) -> Self {
        // What a panic says may be the text that it was about.
        let how = if error.is_panic() { "it panicked" } else { "it was given up" };
        log::error!("a request failed: {how}");
        Self::internal("a fault of notekin; its log says more")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::Problem;

    /// What was logged.
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

    struct Listener;

    impl log::Log for Listener {
        fn enabled(&self, _: &log::Metadata<'_>) -> bool {
            true
        }

        fn log(&self, record: &log::Record<'_>) {
            SAID.lock().unwrap().push(record.args().to_string());
        }

        fn flush(&self) {}
    }

    #[test]
    fn what_a_panic_says_is_neither_logged_nor_told() {
        log::set_logger(&Listener).unwrap();
        log::set_max_level(log::LevelFilter::Trace);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let panicked = runtime.block_on(async {
            tokio::task::spawn_blocking(|| assert_eq!("canary", "")).await.unwrap_err()
        });
        let problem = Problem::from(panicked);
        let said = SAID.lock().unwrap();
        assert!(said.contains(&"a request failed: it panicked".to_owned()), "{said:?}");
        assert!(!said.iter().chain(&problem.chain).any(|it| it.contains("canary")), "{said:?}");
    }
}
