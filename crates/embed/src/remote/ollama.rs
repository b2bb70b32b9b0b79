//! Ollama's own protocol.
use std::sync::atomic::AtomicBool;

use notekin_net::{Address, Effort};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::provider::{Batch, Line, Provider, Role, Told};
use crate::error::Error;

/// The most texts of one call: as many as are lost when one is refused.
const MOST: usize = 32;

/// How long the model stays in memory after a call, so that the next question needn't wait for it.
const KEEP: &str = "30m";

/// A model at an Ollama.
#[derive(Debug)]
pub(super) struct Ollama {
    line: Line,
    /// The tokens it is to read at once.
    window: Option<usize>,
}

impl Ollama {
    pub(super) fn new(line: Line) -> Self {
        Self { line, window: None }
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

#[derive(Serialize)]
struct Question<'a> {
    model: &'a str,
}

/// What `/api/show` tells of a model, as far as it matters.
#[derive(Deserialize)]
struct Shown {
    #[serde(default)]
    model_info: Map<String, Value>,
    remote_host: Option<String>,
    remote_model: Option<String>,
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
            model: &self.line.model,
            input: texts,
            truncate: false,
            keep_alive: KEEP,
            options: Options { num_ctx: self.window, num_batch: self.window },
            dimensions: self.line.dimensions,
        };
        let reply: Reply = self.line.embed("/api/embed", &request, (texts, effort), cancel)?;
        Ok(Batch { vectors: reply.embeddings, tokens: reply.prompt_eval_count })
    }

    fn most(&self) -> usize {
        MOST
    }

    fn ask(&self, cancel: &AtomicBool) -> Result<Told, Error> {
        let question = Question { model: &self.line.model };
        let how = ("ask about a model", 0, Effort::WAITING);
        let shown: Shown = self.line.post("/api/show", &question, how, cancel)?;
        let window = shown.model_info.iter().find(|(key, _)| key.ends_with(".context_length"));
        let window = window.and_then(|(_, value)| value.as_u64()).map(|tokens| tokens as usize);
        let is_named = |place: Option<String>| place.is_some_and(|place| !place.is_empty());
        Ok(Told { window, elsewhere: is_named(shown.remote_host) || is_named(shown.remote_model) })
    }

    fn set_window(&mut self, tokens: usize) {
        self.window = Some(tokens);
    }

    fn ask_for_whole(&mut self) {
        self.line.dimensions = None;
    }

    fn may_cut(&self) -> bool {
        // It is told not to.
        false
    }
}

/// Returns whether an address is that of this machine; one that can't be read is not.
pub(super) fn is_here(url: &str) -> bool {
    Address::parse(url).is_ok_and(|address| address.is_local())
}
