//! Ollama's own protocol.
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;
use notekin_net::served::Shown;
use serde::{Deserialize, Serialize};

use super::provider::{Asker, Batch, Provider, Role, Told, meant};
use crate::error::Error;

/// The most texts of one call: as many as are lost when one is refused.
const MOST: usize = 32;

/// How long the model stays in memory after a call, so that the next question needn't wait for it.
const KEEP: &str = "30m";

/// A model at an Ollama.
#[derive(Debug)]
pub(super) struct Ollama {
    asker: Asker,
    /// The tokens it is to read at once.
    window: Option<usize>,
}

impl Ollama {
    pub(super) fn new(asker: Asker) -> Self {
        Self { asker, window: None }
    }
}

/// What is posted to `/api/embed`.
#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [String],
    truncate: bool,
    keep_alive: &'static str,
    options: Options,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Serialize)]
struct Options {
    #[serde(skip_serializing_if = "Option::is_none")]
    num_ctx: Option<usize>,
    /// As many: a text that is longer than a batch stops the model, or is cut off.
    #[serde(skip_serializing_if = "Option::is_none")]
    num_batch: Option<usize>,
}

#[derive(Deserialize)]
struct Reply {
    embeddings: Vec<Vec<f32>>,
    prompt_eval_count: Option<u64>,
}

impl Provider for Ollama {
    fn embed(
        &self,
        texts: &[String],
        _role: Role,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Batch, Error> {
        let request = Request {
            model: &self.asker.line.model,
            input: texts,
            truncate: false,
            keep_alive: KEEP,
            options: Options { num_ctx: self.window, num_batch: self.window },
            dimensions: self.asker.dimensions,
        };
        let reply: Reply = self.asker.embed("/api/embed", &request, (texts, effort), cancel)?;
        Ok(Batch { vectors: reply.embeddings, tokens: reply.prompt_eval_count })
    }

    fn most(&self) -> usize {
        MOST
    }

    fn ask(&self, cancel: &AtomicBool) -> Result<Told, Error> {
        let line = &self.asker.line;
        let shown = Shown::ask(line, Effort::WAITING, cancel);
        let shown = shown.map_err(|fault| meant(line, fault))?;
        Ok(Told { window: shown.window, elsewhere: shown.elsewhere })
    }

    fn set_window(&mut self, tokens: usize) {
        self.window = Some(tokens);
    }

    fn ask_for_whole(&mut self) {
        self.asker.dimensions = None;
    }

    fn may_cut(&self) -> bool {
        // It is told not to.
        false
    }
}
