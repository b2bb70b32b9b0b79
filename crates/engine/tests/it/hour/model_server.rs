//! A model at a server of changing moods.

use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::server::{Answer, Request, Server};
use crate::stand_in::{Model, ollama_answer};

/// The model: enough dimensions to tell texts apart.
const MODEL: Model = Model { dims: 16, ..Model::SMALL };

/// How it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mood {
    #[default]
    Well,
    /// Nobody listens.
    Away,
    /// With an error of its own.
    Status(u16),
    /// With half an answer.
    Half,
    /// With something else than an answer, until further notice or just once.
    Nonsense,
    NonsenseOnce,
    /// Not at all, until whoever asks gives up.
    Silent,
}

/// What its answers depend on.
#[derive(Default)]
struct State {
    mood: Mutex<Mood>,
    /// Set when it is silent, and when so many more requests have come as are left.
    stop: Arc<AtomicBool>,
    left: Mutex<Option<usize>>,
    bodies: Mutex<Vec<String>>,
}

pub(super) struct ModelServer {
    address: SocketAddr,
    server: Option<Server>,
    state: Arc<State>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ModelServer {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut server = Self { address, server: None, state: Arc::default() };
        server.listen(listener);
        server
    }

    fn listen(&mut self, listener: TcpListener) {
        let state = Arc::clone(&self.state);
        self.server = Some(Server::on(listener, move |request| state.answer(request)));
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sets how it answers from now on.
    pub(super) fn be(&mut self, mood: Mood) {
        *lock(&self.state.mood) = mood;
        if mood == Mood::Away {
            self.server = None;
        } else if self.server.is_none() {
            self.listen(TcpListener::bind(self.address).unwrap());
        }
    }

    /// Returns the flag by which whoever asks it gives up.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.state.stop
    }

    /// Has whoever asks it stop when so many more requests have come.
    pub(super) fn stop_after(&self, requests: usize) {
        *lock(&self.state.left) = Some(requests);
    }

    /// Returns whether it was ever sent a text that holds this.
    pub(super) fn has_seen(&self, text: &str) -> bool {
        lock(&self.state.bodies).iter().any(|body| body.contains(text))
    }
}

impl State {
    fn answer(&self, request: &Request) -> Answer {
        lock(&self.bodies).push(request.body.clone());
        let mut left = lock(&self.left);
        *left = left.map(|left| left.saturating_sub(1));
        if *left == Some(0) {
            *left = None;
            self.stop.store(true, Ordering::Relaxed);
        }
        let mut mood = lock(&self.mood);
        if *mood == Mood::NonsenseOnce && request.path == "/api/embed" {
            *mood = Mood::Well;
            return Answer::json(200, r#"{"embeddings":[[0.25,0."#);
        }
        match *mood {
            Mood::Status(status) => Answer::json(status, r#"{"error":"not now"}"#),
            Mood::Half => Answer::Half(r#"{"embeddings":"#.to_owned()),
            Mood::Nonsense => Answer::json(200, "<html>Welcome to this hotel</html>"),
            Mood::Silent => {
                self.stop.store(true, Ordering::Relaxed);
                Answer::Silence
            }
            Mood::Well | Mood::Away | Mood::NonsenseOnce => well(request),
        }
    }
}

fn well(request: &Request) -> Answer {
    if request.body.contains("poison") {
        return Answer::json(400, r#"{"error":"invalid input"}"#);
    }
    ollama_answer(MODEL, request)
}
