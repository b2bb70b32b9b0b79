//! An hour in which everything happens, put forward: a follower is told what time it is, so that no time passes.
//!
//! A seed says what is done to the folder, how the model's server behaves, and when the work is stopped. In the end, the
//! index must hold and find what a clean one of the same folder does. `NOTEKIN_HOURS=12` runs twelve seeds more, three of
//! them over a large vault.

mod author;
mod killed;
mod language;
mod model_server;
mod same;

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use author::{Author, DEEDS};
use model_server::{ModelServer, Mood};
use notekin_engine::models::{CallSettings, Server as At, Servers};
use notekin_engine::{Audience, Engine, Error, Follower, Mode, Quiet, SearchRequest, State};
use notekin_engine::{Settings, Status, SyncRequest};
use notekin_index::Space;

use crate::vault::TestVault;

/// A model that runs elsewhere, so that it may see nothing private.
const ELSEWHERE: &str = "ollama/my-own:1b-cloud";

/// One that runs here.
const HERE: &str = "ollama/my-own";

/// The dimensions of both.
const DIMS: usize = 16;

const MOODS: [Mood; 8] = [
    Mood::Away,
    Mood::Status(500),
    Mood::Status(429),
    Mood::Status(404),
    Mood::Half,
    Mood::Nonsense,
    Mood::NonsenseOnce,
    Mood::Silent,
];

/// What an event is, but for those that the folder sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Deed,
    /// Somebody writes without a pause for longer than changes may wait.
    Typing,
    /// One edit, which must be found in time.
    Edit,
    /// The drive is taken away and comes back.
    DriveAway,
    /// The machine sleeps, and wakes to a changed folder that it was told nothing of.
    Sleep,
    /// Another process searches, and takes in what is quickly done.
    Search,
    /// The work is stopped in the midst of it, and begun by another process.
    Stop,
}

const EVENTS: [Event; 16] = [
    Event::Deed,
    Event::Deed,
    Event::Deed,
    Event::Deed,
    Event::Deed,
    Event::Deed,
    Event::Deed,
    Event::Deed,
    Event::Typing,
    Event::Edit,
    Event::Edit,
    Event::DriveAway,
    Event::Sleep,
    Event::Search,
    Event::Stop,
    Event::Stop,
];

struct Hour {
    vault: TestVault,
    author: Author,
    server: ModelServer,
    mood: Mood,
    now: Instant,
    log: Vec<String>,
}

impl Hour {
    fn new(seed: u64, notes: usize, model: &'static str) -> Self {
        let server = ModelServer::start();
        let mut vault = TestVault::in_memory().served(model, servers(&server.url()));
        if seed.is_multiple_of(2) {
            vault = vault.obsidian();
        }
        let author = Author::new(&vault.root(), seed, notes);
        let now = Instant::now();
        Self { vault, author, server, mood: Mood::Well, now, log: Vec::new() }
    }

    /// Lets events happen under one follower; returns how many are left when it is stopped for good.
    fn live(&mut self, engine: &Engine, events: usize) -> usize {
        let mut follower = Follower::new(engine, self.now);
        for left in (0..events).rev() {
            self.change_mood();
            let dice = self.author.dice();
            let (event, seconds) = (EVENTS[dice.below(EVENTS.len())], dice.below(90) as u64);
            self.happen(event, &mut follower, engine);
            if event == Event::Stop {
                return left;
            }
            self.pass(&mut follower, seconds);
        }
        0
    }

    fn happen(&mut self, event: Event, follower: &mut Follower<'_>, engine: &Engine) {
        self.log.push(format!("{event:?}"));
        match event {
            Event::Deed => {
                self.act();
                // The system doesn't tell everything.
                if self.author.dice().below(5) > 0 {
                    follower.tell(self.now);
                }
            }
            Event::Typing => {
                let word = self.write_at_the_desk(follower);
                let first = self.now;
                while self.now < first + Duration::from_secs(30) {
                    self.pass(follower, 1);
                    self.act_on_desk(&word, follower);
                }
                self.assert_found(engine, &word);
            }
            Event::Edit => {
                let word = self.write_at_the_desk(follower);
                self.pass(follower, 2);
                self.assert_found(engine, &word);
            }
            Event::DriveAway => {
                let away = self.vault.root().with_extension("away");
                fs::rename(self.vault.root(), &away).unwrap();
                self.pass(follower, 40);
                fs::rename(away, self.vault.root()).unwrap();
            }
            Event::Sleep => {
                self.now += Duration::from_hours(1);
                (0..4).for_each(|_| self.act());
            }
            Event::Search => {
                self.act();
                let request = SearchRequest { mode: Mode::Keyword, ..SearchRequest::new("canary") };
                self.vault.engine().search(&request, Audience::Owner).unwrap();
            }
            Event::Stop => {
                self.act();
                follower.tell(self.now);
                self.server.stop_after(1 + self.author.dice().below(12));
                self.pass(follower, 2);
            }
        }
    }

    fn act(&mut self) {
        let deed = DEEDS[self.author.dice().below(DEEDS.len())];
        let done = self.author.act(deed);
        self.log.push(done);
    }

    fn write_at_the_desk(&mut self, follower: &mut Follower<'_>) -> String {
        let word = self.author.fresh_word();
        self.act_on_desk(&word, follower);
        word
    }

    fn act_on_desk(&mut self, word: &str, follower: &mut Follower<'_>) {
        self.author.write("Desk.md", &format!("# Desk\n\nHere is {word}.\n"));
        follower.tell(self.now);
    }

    #[track_caller]
    fn assert_found(&self, engine: &Engine, word: &str) {
        let mode = Mode::Keyword;
        let request = SearchRequest { mode, update: false, ..SearchRequest::new(word) };
        let found = engine.search(&request, Audience::Owner).unwrap();
        assert_eq!(found.hits.len(), 1, "`{word}` is not found in time: {:#?}", self.log);
    }

    /// Has the server change its mood now and then.
    fn change_mood(&mut self) {
        let dice = self.author.dice();
        let mood = match (self.mood, dice.below(4)) {
            (Mood::Well, 0) => MOODS[dice.below(MOODS.len())],
            (Mood::Well, _) | (_, 0 | 1) => Mood::Well,
            (mood, _) => mood,
        };
        self.be(mood);
    }

    fn be(&mut self, mood: Mood) {
        if mood != self.mood {
            self.log.push(format!("the server is {mood:?}"));
            self.server.be(mood);
            self.mood = mood;
        }
    }

    /// Lets time pass, and gives the follower every turn it wants.
    fn pass(&mut self, follower: &mut Follower<'_>, seconds: u64) {
        let until = self.now + Duration::from_secs(seconds);
        let mut turns = 0;
        while follower.due(true).max(self.now) <= until {
            self.now = follower.due(true).max(self.now);
            self.turn(follower);
            turns += 1;
            assert!(turns < 3000, "it never rests: {:#?}", self.log);
        }
        self.now = until;
    }

    fn turn(&mut self, follower: &mut Follower<'_>) -> Option<Status> {
        let done = follower.turn(self.now, self.server.stop());
        self.server.stop().store(false, Ordering::Relaxed);
        let is_away = !self.vault.root().exists();
        assert!(
            done.is_ok() || is_away && matches!(done, Err(Error::Vault(_))),
            "{done:?} after {:#?}",
            self.log
        );
        done.ok().flatten()
    }

    /// Lets everything come to rest, and compares with a clean index.
    fn settle(&mut self, engine: &Engine, seed: u64) {
        self.be(Mood::Well);
        self.author.finish();
        let mut follower = Follower::new(engine, self.now);
        self.pass(&mut follower, 400);
        let rested = self.turn(&mut follower);
        assert!(rested.is_none(), "there is always something to do: {rested:?}");
        let state = engine.status(Audience::Owner).unwrap().state;
        assert_eq!(state, State::Ready, "seed {seed}: {:#?}", self.log);
        same::assert_same(engine, &clean(&self.vault), seed);
    }
}

/// Returns an engine with an index of its own of the same folder.
fn clean(vault: &TestVault) -> Engine {
    let settings = vault.settings();
    let data = vault.data().with_extension("clean");
    let engine = Engine::open(Settings {
        home: data.join("vaults/1"),
        vectors: data.join("vectors"),
        ..settings
    });
    engine.sync(SyncRequest::default(), &Quiet, &AtomicBool::new(false)).unwrap();
    engine
}

fn servers(url: &str) -> Servers {
    // It is tried again when it is the follower's turn again.
    let net = CallSettings { tries: Some(1), ..CallSettings::default() };
    Servers { ollama: At::at(url), net, ..Servers::default() }
}

/// Returns the space of the model's vectors.
fn space(model: &str) -> Space {
    Space {
        model: model.to_owned(),
        dims: DIMS,
        mean: vec![0.0; DIMS],
        basis: Vec::new(),
        factor: 0.0,
    }
}

fn run(seed: u64, notes: usize, events: usize, model: &'static str) {
    let mut hour = Hour::new(seed, notes, model);
    // Who follows may not be the first to send notes away.
    hour.vault.sync();
    let mut left = events;
    while left > 0 {
        let engine = hour.vault.engine();
        left = hour.live(&engine, left);
    }
    hour.settle(&hour.vault.engine(), seed);
    assert!(model == HERE || !hour.server.has_seen("canary"), "seed {seed}: {:#?}", hour.log);
}

#[test]
fn a_small_vault_survives_an_hour_with_a_model_elsewhere() {
    run(1, 120, 30, ELSEWHERE);
    run(2, 120, 30, ELSEWHERE);
}

#[test]
fn a_small_vault_survives_an_hour_with_a_model_here() {
    run(11, 120, 40, HERE);
}

#[test]
fn a_large_vault_survives_an_hour() {
    run(21, 2000, 20, ELSEWHERE);
}

/// As many hours more as are asked for, each of another seed.
#[test]
fn more_hours_are_survived_on_demand() {
    let more = std::env::var("NOTEKIN_HOURS").ok().and_then(|more| more.parse().ok()).unwrap_or(0);
    for seed in 100_u64..100 + more {
        let (notes, events) = if seed.is_multiple_of(4) { (2000, 150) } else { (120, 60) };
        run(seed, notes, events, if seed.is_multiple_of(3) { HERE } else { ELSEWHERE });
    }
}
