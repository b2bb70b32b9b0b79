//! The protocol of OpenAI, which LM Studio, llama.cpp, vLLM, OpenRouter and many others speak too.
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use notekin_net::served::How;
use notekin_net::{Effort, Piece};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::anthropic::Message;
use super::error::Error;
use super::finished::Finish;
use super::manners::{Manners, Wish};
use super::meaning;
use super::model::Model;
use super::prompt::{Prompt, Turn};
use super::remote::Protocol;
use super::telling::Telling;

/// How freely a model chooses its words: little, as what it says is to stand in the notes.
pub(super) const TEMPERATURE: f32 = 0.1;

/// What ends a stream.
const DONE: &str = "[DONE]";

/// A model at a server that speaks like OpenAI's.
#[derive(Debug)]
pub(super) struct OpenAi {
    model: Model,
    /// What the server takes, as far as it is known.
    manners: Mutex<Manners>,
}

impl OpenAi {
    pub(super) fn new(model: Model, is_openais_own: bool) -> Self {
        let thinks = model.known.thinks;
        let manners = if is_openais_own { Manners::of_openai(thinks) } else { Manners::usual() };
        Self { model, manners: Mutex::new(manners) }
    }

    fn manners(&self) -> Manners {
        self.manners.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has the model write, with these manners. What is refused before the first word may be asked for in another way.
    fn attempt(
        &self,
        prompt: &Prompt,
        manners: &Manners,
        telling: &mut Telling<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let has_system = manners.have(Wish::System);
        let turns = if has_system { prompt.turns.clone() } else { prompt.folded() };
        let request = self.request(prompt, &turns, manners);
        let mut take = |piece: Piece<'_>| self.take(piece, telling);
        self.model.stream("/chat/completions", &request, prompt, (&mut take, cancel))
    }

    fn request<'a>(
        &'a self,
        prompt: &'a Prompt,
        turns: &'a [Turn],
        manners: &Manners,
    ) -> Request<'a> {
        let system = Message::of_system(&prompt.system).filter(|_| manners.have(Wish::System));
        let limit = self.model.limit(prompt);
        Request {
            model: &self.model.line.model,
            messages: system.into_iter().chain(turns.iter().map(Message::of)).collect(),
            stream: true,
            stream_options: manners
                .have(Wish::Usage)
                .then_some(StreamOptions { include_usage: true }),
            temperature: manners.have(Wish::Temperature).then_some(TEMPERATURE),
            max_tokens: manners.have(Wish::Limit).then_some(limit),
            max_completion_tokens: manners.have(Wish::NewerLimit).then_some(limit),
        }
    }

    /// Takes a piece of the reply in.
    fn take(&self, piece: Piece<'_>, telling: &mut Telling<'_>) -> Result<ControlFlow<()>, Error> {
        if piece.data.trim() == DONE {
            telling.finish = telling.finish.or(Some(Finish::Stop));
            return Ok(ControlFlow::Break(()));
        }
        let chunk: Chunk = self.model.read(piece.data)?;
        if piece.name == "error" {
            // What follows the name is the error itself, not something that holds one.
            self.model.read::<Value>(&format!("{{\"error\":{}}}", piece.data))?;
        }
        self.take_chunk(chunk, telling).map(|()| ControlFlow::Continue(()))
    }

    /// Takes what a piece says in, once it can be read.
    fn take_chunk(&self, chunk: Chunk, telling: &mut Telling<'_>) -> Result<(), Error> {
        telling.model = chunk.model.filter(|model| !model.is_empty()).or(telling.model.take());
        if let Some(usage) = chunk.usage {
            telling.tokens_in = usage.prompt_tokens;
            telling.tokens_out = usage.completion_tokens;
        }
        // One is asked for.
        let Some(choice) = chunk.choices.into_iter().flatten().next() else { return Ok(()) };
        if let Some(delta) = choice.delta.or(choice.message) {
            telling.say(&text(&delta.content));
            if let Some(refusal) = delta.refusal.filter(|refusal| !refusal.is_empty()) {
                telling.say(&refusal);
                telling.finish = Some(Finish::Filtered);
            }
        }
        match choice.finish_reason.as_deref() {
            None | Some("") => {}
            Some("error") => {
                let (server, said) =
                    (self.model.line.server.clone(), "the model failed".to_owned());
                return Err(Error::Server { server, said });
            }
            Some(reason) => telling.finish = telling.finish.or(Some(finish(reason))),
        }
        Ok(())
    }

    /// Asks the server how many tokens the model reads and writes at once; few say.
    fn told_window(&self, cancel: &AtomicBool) -> Result<Option<usize>, Error> {
        let how = How { purpose: "list models", tokens: 0, effort: Effort::WAITING };
        let listed: Models = match self.model.line.get("/models", how, cancel) {
            Ok(listed) => listed,
            Err(fault) => {
                let error = meaning::of_fault(&self.model.line, fault);
                // Not every server has a list.
                return if matches!(error, Error::NotServed { .. } | Error::Garbled { .. }) {
                    Ok(None)
                } else {
                    Err(error)
                };
            }
        };
        let model = listed.data.into_iter().find(|model| model.id == self.model.line.model);
        let window = model.and_then(|model| {
            let meta = model.meta.and_then(|meta| meta.n_ctx);
            model.max_model_len.or(model.context_length).or(meta)
        });
        Ok(window.filter(|&tokens| tokens > 0))
    }
}

impl Protocol for OpenAi {
    fn write(
        &self,
        prompt: &Prompt,
        telling: &mut Telling<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        loop {
            let manners = self.manners();
            let written = self.attempt(prompt, &manners, telling, cancel);
            let (Err(Error::Refused { said, .. } | Error::Server { said, .. }), true) =
                (&written, telling.is_silent())
            else {
                return written;
            };
            let Some(mended) = manners.mended(said) else { return written };
            log::info!("a model that writes wants to be asked in another way");
            *self.manners.lock().unwrap_or_else(PoisonError::into_inner) = mended;
        }
    }

    fn window(&self, cancel: &AtomicBool) -> Result<Option<usize>, Error> {
        if self.model.window.is_some() { Ok(self.model.window) } else { self.told_window(cancel) }
    }
}

/// Returns why a text ends, in words that all servers of this protocol use, and some that only one does.
fn finish(reason: &str) -> Finish {
    match reason {
        "length" | "max_tokens" => Finish::Length,
        "content_filter" | "safety" | "refusal" => Finish::Filtered,
        _ => Finish::Stop,
    }
}

/// Returns the text of a content: a text alone, or the texts among parts of other kinds, such as thoughts.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let is_text = |part: &&Value| part.get("type").and_then(Value::as_str) == Some("text");
            let texts = parts.iter().filter(is_text);
            texts.filter_map(|part| part.get("text").and_then(Value::as_str)).collect()
        }
        _ => String::new(),
    }
}

/// What is posted to `/chat/completions`.
#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<usize>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

/// A piece of the reply, or all of it from a server that doesn't stream.
#[derive(Deserialize)]
struct Chunk {
    choices: Option<Vec<Choice>>,
    usage: Option<Usage>,
    model: Option<String>,
}

/// One of the texts that were asked for; there is one.
#[derive(Deserialize)]
struct Choice {
    delta: Option<Delta>,
    message: Option<Delta>,
    finish_reason: Option<String>,
}

/// What is added to a text. What is called `reasoning` or `reasoning_content` is left out.
#[derive(Deserialize)]
struct Delta {
    #[serde(default)]
    content: Value,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

/// The list of a server's models, as far as it tells of windows: in vLLM's words, OpenRouter's and llama.cpp's.
#[derive(Deserialize)]
struct Models {
    data: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
    max_model_len: Option<usize>,
    context_length: Option<usize>,
    meta: Option<Meta>,
}

#[derive(Deserialize)]
struct Meta {
    n_ctx: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_may_have_parts() {
        let parts = r#"[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Let "},{"type":"text","text":"it"}]"#;
        assert_eq!(text(&serde_json::from_str(parts).unwrap()), "Let it");
        assert_eq!(text(&Value::Null), "");
    }
}
