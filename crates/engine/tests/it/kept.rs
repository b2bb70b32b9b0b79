//! What is kept of each model, and for whom.

use std::sync::atomic::{AtomicUsize, Ordering};

use notekin_engine::models::{Kept, KeptModel, Server as At, Servers};

use crate::server::{Answer, Server};
use crate::stand_in::{Model, ollama, ollama_answer};
use crate::vault::TestVault;

const MODEL: &str = "ollama/my-own";

fn servers(url: &str, dimensions: Option<usize>) -> Servers {
    Servers { ollama: At::at(url), dimensions, ..Servers::default() }
}

/// Returns what there is for two vaults, of which only the first exists.
fn kept(vault: &TestVault) -> Kept {
    let settings = vault.settings();
    let elsewhere = ("other".to_owned(), settings.home.join("nowhere"));
    Kept {
        models: settings.models,
        vectors: settings.vectors,
        vaults: vec![("own".to_owned(), settings.home), elsewhere],
        chosen: settings.model,
        servers: settings.servers,
    }
}

fn own(kept: &Kept) -> Vec<KeptModel> {
    kept.models()
        .unwrap()
        .into_iter()
        .filter(|model| model.is_own() && model.entry.is_none())
        .collect()
}

fn told(models: &[KeptModel]) -> Vec<(&str, usize, bool, usize)> {
    let told = |model: &KeptModel| (model.texts.unwrap(), model.is_chosen, model.used_by.len());
    models
        .iter()
        .map(|model| (model, told(model)))
        .map(|(m, (n, is, by))| (m.id.as_str(), n, is, by))
        .collect()
}

#[test]
fn each_length_of_vectors_is_a_model_and_the_settings_say_which_is_chosen() {
    let server = ollama(Model { dims: 768, window: 8192, ..Model::SMALL });
    let gemma = "ollama/embeddinggemma2";
    let vault = TestVault::new().note("tea.md", "# Tea\n\nGreen tea is steamed.\n").indexed();
    let vault = vault.served(gemma, servers(&server.url(""), None)).indexed();
    let vault = vault.served(gemma, servers(&server.url(""), Some(128))).indexed();
    let (kept, short) = (kept(&vault), format!("{gemma}@128"));
    let models = own(&kept);
    assert_eq!(told(&models), [("fake", 1, false, 0), (gemma, 1, false, 0), (&*short, 1, true, 1)]);
    assert_eq!((models[1].dims, models[2].dims), (Some(768), Some(128)));
    kept.remove(&models[1]).unwrap();
    let models = own(&kept);
    assert_eq!(told(&models), [("fake", 1, false, 0), (&*short, 1, true, 1)]);
}

#[test]
fn a_model_that_is_on_its_way_counts_as_used() {
    let batches = AtomicUsize::new(0);
    let server = Server::start(move |request| {
        let is_batch = request.body.contains("dough");
        if is_batch && batches.fetch_add(1, Ordering::Relaxed) > 0 {
            return Answer::json(401, "{\"error\":\"unauthorized\"}");
        }
        ollama_answer(Model::SMALL, request)
    });
    let vault = TestVault::new();
    for note in 0..50 {
        vault.write(&format!("{note}.md"), &format!("Of dough number {note}, and how it rises.\n"));
    }
    let vault = vault.indexed().served(MODEL, servers(&server.url(""), None)).indexed();
    let models = own(&kept(&vault));
    assert_eq!(told(&models), [("fake", 50, false, 1), (MODEL, 32, true, 1)]);
    // Who gives it up has vectors of it that nobody is read by.
    let vault = vault.served("fake", servers(&server.url(""), None));
    let models = own(&kept(&vault));
    assert_eq!(told(&models), [("fake", 50, true, 1), (MODEL, 32, false, 0)]);
}
