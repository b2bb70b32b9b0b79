//! Notes: one, a list, and the edit that would link two.
//!
//! Notes are named as people name them. A path is looked up in the index and never joined to anything, so that there is no
//! way out of a vault.

use axum::http::Method;
use notekin_engine::{Audience, LinkRequest};
use notekin_wire as wire;

use crate::call::{self, Call};
use crate::problem::Answer;
use crate::route::Route;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(Method::GET, "/vaults/{vaults}/note", "Read a note", note),
        Route::new(Method::POST, "/vaults/{vaults}/list", "List notes by their paths", list),
        Route::new(
            Method::GET,
            "/vaults/{vaults}/explain",
            "Say whether a file is read, and why",
            explain,
        ),
        Route::new(
            Method::POST,
            "/vaults/{vaults}/link",
            "Plan the edit that lists a note among another's related notes",
            link,
        ),
    ]
}

/// Shows a whole note.
fn note(call: &Call, asked: &wire::NoteName) -> Answer<wire::NoteReply> {
    let shown = call.served()?.engine().show(call::note(&asked.note)?, Audience::Owner)?;
    Ok(wire::NoteReply::from(&shown))
}

/// Lists notes, in one vault or several.
fn list(call: &Call, asked: &wire::NotesRequest) -> Answer<wire::ListReply> {
    Ok(wire::ListReply::from(&call.several().list(&asked.list()?, Audience::Owner)?))
}

/// Says what becomes of a file.
fn explain(call: &Call, asked: &wire::FilePath) -> Answer<wire::Explanation> {
    let explained = call.served()?.engine().explain(call::note(&asked.path)?, Audience::Owner)?;
    Ok(wire::Explanation::from(&explained))
}

/// Plans an edit, which whoever asked applies.
fn link(call: &Call, asked: &wire::LinkRequest) -> Answer<wire::LinkReply> {
    let request = LinkRequest {
        text: asked.text.clone(),
        ..LinkRequest::new(
            call::note(&asked.note)?.to_owned(),
            call::note(&asked.target)?.to_owned(),
        )
    };
    Ok(wire::LinkReply::from(&call.served()?.engine().plan_link(&request, Audience::Owner)?))
}
