//! The session of a page: a key that is good once becomes a token.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{Request, State as Kept};
use axum::http::StatusCode;
use notekin_engine::Kind;
use serde::{Deserialize, Serialize};

use crate::problem::{Answer, Problem};
use crate::route;
use crate::state::State;

/// A key from the address of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Key {
    key: String,
}

/// A token for the page.
#[derive(Serialize)]
pub(crate) struct Token {
    token: String,
}

/// Exchanges a key for a token.
pub(crate) async fn exchange(state: Kept<Arc<State>>, request: Request) -> Answer<Json<Token>> {
    let asked: Key = route::asked(request).await?;
    let token = state.tokens.exchange(&asked.key, Instant::now())?.ok_or_else(|| {
        Problem::new(Kind::Denied, "this key is used up or too old")
            .status(StatusCode::UNAUTHORIZED)
            .hint("`notekin open` opens the page anew")
    })?;
    state.leases.touch();
    Ok(Json(Token { token }))
}
