//! Conversations that are kept.

use axum::http::Method;
use notekin_wire as wire;

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::route::{Nothing, Route};
use crate::twins;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::GET,
            "/vaults/{vaults}/conversations",
            "List what was asked, the last first",
            list,
        ),
        Route::new(Method::GET, "/vaults/{vaults}/conversations/{id}", "Show a conversation", show),
        Route::done(
            Method::DELETE,
            "/vaults/{vaults}/conversations/{id}",
            "Delete a conversation",
            remove,
        ),
    ]
}

/// Lists conversations, the last first.
fn list(call: &Call, _: &Nothing) -> Answer<wire::Conversations> {
    let kept = call.state.config()?.conversations(call.served()?.vault()).list()?;
    Ok(twins::conversations(&kept))
}

/// Shows one.
fn show(call: &Call, _: &Nothing) -> Answer<wire::Conversation> {
    let kept = call.state.config()?.conversations(call.served()?.vault());
    Ok(twins::conversation(&kept.get(id(call)?)?))
}

/// Deletes one.
fn remove(call: &Call, _: &Nothing) -> Answer<()> {
    let id = id(call)?;
    call.state.config()?.conversations(call.served()?.vault()).remove(id)?;
    Ok(())
}

/// Returns the number in the path.
fn id(call: &Call) -> Answer<u32> {
    call.parameter("id").parse().map_err(|_| Problem::invalid("a conversation has a number"))
}
