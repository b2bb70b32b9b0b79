//! The table of the API: one file for each noun.

mod assistants;
mod control;
mod conversations;
mod measure;
mod notes;
mod search;
mod server;
mod settings;

use crate::route::Route;

/// Returns every route below the API's beginning that needs the token.
pub(crate) fn all() -> Vec<Route> {
    let tables = [
        server::routes(),
        search::routes(),
        notes::routes(),
        crate::ask::routes(),
        conversations::routes(),
        control::routes(),
        measure::routes(),
        settings::routes(),
        assistants::routes(),
    ];
    tables.into_iter().flatten().collect()
}
