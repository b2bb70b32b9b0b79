//! What an Ollama says of one of its models.
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fault::Fault;
use super::line::{How, Line};
use crate::call::Effort;

/// What an Ollama says of one of its models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Most tokens it reads at once.
    pub window: Option<usize>,
    /// Whether it runs at another place than the server.
    pub elsewhere: bool,
    /// What it can do, in Ollama's words; empty at an old one, which says nothing of it.
    pub capabilities: Vec<String>,
}

#[derive(Serialize)]
struct Question<'a> {
    model: &'a str,
}

/// The answer of `/api/show`, as far as it matters.
#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    model_info: Map<String, Value>,
    remote_host: Option<String>,
    remote_model: Option<String>,
    capabilities: Option<Vec<String>>,
}

impl Shown {
    /// Asks the Ollama at the end of `line` about the model.
    pub fn ask(line: &Line, effort: Effort, cancel: &AtomicBool) -> Result<Self, Fault> {
        let question = Question { model: &line.model };
        let how = How { purpose: "ask about a model", tokens: 0, effort };
        let reply: Reply = line.post("/api/show", &question, how, cancel)?;
        let window = reply.model_info.iter().find(|(key, _)| key.ends_with(".context_length"));
        let window = window.and_then(|(_, value)| value.as_u64()).map(|tokens| tokens as usize);
        let is_named = |place: Option<String>| place.is_some_and(|place| !place.is_empty());
        let elsewhere = is_named(reply.remote_host) || is_named(reply.remote_model);
        Ok(Self { window, elsewhere, capabilities: reply.capabilities.unwrap_or_default() })
    }
}
