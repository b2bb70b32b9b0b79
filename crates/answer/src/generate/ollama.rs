//! Ollama's own protocol.
//!
//! It also speaks OpenAI's, but can't be told there how much a model is to read: it reads a few thousand tokens and
//! leaves out the rest without a word.
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use notekin_net::served::Shown;
use notekin_net::{Effort, Piece};
use serde::{Deserialize, Serialize};

use super::anthropic::Message;
use super::error::Error;
use super::finished::Finish;
use super::meaning;
use super::model::Model;
use super::openai::TEMPERATURE;
use super::prompt::Prompt;
use super::remote::Protocol;
use super::telling::Telling;

/// How long the model stays in memory after a call, so that the next question needn't wait for it.
const KEEP: &str = "30m";

/// The tokens a model is set to read and write at once, unless a prompt needs more. Each change loads the model anew.
const USUAL: usize = 8192;

/// The steps in which that grows.
const STEP: usize = 4096;

/// A model at an Ollama.
#[derive(Debug)]
pub(super) struct Ollama {
    /// The model at its server.
    model: Model,
    /// The most that the model could read, once that was asked.
    longest: OnceLock<Option<usize>>,
    /// Whether the server refused to be told about thoughts.
    is_plain: AtomicBool,
}

impl Ollama {
    pub(super) fn new(model: Model) -> Self {
        Self { model, longest: OnceLock::new(), is_plain: AtomicBool::new(false) }
    }

    /// Asks the server about the model.
    fn shown(&self, cancel: &AtomicBool) -> Result<Shown, Error> {
        let line = &self.model.line;
        let shown = Shown::ask(line, Effort::WAITING, cancel);
        shown.map_err(|fault| meaning::of_fault(line, fault))
    }

    /// Returns the most tokens that the model can read, as its server says.
    fn longest(&self, cancel: &AtomicBool) -> Result<Option<usize>, Error> {
        if let Some(longest) = self.longest.get() {
            return Ok(*longest);
        }
        let shown = self.shown(cancel)?;
        Ok(*self.longest.get_or_init(|| shown.window))
    }

    /// Returns the window that a prompt needs, as far as the model and the user allow it.
    fn window_for(&self, prompt: &Prompt, cancel: &AtomicBool) -> Result<usize, Error> {
        if let Some(window) = self.model.window {
            return Ok(window);
        }
        let needed = prompt.tokens_at_most() + self.model.limit(prompt);
        let wanted = needed.div_ceil(STEP).saturating_mul(STEP).max(USUAL);
        Ok(self.longest(cancel)?.map_or(wanted, |longest| wanted.min(longest)))
    }

    /// Has the model write within a window.
    fn attempt(
        &self,
        prompt: &Prompt,
        window: usize,
        telling: &mut Telling<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let request = self.request(prompt, window);
        let mut take = |piece: Piece<'_>| self.take(piece.data, telling);
        self.model.stream("/api/chat", &request, prompt, (&mut take, cancel))
    }

    fn request<'a>(&'a self, prompt: &'a Prompt, window: usize) -> Request<'a> {
        let system = Message::of_system(&prompt.system);
        let limit = self.model.limit(prompt);
        Request {
            model: &self.model.line.model,
            messages: system.into_iter().chain(prompt.turns.iter().map(Message::of)).collect(),
            stream: true,
            think: (!self.is_plain.load(Ordering::Relaxed)).then_some(false),
            truncate: false,
            shift: false,
            keep_alive: KEEP,
            options: Options { num_ctx: window, num_predict: limit, temperature: TEMPERATURE },
        }
    }

    /// Takes a line of the reply in.
    fn take(&self, data: &str, telling: &mut Telling<'_>) -> Result<ControlFlow<()>, Error> {
        let chunk: Chunk = self.model.read(data)?;
        if let Some(message) = chunk.message {
            telling.say(&message.content);
        }
        telling.model = chunk.model.or(telling.model.take());
        if !chunk.done {
            return Ok(ControlFlow::Continue(()));
        }
        (telling.tokens_in, telling.tokens_out) = (chunk.prompt_eval_count, chunk.eval_count);
        let is_cut = chunk.done_reason.as_deref() == Some("length");
        telling.finish = Some(if is_cut { Finish::Length } else { Finish::Stop });
        Ok(ControlFlow::Break(()))
    }
}

impl Protocol for Ollama {
    fn write(
        &self,
        prompt: &Prompt,
        telling: &mut Telling<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let window = self.window_for(prompt, cancel)?;
        let too_long = || Err(Error::TooLong { window: Some(window) });
        if prompt.tokens_at_least() >= window {
            return too_long();
        }
        let mut written = self.attempt(prompt, window, telling, cancel);
        if let Err(Error::Refused { said, .. }) = &written
            && said.contains("think")
            && !self.is_plain.swap(true, Ordering::Relaxed)
        {
            written = self.attempt(prompt, window, telling, cancel);
        }
        // An old server cuts what it was told not to, and its count gives that away.
        let may_be_cut = prompt.tokens_at_most() + prompt.max_tokens > window;
        match telling.tokens_in {
            Some(read) if may_be_cut && (read as usize) < prompt.tokens_at_least() => too_long(),
            _ => written,
        }
    }

    fn window(&self, cancel: &AtomicBool) -> Result<Option<usize>, Error> {
        if self.model.window.is_some() {
            return Ok(self.model.window);
        }
        Ok(Some(self.longest(cancel)?.map_or(USUAL, |longest| longest.min(USUAL))))
    }

    fn is_elsewhere(&self, cancel: &AtomicBool) -> Result<bool, Error> {
        self.shown(cancel).map(|shown| shown.elsewhere)
    }
}

/// What is posted to `/api/chat`.
#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    stream: bool,
    /// Thoughts would be thrown away.
    #[serde(skip_serializing_if = "Option::is_none")]
    think: Option<bool>,
    truncate: bool,
    shift: bool,
    keep_alive: &'static str,
    options: Options,
}

/// How the model is to be run.
#[derive(Serialize)]
struct Options {
    num_ctx: usize,
    num_predict: usize,
    temperature: f32,
}

/// A line of the reply; what a message says as `thinking` is left out.
#[derive(Deserialize)]
struct Chunk {
    model: Option<String>,
    message: Option<Said>,
    #[serde(default)]
    done: bool,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    eval_count: Option<u64>,
}

/// What is added to a text.
#[derive(Deserialize)]
struct Said {
    #[serde(default)]
    content: String,
}
