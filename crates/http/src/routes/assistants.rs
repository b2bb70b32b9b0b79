//! Our entry in the settings of programs with an assistant.
//!
//! A change is shown as the whole file before and after, since it is another program's; it is made only when that is asked
//! for.

use axum::http::Method;
use notekin_config::{Change, Client, Entry, Folders};
use notekin_engine::Kind;
use notekin_wire as wire;

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::route::{Nothing, Route};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::GET,
            "/assistants",
            "List the programs with an assistant that can be set up",
            list,
        ),
        Route::new(
            Method::POST,
            "/assistants/{client}",
            "Show, or make, the change that lets an assistant search",
            set_up,
        ),
    ]
}

/// Lists the programs that can be set up.
#[expect(clippy::unnecessary_wraps, reason = "all routes have one shape")]
fn list(call: &Call, _: &Nothing) -> Answer<wire::Assistants> {
    let folders = Folders::find(&call.state.environment);
    let assistant = |client: Client| wire::Assistant {
        client: client.id().to_owned(),
        name: client.name().to_owned(),
        installed: client.is_installed(&folders),
    };
    Ok(wire::Assistants { assistants: Client::ALL.into_iter().map(assistant).collect() })
}

/// Plans a change of a program's settings, and makes it when that is asked for.
fn set_up(call: &Call, asked: &wire::SetUp) -> Answer<wire::SettingsChange> {
    let id = call.parameter("client");
    let client = Client::ALL.into_iter().find(|client| client.id() == id).ok_or_else(|| {
        Problem::new(Kind::NotFound, "no such assistant").hint("`/api/v1/assistants` lists them")
    })?;
    let folders = Folders::find(&call.state.environment);
    let change = if asked.undo {
        Change::remove(client, &folders)?
    } else {
        let program = std::env::current_exe().map_err(|error| {
            Problem::internal(format!("cannot tell where this program lies: {error}"))
        })?;
        Change::add(client, &folders, &Entry::new(&program, &[], &call.state.environment)?)?
    };
    let backup = if asked.apply && change.is_needed() { change.apply()? } else { None };
    Ok(wire::SettingsChange {
        file: change.file().display().to_string(),
        before: change.before().to_owned(),
        after: change.after().to_owned(),
        changed: asked.apply && change.is_needed(),
        backup: backup.map(|path| path.display().to_string()),
    })
}
