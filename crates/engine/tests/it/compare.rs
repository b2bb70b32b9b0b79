//! Measuring with several models at once.

use std::sync::atomic::{AtomicBool, Ordering};

use notekin_engine::models::{Server as At, Servers};
use notekin_engine::{Compared, Error, MeasureRequest, Quiet, Relation};
use notekin_index::VectorStore;

use crate::measure::vault as linked;
use crate::server::{Answer, Server};
use crate::stand_in::{Model, ollama, ollama_answer};
use crate::vault::TestVault;

const OTHER: &str = "ollama/my-own";
const CLOUD: &str = "ollama/my-own:1b-cloud";

fn compare(vault: &TestVault, model: &str, server: &Server) -> Result<Vec<Compared>, Error> {
    let cancel = AtomicBool::new(false);
    let servers = Servers { ollama: At::at(&server.url("")), ..Servers::default() };
    let engine = vault.engine();
    // The chosen one may be named as well.
    let others = vec![(model.to_owned(), servers), ("fake".to_owned(), Servers::default())];
    let comparing = engine.comparing(MeasureRequest::default(), others, &Quiet, &cancel)?;
    assert_eq!(comparing.costs().len(), 2);
    comparing.run(&Quiet, &cancel)
}

fn pairs(compared: &Compared) -> Vec<(&str, &str, Relation)> {
    let pairs = compared.measurement.links.pairs.iter();
    pairs.map(|pair| (pair.a.as_str(), pair.b.as_str(), pair.relation)).collect()
}

/// Returns how many texts the other model has vectors of.
fn stored(vault: &TestVault, model: &str) -> usize {
    let models = notekin_index::stored_models(&vault.data().join("vectors")).unwrap();
    models.iter().find(|stored| stored.id == model).unwrap().texts.unwrap()
}

#[test]
fn each_model_judges_the_same_by_its_own_vectors() {
    let server = ollama(Model::SMALL);
    let vault = linked().indexed();
    let compared = compare(&vault, OTHER, &server).unwrap();
    let models: Vec<_> = compared.iter().map(|one| one.measurement.model.clone()).collect();
    assert_eq!(models, [Some("fake".to_owned()), Some(OTHER.to_owned())]);
    assert_eq!(pairs(&compared[0]), pairs(&compared[1]));
    let text = |one: &Compared| -> Vec<f32> {
        one.measurement.links.pairs.iter().map(|pair| pair.text_score).collect()
    };
    assert_ne!(text(&compared[0]), text(&compared[1]));
    let kept: Vec<bool> = compared.iter().map(|one| one.measurement.threshold.kept).collect();
    assert_eq!(kept, [true, false], "related notes go by the chosen model's score");
    assert!(compared.iter().all(|one| one.measurement.threshold.own));
    assert_eq!(vault.sync().model.as_deref(), Some("fake"));

    assert!(compared[1].cost.passages > 0);
    let again = compare(&vault, OTHER, &server).unwrap();
    assert_eq!(again[1].cost.passages, 0);
    let alone = crate::measure::measure(&vault, MeasureRequest::default());
    assert_eq!(alone.links.parts, again[0].measurement.links.parts, "as if it were alone");
    let best = |one: &Compared| one.measurement.links.parts[0].random.unwrap().value;
    // Stored vectors are a little rounder than those just made.
    assert!((best(&again[1]) - best(&compared[1])).abs() < 0.01);
}

#[test]
fn vectors_kept_for_going_back_are_left_alone() {
    let server = ollama(Model::SMALL);
    let vault = linked().indexed();
    let (key, long_ago) = ([7; 16], 1);
    let open = || VectorStore::open(&vault.data().join("vectors"), OTHER, 4).unwrap();
    open().put_many(&[(key, &[vec![1.0, 0.0, 0.0, 0.0]])], long_ago).unwrap();
    compare(&vault, OTHER, &server).unwrap();
    assert!(open().get_many(&[key]).unwrap()[0].is_some());
}

#[test]
fn what_is_left_out_later_is_forgotten_by_the_models_compared() {
    let server = ollama(Model::SMALL);
    let vault = linked().indexed();
    compare(&vault, OTHER, &server).unwrap();
    assert!(stored(&vault, OTHER) > 0);
    vault.write("bread/bread 0.md", "---\nindex: false\n---\nNothing.\n");
    vault.sync();
    assert_eq!(stored(&vault, OTHER), 0, "which of them was that note's isn't known");
}

#[test]
fn private_notes_go_to_no_model_elsewhere() {
    let server = ollama(Model::SMALL);
    let canary = format!("---\nprivate: true\n---\n{}[[bread 1]]\n", "A canary sings. ".repeat(30));
    let vault = linked().note("bread/mine.md", &canary).indexed();
    let compared = compare(&vault, CLOUD, &server).unwrap();
    assert!(
        pairs(&compared[1]).iter().any(|pair| pair.0.contains("mine") || pair.1.contains("mine"))
    );
    assert!(compared[1].cost.elsewhere);
    let requests = server.requests();
    assert!(requests.iter().any(|request| request.body.contains("flour")));
    assert!(!requests.iter().any(|request| request.body.contains("canary")));
}

#[test]
fn half_a_reading_is_no_measurement() {
    let is_out = AtomicBool::new(false);
    let server = Server::start(move |request| {
        if request.body.contains("pawn") {
            is_out.store(true, Ordering::Relaxed);
        }
        if is_out.load(Ordering::Relaxed) {
            return Answer::json(500, "{\"error\": \"out of memory\"}");
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = linked().indexed();
    let failed = compare(&vault, OTHER, &server);
    assert!(matches!(failed, Err(Error::Embed(_))), "{failed:?}");
    assert!(!vault.engine().settings().home.join("measure/index").exists());
    assert_eq!(vault.sync().model.as_deref(), Some("fake"));
}
