//! An index that follows its vault.

use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use notekin_engine::models::{Server, Servers};
use notekin_engine::{Audience, Engine, Follower, Mode, SearchRequest, State};

use crate::stand_in::{Model, ollama_answer};
use crate::vault::TestVault;

fn finds(engine: &Engine, mode: Mode, query: &str) -> bool {
    let request = SearchRequest { mode, update: false, ..SearchRequest::new(query) };
    engine.search(&request, Audience::Owner).is_ok_and(|reply| !reply.hits.is_empty())
}

/// Waits until something holds, for longer than anything here should take.
fn eventually(what: &str, holds: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Stops a follower, also when a test fails.
struct Stops<'a>(&'a AtomicBool);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A server that is away is tried after five seconds, then after ten, and so on, whether or not something changes.
#[test]
fn a_model_that_is_away_is_taken_up_again_when_it_is_back() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let servers =
        Servers { ollama: Server::at(&format!("http://{address}")), ..Servers::default() };
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n");
    let vault = vault.served("ollama/my-own", servers);
    let (engine, begin, never) = (vault.engine(), Instant::now(), AtomicBool::new(false));
    let mut follower = Follower::new(&engine, begin);
    let at = |seconds| begin + Duration::from_secs(seconds);
    for (now, next) in [(0, 5), (5, 15), (15, 35)] {
        assert_eq!(follower.due(true), at(now));
        let status = follower.turn(at(now), &never).unwrap().unwrap();
        assert!(status.trouble.is_some() && status.pending == 1);
        assert_eq!(follower.due(true), at(next));
    }
    vault.write("water.md", "# Water\n\nBoils.\n");
    follower.tell(at(20));
    assert_eq!(follower.due(true), at(22), "words don't wait for the model");
    follower.turn(at(22), &never).unwrap();
    assert!(finds(&engine, Mode::Keyword, "boils"));
    assert_eq!(follower.due(true), at(35));
    let listener = TcpListener::bind(address).unwrap();
    let _server =
        crate::server::Server::on(listener, |request| ollama_answer(Model::SMALL, request));
    assert_eq!(follower.turn(at(35), &never).unwrap().unwrap().state, State::Ready);
    assert!(follower.turn(at(65), &never).unwrap().is_none());
    assert_eq!(follower.due(true), at(95));
}

#[test]
fn edits_are_taken_in_by_themselves() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n");
    let engine = vault.engine();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| engine.follow(&|_| {}, &stop));
        let _stops = Stops(&stop);
        eventually("a vault without index is read", || finds(&engine, Mode::Semantic, "steamed"));
        vault.write("water.md", "# Water\n\nBoils.\n");
        eventually("a new note is found by words", || finds(&engine, Mode::Keyword, "boils"));
        eventually("and by meaning", || finds(&engine, Mode::Semantic, "boils"));
        vault.delete("water.md");
        eventually("a deleted one is not", || !finds(&engine, Mode::Keyword, "boils"));
    });
}

#[test]
fn searches_that_share_looks_find_each_edit_and_keep_to_each_new_rule() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n");
    let engine = vault.engine();
    let finds = |word: &str| {
        let request = SearchRequest { mode: Mode::Keyword, ..SearchRequest::new(word) };
        !engine.search(&request, Audience::Owner).unwrap().hits.is_empty()
    };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| engine.follow(&|_| {}, &stop));
        let _stops = Stops(&stop);
        eventually("the vault is read", || finds("steamed"));
        for word in ["oolong", "darjeeling", "assam", "gunpowder", "gyokuro"] {
            vault.write("more.md", &format!("# More\n\nToday {word}.\n"));
            // What the system tells it tells a moment later.
            eventually(word, || finds(word));
            assert!(finds(word));
        }
        vault.write(".vaultignore", "more.md\n");
        eventually("what is left out is not found", || !finds("gyokuro"));
    });
    vault.write("alone.md", "# Alone\n\nNobody tells of this.\n");
    assert!(finds("nobody"), "where nobody follows, each search looks");
}
