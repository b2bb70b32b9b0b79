//! Reading by meaning that rests by the owner's wish.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use notekin_engine::models::{Server as At, Servers};
use notekin_engine::{Audience, Engine, Follower, Mode, SearchRequest, State};

use crate::server::Server;
use crate::stand_in::{Model, ollama, ollama_answer};
use crate::vault::TestVault;

fn kitchen() -> TestVault {
    (0..60).fold(TestVault::new(), |vault, number| {
        vault.note(&format!("{number}.md"), &format!("# Note {number}\n\nThe text of {number}.\n"))
    })
}

#[test]
fn words_go_on_while_meaning_rests() {
    let vault = kitchen();
    let pause = vault.engine().pause(None).unwrap();
    let status = vault.sync();
    assert_eq!((status.indexed, status.embedded, status.pending), (60, 0, 60));
    assert_eq!(status.pause, Some(pause));
    assert_ne!(status.state, State::Paused, "that says something else");
    assert!(vault.engine().resume().unwrap());
    assert!(!vault.engine().resume().unwrap());
    let status = vault.sync();
    assert_eq!((status.embedded, status.pause, status.state), (60, None, State::Ready));
}

#[test]
fn a_follower_takes_in_words_and_goes_on_by_meaning_after_the_pause() {
    let server = ollama(Model::SMALL);
    let servers = Servers { ollama: At::at(&server.url("")), ..Servers::default() };
    let vault = kitchen().served("ollama/my-own", servers).indexed();
    let (engine, now, never) = (vault.engine(), Instant::now(), AtomicBool::new(false));
    // As another process does it.
    vault.engine().pause(Some(Duration::from_hours(2))).unwrap();
    vault.write("water.md", "# Water\n\nBoils.\n");
    let mut follower = Follower::new(&engine, now);
    let status = follower.turn(now, &never).unwrap().unwrap();
    assert_eq!((status.embedded, status.pending), (0, 1));
    let mode = Mode::Keyword;
    let request = SearchRequest { mode, update: false, ..SearchRequest::new("boils") };
    assert_eq!(engine.search(&request, Audience::Owner).unwrap().hits.len(), 1);
    let later = follower.due(true);
    assert!(later > now && follower.turn(later, &never).unwrap().is_none());
    vault.engine().resume().unwrap();
    let status = follower.turn(follower.due(true), &never).unwrap().unwrap();
    assert_eq!((status.embedded, status.state), (1, State::Ready));
}

#[test]
fn a_run_that_is_under_way_stops_after_the_batch_in_hand() {
    let other = Arc::new(std::sync::Mutex::new(None::<Engine>));
    let pauses = Arc::clone(&other);
    let has_begun = AtomicBool::new(false);
    let server = Server::start(move |request| {
        if request.body.contains("The text of") && !has_begun.swap(true, Ordering::Relaxed) {
            pauses.lock().unwrap().as_ref().unwrap().pause(None).unwrap();
        }
        ollama_answer(Model::SMALL, request)
    });
    let servers = Servers { ollama: At::at(&server.url("")), ..Servers::default() };
    let vault = kitchen().served("ollama/my-own", servers);
    *other.lock().unwrap() = Some(vault.engine());
    let status = vault.sync();
    assert_eq!((status.embedded, status.pending), (32, 28));
    assert!(status.pause.is_some() && status.trouble.is_none());
    vault.engine().resume().unwrap();
    assert_eq!(vault.sync().embedded, 28);
}
