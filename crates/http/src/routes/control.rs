//! How a vault stands, and what can be done about it.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::Method;
use notekin_engine::{Audience, Quiet, SyncRequest};
use notekin_wire as wire;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
fn status(call: &Call, _: Nothing) -> Answer<wire::Status> {
    Ok(wire::Status::from(&call.served()?.engine().status(Audience::Owner)?))
}

/// What is to be done with an index.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Indexing {
    /// What is to be done.
    action: Action,
}

/// What is to be done with an index.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    /// Take in what changed.
    Rescan,
    /// The same, and try once more what couldn't be read.
    Retry,
    /// The same, and remove notes although very many vanished at once.
    AcceptRemovals,
}

/// Takes in changes by words; whoever follows the vault reads them by meaning.
fn index(call: &Call, asked: Indexing) -> Answer<wire::Status> {
    let request = SyncRequest {
        words_only: true,
        retry: matches!(asked.action, Action::Retry),
        accept_removals: matches!(asked.action, Action::AcceptRemovals),
        ..SyncRequest::default()
    };
    let served = call.served()?;
    let status = served.engine().sync(request, &Quiet, &call.cancel)?;
    call.state.events.tell(served.vault(), &status);
    Ok(wire::Status::from(&status))
}

/// For how long.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rest {
    /// Minutes; until it is told to go on without them.
    #[schemars(range(min = 1, max = 527_040))]
    minutes: Option<u64>,
}

/// Lets reading by meaning rest, for a while or until it is told to go on.
fn pause(call: &Call, asked: Rest) -> Answer<wire::Paused> {
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
fn resume(call: &Call, _: Nothing) -> Answer<wire::Paused> {
    let served = call.served()?;
    served.engine().resume()?;
    Ok(wire::Paused::new(served.name(), None))
}

/// Rules that may be set.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rules {
    /// Globs of what is to be left out.
    exclude: Vec<String>,
}

/// What rules would leave out.
#[derive(Serialize, JsonSchema)]
struct RulesPreview {
    /// Notes each would leave out alone.
    each: BTreeMap<String, usize>,
    /// Notes they would leave out together.
    together: usize,
    /// Notes there are.
    of: usize,
}

/// Counts what rules would leave out.
fn rules(call: &Call, asked: Rules) -> Answer<RulesPreview> {
    let engine = call.served()?.engine();
    let preview = engine.preview_rules(&asked.exclude, Audience::Owner)?;
    let each = asked.exclude.into_iter().zip(preview.each).collect();
    Ok(RulesPreview { each, together: preview.together, of: preview.notes })
}
