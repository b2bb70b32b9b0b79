//! The guard: whose requests are answered at all.
//!
//! Any page of any site may send requests to this machine, and any program of any user may open a connection to it. So a
//! request must name this server as its host (a name that was made to lead here names another), must not come from a page
//! of another origin, and must carry the token.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Request, State as Kept};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use notekin_engine::Kind;

use crate::problem::Problem;
use crate::state::State;

/// Wrong tokens that are told so within [`WINDOW`]; after that whoever sends one is told to wait. The right one is always let
/// in: it can't be guessed, and nobody is to shut the user out.
const WRONG_MOST: u32 = 30;

/// How long wrong tokens are counted for.
const WINDOW: Duration = Duration::from_secs(10);

/// The port of HTTP.
const USUAL_PORT: u16 = 80;

/// Who is let in.
#[derive(Debug)]
pub(crate) struct Guard {
    /// Where the server listens.
    address: SocketAddr,
    /// Wrong tokens, and since when they are counted.
    wrong: Mutex<(u32, Instant)>,
}

impl Guard {
    /// Returns the guard of a server at an address.
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, wrong: Mutex::new((0, Instant::now())) }
    }

    /// Refuses a request that was meant for another host or comes from a page of another origin.
    fn check_origin(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let host = host.or_else(|| uri.authority().map(Authority::as_str)).unwrap_or_default();
        if !self.is_own(host) {
            return Err(Problem::new(
                Kind::Denied,
                "this server is not the host that is asked for",
            ));
        }
        let origins = headers.get_all(header::ORIGIN);
        let is_foreign = origins.iter().any(|origin| {
            let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            origin.is_none_or(|origin| !self.is_own(origin))
        });
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        if is_foreign || matches!(site, Some("cross-site" | "same-site")) {
            return Err(Problem::new(Kind::Denied, "pages of other origins are not answered"));
        }
        Ok(())
    }

    /// Returns whether a host is this server, by any of its names.
    fn is_own(&self, host: &str) -> bool {
        let (ip, port) = (self.address.ip(), self.address.port());
        let name = match host.rsplit_once(':') {
            Some((name, given)) if given == port.to_string() => name,
            // Browsers leave out the port that is usual.
            _ if port == USUAL_PORT => host,
            _ => return false,
        };
        let own = SocketAddr::new(ip, port).to_string();
        let is_named = ["127.0.0.1", "localhost", "[::1]"].contains(&name.to_lowercase().as_str());
        // Beyond this machine it has names that nobody told it; there the token alone must do.
        is_named || own.rsplit_once(':').is_some_and(|(own, _)| own == name) || !ip.is_loopback()
    }

    /// Refuses a request without a good token; many wrong ones one after the other for a while.
    fn check_token(&self, headers: &HeaderMap, state: &State) -> Result<(), Problem> {
        let given = headers.get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
        let token = given
            .and_then(|given| given.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        if token.is_some_and(|(_, token)| state.tokens.is_good(token.trim())) {
            return Ok(());
        }
        if self.is_too_often() {
            return Err(Problem::new(Kind::Quota, "too many requests without the right token"));
        }
        let message = if given.is_some() { "the token is wrong" } else { "a token is needed" };
        Err(Problem::new(Kind::Denied, message)
            .status(StatusCode::UNAUTHORIZED)
            .hint("`notekin open` opens the page; programs find the token in `engine.json`"))
    }

    /// Counts a wrong token, and returns whether there were too many lately.
    fn is_too_often(&self) -> bool {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong.1.elapsed() > WINDOW {
            *wrong = (0, Instant::now());
        }
        wrong.0 = wrong.0.saturating_add(1);
        wrong.0 > WRONG_MOST
    }
}

/// Lets through what is for this server and comes from nowhere else.
pub(crate) async fn of_origin(
    Kept(state): Kept<Arc<State>>,
    request: Request,
    next: Next,
) -> Response {
    match state.guard.check_origin(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Lets through what carries the token.
pub(crate) async fn of_token(
    Kept(state): Kept<Arc<State>>,
    request: Request,
    next: Next,
) -> Response {
    match state.guard.check_token(request.headers(), &state) {
        Ok(()) => {
            state.leases.touch();
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&'static str, &str)], address: &str) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        Guard::new(address.parse().unwrap()).check_origin(&Uri::from_static("/"), &map).is_ok()
    }

    #[test]
    fn only_this_host_is_answered() {
        let check = |host| check(&[("host", host)], "127.0.0.1:4000");
        for host in ["127.0.0.1:4000", "localhost:4000", "LocalHost:4000", "[::1]:4000"] {
            assert!(check(host), "{host}");
        }
        assert!(self::check(&[("host", "127.0.0.2:4000")], "127.0.0.2:4000"));
        assert!(self::check(&[("host", "127.0.0.1")], "127.0.0.1:80"));
        assert!(!self::check(&[("host", "evil.example")], "127.0.0.1:80"));
        for host in
            ["", "127.0.0.1", "127.0.0.1:4001", "evil.example:4000", "127.0.0.1.evil.example:4000"]
        {
            assert!(!check(host), "{host}");
        }
    }

    #[test]
    fn pages_of_other_origins_are_not_answered() {
        let check =
            |name, value| check(&[("host", "localhost:4000"), (name, value)], "127.0.0.1:4000");
        assert!(check("origin", "http://127.0.0.1:4000"));
        assert!(check("sec-fetch-site", "same-origin") && check("sec-fetch-site", "none"));
        for origin in [
            "null",
            "http://127.0.0.1:4001",
            "https://127.0.0.1:4000",
            "http://evil.example",
            "app://obsidian.md",
        ] {
            assert!(!check("origin", origin), "{origin}");
        }
        assert!(!check("sec-fetch-site", "cross-site"));
    }
}
