//! Work that takes long: told of as events while it goes on, then the reply.
//!
//! Closing the connection is how it is stopped: nobody has to remember a number of a job, and a page that is closed leaves
//! none behind.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};

use crate::call::Call;
use crate::events::HEARTBEAT;
use crate::problem::{Answer, Problem};

/// Tells an event of a name.
pub(crate) type Tell<'a> = &'a mut dyn FnMut(&'static str, Value);

/// Events that wait for a slow reader; the work waits with them.
const WAITING: usize = 64;

/// Does work on a thread of its own, and returns what is told of it: its events, then `reply` or `problem`.
pub(crate) fn streamed<R: Serialize + Send + 'static>(
    call: Call,
    work: impl FnOnce(&Call, Tell<'_>) -> Answer<R> + Send + 'static,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(done(call, work, sender));
    Sse::new(ReceiverStream::new(receiver).map(Ok)).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

/// Does the work, and stops it when the reader goes away or the server ends.
async fn done<R: Serialize + Send + 'static>(
    call: Call,
    work: impl FnOnce(&Call, Tell<'_>) -> Answer<R> + Send + 'static,
    sender: mpsc::Sender<Event>,
) {
    let state = Arc::clone(&call.state);
    let _open = state.open_stream();
    let cancel = call.canceller();
    let told = sender.clone();
    let permit = tokio::select! {
        permit = Arc::clone(&state.long_work).acquire_owned() => permit,
        () = sender.closed() => return,
        () = state.ended() => return,
    };
    let mut work = tokio::task::spawn_blocking(move || {
        let mut tell = |name: &'static str, data: Value| {
            if told.blocking_send(event(name, &data)).is_err() {
                call.cancel.store(true, Ordering::Relaxed);
            }
        };
        let done = work(&call, &mut tell);
        // Held also while nobody listens any more.
        drop(permit);
        done
    });
    let done = tokio::select! {
        done = &mut work => done,
        () = sender.closed() => return,
        () = state.ended() => return,
    };
    let last = match done.unwrap_or_else(|error| Err(Problem::internal(error.to_string()))) {
        Ok(reply) => event("reply", &reply),
        Err(problem) => event("problem", &problem.written()),
    };
    // A reader that is gone needs no reply.
    drop(sender.send(last).await);
    drop(cancel);
}

/// Writes an event.
fn event(name: &str, data: &impl Serialize) -> Event {
    Event::default().event(name).json_data(data).unwrap_or_default()
}
