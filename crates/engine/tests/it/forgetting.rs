//! What is left out is forgotten by all models that read it, not by the one alone whose vectors serve.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::AtomicBool;

use notekin_engine::models::{Server as At, Servers};
use notekin_engine::{Engine, MeasureRequest, Quiet, SearchRequest, Settings, SyncRequest};

use crate::measure::vault as linked;
use crate::server::{Answer, Server};
use crate::stand_in::{Model, ollama, ollama_answer};
use crate::vault::TestVault;

const NEW: &str = "ollama/my-own";

fn servers(url: &str) -> Servers {
    Servers { ollama: At::at(url), ..Servers::default() }
}

/// Returns how many texts each model has vectors of.
fn stored(vault: &TestVault) -> BTreeMap<String, usize> {
    let models = notekin_index::stored_models(&vault.data().join("vectors")).unwrap();
    models.into_iter().map(|model| (model.id, model.texts.unwrap())).collect()
}

fn both(texts: usize) -> BTreeMap<String, usize> {
    [("fake", texts), (NEW, texts)].map(|(model, texts)| (model.to_owned(), texts)).into()
}

/// Four notes of which two say the same, read by one model and then by another.
fn read_by_both(server: &Server) -> TestVault {
    TestVault::new()
        .note("tea.md", "# Tea\n\nGreen tea is steamed.\n")
        .note("soup.md", "# Soup\n\nBoil the leek.\n")
        .note("jam.md", "# Jam\n\nSugar, and patience.\n")
        .note("again/jam.md", "# Jam\n\nSugar, and patience.\n")
        .indexed()
        .served(NEW, servers(&server.url("")))
        .indexed()
}

fn leave_out(vault: &TestVault, patterns: &str) {
    fs::write(vault.root().join(".vaultignore"), patterns).unwrap();
}

#[test]
fn what_is_left_out_is_forgotten_by_the_model_before() {
    let server = ollama(Model::SMALL);
    let vault = read_by_both(&server);
    assert_eq!(stored(&vault), both(3));
    leave_out(&vault, "soup.md\njam.md\n!again/jam.md\n");
    vault.sync();
    assert_eq!(stored(&vault), both(2), "another note says the same as one of them");
    vault.write("again/jam.md", "---\nindex: false\n---\n# Jam\n\nSugar, and patience.\n");
    // A search takes in the change by itself.
    vault.search(&SearchRequest::new("steamed"));
    assert_eq!(stored(&vault), both(1));
    let status = vault.served("fake", Servers::default()).sync();
    assert_eq!((status.embedded, status.reused), (0, 1), "the rest is there for going back");
}

#[test]
fn what_is_left_out_is_forgotten_by_a_model_on_its_way() {
    let server = Server::start(|request| {
        if request.body.contains("number 70,") {
            return Answer::json(503, "{\"error\": \"out of memory\"}");
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = (0..80).fold(TestVault::new().note("stays.md", "Of tea.\n"), |vault, number| {
        let text = format!("Of dough number {number}, and how it rises.\n");
        vault.note(&format!("out/{number}.md"), &text)
    });
    let vault = vault.indexed().served(NEW, servers(&server.url("")));
    let status = vault.sync();
    assert!(status.next_model.is_some(), "{status:?}");
    assert!(stored(&vault)[NEW] > 30 && stored(&vault)["fake"] == 81, "{:?}", stored(&vault));
    leave_out(&vault, "out/\n");
    vault.sync_as(SyncRequest { words_only: true, ..SyncRequest::default() });
    assert_eq!(stored(&vault)["fake"], 1);
    assert!(stored(&vault)[NEW] <= 1, "{:?}", stored(&vault));
}

#[test]
fn words_that_settings_put_around_texts_are_no_hiding_place() {
    let server = ollama(Model::SMALL);
    let with_words =
        Servers { passage: Some("note: {text}".to_owned()), ..servers(&server.url("")) };
    let vault = read_by_both(&server).served(NEW, with_words);
    vault.sync_as(SyncRequest { reembed: true, ..SyncRequest::default() });
    let servers = vault.settings().servers;
    let vault = vault.served("fake", servers).indexed();
    assert_eq!(stored(&vault)[NEW], 6);
    leave_out(&vault, "soup.md\n");
    vault.sync();
    assert_eq!((stored(&vault)["fake"], stored(&vault)[NEW]), (2, 4));
}

/// Gives a vault a neighbour with some of its notes, which has read nothing yet.
fn neighbours(vault: &TestVault, notes: &[&str]) -> (Settings, Settings) {
    let own = vault.settings();
    let (theirs, home) = (vault.data().with_file_name("theirs"), vault.data().join("vaults/2"));
    fs::create_dir(&theirs).unwrap();
    for name in notes {
        fs::copy(vault.root().join(name), theirs.join(name)).unwrap();
    }
    let neighbour = Settings {
        vault: theirs,
        home: home.clone(),
        neighbours: vec![own.home.clone()],
        ..own.clone()
    };
    (Settings { neighbours: vec![home], ..own }, neighbour)
}

fn sync(settings: &Settings) {
    let engine = Engine::open(settings.clone());
    engine.sync(SyncRequest::default(), &Quiet, &AtomicBool::new(false)).unwrap();
}

#[test]
fn what_a_neighbour_says_too_stays_with_every_model() {
    let server = ollama(Model::SMALL);
    let vault = read_by_both(&server);
    let (own, neighbour) = neighbours(&vault, &["tea.md", "soup.md"]);
    // It is read by one of them alone.
    sync(&Settings { model: "fake".to_owned(), ..neighbour });
    leave_out(&vault, "soup.md\njam.md\n");
    sync(&own);
    assert_eq!(stored(&vault), both(2), "a rule of one vault is its own");
    Engine::open(own).forget().unwrap();
    assert_eq!(stored(&vault), both(2));
}

#[test]
fn a_forgotten_vault_is_forgotten_by_every_model() {
    let server = ollama(Model::SMALL);
    let vault = read_by_both(&server);
    assert_eq!(vault.engine().forget().unwrap(), None);
    assert_eq!(stored(&vault), both(0));
}

#[test]
fn what_other_models_read_for_measuring_goes_when_it_is_taken_back() {
    let server = ollama(Model::SMALL);
    let vault = linked().served(NEW, servers(&server.url("")));
    let measure = |vault: &TestVault| {
        vault.sync();
        let (engine, cancel) = (vault.engine(), AtomicBool::new(false));
        let measuring = engine.measuring(MeasureRequest::default(), &Quiet, &cancel).unwrap();
        measuring.run(&Quiet, &cancel).unwrap();
    };
    measure(&vault);
    let vault = vault.served("fake", servers(&server.url(""))).indexed();
    let before = stored(&vault);
    assert!(before[NEW] > before["fake"], "notes are read once more without their links");
    measure(&vault);
    assert!(stored(&vault)["fake"] > before["fake"]);
    vault.engine().forget_measurement().unwrap();
    let own = stored(&vault)["fake"];
    assert_eq!((own, stored(&vault)[NEW]), (before["fake"], own));
}
