//! What is replied.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use notekin_config::Config;
use notekin_engine::{Audience, Engine, Progress, SearchRequest, Stage};
use notekin_http::Client;
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::engine::{TestEngine, environment, vault};

#[test]
fn a_search_replies_as_everywhere() {
    let engine = TestEngine::start();
    let reply = engine.of_vault("POST", "search", "{\"query\":\"steamed\"}");
    let config = Config::load(&environment(engine.folder.path())).unwrap();
    let vault = config.register.registered().unwrap().remove(0);
    let own = Engine::open(config.engine(&vault).unwrap());
    let found = own.search(&SearchRequest::new("steamed"), Audience::Owner).unwrap();
    let without_generation = |mut reply: Value| {
        // Whoever follows the vault may have written meanwhile.
        reply["generation"].take();
        reply
    };
    let expected = serde_json::to_value(wire::SearchReply::from(&found)).unwrap();
    assert_eq!(without_generation(reply.json()), without_generation(expected.clone()));
    assert!(expected["hits"].as_array().unwrap().len() >= 3);
}

#[test]
fn a_note_is_shown_without_its_html() {
    let engine = TestEngine::start();
    let note = engine.of_vault("GET", "note?note=coffee.md", "").json();
    assert_eq!(note["blocks"][0]["kind"], "heading");
    assert_eq!(note["blocks"][1]["lines"], json!({ "start": 3, "end": 3 }));
    let note = engine.of_vault("GET", "note?note=Green%20tea", "").json();
    assert_eq!((&note["path"], &note["tags"]), (&json!("tea/green.md"), &json!(["drink"])));
    assert!(note["blocks"].to_string().contains("\"note\":\"coffee.md\""), "{note}");
    assert!(engine.of_vault("GET", "note?note=secret.md", "").status == 200, "it is the owner's");
}

#[test]
fn an_answer_comes_bit_by_bit_and_is_kept() {
    let engine = TestEngine::start();
    let asked = "{\"question\":\"how is green tea made?\"}";
    let reply = engine.of_vault("POST", "ask", asked);
    assert!(reply.head.contains("text/event-stream"), "{}", reply.head);
    let events: Vec<&str> =
        reply.body.lines().filter_map(|it| it.strip_prefix("event: ")).collect();
    assert_eq!((events.first(), events.last()), (Some(&"text"), Some(&"reply")), "{}", reply.body);
    let last = reply.body.lines().filter_map(|it| it.strip_prefix("data: ")).next_back().unwrap();
    let answer: Value = serde_json::from_str(last).unwrap();
    assert_eq!((&answer["outcome"], &answer["conversation"]), (&json!("answered"), &json!(1)));
    let kept = engine.of_vault("GET", "conversations", "").json();
    assert_eq!(kept["conversations"][0]["question"], "how is green tea made?");
    assert_eq!(
        engine.of_vault("GET", "conversations/1", "").json()["turns"][0]["answer"],
        answer["answer"]
    );
    assert_eq!(engine.of_vault("DELETE", "conversations/1", "").status, 204);
    assert_eq!(engine.of_vault("GET", "conversations", "").json(), json!({ "conversations": [] }));
}

#[test]
fn settings_are_changed_and_hold_at_once() {
    let engine = TestEngine::start();
    let set = engine.ask("PUT", "/config/search.limit", "{\"value\":1}");
    assert_eq!((set.status, &set.json()["value"]), (200, &json!(1)));
    let hits = |engine: &TestEngine| {
        engine.of_vault("POST", "search", "{\"query\":\"steamed\"}").json()["hits"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(hits(&engine), 1);
    assert_eq!(engine.ask("DELETE", "/config/search.limit", "").status, 200);
    assert!(hits(&engine) > 1);
    let began = Instant::now();
    engine.ask("PUT", "/config/exclude", "{\"value\":[\"tea/**\"]}");
    while engine.of_vault("GET", "status", "").json()["excluded"] == 0 {
        assert!(began.elapsed() < Duration::from_secs(20), "the rule is never followed");
    }
}

#[test]
fn keys_are_never_told() {
    let engine = TestEngine::start();
    let set = engine.ask("PUT", "/keys/openai", "{\"key\":\"sk-canary-123\"}");
    assert_eq!(set.status, 200, "{}", set.body);
    for path in ["/keys", "/config", "/status", "/models", "/hello", "/doctor"] {
        assert!(!engine.ask("GET", path, "").body.contains("canary"), "{path}");
    }
    assert_eq!(engine.ask("GET", "/keys", "").json()["keys"][0]["name"], "openai");
    assert_eq!(engine.ask("PUT", "/keys/nobody", "{\"key\":\"x\"}").status, 400);
    assert_eq!(engine.ask("DELETE", "/keys/openai", "").json()["keys"], json!([]));
}

#[test]
fn rules_are_counted_before_they_are_set() {
    let engine = TestEngine::start();
    let preview =
        engine.of_vault("POST", "rules", "{\"exclude\":[\"tea/**\",\"nothing/**\"]}").json();
    assert_eq!(
        preview,
        json!({ "each": { "tea/**": 1, "nothing/**": 0 }, "together": 1, "of": 3 })
    );
    assert_eq!(engine.of_vault("POST", "rules", "{\"exclude\":[\"[\"]}").status, 400);
    // A rule that holds already is counted as before it did.
    assert_eq!(engine.ask("PUT", "/config/exclude", "{\"value\":[\"tea/**\"]}").status, 200);
    let again =
        engine.of_vault("POST", "rules", "{\"exclude\":[\"tea/**\",\"nothing/**\"]}").json();
    assert_eq!(again, preview);
}

#[test]
fn reading_by_meaning_rests_and_goes_on() {
    let engine = TestEngine::start();
    assert_eq!(engine.of_vault("POST", "pause", "{\"minutes\":5}").status, 200);
    assert!(engine.of_vault("GET", "status", "").json()["paused_by_you"]["until"].is_string());
    assert_eq!(engine.of_vault("POST", "resume", "").status, 200);
    assert!(engine.of_vault("GET", "status", "").json()["paused_by_you"].is_null());
    for minutes in ["0", "-1", "1e9"] {
        let asked = format!("{{\"minutes\":{minutes}}}");
        assert_eq!(engine.of_vault("POST", "pause", &asked).status, 400);
    }
}

#[test]
fn a_page_gets_a_token_of_its_own_once() {
    let engine = TestEngine::start();
    let key = engine.ask("POST", "/session/key", "").json()["key"].as_str().unwrap().to_owned();
    let asked = json!({ "key": key }).to_string();
    let token = engine.with("POST", "/api/v1/session", &[], &asked);
    let bearer = format!("Bearer {}", token.json()["token"].as_str().unwrap());
    assert_ne!(token.json()["token"], engine.running.token.as_str());
    assert_eq!(engine.with("GET", "/api/v1/hello", &[("Authorization", &bearer)], "").status, 200);
    assert_eq!(engine.with("POST", "/api/v1/session", &[], &asked).status, 401);
}

#[test]
fn a_link_is_planned_and_nothing_written() {
    let engine = TestEngine::start();
    let before = std::fs::read_to_string(engine.folder.path().join("Notes/coffee.md")).unwrap();
    let reply =
        engine.of_vault("POST", "link", "{\"note\":\"coffee.md\",\"target\":\"tea/green.md\"}");
    let plan = reply.json();
    assert_eq!((&plan["plan"], &plan["link"]), (&json!("insert"), &json!("[[green]]")), "{plan}");
    let after = std::fs::read_to_string(engine.folder.path().join("Notes/coffee.md")).unwrap();
    assert_eq!(before, after);
}

#[test]
fn whether_all_is_well_is_told_by_the_engine_itself() {
    let engine = TestEngine::start();
    let reply = engine.ask("GET", "/doctor", "");
    let told: wire::Doctor = serde_json::from_str(&reply.body).unwrap();
    let said = |what: &str| -> Vec<&str> {
        let of = told.findings.iter().filter(|it| it.what == what);
        of.map(|it| it.message.as_str()).collect()
    };
    let runs = format!("runs at {}", engine.running.address);
    assert!(said("engine").iter().any(|it| it.starts_with(&runs)), "{}", reply.body);
    assert!(said("vault")[0].ends_with("its index is whole"), "{}", reply.body);
    assert!(!reply.body.contains(&engine.running.token), "{}", reply.body);
    assert_eq!(engine.ask("GET", "/doctor?online=true", "").status, 200);
    assert_eq!(engine.ask("GET", "/doctor?onlin=true", "").status, 400);
    assert_eq!(engine.with("GET", "/api/v1/doctor", &[], "").status, 401);
}

/// Every reference of the description leads somewhere, and every route is in it.
#[test]
fn the_description_of_the_api_is_whole() {
    let document = notekin_http::document();
    let text = document.to_string();
    let references: BTreeSet<&str> =
        text.split("\"$ref\":\"#").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    for reference in &references {
        assert!(document.pointer(reference).is_some(), "{reference} leads nowhere");
    }
    assert!(references.len() > 20);
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 25, "{}", paths.len());
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path}");
            assert!(operation["responses"]["default"].is_object(), "{method} {path}");
        }
    }
    let engine = TestEngine::start();
    assert_eq!(engine.ask("GET", "/openapi.json", "").json(), document);
}

/// What a client shows of work that the engine does.
#[derive(Default)]
struct Watched(Mutex<Vec<(Stage, usize, usize)>>);

impl Progress for Watched {
    fn begin(&self, stage: Stage, total: usize) {
        self.0.lock().unwrap().push((stage, total, 0));
    }

    fn advance(&self, done: usize) {
        self.0.lock().unwrap().last_mut().unwrap().2 += done;
    }
}

#[test]
fn a_client_is_told_how_far_long_work_is() {
    let engine = TestEngine::start();
    let mut client = Client::connect(&engine.folder.path().join("data")).unwrap().unwrap();
    let path = format!("/vaults/{}/copies", engine.vault());
    let watched = Watched::default();
    let reply: wire::CopiesReply =
        client.work(&path, &json!({}), &watched, &AtomicBool::new(false)).unwrap();
    assert_eq!((reply.groups.len(), reply.compared), (0, 3));
    let stages = watched.0.into_inner().unwrap();
    assert!(stages.iter().any(|it| it.0 == Stage::Comparing && it.1 == 3), "{stages:?}");
    assert!(stages.iter().all(|it| it.2 == it.1 || it.1 == 0), "{stages:?}");
}

#[test]
fn long_work_that_cannot_begin_is_refused_with_its_status() {
    let engine = TestEngine::start();
    for (path, asked, status) in [
        ("copies", r#"{"limit": 0}"#, 400),
        ("copies", r#"{"folders": ["no such"]}"#, 404),
        ("ask", r#"{"question": " "}"#, 400),
        ("ask", r#"{"question": "tea?", "conversation": 7}"#, 404),
        ("ask", r#"{"question": "tea?", "model": "nobody/knows"}"#, 404),
    ] {
        let reply = engine.of_vault("POST", path, asked);
        assert_eq!(reply.status, status, "{path} {asked}: {}", reply.body);
        let problem: Value = serde_json::from_str(&reply.body).unwrap();
        assert_eq!(problem["status"], status, "{path} {asked}");
    }
}

#[test]
fn a_vault_is_measured_bit_by_bit_and_the_score_taken_back() {
    let engine = TestEngine::start();
    let reply = engine.of_vault("POST", "calibrate", "");
    let events: Vec<&str> =
        reply.body.lines().filter_map(|it| it.strip_prefix("event: ")).collect();
    assert_eq!(
        (events.first(), events.last()),
        (Some(&"progress"), Some(&"reply")),
        "{}",
        reply.body
    );
    assert!(reply.body.contains("\"stage\":\"reading\""), "{}", reply.body);
    assert_eq!(engine.of_vault("DELETE", "calibrate", "").status, 204);
}

/// A model that never stops writing, and the flag it sets when nobody reads any more.
fn endless_model() -> (String, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let is_left = Arc::new(AtomicBool::new(false));
    let left = Arc::clone(&is_left);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, left) = (stream.unwrap(), Arc::clone(&left));
            std::thread::spawn(move || {
                let mut request = [0; 1 << 14];
                let read = stream.read(&mut request).unwrap();
                if !String::from_utf8_lossy(&request[..read]).contains("/chat/completions") {
                    let body = "{\"object\":\"list\",\"data\":[{\"id\":\"endless\"}]}";
                    let length = body.len();
                    drop(write!(
                        stream,
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
                    ));
                    return;
                }
                drop(write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                ));
                let piece = json!({ "choices": [{ "delta": { "content": "Green tea is steamed [1]. " } }] });
                while write!(stream, "data: {piece}\n\n").and_then(|()| stream.flush()).is_ok() {
                    std::thread::sleep(Duration::from_millis(20));
                }
                left.store(true, Ordering::Relaxed);
            });
        }
    });
    (address, is_left)
}

#[test]
fn whoever_goes_away_stops_the_model() {
    let (address, is_left) = endless_model();
    let folder = tempfile::tempdir().unwrap();
    vault(folder.path());
    let settings = format!(
        "model = \"fake\"\nanswer.model = \"openai/endless\"\nopenai.url = \"{address}\"\n"
    );
    std::fs::write(folder.path().join("config.toml"), settings).unwrap();
    let engine = TestEngine::of(folder, |server| server);
    let mut stream = TcpStream::connect(&engine.running.address).unwrap();
    let (body, own) = ("{\"question\":\"how is green tea made?\"}", &engine.running);
    write!(
        stream,
        "POST /api/v1/vaults/{}/ask HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Length: {}\r\n\r\n{body}",
        engine.vault(),
        own.address,
        own.token,
        body.len()
    )
    .unwrap();
    let mut received = String::new();
    let mut piece = [0; 4096];
    while !received.contains("steamed") {
        let read = stream.read(&mut piece).unwrap();
        assert!(read > 0, "{received}");
        received += &String::from_utf8_lossy(&piece[..read]);
    }
    assert!(!is_left.load(Ordering::Relaxed));
    drop(stream);
    let began = Instant::now();
    while !is_left.load(Ordering::Relaxed) {
        assert!(began.elapsed() < Duration::from_secs(20), "the model writes on for nobody");
        std::thread::sleep(Duration::from_millis(10));
    }
}
