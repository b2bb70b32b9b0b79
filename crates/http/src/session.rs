//! The session of a page: a key that is good once becomes a token.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{Request, State as Kept};
use axum::http::StatusCode;
use notekin_engine::Kind;
use notekin_wire as wire;

use crate::problem::{Answer, Problem};
use crate::route;
use crate::state::State;

/// The most bytes of a request with a key.
const KEY_MOST: usize = 1024;

/// Exchanges a key for a token.
pub(crate) async fn exchange(
    state: Kept<Arc<State>>,
    request: Request,
) -> Answer<Json<wire::PageToken>> {
    let asked: wire::PageKey = route::asked_within(request, KEY_MOST).await?;
    let token = state.tokens.exchange(&asked.key, Instant::now())?.ok_or_else(|| {
        Problem::new(Kind::Denied, "this key is used up or too old")
            .status(StatusCode::UNAUTHORIZED)
            .hint("`notekin open` opens the page anew")
    })?;
    state.leases.touch();
    Ok(Json(wire::PageToken { token }))
}
