//! Events: what everybody who listens hears.
//!
//! A listener hears how each vault stands when it begins, and then whatever changes; one that was cut off needs nothing of
//! what it missed, as the first events after it comes back say how things are.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State as Kept;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use notekin_config::{Served, Vault};
use notekin_engine::Audience;
use notekin_wire as wire;
use tokio::sync::{broadcast, mpsc};
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};

use crate::state::State;

/// Events that wait for a slow listener; it misses older ones and hears the next.
const WAITING: usize = 64;

/// How often a stream says that it is alive.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(15);

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Happened {
    /// Something of a vault was taken in.
    Status(Box<wire::VaultEvent>),
    /// Vaults came or went.
    Vaults,
}

impl Happened {
    /// Returns that a vault stands so.
    fn status(vault: &Vault, status: &notekin_engine::Status) -> Self {
        let status = wire::Status::from(status);
        Self::Status(Box::new(wire::VaultEvent { vault: vault.id.clone(), status }))
    }
}

/// Tells those who listen.
#[derive(Clone, Debug)]
pub(crate) struct Events(broadcast::Sender<Arc<Happened>>);

impl Events {
    /// Returns one whom nobody listens to yet.
    pub(crate) fn new() -> Self {
        Self(broadcast::channel(WAITING).0)
    }

    /// Tells how a vault stands.
    pub(crate) fn tell(&self, vault: &Vault, status: &notekin_engine::Status) {
        self.send(Happened::status(vault, status));
    }

    /// Tells something; often nobody listens.
    pub(crate) fn send(&self, happened: Happened) {
        drop(self.0.send(Arc::new(happened)));
    }

    /// Returns what hears everything from now on.
    fn listen(&self) -> broadcast::Receiver<Arc<Happened>> {
        self.0.subscribe()
    }
}

/// Streams how each vault stands, and what happens from now on, until the listener or the server goes.
pub(crate) async fn stream(
    Kept(state): Kept<Arc<State>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(forward(state, sender));
    let events = ReceiverStream::new(receiver).map(Ok);
    Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

/// Hands on what happens until the listener or the server goes; one that is too slow misses what is older.
async fn forward(state: Arc<State>, sender: mpsc::Sender<Event>) {
    let _open = state.open_stream();
    // Before the first look, so that nothing falls between the two.
    let mut heard = state.events.listen();
    for first in standing(&state).await {
        if sender.send(event(&first)).await.is_err() {
            return;
        }
    }
    loop {
        let happened = tokio::select! {
            () = state.ended() => return,
            () = sender.closed() => return,
            happened = heard.recv() => happened,
        };
        match happened {
            Ok(happened) if sender.send(event(&happened)).await.is_err() => return,
            Ok(_) => {}
            // What was missed is told anew.
            Err(broadcast::error::RecvError::Lagged(_)) => {
                for now in standing(&state).await {
                    if sender.send(event(&now)).await.is_err() {
                        return;
                    }
                }
            }
            Err(broadcast::error::RecvError::Closed) => return,
        }
    }
}

/// Returns how each vault stands now.
async fn standing(state: &Arc<State>) -> Vec<Happened> {
    let served = state.shelf.served();
    let look = move || {
        let status = |it: &Arc<Served>| {
            Some(Happened::status(it.vault(), &it.engine().status(Audience::Owner).ok()?))
        };
        served.iter().filter_map(status).collect()
    };
    tokio::task::spawn_blocking(look).await.unwrap_or_default()
}

/// Writes what happened, with its name.
fn event(happened: &Happened) -> Event {
    let event = Event::default();
    let written = match happened {
        Happened::Status(status) => event.event("status").json_data(status),
        Happened::Vaults => event.event("vaults").json_data(wire::VaultsEvent {}),
    };
    written.unwrap_or_default()
}
