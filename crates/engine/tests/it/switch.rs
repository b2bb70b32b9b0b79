//! Going over to another model: what the one before it made serves until the new one has read everything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use notekin_engine::models::{Server as At, Servers};
use notekin_engine::{
    Audience, Engine, Mode, NextModel, Notice, Progress, SearchRequest, Stage, Status, SyncRequest,
};

use crate::server::{Answer, Request, Server};
use crate::stand_in::{Model, ollama, ollama_answer};
use crate::vault::TestVault;

const NEW: &str = "ollama/my-own";
const CLOUD: &str = "ollama/my-own:1b-cloud";

/// Notes enough for several batches.
const NOTES: usize = 80;

fn servers(url: &str) -> Servers {
    Servers { ollama: At::at(url), ..Servers::default() }
}

fn notes() -> TestVault {
    let vault = TestVault::new();
    for note in 0..NOTES {
        vault.write(&format!("{note}.md"), &format!("Of dough number {note}, and how it rises.\n"));
    }
    vault
}

/// Starts a server that embeds so many texts, and from then on fails until it is told otherwise.
fn failing(most: &Arc<AtomicUsize>) -> Server {
    let most = Arc::clone(most);
    Server::start(move |request| {
        let texts = texts(request);
        let is_left = |left: usize| left.checked_sub(texts.len());
        if most.fetch_update(Ordering::Relaxed, Ordering::Relaxed, is_left).is_err() {
            return Answer::json(400, "{\"error\": \"out of memory\"}");
        }
        ollama_answer(Model::SMALL, request)
    })
}

fn texts(request: &Request) -> Vec<String> {
    let body: serde_json::Value = serde_json::from_str(&request.body).unwrap_or_default();
    body["input"].as_array().into_iter().flatten().map(ToString::to_string).collect()
}

fn embedded(server: &Server) -> usize {
    let requests = server.requests();
    let notes = requests.iter().flat_map(texts).filter(|text| text.contains("dough"));
    notes.count()
}

fn by_meaning(vault: &TestVault, query: &str) -> (Mode, Vec<Notice>) {
    let mut request = SearchRequest::new(query);
    request.everything = true;
    let reply = vault.search(&request);
    (reply.mode, reply.notices)
}

#[test]
fn the_old_vectors_serve_until_the_new_ones_are_complete() {
    let most = Arc::new(AtomicUsize::new(50));
    let server = failing(&most);
    let vault = notes().indexed().served(NEW, servers(&server.url("")));
    let status = vault.sync();
    let next = status.next_model.clone().unwrap();
    assert_eq!((status.model.as_deref(), status.pending), (Some("fake"), 0), "{status:?}");
    assert_eq!((next.model.as_str(), next.passages), (NEW, NOTES));
    assert!(status.trouble.is_some(), "{status:?}");
    assert_eq!(vault.engine().status(Audience::Owner).unwrap().next_model, Some(next));
    let (mode, notices) = by_meaning(&vault, "dough number 7");
    assert_eq!((mode, notices), (Mode::Hybrid, Vec::new()));

    vault.write("new.md", "Of another dough, which came later.\n");
    let status = vault.sync();
    assert_eq!((status.model.as_deref(), status.pending, status.embedded), (Some("fake"), 0, 1));
    assert!(vault.engine().status(Audience::Owner).unwrap().next_model.is_some());

    let before = embedded(&server);
    most.store(usize::MAX, Ordering::Relaxed);
    let status = vault.sync();
    assert_eq!((status.model.as_deref(), status.pending), (Some(NEW), 0));
    assert_eq!((status.next_model, status.trouble), (None, None));
    assert_eq!(status.embedded + status.reused, NOTES + 1, "every passage once");
    assert!(embedded(&server) < before + NOTES, "what was made is not made again");
    assert_eq!(by_meaning(&vault, "dough number 7").0, Mode::Hybrid);
}

#[test]
fn the_next_model_is_told_before_it_begins_and_as_it_goes_on() {
    let most = Arc::new(AtomicUsize::new(40));
    let server = failing(&most);
    let vault = notes().indexed().served(NEW, servers(&server.url("")));
    let next = |read| Some(NextModel { model: NEW.to_owned(), read, passages: NOTES });
    let status = || vault.engine().status(Audience::Owner).unwrap().next_model;
    assert_eq!(status(), next(0));
    vault.sync();
    assert!(status().is_some_and(|next| next.read >= 32), "{:?}", status());
}

#[test]
fn what_is_put_around_passages_or_cuts_them_has_all_read_anew() {
    let server = ollama(Model::SMALL);
    let vault = TestVault::new().note("bread.md", "Of dough.\n").note("tea.md", "Steamed.\n");
    let plain = servers(&server.url(""));
    let vault = vault.served(NEW, plain.clone()).indexed();
    let worded = Servers { passage: Some("note: {text}".to_owned()), ..plain.clone() };
    let vault = vault.served(NEW, worded);
    assert_eq!(vault.sync().embedded, 2, "with other words");
    assert_eq!(vault.sync().embedded, 0);
    let vault = vault.served(NEW, plain.clone());
    let status = vault.sync();
    assert_eq!((status.embedded, status.reused), (0, 2), "what was made before is still there");
    let queries = Servers { query: Some("find: {text}".to_owned()), ..plain.clone() };
    let vault = vault.served(NEW, queries);
    assert_eq!(vault.sync().embedded, 0, "no passage was read with the words around a query");
    let vault = vault.served(NEW, Servers { token_limit: Some(64), ..plain });
    assert_eq!(vault.sync().embedded, 2, "in other pieces");
    assert_eq!(vault.sync().embedded, 0);
}

#[test]
fn going_back_costs_nothing_at_any_time() {
    let most = Arc::new(AtomicUsize::new(50));
    let server = failing(&most);
    let vault = notes().indexed().served(NEW, servers(&server.url("")));
    vault.sync();
    let vault = vault.served("fake", Servers::default());
    assert_eq!(vault.engine().status(Audience::Owner).unwrap().next_model, None);
    let status = vault.sync();
    assert_eq!((status.model.as_deref(), status.embedded, status.reused), (Some("fake"), 0, 0));
    most.store(usize::MAX, Ordering::Relaxed);
    let vault = vault.served(NEW, servers(&server.url(""))).indexed();
    let vault = vault.served("fake", Servers::default());
    let status = vault.sync();
    assert_eq!((status.embedded, status.reused), (0, NOTES));
    let made = embedded(&server);
    let status = vault.served(NEW, servers(&server.url(""))).sync();
    assert_eq!((status.embedded, status.reused), (0, NOTES));
    assert_eq!(embedded(&server), made);
}

/// Looks at the index whenever a passage is read.
struct Looking<'a> {
    engine: &'a Engine,
    seen: std::sync::Mutex<Vec<Status>>,
}

impl Progress for Looking<'_> {
    fn begin(&self, _: Stage, _: usize) {}

    fn advance(&self, _: usize) {
        self.seen.lock().unwrap().push(self.engine.status(Audience::Owner).unwrap());
    }
}

#[test]
fn the_change_is_seen_all_at_once() {
    let server = ollama(Model::SMALL);
    let vault = notes().indexed().served(NEW, servers(&server.url("")));
    let (engine, other) = (vault.engine(), vault.engine());
    let looking = Looking { engine: &other, seen: std::sync::Mutex::default() };
    engine.sync(SyncRequest::default(), &looking, &AtomicBool::new(false)).unwrap();
    let seen = looking.seen.into_inner().unwrap();
    assert!(seen.iter().all(|status| status.pending == 0), "something is always ready");
    let next: Vec<usize> =
        seen.iter().filter_map(|s| s.next_model.as_ref()).map(|n| n.read).collect();
    assert!(next.is_sorted() && !next.is_empty(), "{next:?}");
    assert_eq!(other.status(Audience::Owner).unwrap().model.as_deref(), Some(NEW));
}

#[test]
fn private_notes_are_not_sent_to_the_next_model() {
    let server = ollama(Model::SMALL);
    let vault =
        notes().note("mine.md", "---\nprivate: true\n---\nA canary in my dough.\n").indexed();
    let vault = vault.served(CLOUD, servers(&server.url("")));
    let status = vault.sync();
    assert_eq!((status.model.as_deref(), status.by_words_only), (Some(CLOUD), Some(1)));
    assert!(!server.requests().iter().any(|request| request.body.contains("canary")));
    let status = vault.served("fake", Servers::default()).sync();
    assert_eq!((status.by_words_only, status.pending), (Some(0), 0));
}

#[test]
fn a_server_elsewhere_that_is_no_longer_chosen_is_asked_nothing() {
    let cloud = ollama(Model::SMALL);
    let vault = notes().served(CLOUD, servers(&cloud.url(""))).indexed();
    let most = Arc::new(AtomicUsize::new(50));
    let server = failing(&most);
    let asked = cloud.requests().len();
    let vault = vault.served(NEW, servers(&server.url("")));
    let next = vault.sync().next_model;
    assert!(matches!(next, Some(NextModel { .. })), "{next:?}");
    let (mode, notices) = by_meaning(&vault, "dough number 7");
    assert_eq!(mode, Mode::Keyword);
    assert!(notices.contains(&Notice::Switching { model: NEW.to_owned() }), "{notices:?}");
    vault.write("new.md", "Of another dough.\n");
    vault.sync();
    assert_eq!(cloud.requests().len(), asked);
    most.store(usize::MAX, Ordering::Relaxed);
    assert_eq!(vault.sync().model.as_deref(), Some(NEW));
}

#[test]
fn few_old_vectors_give_way_at_once() {
    let server = ollama(Model::SMALL);
    let vault = TestVault::new().note("a.md", "Of dough.\n").indexed();
    for note in 0..NOTES {
        vault.write(&format!("{note}.md"), &format!("Of dough number {note}.\n"));
    }
    let only_words = SyncRequest { words_only: true, ..SyncRequest::default() };
    vault.sync_as(only_words);
    let status = vault.served(NEW, servers(&server.url(""))).sync();
    assert_eq!((status.model.as_deref(), status.embedded), (Some(NEW), NOTES + 1));
}

#[test]
fn what_the_next_model_cannot_read_waits_for_nothing() {
    let server = Server::start(move |request| {
        let body = request.body.contains("number 7,");
        let refused = || Answer::json(400, "{\"error\": \"invalid input\"}");
        if body { refused() } else { ollama_answer(Model::SMALL, request) }
    });
    let status = notes().indexed().served(NEW, servers(&server.url(""))).sync();
    assert_eq!((status.model.as_deref(), status.pending), (Some(NEW), 0), "{status:?}");
    assert_eq!(status.unembedded.len(), 1);
}
