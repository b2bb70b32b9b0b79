//! Searching, and what belongs together.

use axum::http::Method;
use notekin_engine::Audience;
use notekin_wire as wire;

use crate::call::Call;
use crate::problem::Answer;
use crate::route::Route;
use crate::streamed::{Tell, Told};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::POST,
            "/vaults/{vaults}/search",
            "Find passages; in several vaults, with their ids parted by commas",
            search,
        ),
        Route::new(
            Method::POST,
            "/vaults/{vaults}/related",
            "See what belongs with a note or a text",
            related,
        ),
        Route::new(
            Method::POST,
            "/vaults/{vaults}/hubs",
            "List the notes under which others belong",
            hubs,
        ),
        Route::streamed(
            Method::POST,
            "/vaults/{vaults}/copies",
            "List notes that say the same",
            copies,
        )
        .telling::<wire::ProgressEvent>("progress"),
    ]
}

/// Finds passages, in one vault or several.
fn search(call: &Call, asked: &wire::SearchRequest) -> Answer<wire::SearchReply> {
    let usual = call.state.config()?.settings.search_limit();
    let reply = call.several().search(&asked.to_engine(usual)?, Audience::Owner)?;
    Ok(wire::SearchReply::from(&reply))
}

/// Finds what belongs with a note or a text.
fn related(call: &Call, asked: &wire::RelatedRequest) -> Answer<wire::RelatedReply> {
    let usual = call.state.config()?.settings.related_limit();
    let reply = call.served()?.engine().related(&asked.to_engine(usual)?, Audience::Owner)?;
    Ok(wire::RelatedReply::from(&reply))
}

/// Lists hubs.
fn hubs(call: &Call, asked: &wire::NotesRequest) -> Answer<wire::HubsReply> {
    let reply = call.served()?.engine().hubs(&asked.hubs()?, Audience::Owner)?;
    Ok(wire::HubsReply::from(&reply))
}

/// Lists near-copies; in a large vault that takes its time.
fn copies(call: &Call, asked: &wire::NotesRequest, tell: Tell<'_>) -> Answer<wire::CopiesReply> {
    let (engine, request) = (call.served()?.engine(), asked.copies()?);
    let reply = engine.copies(&request, Audience::Owner, &Told::new(tell), &call.cancel)?;
    Ok(wire::CopiesReply::from(&reply))
}
