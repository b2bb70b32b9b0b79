//! Work that takes long: told of as events while it goes on, then the reply.
//!
//! A failure that is found before there is an event, and within a heartbeat, is a problem with its status. Once there are events, the status is sent,
//! and the last event is `reply` or `problem`; a stream without either broke off.
//!
//! Closing the connection is how it is stopped: nobody has to remember a number of a job, and a page that is closed leaves
//! none behind.

use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use notekin_engine::{Progress, Stage};
use notekin_wire as wire;
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

/// What is told of work: its events, or the problem that ended it.
type Said = Result<Event, Problem>;

/// Does work on a thread of its own, and returns what is told of it: its events, then `reply` or `problem`.
///
/// Waits for the first of them, but no longer than for a heartbeat: work that fails at once is answered with its status.
pub(crate) async fn streamed<R: Serialize + Send + 'static>(
    call: Call,
    work: impl FnOnce(&Call, Tell<'_>) -> Answer<R> + Send + 'static,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let (sender, mut receiver) = mpsc::channel(WAITING);
    tokio::spawn(done(call, work, sender));
    let first =
        tokio::time::timeout(HEARTBEAT, receiver.recv()).await.ok().flatten().transpose()?;
    let rest = ReceiverStream::new(receiver).map(written);
    let events = tokio_stream::iter(first).chain(rest).map(Ok);
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// Returns what was said as an event, also where it is a problem.
fn written(said: Said) -> Event {
    said.unwrap_or_else(|problem| event("problem", &problem.written()))
}

/// Does the work, and stops it when the reader goes away or the server ends.
async fn done<R: Serialize + Send + 'static>(
    call: Call,
    work: impl FnOnce(&Call, Tell<'_>) -> Answer<R> + Send + 'static,
    sender: mpsc::Sender<Said>,
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
            if told.blocking_send(Ok(event(name, &data))).is_err() {
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
    let last = done.unwrap_or_else(|error| Err(error.into())).map(|reply| event("reply", &reply));
    // A reader that is gone needs no reply.
    drop(sender.send(last).await);
    drop(cancel);
}

/// Writes an event.
fn event(name: &str, data: &impl Serialize) -> Event {
    Event::default().event(name).json_data(data).unwrap_or_default()
}

/// How long nothing is told of progress that was told of just now.
const BREATH: Duration = Duration::from_millis(100);

/// Tells of progress as events.
pub(crate) struct Told<'a>(Mutex<Telling<'a>>);

/// What is told of progress.
struct Telling<'a> {
    /// Sends an event.
    tell: Tell<'a>,
    /// How far the work is.
    now: wire::ProgressEvent,
    /// When it was told last.
    told: Option<Instant>,
}

impl<'a> Told<'a> {
    /// Returns what tells of progress in this way.
    pub(crate) fn new(tell: Tell<'a>) -> Self {
        let now = wire::ProgressEvent { stage: String::new(), done: 0, total: 0 };
        Self(Mutex::new(Telling { tell, now, told: None }))
    }

    /// Changes what there is to tell, and tells it if that isn't too soon.
    fn change(&self, change: impl FnOnce(&mut Telling<'_>)) {
        let mut telling = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut telling);
        let is_whole = telling.now.done == telling.now.total;
        if is_whole || telling.told.is_none_or(|told| told.elapsed() >= BREATH) {
            let now = serde_json::to_value(&telling.now).unwrap_or_default();
            (telling.tell)("progress", now);
            telling.told = Some(Instant::now());
        }
    }
}

impl Progress for Told<'_> {
    fn begin(&self, stage: Stage, total: usize) {
        self.change(|telling| {
            telling.now = wire::ProgressEvent { stage: stage.name().to_owned(), done: 0, total };
            // That another stage begins is always told.
            telling.told = None;
        });
    }

    fn advance(&self, done: usize) {
        self.change(|telling| telling.now.done += done);
    }
}
