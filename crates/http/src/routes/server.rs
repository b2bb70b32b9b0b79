//! The server itself: what it serves, who needs it, and its end.

use std::time::Instant;

use axum::http::Method;
use axum::routing::get;
use notekin_engine::{Audience, Kind};
use notekin_wire as wire;

use crate::call::Call;
use crate::doctor::{self, Look};
use crate::problem::{Answer, Problem};
use crate::route::{Nothing, Route};
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
        Route::new(
            Method::GET,
            "/doctor",
            "Look whether all is well on this machine, and say what mends what isn't",
            examined,
        ),
        Route::events::<Nothing>(Method::GET, "/events", "Hear what changes", get(events::stream))
            .telling::<wire::VaultEvent>("status")
            .telling::<wire::VaultsEvent>("vaults"),
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
        Route::done(Method::DELETE, "/leases/{client}", "Need it no longer", give_back),
        Route::done(Method::POST, "/stop", "End the engine", stop),
    ]
}

/// Says which engine this is.
#[expect(clippy::unnecessary_wraps, reason = "all routes have one shape")]
fn hello(call: &Call, _: &Nothing) -> Answer<wire::Greeting> {
    Ok(wire::Greeting {
        version: VERSION.to_owned(),
        protocol: PROTOCOL,
        // Settings that can't be read are nobody's.
        settings: call.state.config().map(|it| it.settings.fingerprint()).unwrap_or_default(),
        vaults: call.state.vaults().into_iter().map(|it| it.id).collect(),
    })
}

/// Shows the engine and every vault.
#[expect(clippy::unnecessary_wraps, reason = "all routes have one shape")]
fn status(call: &Call, _: &Nothing) -> Answer<wire::EngineStatus> {
    let served = call.state.shelf.served();
    let vaults = served.iter().map(|it| {
        let (status, problem) = match it.engine().status(Audience::Owner) {
            Ok(status) => (Some(wire::Status::from(&status)), None),
            Err(error) => (None, Some(Problem::from(error).told())),
        };
        let vault = it.vault();
        wire::VaultStatus {
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
    let (version, pid) = (VERSION.to_owned(), std::process::id());
    Ok(wire::EngineStatus { version, protocol: PROTOCOL, pid, vaults })
}

/// Looks whether all is well, as the command line does.
#[expect(clippy::unnecessary_wraps, reason = "all routes have one shape")]
fn examined(call: &Call, asked: &wire::Examination) -> Answer<wire::Doctor> {
    let look = Look { online: asked.online, own: Some(&call.state.running) };
    Ok(doctor::examine(&call.state.environment, look))
}

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Serves a folder from now on.
fn open(call: &Call, asked: &wire::OpenFolder) -> Answer<wire::OpenedVault> {
    if !asked.path.is_absolute() {
        return Err(Problem::invalid("the path of a folder must be absolute"));
    }
    let vault = call.state.serve(&call.state.config()?, &asked.path)?;
    Ok(wire::OpenedVault { id: vault.id, name: vault.name })
}

/// Makes a key for the page.
fn key(call: &Call, _: &Nothing) -> Answer<wire::PageKey> {
    Ok(wire::PageKey { key: call.state.tokens.key(Instant::now())? })
}

/// Takes or renews a client's lease.
fn hold(call: &Call, _: &Nothing) -> Answer<wire::Lease> {
    call.state.leases.hold(client(call)?.to_owned());
    Ok(wire::Lease { seconds: lease::LASTS.as_secs() })
}

/// Gives a client's lease back.
fn give_back(call: &Call, _: &Nothing) -> Answer<()> {
    call.state.leases.give_back(client(call)?);
    Ok(())
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
#[expect(clippy::unnecessary_wraps, reason = "all routes have one shape")]
fn stop(call: &Call, _: &Nothing) -> Answer<()> {
    call.state.end();
    Ok(())
}
