//! A folder of models, and the settings to open one with.
use std::sync::atomic::AtomicBool;

use notekin_embed::{Embedder, Error, Parts, Passage, Server, Servers, open_with};
use notekin_net::Secret;
use tempfile::TempDir;

/// A folder in which nothing is known of any server.
pub(crate) struct Place {
    folder: TempDir,
    pub(crate) servers: Servers,
}

impl Place {
    /// Returns a place where every protocol leads to the same server.
    pub(crate) fn of(url: &str) -> Self {
        let server = |path: &str| Server::at(&format!("{url}{path}"));
        let servers = Servers {
            ollama: server(""),
            openai: server("/v1"),
            gemini: server(""),
            ..Servers::default()
        };
        Self { folder: tempfile::tempdir().unwrap(), servers }
    }

    pub(crate) fn with_key(mut self, key: &str) -> Self {
        let key = Secret::new(key);
        self.servers.openai.key.clone_from(&key);
        self.servers.gemini.key = key;
        self
    }

    pub(crate) fn open(&self, id: &str) -> Result<Box<dyn Embedder>, Error> {
        open_with(id, self.folder.path(), &self.servers, &AtomicBool::new(false))
    }
}

/// Returns the vectors of texts without a title.
pub(crate) fn embed(model: &dyn Embedder, texts: &[&str]) -> Result<Vec<Parts>, Error> {
    let passages: Vec<_> =
        texts.iter().map(|text| Passage { title: "", heading: &[], text }).collect();
    model.passages(&passages, &AtomicBool::new(false))
}
