//! A transport that lets every call come to its end.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, ClientRequest, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Notify;
use tokio::time::Instant;

/// A transport that reports the end of input only when all that was read is answered.
///
/// The SDK gives calls that are under way five seconds from the end of input, and none that tells of its progress ends
/// then. It also takes a notification before the first request as a broken session, where a client may only have given up
/// its first look.
pub(crate) struct Patient<T> {
    inner: T,
    open: Arc<Open>,
    /// Whether the input has come to its end.
    has_ended: bool,
    /// Whether a request was seen that begins a session; before it, notifications are of no session and are dropped.
    is_begun: bool,
    /// When to stop waiting for the last answers, from the end of input on.
    until: Option<Instant>,
}

/// How long after the end of input the last answers are waited for; none takes as long unless something is wrong.
const LAST_ANSWERS: Duration = Duration::from_mins(1);

/// The requests that wait for their answers; shared with the answers that are being written.
#[derive(Debug, Default)]
struct Open {
    requests: Mutex<HashSet<RequestId>>,
    answered: Notify,
    /// Whether nobody takes answers any more.
    is_deaf: AtomicBool,
}

impl Open {
    /// Takes note of a request that was handed on.
    fn add(&self, request: RequestId) {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).insert(request);
    }

    /// Takes note that nothing more will come of a request, and wakes whoever waits for that. The wake-up is kept if nobody
    /// waits yet, so that none is lost between a look and a wait.
    fn remove(&self, request: &RequestId) {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).remove(request);
        self.answered.notify_one();
    }

    /// Takes note that an answer couldn't be written: whoever asked is gone.
    ///
    /// A client that crashed leaves its end of our input open where another process holds it too, so that the end of input
    /// alone wouldn't tell.
    fn give_up(&self) {
        self.is_deaf.store(true, Ordering::Relaxed);
        self.answered.notify_one();
    }

    fn is_deaf(&self) -> bool {
        self.is_deaf.load(Ordering::Relaxed)
    }

    fn is_empty(&self) -> bool {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl<T> Patient<T> {
    /// Returns a transport that waits for answers before it ends.
    pub(crate) fn new(inner: T) -> Self {
        Self { inner, open: Arc::default(), has_ended: false, is_begun: false, until: None }
    }

    /// Takes note of a message; returns whether it is to be handed on.
    fn take_note(&mut self, message: &RxJsonRpcMessage<RoleServer>) -> bool {
        match message {
            JsonRpcMessage::Request(request) => {
                let is_look = matches!(
                    request.request,
                    ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_)
                );
                self.is_begun |= !is_look;
                self.open.add(request.id.clone());
                true
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // What was cancelled is never answered.
                    self.open.remove(id);
                }
                self.is_begun
            }
            _ => self.is_begun,
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Patient<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        "patient".into()
    }

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let answered = match &item {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            _ => None,
        };
        let (open, sent) = (Arc::clone(&self.open), self.inner.send(item));
        async move {
            let result = sent.await;
            if result.is_err() {
                open.give_up();
            }
            if let Some(request) = answered {
                open.remove(&request);
            }
            result
        }
    }

    /// May be dropped while it waits, as the SDK does whenever something else is ready: nothing is lost by it.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        while !self.has_ended && !self.open.is_deaf() {
            let message = tokio::select! {
                message = self.inner.receive() => message,
                () = self.open.answered.notified() => continue,
            };
            match message {
                Some(message) if self.take_note(&message) => return Some(message),
                Some(_) => {}
                None => self.has_ended = true,
            }
        }
        let until = *self.until.get_or_insert_with(|| Instant::now() + LAST_ANSWERS);
        while !self.open.is_empty() && !self.open.is_deaf() {
            if tokio::time::timeout_at(until, self.open.answered.notified()).await.is_err() {
                break;
            }
        }
        None
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
