//! How a vault stands, and what can be done about it.
//!
//! Nothing here waits for a model: what changed is read by words, and whoever follows the vault reads it by meaning.

use std::time::Duration;

use axum::http::Method;
use notekin_engine::{Audience, Quiet, SyncRequest};
use notekin_wire as wire;

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::route::{Nothing, Route};

/// The most minutes that reading by meaning rests.
const MINUTES_MOST: u64 = 60 * 24 * 366;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::GET,
            "/vaults/{vaults}/status",
            "Show how much of a vault is read",
            status,
        ),
        Route::new(
            Method::POST,
            "/vaults/{vaults}/index",
            "Read what changed by words, now",
            index,
        ),
        Route::new(Method::POST, "/vaults/{vaults}/pause", "Let reading by meaning rest", pause),
        Route::new(Method::POST, "/vaults/{vaults}/resume", "Go on reading by meaning", resume),
        Route::new(
            Method::POST,
            "/vaults/{vaults}/rules",
            "Count what rules would leave out, before they are set",
            rules,
        ),
    ]
}

/// Shows how a vault stands.
fn status(call: &Call, _: &Nothing) -> Answer<wire::Status> {
    Ok(wire::Status::from(&call.served()?.engine().status(Audience::Owner)?))
}

/// Takes in changes by words; whoever follows the vault reads them by meaning.
fn index(call: &Call, asked: &wire::Indexing) -> Answer<wire::Status> {
    let request = SyncRequest {
        words_only: true,
        retry: matches!(asked.action, wire::IndexAction::Retry),
        accept_removals: matches!(asked.action, wire::IndexAction::AcceptRemovals),
        ..SyncRequest::default()
    };
    let served = call.served()?;
    let status = served.engine().sync(request, &Quiet, &call.cancel)?;
    call.state.events.tell(served.vault(), &status);
    Ok(wire::Status::from(&status))
}

/// Lets reading by meaning rest, for a while or until it is told to go on.
fn pause(call: &Call, asked: &wire::Rest) -> Answer<wire::Paused> {
    if asked.minutes.is_some_and(|minutes| !(1..=MINUTES_MOST).contains(&minutes)) {
        let message = format!("`minutes` is a number from 1 to {MINUTES_MOST}");
        return Err(Problem::invalid(message));
    }
    let time = asked.minutes.map(|minutes| Duration::from_secs(minutes * 60));
    let served = call.served()?;
    let pause = served.engine().pause(time)?;
    Ok(wire::Paused::new(served.name(), Some(pause)))
}

/// Goes on reading by meaning.
fn resume(call: &Call, _: &Nothing) -> Answer<wire::Paused> {
    let served = call.served()?;
    served.engine().resume()?;
    Ok(wire::Paused::new(served.name(), None))
}

/// Counts what rules would leave out.
fn rules(call: &Call, asked: &wire::Rules) -> Answer<wire::RulesPreview> {
    let engine = call.served()?.engine();
    let preview = engine.preview_rules(&asked.exclude, Audience::Owner)?;
    let each = asked.exclude.iter().cloned().zip(preview.each).collect();
    Ok(wire::RulesPreview { each, together: preview.together, of: preview.notes })
}
