//! The protocol of Anthropic.
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use notekin_net::Piece;
use serde::{Deserialize, Serialize};

use super::error::Error;
use super::finished::Finish;
use super::model::Model;
use super::prompt::{Prompt, Turn};
use super::remote::Protocol;
use super::telling::Telling;

/// A model at a server that speaks like Anthropic's.
#[derive(Debug)]
pub(super) struct Anthropic {
    /// The model at its server.
    pub(super) model: Model,
}

impl Anthropic {
    /// Takes an event in.
    fn take(&self, data: &str, telling: &mut Telling<'_>) -> Result<ControlFlow<()>, Error> {
        let event = self.model.read(data)?;
        match event {
            Event::MessageStart { message } => {
                telling.tokens_in = message.usage.read();
                telling.model = message.model;
            }
            Event::ContentBlockDelta { delta: Delta { text: Some(text) } } => telling.say(&text),
            Event::MessageDelta { delta, usage } => {
                telling.tokens_out = usage.output_tokens.or(telling.tokens_out);
                telling.finish = delta.stop_reason.as_deref().map(finish).or(telling.finish);
            }
            Event::MessageStop => {
                telling.finish = telling.finish.or(Some(Finish::Stop));
                return Ok(ControlFlow::Break(()));
            }
            Event::ContentBlockDelta { .. } | Event::Other => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Protocol for Anthropic {
    fn write(
        &self,
        prompt: &Prompt,
        telling: &mut Telling<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let request = Request {
            model: &self.model.line.model,
            max_tokens: self.model.limit(prompt),
            system: Some(prompt.system.as_str()).filter(|system| !system.is_empty()),
            messages: prompt.turns.iter().map(Message::of).collect(),
            stream: true,
        };
        let mut take = |piece: Piece<'_>| self.take(piece.data, telling);
        self.model.stream("/v1/messages", &request, prompt, (&mut take, cancel))
    }

    fn window(&self, _cancel: &AtomicBool) -> Result<Option<usize>, Error> {
        Ok(self.model.window)
    }
}

/// Returns why a text ends, in this protocol's words.
fn finish(reason: &str) -> Finish {
    match reason {
        "max_tokens" | "model_context_window_exceeded" => Finish::Length,
        "refusal" => Finish::Filtered,
        _ => Finish::Stop,
    }
}

/// What is posted to `/v1/messages`.
#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    max_tokens: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a str>,
    messages: Vec<Message<'a>>,
    stream: bool,
}

/// One thing that was said, as all protocols but Gemini's write it.
#[derive(Serialize)]
pub(super) struct Message<'a> {
    role: &'static str,
    content: &'a str,
}

impl<'a> Message<'a> {
    /// Returns a turn as a message.
    pub(super) fn of(turn: &'a Turn) -> Self {
        Self { role: turn.speaker.role(), content: &turn.text }
    }

    /// Returns what a model is told before a conversation as a message; none where that is nothing.
    pub(super) fn of_system(system: &'a str) -> Option<Self> {
        (!system.is_empty()).then_some(Self { role: "system", content: system })
    }
}

/// An event of the stream; those of other types say nothing that is needed.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    MessageStart {
        message: Start,
    },
    /// A part of a text, or of a thought, which has its own word for it.
    ContentBlockDelta {
        delta: Delta,
    },
    MessageDelta {
        delta: End,
        #[serde(default)]
        usage: Usage,
    },
    MessageStop,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Start {
    model: Option<String>,
    #[serde(default)]
    usage: Usage,
}

#[derive(Deserialize)]
struct Delta {
    text: Option<String>,
}

#[derive(Deserialize)]
struct End {
    stop_reason: Option<String>,
}

/// What was counted, each number where it is known first.
#[derive(Default, Deserialize)]
struct Usage {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    #[serde(rename = "cache_creation_input_tokens")]
    put_into_cache: Option<u64>,
    #[serde(rename = "cache_read_input_tokens")]
    read_from_cache: Option<u64>,
}

impl Usage {
    /// Returns the tokens that were read, those from a cache included.
    fn read(&self) -> Option<u64> {
        let cached = [self.put_into_cache, self.read_from_cache];
        Some(self.input_tokens? + cached.into_iter().flatten().sum::<u64>())
    }
}
