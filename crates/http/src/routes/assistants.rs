//! Our entry in the settings of programs with an assistant.

use axum::http::Method;
use notekin_config::{Change, Client, Entry, Folders};
use notekin_engine::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// Programs with an assistant.
#[derive(Serialize, JsonSchema)]
struct Assistants {
    assistants: Vec<Assistant>,
}

/// A program with an assistant.
#[derive(Serialize, JsonSchema)]
struct Assistant {
    /// Its id in routes.
    client: &'static str,
    /// What people call it.
    name: &'static str,
    /// Whether it has left a trace on this machine.
    installed: bool,
}

/// Lists the programs that can be set up.
fn list(call: &Call, _: Nothing) -> Answer<Assistants> {
    let folders = Folders::find(&call.state.environment);
    let assistant = |client: Client| Assistant {
        client: client.id(),
        name: client.name(),
        installed: client.is_installed(&folders),
    };
    Ok(Assistants { assistants: Client::ALL.into_iter().map(assistant).collect() })
}

/// What is to be done.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct SetUp {
    /// Whether the entry is taken out.
    undo: bool,
    /// Whether the change is made; otherwise it is only shown.
    apply: bool,
}

/// A change of a program's settings.
#[derive(Serialize, JsonSchema)]
struct SettingsChange {
    /// The file.
    file: String,
    /// Its text before.
    before: String,
    /// Its text after.
    after: String,
    /// Whether it was made.
    changed: bool,
    /// Where the file lies as it was before.
    backup: Option<String>,
}

/// Plans a change of a program's settings, and makes it when that is asked for.
fn set_up(call: &Call, asked: SetUp) -> Answer<SettingsChange> {
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
    Ok(SettingsChange {
        file: change.file().display().to_string(),
        before: change.before().to_owned(),
        after: change.after().to_owned(),
        changed: asked.apply && change.is_needed(),
        backup: backup.map(|path| path.display().to_string()),
    })
}
