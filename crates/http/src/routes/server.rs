//! The server itself: what it serves, who needs it, and its end.

use std::sync::PoisonError;
use std::time::Instant;

use axum::http::Method;
use axum::routing::get;
use notekin_config::folder_of;
use notekin_engine::{Audience, Kind};
use notekin_wire as wire;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::route::{Done, Nothing, Route};
use crate::running::Greeting;
use crate::{PROTOCOL, events, lease};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::GET,
            "/hello",
            "Say which engine this is, without a look at its vaults",
            hello,
        ),
        Route::new(Method::GET, "/status", "Show the engine and the vaults it serves", status),
        Route::events::<Nothing>(
            Method::GET,
            "/events",
            "Hear what changes: `status` and `vaults`",
            get(events::stream),
        ),
        Route::new(
            Method::POST,
            "/vaults",
            "Serve a folder of notes, as long as the engine runs",
            open,
        ),
        Route::new(
            Method::POST,
            "/session/key",
            "Get a key with which the page can be opened once",
            key,
        ),
        Route::new(
            Method::PUT,
            "/leases/{client}",
            "Keep an engine that a client started running; renew it each half minute",
            hold,
        ),
        Route::new(Method::DELETE, "/leases/{client}", "Need it no longer", give_back).silent(),
        Route::new(Method::POST, "/stop", "End the engine", stop).silent(),
    ]
}

/// Says which engine this is.
fn hello(call: &Call, _: Nothing) -> Answer<Greeting> {
    Ok(Greeting {
        version: VERSION.to_owned(),
        protocol: PROTOCOL,
        settings: call.state.config()?.settings.fingerprint(),
        vaults: call.state.vaults().into_iter().map(|it| it.id).collect(),
    })
}

/// The engine, and the vaults it serves.
#[derive(Serialize, JsonSchema)]
struct EngineStatus {
    /// The version of the program.
    version: &'static str,
    /// The version of this API.
    protocol: u32,
    /// The number of its process.
    pid: u32,
    /// The vaults.
    vaults: Vec<VaultStatus>,
}

/// A vault that is served.
#[derive(Serialize, JsonSchema)]
struct VaultStatus {
    /// Its id, as routes have it.
    id: String,
    /// Its name.
    name: String,
    /// Its folder.
    path: String,
    /// Whether it belongs to Obsidian.
    obsidian: bool,
    /// Whether the folder is there.
    present: bool,
    /// How it stands; nothing if that can't be told.
    status: Option<wire::Status>,
    /// Why it can't.
    problem: Option<wire::Problem>,
}

/// Shows the engine and every vault.
fn status(call: &Call, _: Nothing) -> Answer<EngineStatus> {
    let served = call.state.shelf.served();
    let vaults = served.iter().map(|it| {
        let (status, problem) = match it.engine().status(Audience::Owner) {
            Ok(status) => (Some(wire::Status::from(&status)), None),
            Err(error) => (None, Some(Problem::from(error).told())),
        };
        let vault = it.vault();
        VaultStatus {
            id: vault.id.clone(),
            name: vault.name.clone(),
            path: vault.path.display().to_string(),
            obsidian: vault.is_obsidian(),
            present: vault.is_present(),
            status,
            problem,
        }
    });
    let vaults = vaults.collect();
    Ok(EngineStatus { version: VERSION, protocol: PROTOCOL, pid: std::process::id(), vaults })
}

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A folder that is to be served.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Folder {
    /// Its absolute path.
    path: std::path::PathBuf,
}

/// A vault that is served now.
#[derive(Serialize, JsonSchema)]
struct Opened {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
}

/// Serves a folder from now on, and remembers that what is kept for it is its own.
fn open(call: &Call, asked: Folder) -> Answer<Opened> {
    if !asked.path.is_absolute() {
        return Err(Problem::invalid("the path of a folder must be absolute"));
    }
    let config = call.state.config()?;
    let folder = folder_of(&config.register, &asked.path)?;
    if config.places.is_too_wide(&folder) {
        return Err(Problem::invalid("this is more than a folder of notes"));
    }
    let vault = config.register.keep(&folder, false)?;
    // A vault of ours that holds our own data is refused here, before it is followed.
    config.engine(&vault)?;
    call.state.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(vault.path.clone());
    call.state.shelf.refresh().map_err(Problem::internal)?;
    Ok(Opened { id: vault.id, name: vault.name })
}

/// A key for the page.
#[derive(Serialize, JsonSchema)]
struct Key {
    /// Good once, for two minutes; it stands behind `#k=` in the address of the page.
    key: String,
}

/// Makes a key for the page.
fn key(call: &Call, _: Nothing) -> Answer<Key> {
    Ok(Key { key: call.state.tokens.key(Instant::now())? })
}

/// A lease.
#[derive(Serialize, JsonSchema)]
struct Lease {
    /// How long it lasts, unless it is renewed.
    seconds: u64,
}

/// Takes or renews a client's lease.
fn hold(call: &Call, _: Nothing) -> Answer<Lease> {
    call.state.leases.hold(client(call)?.to_owned());
    Ok(Lease { seconds: lease::LASTS.as_secs() })
}

/// Gives a client's lease back.
fn give_back(call: &Call, _: Nothing) -> Answer<Done> {
    call.state.leases.give_back(client(call)?);
    Ok(Done {})
}

/// Returns the client's name in the path.
fn client(call: &Call) -> Answer<&str> {
    let name = call.parameter("client");
    if name.len() > 100 {
        return Err(Problem::new(Kind::Invalid, "a client's name has at most 100 characters"));
    }
    Ok(name)
}

/// Tells the server to end; this reply is still sent.
fn stop(call: &Call, _: Nothing) -> Answer<Done> {
    call.state.end();
    Ok(Done {})
}
