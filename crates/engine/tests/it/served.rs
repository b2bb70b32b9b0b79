//! A model at a server: what happens when it is away, when it chokes on a note, and what it may never see.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use notekin_engine::models::{CallSettings, Server as At, Servers};
use notekin_engine::{
    Audience, Kind, Mode, Notice, SearchReply, SearchRequest, State, SyncRequest,
};

use crate::server::{Answer, Request, Server};
use crate::stand_in::{Model, letters, ollama, ollama_answer};
use crate::vault::TestVault;

const MODEL: &str = "ollama/my-own";

fn servers(url: &str) -> Servers {
    Servers { ollama: At::at(url), ..Servers::default() }
}

fn kitchen() -> TestVault {
    TestVault::new()
        .note("bread.md", "# Bread\n\nLet the dough rise over night.\n")
        .note("tea.md", "# Tea\n\nGreen tea is steamed.\n")
        .note("soup.md", "# Soup\n\nBoil the leek, and more.\n")
}

fn search(vault: &TestVault, mode: Mode) -> Result<SearchReply, notekin_engine::Error> {
    let mut request = SearchRequest::new("dough");
    request.mode = mode;
    request.everything = true;
    vault.engine().search(&request, Audience::Owner)
}

fn failed(reply: &SearchReply) -> bool {
    reply.notices.iter().any(|notice| matches!(notice, Notice::ModelFailed { .. }))
}

#[test]
fn a_server_that_is_away_leaves_words_and_is_taken_up_when_it_is_back() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let vault = kitchen().served(MODEL, servers(&format!("http://{address}")));
    let status = vault.sync();
    assert_eq!((status.indexed, status.embedded, status.pending), (3, 0, 3));
    let trouble = status.trouble.unwrap();
    assert!(trouble.reason.contains(&address.to_string()), "{trouble:?}");
    assert!(trouble.hint.is_some());
    let told = vault.engine().status(Audience::Owner).unwrap().trouble;
    assert_eq!(told.as_ref(), Some(&trouble), "a look tells what the last run met");

    let found = search(&vault, Mode::Hybrid).unwrap();
    assert_eq!((found.mode, found.hits[0].path.as_str()), (Mode::Keyword, "bread.md"));
    assert!(failed(&found), "{:?}", found.notices);
    let error = search(&vault, Mode::Semantic).unwrap_err();
    assert_eq!(error.kind(), Kind::Unreachable);

    let listener = TcpListener::bind(address).unwrap();
    let _server = Server::on(listener, |request: &Request| ollama_answer(Model::SMALL, request));
    let status = vault.sync();
    assert_eq!((status.state, status.embedded, status.trouble), (State::Ready, 3, None));
    assert!(!failed(&search(&vault, Mode::Hybrid).unwrap()));
}

#[test]
fn while_the_server_is_away_stored_vectors_go_on_serving() {
    let server = ollama(Model::SMALL);
    let vault = kitchen().served(MODEL, servers(&server.url(""))).indexed();
    drop(server);
    let found = search(&vault, Mode::Hybrid).unwrap();
    assert_eq!(found.hits[0].path.as_str(), "bread.md");
    assert!(failed(&found));
    vault.write("tea.md", "# Tea\n\nBlack tea is not.\n");
    let status = vault.sync();
    assert_eq!((status.embedded, status.pending), (0, 1));
    assert_eq!(status.model.as_deref(), Some(MODEL));
    assert!(status.trouble.is_some());
}

#[test]
fn what_was_done_before_a_failure_is_kept() {
    let refuses = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&refuses);
    // Takes one batch, and then no key any more.
    let server = Server::start(move |request| {
        let is_batch = request.path == "/api/embed" && request.body.contains("number");
        if is_batch && seen.swap(true, Ordering::Relaxed) {
            return Answer::json(401, "{\"error\":\"unauthorized\"}");
        }
        ollama_answer(Model::SMALL, request)
    });
    let mut vault = TestVault::new().served(MODEL, servers(&server.url("")));
    for number in 0..50 {
        vault = vault.note(&format!("{number}.md"), &format!("The text of number {number}.\n"));
    }
    let status = vault.sync();
    assert_eq!((status.embedded, status.pending), (32, 18));
    assert!(status.trouble.unwrap().hint.unwrap().contains("key set ollama"));
}

#[test]
fn a_note_that_breaks_the_model_is_set_aside_and_the_others_are_read() {
    let heals = Arc::new(AtomicBool::new(false));
    let healed = Arc::clone(&heals);
    let server = Server::start(move |request| {
        if request.body.contains("poison") && !healed.load(Ordering::Relaxed) {
            let said = r#"{"error":"failed to encode response: json: unsupported value: NaN"}"#;
            return Answer::json(500, said);
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = kitchen().note("bad.md", "# Bad\n\nThis is poison.\n");
    let vault = vault.served(MODEL, servers(&server.url("")));
    let status = vault.sync();
    assert_eq!((status.indexed, status.embedded, status.pending), (4, 3, 0));
    assert_eq!((status.state, status.trouble), (State::Ready, None));
    let refused: Vec<_> = status.unembedded.iter().map(|note| note.path.as_str()).collect();
    assert_eq!(refused, ["bad.md"]);
    assert!(status.unembedded[0].reason.contains("NaN"), "{:?}", status.unembedded);

    let poisoned = || server.requests().iter().filter(|r| r.body.contains("poison")).count();
    let before = poisoned();
    vault.sync();
    assert_eq!(poisoned(), before, "it is not tried again by itself");
    heals.store(true, Ordering::Relaxed);
    let status = vault.sync_as(SyncRequest { retry: true, ..SyncRequest::default() });
    assert_eq!((status.embedded, status.unembedded.len()), (1, 0));
}

/// Servers that are tried only once, so that no test waits.
fn impatient(url: &str) -> Servers {
    let net = CallSettings { tries: Some(1), ..CallSettings::default() };
    Servers { net, ..servers(url) }
}

#[test]
fn a_note_that_a_server_breaks_down_at_holds_up_no_others() {
    let server = Server::start(|request| match request.body.as_str() {
        body if body.contains("poison") => Answer::json(500, r#"{"error":"EOF"}"#),
        body if body.contains("venom") => Answer::Nothing,
        _ => ollama_answer(Model::SMALL, request),
    });
    let vault = kitchen()
        .note("bad.md", "# Bad\n\nThis is poison.\n")
        .note("worse.md", "# Worse\n\nThis is venom.\n");
    let vault = vault.served(MODEL, impatient(&server.url("")));
    let status = vault.sync();
    assert_eq!((status.indexed, status.embedded, status.pending), (5, 3, 0));
    assert_eq!((status.state, status.trouble), (State::Ready, None));
    let mut refused: Vec<_> = status.unembedded.iter().map(|note| note.path.as_str()).collect();
    refused.sort_unstable();
    assert_eq!(refused, ["bad.md", "worse.md"]);
    assert!(status.unembedded.iter().any(|note| note.reason.contains("500")));
}

#[test]
fn no_note_is_set_aside_by_a_server_that_breaks_down_at_any_text_of_its_length() {
    let server = Server::start(|request| {
        let is_long = request.path == "/api/embed" && request.body.len() > 400;
        let is_busy = request.body.contains("dough");
        match (is_long, is_busy) {
            (true, _) => Answer::json(500, r#"{"error":"out of memory"}"#),
            (_, true) => Answer::json(503, r#"{"error":"busy"}"#),
            _ => ollama_answer(Model::SMALL, request),
        }
    });
    let long = TestVault::new().note("long.md", &"Water and tea. ".repeat(40));
    let status = long.served(MODEL, impatient(&server.url(""))).sync();
    assert_eq!((status.pending, status.unembedded.len()), (1, 0));
    assert!(status.trouble.unwrap().reason.contains("500"));
    let busy = TestVault::new().note("bread.md", "Let the dough rise.\n");
    let status = busy.served(MODEL, impatient(&server.url(""))).sync();
    assert_eq!((status.pending, status.unembedded.len()), (1, 0));
}

#[test]
fn a_note_is_not_set_aside_for_what_a_server_said_in_passing() {
    let has_failed = AtomicBool::new(false);
    let server = Server::start(move |request| {
        if request.body.contains("dough") && !has_failed.swap(true, Ordering::Relaxed) {
            return Answer::json(200, r#"{"embeddings":[[0.25,0."#);
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = TestVault::new().note("bread.md", "# Bread\n\nLet the dough rise.\n");
    let status = vault.served(MODEL, servers(&server.url(""))).sync();
    assert_eq!((status.embedded, status.unembedded.len()), (1, 0), "{status:?}");
}

#[test]
fn a_model_that_gives_no_vector_for_anything_is_at_fault_itself() {
    let is_broken = Arc::new(AtomicBool::new(false));
    let broken = Arc::clone(&is_broken);
    let server = Server::start(move |request| {
        if broken.load(Ordering::Relaxed) && request.path == "/api/embed" {
            return Answer::json(200, r#"{"embeddings":[[0,0,0,0]]}"#);
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = kitchen().served(MODEL, servers(&server.url(""))).indexed();
    is_broken.store(true, Ordering::Relaxed);
    vault.write("tea.md", "# Tea\n\nBlack tea is not.\n");
    let status = vault.sync();
    assert_eq!((status.unembedded.len(), status.pending), (0, 1));
    assert!(status.trouble.unwrap().reason.contains("zeros"));
}

#[test]
fn what_is_private_never_reaches_a_model_that_runs_elsewhere() {
    let server = ollama(Model::SMALL);
    let vault = kitchen()
        .note("canary one.md", "---\nprivate: true\n---\n# Canary two\n\nCanary three sings.\n")
        .served("ollama/my-own:1b-cloud", servers(&server.url("")));
    let status = vault.sync();
    assert_eq!((status.embedded, status.by_words_only, status.pending), (3, Some(1), 0));
    let sent = || server.requests().iter().any(|r| r.body.to_lowercase().contains("canary"));
    assert!(!sent());
    let mut request = SearchRequest::new("sings");
    request.mode = Mode::Keyword;
    let found = vault.engine().search(&request, Audience::Owner).unwrap();
    assert_eq!(found.hits[0].path.as_str(), "canary one.md");
    vault.sync_as(SyncRequest { reembed: true, ..SyncRequest::default() });
    assert!(!sent());

    vault.write("canary one.md", "# Canary two\n\nCanary three sings.\n");
    let status = vault.sync();
    assert_eq!((status.embedded, status.by_words_only), (1, Some(0)));
    assert!(sent(), "it is private no more");
    vault.write("canary one.md", "---\nprivate: true\n---\n# Canary two\n\nCanary three sings.\n");
    assert_eq!(vault.sync().by_words_only, Some(1));
}

#[test]
fn a_model_on_this_machine_reads_private_notes_too() {
    let server = ollama(Model::SMALL);
    let vault = kitchen().note("mine.md", "---\nprivate: true\n---\n# Mine\n\nSecret.\n");
    let status = vault.served(MODEL, servers(&server.url(""))).sync();
    assert_eq!((status.embedded, status.by_words_only), (4, Some(0)));
}

#[test]
fn where_it_cannot_be_told_whether_a_model_runs_here_nothing_is_sent() {
    let is_silent = Arc::new(AtomicBool::new(false));
    let silent = Arc::clone(&is_silent);
    let server = Server::start(move |request| {
        if request.path == "/api/show" && silent.load(Ordering::Relaxed) {
            return Answer::json(400, "{}");
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = kitchen().served(MODEL, servers(&server.url(""))).indexed();
    is_silent.store(true, Ordering::Relaxed);
    vault.write("tea.md", "# Tea\n\nBlack tea is not.\n");
    let status = vault.sync();
    assert_eq!((status.embedded, status.pending), (0, 1));
    assert!(!server.requests().iter().any(|request| request.body.contains("Black tea")));
}

#[test]
fn what_is_longer_than_it_seemed_is_counted() {
    let server = ollama(Model { window: 60, count: letters, ..Model::SMALL });
    let vault = TestVault::new().note("long.md", &"Water and tea. ".repeat(20));
    let status = vault.served(MODEL, servers(&server.url(""))).sync();
    assert_eq!((status.embedded, status.pending), (1, 0));
    assert!(status.oversized >= 1, "{status:?}");
}

#[test]
fn what_is_known_from_before_costs_nothing() {
    let server = ollama(Model::SMALL);
    let vault = kitchen().indexed().served(MODEL, servers(&server.url("")));
    let cost = vault.engine().cost().unwrap();
    assert_eq!((cost.model.as_str(), cost.notes, cost.passages), (MODEL, 3, 3));
    assert_eq!((cost.elsewhere, cost.seconds, cost.price), (false, None, None));
    vault.sync();
    let cost = vault.engine().cost().unwrap();
    assert_eq!((cost.passages, cost.tokens), (0, 0));
    let vault = vault.served("fake", Servers::default());
    assert_eq!(vault.engine().cost().unwrap().passages, 0, "it has read them all");
    let anew = vault.engine().cost_anew().unwrap();
    assert_eq!((anew.passages, anew.seconds.is_some()), (3, true));
}

#[test]
fn switching_to_a_model_that_does_not_answer_gives_nothing_up() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let vault = kitchen().indexed().served(MODEL, servers(&format!("http://{address}")));
    let status = vault.sync();
    assert_eq!((status.model.as_deref(), status.pending), (Some("fake"), 0));
    assert!(status.trouble.is_some());
}

#[test]
fn what_was_made_at_a_server_is_forgotten_with_the_vault() {
    let server = ollama(Model::SMALL);
    let vault = kitchen().served(MODEL, servers(&server.url(""))).indexed();
    assert_eq!(vault.engine().forget().unwrap(), None);
    let status = vault.sync();
    assert_eq!((status.embedded, status.reused), (3, 0), "the vectors were deleted");
}

#[test]
fn who_follows_a_vault_is_never_the_first_to_send_it_away() {
    let sent = Arc::new(std::sync::Mutex::new(String::new()));
    let heard = Arc::clone(&sent);
    let server = Server::start(move |request| {
        heard.lock().unwrap().push_str(&request.body);
        ollama_answer(Model::SMALL, request)
    });
    let vault = kitchen().served("ollama/my-own:1b-cloud", servers(&server.url("")));
    let (engine, stop) = (vault.engine(), AtomicBool::new(false));
    let follow = |until: &dyn Fn() -> bool| {
        stop.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            scope.spawn(|| engine.follow(&|_| {}, &stop));
            let end = std::time::Instant::now() + std::time::Duration::from_secs(30);
            while !until() && std::time::Instant::now() < end {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            stop.store(true, Ordering::Relaxed);
        });
    };
    let indexed = || engine.status(Audience::Owner).map_or(0, |status| status.indexed);
    follow(&|| indexed() == 3);
    assert_eq!(indexed(), 3, "words are read");
    assert!(!sent.lock().unwrap().contains("dough"), "and nothing was sent");
    vault.sync();
    assert!(sent.lock().unwrap().contains("dough"));
    vault.write("cake.md", "# Cake\n\nAs sweet as sugarbeets.\n");
    let is_sent = || sent.lock().unwrap().contains("sugarbeets");
    follow(&is_sent);
    assert!(is_sent(), "once agreed, changes go the same way");
}

#[test]
fn a_server_that_hangs_is_waited_for_by_one_search_only() {
    let hangs = Arc::new(AtomicBool::new(false));
    let hung = Arc::clone(&hangs);
    let server = Server::start(move |request| {
        if hung.load(Ordering::Relaxed) {
            return Answer::Silence;
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = kitchen().served(MODEL, servers(&server.url(""))).indexed();
    let mut request = SearchRequest::new("dough");
    request.everything = true;
    let engine = vault.engine();
    assert_eq!(engine.search(&request, Audience::Owner).unwrap().mode, Mode::Hybrid);
    hangs.store(true, Ordering::Relaxed);
    let began = std::time::Instant::now();
    let found = engine.search(&request, Audience::Owner).unwrap();
    assert!(found.mode == Mode::Keyword && failed(&found), "{:?}", found.notices);
    assert!(began.elapsed().as_secs() < 12, "it answered at once before: {:?}", began.elapsed());
    let asked = server.requests().len();
    let found = search(&vault, Mode::Hybrid).unwrap();
    assert!(failed(&found), "another process knows it");
    assert_eq!(server.requests().len(), asked);
}

#[test]
fn a_model_that_gives_the_same_vector_for_all_is_none_that_embeds() {
    let server = Server::start(|request| {
        if request.path == "/api/embed" {
            let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
            let texts = body["input"].as_array().unwrap();
            let vectors: Vec<_> = texts.iter().map(|_| [0.5, 0.1, 0.2, 0.3]).collect();
            return Answer::json(200, serde_json::json!({"embeddings": vectors}).to_string());
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = kitchen().served(MODEL, servers(&server.url("")));
    let status = vault.sync();
    assert_eq!((status.embedded, status.pending), (0, 3));
    assert!(status.trouble.unwrap().reason.contains("same vector"));
    let models = vault.data().join("models");
    assert!(notekin_engine::models::try_out(MODEL, &models, &servers(&server.url(""))).is_err());
}

#[test]
fn a_model_at_another_address_is_agreed_to_anew() {
    const CLOUD: &str = "ollama/my-own:1b-cloud";
    let (first, second) = (ollama(Model::SMALL), ollama(Model::SMALL));
    let vault = kitchen().served(CLOUD, servers(&first.url(""))).indexed();
    assert!(vault.engine().cost().unwrap().agreed);
    let vault = vault.served(CLOUD, servers(&second.url("")));
    let cost = vault.engine().cost().unwrap();
    assert_eq!((cost.agreed, cost.tried, cost.elsewhere), (false, false, true));
    vault.write("tea.md", "# Tea\n\nBlack tea is not.\n");
    let unasked = SyncRequest { unasked: true, ..SyncRequest::default() };
    let status = vault.sync_as(unasked);
    assert_eq!((status.embedded, status.pending), (0, 1));
    let host = second.url("").replace("http://", "");
    assert!(status.trouble.unwrap().reason.contains(&host));
    let found = search(&vault, Mode::Hybrid).unwrap();
    assert!(found.mode == Mode::Keyword && failed(&found), "queries aren't sent either");
    assert!(second.requests().is_empty(), "{:?}", second.requests());

    assert_eq!(vault.sync().pending, 0, "who is asked agrees");
    vault.write("tea.md", "# Tea\n\nWhite tea is neither.\n");
    assert_eq!(vault.sync_as(unasked).pending, 0);
    vault.sync_as(SyncRequest { rebuild: true, ..unasked });
    assert!(vault.engine().cost().unwrap().agreed, "a new index knows it too");
    let vault = vault.served("fake", Servers::default()).indexed();
    let vault = vault.served(CLOUD, servers(&second.url("")));
    assert!(!vault.engine().cost().unwrap().agreed, "another model ended it");
}

#[test]
fn what_changes_during_a_run_is_not_sent_as_it_was() {
    let folder = Arc::new(std::sync::Mutex::new(None::<std::path::PathBuf>));
    let sent = Arc::new(std::sync::Mutex::new(String::new()));
    let (root, heard) = (Arc::clone(&folder), Arc::clone(&sent));
    let server = Server::start(move |request| {
        heard.lock().unwrap().push_str(&request.body);
        // As soon as the first notes are read, the owner changes the last.
        if let Some(root) = root.lock().unwrap().take_if(|_| request.body.contains("The text of")) {
            std::fs::write(root.join("private.md"), "---\nprivate: true\n---\nCanary one.\n")
                .unwrap();
            std::fs::write(root.join("left out.md"), "---\nindex: false\n---\nCanary two.\n")
                .unwrap();
            std::fs::write(root.join(".vaultignore"), "ignored.md\n").unwrap();
            std::fs::remove_file(root.join("deleted.md")).unwrap();
            std::fs::write(root.join("edited.md"), "The text that was edited.\n").unwrap();
        }
        ollama_answer(Model::SMALL, request)
    });
    let mut vault = TestVault::new();
    // The newest come first; a longer note is newer here.
    for note in 0..100 {
        let text = format!("The text of note {note}, which is long enough to be newer.\n");
        vault = vault.note(&format!("{note}.md"), &text);
    }
    let late = ["private", "left out", "ignored", "deleted", "edited"];
    for name in late {
        vault = vault.note(&format!("{name}.md"), &format!("Canary of {name}.\n"));
    }
    *folder.lock().unwrap() = Some(vault.root());
    let vault = vault.served("ollama/my-own:1b-cloud", servers(&server.url("")));
    let status = vault.sync();
    assert_eq!((status.embedded, status.trouble), (100, None));
    let status = vault.sync();
    assert_eq!((status.embedded, status.pending, status.by_words_only), (1, 0, Some(1)));
    let sent = sent.lock().unwrap();
    assert!(!sent.contains("Canary"), "what was changed was sent");
    assert!(sent.contains("was edited"));
}
