//! An index that follows its vault.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use notekin_engine::{Audience, Engine, Mode, SearchRequest};

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

#[test]
fn edits_are_taken_in_by_themselves() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n");
    let engine = vault.engine();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let follower = scope.spawn(|| engine.follow(&|_| {}, &stop));
        eventually("a vault without index is read", || finds(&engine, Mode::Semantic, "steamed"));
        vault.write("water.md", "# Water\n\nBoils.\n");
        eventually("a new note is found by words", || finds(&engine, Mode::Keyword, "boils"));
        eventually("and by meaning", || finds(&engine, Mode::Semantic, "boils"));
        vault.delete("water.md");
        eventually("a deleted one is not", || !finds(&engine, Mode::Keyword, "boils"));
        stop.store(true, Ordering::Relaxed);
        follower.join().unwrap();
    });
}
