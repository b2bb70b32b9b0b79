//! The protocol of OpenAI, which LM Studio, llama.cpp, vLLM and many others speak too.
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;
use serde::{Deserialize, Serialize};

use super::provider::{Asker, Batch, Provider, Role};
use super::settings::Servers;
use crate::error::Error;

/// The most texts of one call.
const MOST: usize = 64;

/// A model at a server that speaks like OpenAI's.
#[derive(Debug)]
pub(super) struct OpenAi {
    asker: Asker,
}

impl OpenAi {
    pub(super) fn new(asker: Asker) -> Self {
        Self { asker }
    }
}

/// What is posted to `/embeddings`.
#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [String],
    encoding_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Deserialize)]
struct Reply {
    data: Vec<Row>,
    usage: Option<Usage>,
}

/// A vector, and which text it is of.
#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    index: usize,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
}

impl Provider for OpenAi {
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
            encoding_format: "float",
            dimensions: self.asker.dimensions,
        };
        let mut reply: Reply =
            self.asker.embed("/embeddings", &request, (texts, effort), cancel)?;
        reply.data.sort_by_key(|row| row.index);
        let vectors = reply.data.into_iter().map(|row| row.embedding).collect();
        // Servers that don't count say 0.
        let tokens = reply.usage.and_then(|usage| usage.prompt_tokens).filter(|&tokens| tokens > 0);
        Ok(Batch { vectors, tokens })
    }

    fn most(&self) -> usize {
        MOST
    }

    fn ask_for_whole(&mut self) {
        self.asker.dimensions = None;
    }

    fn may_cut(&self) -> bool {
        self.asker.line.server != Servers::OPENAI
    }
}
