//! Generating: a conversation to the next thing that the model says in it.
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;
use notekin_net::served::tokens;
use serde::{Deserialize, Serialize};

use crate::client::Client;
use crate::error::{self, Error};

/// A conversation that a model is to go on with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompt<'a> {
    /// What the model is told before the conversation; nothing when empty.
    pub system: &'a str,
    /// What was said, oldest first.
    pub turns: Vec<Turn<'a>>,
    /// The most tokens it writes, hidden thoughts included.
    pub max_tokens: Option<u64>,
}

/// One thing that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// Who said it.
    pub speaker: Speaker,
    /// What was said.
    pub text: &'a str,
}

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// Whoever asks.
    User,
    /// The model.
    Model,
}

/// What a model said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Its text, without hidden thoughts.
    pub text: String,
    /// Why it ends there.
    pub finish: Finish,
    /// The tokens that were read, where the server says so.
    pub tokens_in: Option<u64>,
    /// The tokens that were written, hidden thoughts included, where the server says so.
    pub tokens_out: Option<u64>,
    /// The model's version, where the server says so.
    pub model: Option<String>,
}

/// Why a text ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All was said.
    Stop,
    /// The most tokens were reached.
    Length,
    /// The server holds it back, for this reason in Google's words.
    Blocked(String),
}

impl Client {
    /// Has the model called `model` go on with a conversation, and returns what it says when all of it is there.
    pub fn generate(
        &self,
        model: &str,
        prompt: &Prompt<'_>,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Generated, Error> {
        let path = path(model, "generateContent");
        let how = ("write an answer", most_tokens(prompt), effort);
        let reply: Reply = self.post(&path, &Request::new(prompt), how, cancel)?;
        let mut reading = Reading::default();
        reading.take(reply, &mut |_| {});
        reading.ended()
    }

    /// Does the same, and hands on each part of the text as soon as it comes.
    ///
    /// Fails with [`Error::BrokenOff`] when the text ends without a word on why; what came until then was handed on.
    pub fn generate_streamed(
        &self,
        model: &str,
        prompt: &Prompt<'_>,
        effort: Effort,
        (on_text, cancel): (&mut dyn FnMut(&str), &AtomicBool),
    ) -> Result<Generated, Error> {
        let path = format!("{}?alt=sse", path(model, "streamGenerateContent"));
        let how = ("write an answer", most_tokens(prompt), effort);
        let (mut reading, mut wrong) = (Reading::default(), None);
        let mut hand_on = |piece: notekin_net::Piece<'_>| match read(piece.data) {
            Ok(reply) => {
                reading.take(reply, on_text);
                ControlFlow::Continue(())
            }
            Err(error) => {
                wrong = Some(error);
                ControlFlow::Break(())
            }
        };
        let streamed = self.stream(&path, &Request::new(prompt), how, (&mut hand_on, cancel));
        match wrong.map_or(streamed, |error| Err(self.hushed(error))) {
            // What goes wrong after the end does no harm.
            Err(error) if reading.finish.is_none() => Err(error),
            _ => reading.ended(),
        }
    }
}

/// Returns where a method of a model is.
fn path(model: &str, method: &str) -> String {
    format!("models/{}:{method}", model.trim_start_matches("models/"))
}

/// Returns how many tokens are sent at most.
fn most_tokens(prompt: &Prompt<'_>) -> u64 {
    let turns: usize = prompt.turns.iter().map(|turn| tokens::at_most(turn.text)).sum();
    (tokens::at_most(prompt.system) + turns) as u64
}

/// Reads one piece of a stream; fails where it is a refusal, or nothing that can be read.
fn read(data: &str) -> Result<Reply, Error> {
    if let Some(refused) = error::refusal(200, data.as_bytes()) {
        return Err(refused);
    }
    serde_json::from_str(data).map_err(|error| Error::Shape(error.to_string()))
}

/// What has come so far.
#[derive(Debug, Default)]
struct Reading {
    text: String,
    finish: Option<Finish>,
    usage: Usage,
    model: Option<String>,
}

impl Reading {
    /// Takes a whole reply in, or a piece of one.
    fn take(&mut self, reply: Reply, on_text: &mut dyn FnMut(&str)) {
        if let Some(reason) = reply.prompt_feedback.and_then(|feedback| feedback.block_reason) {
            self.finish = Some(Finish::Blocked(reason));
        }
        // One is asked for.
        if let Some(candidate) = reply.candidates.into_iter().next() {
            let parts = candidate.content.map(|content| content.parts).unwrap_or_default();
            for part in parts.iter().filter(|part| !part.thought && !part.text.is_empty()) {
                self.text.push_str(&part.text);
                on_text(&part.text);
            }
            self.finish = candidate.finish_reason.map(finish).or(self.finish.take());
        }
        self.usage = reply.usage_metadata.unwrap_or(self.usage);
        self.model = reply.model_version.or(self.model.take());
    }

    /// Returns what came, if its end was told.
    fn ended(self) -> Result<Generated, Error> {
        let finish = self.finish.ok_or(Error::BrokenOff)?;
        let (written, thought) = (self.usage.written, self.usage.thought);
        let tokens_out = written.or(thought).map(|_| written.unwrap_or(0) + thought.unwrap_or(0));
        let tokens_in = self.usage.read;
        Ok(Generated { text: self.text, finish, tokens_in, tokens_out, model: self.model })
    }
}

/// Returns why a text ends; whatever is neither an end nor a limit holds it back.
fn finish(reason: String) -> Finish {
    match reason.as_str() {
        "STOP" => Finish::Stop,
        "MAX_TOKENS" => Finish::Length,
        _ => Finish::Blocked(reason),
    }
}

/// What is posted.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system_instruction: Option<Told<'a>>,
    contents: Vec<Content<'a>>,
    generation_config: Configuration,
}

/// What a model is told before a conversation.
#[derive(Serialize)]
struct Told<'a> {
    parts: [TextPart<'a>; 1],
}

/// A turn.
#[derive(Serialize)]
struct Content<'a> {
    role: Speaker,
    parts: [TextPart<'a>; 1],
}

#[derive(Serialize)]
struct TextPart<'a> {
    text: &'a str,
}

/// How the model is to write.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Configuration {
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u64>,
}

impl<'a> Request<'a> {
    fn new(prompt: &Prompt<'a>) -> Self {
        let told = Told { parts: [TextPart { text: prompt.system }] };
        let turn =
            |turn: &Turn<'a>| Content { role: turn.speaker, parts: [TextPart { text: turn.text }] };
        Self {
            system_instruction: Some(told).filter(|_| !prompt.system.is_empty()),
            contents: prompt.turns.iter().map(turn).collect(),
            generation_config: Configuration { max_output_tokens: prompt.max_tokens },
        }
    }
}

/// A whole reply, or a piece of one: both have the same shape.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    #[serde(default)]
    candidates: Vec<Candidate>,
    prompt_feedback: Option<Feedback>,
    usage_metadata: Option<Usage>,
    model_version: Option<String>,
}

/// One of the texts that were asked for; there is one.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    content: Option<Parts>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Parts {
    #[serde(default)]
    parts: Vec<Part>,
}

/// A part of what a model says; those that hold no text are passed over.
#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    text: String,
    #[serde(default)]
    thought: bool,
}

/// What the server makes of the question.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
}

/// The tokens that were counted so far.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Usage {
    #[serde(rename = "promptTokenCount")]
    read: Option<u64>,
    #[serde(rename = "candidatesTokenCount")]
    written: Option<u64>,
    #[serde(rename = "thoughtsTokenCount")]
    thought: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generated(replies: &[&str]) -> Result<Generated, Error> {
        let mut reading = Reading::default();
        for reply in replies {
            reading.take(read(reply)?, &mut |_| {});
        }
        reading.ended()
    }

    #[test]
    fn a_request_has_googles_shape() {
        let turns = vec![
            Turn { speaker: Speaker::User, text: "a?" },
            Turn { speaker: Speaker::Model, text: "b" },
        ];
        let prompt = Prompt { system: "Be brief.", turns, max_tokens: Some(9) };
        assert_eq!(
            serde_json::to_string(&Request::new(&prompt)).unwrap(),
            r#"{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"a?"}]},{"role":"model","parts":[{"text":"b"}]}],"generationConfig":{"maxOutputTokens":9}}"#
        );
        let bare = serde_json::to_string(&Request::new(&Prompt::default())).unwrap();
        assert_eq!(bare, r#"{"contents":[],"generationConfig":{}}"#);
    }

    #[test]
    fn parts_are_joined_without_thoughts() {
        let made = generated(&[
            r#"{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"Let "}]}}]}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":"it rise."}],"role":"model"},"finishReason":"STOP"}],
                "usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":3,"thoughtsTokenCount":5},"modelVersion":"m-001"}"#,
        ]);
        let made = made.unwrap();
        assert_eq!((made.text.as_str(), &made.finish), ("Let it rise.", &Finish::Stop));
        assert_eq!((made.tokens_in, made.tokens_out), (Some(7), Some(8)));
        assert_eq!(made.model.as_deref(), Some("m-001"));
    }

    #[test]
    fn why_a_text_ends_is_told() {
        let ended = |reply: &str| generated(&[reply]).map(|made| made.finish);
        let blocked = |reason: &str| Finish::Blocked(reason.to_owned());
        assert_eq!(
            ended(r#"{"candidates":[{"finishReason":"MAX_TOKENS"}]}"#).unwrap(),
            Finish::Length
        );
        assert_eq!(
            ended(r#"{"candidates":[{"finishReason":"SAFETY"}]}"#).unwrap(),
            blocked("SAFETY")
        );
        assert_eq!(
            ended(r#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}"#).unwrap(),
            blocked("PROHIBITED_CONTENT")
        );
        let cut = ended(r#"{"candidates":[{"content":{"parts":[{"text":"Let"}]}}]}"#);
        assert!(matches!(cut, Err(Error::BrokenOff)), "{cut:?}");
    }

    #[test]
    fn a_refusal_in_a_stream_is_seen() {
        let said =
            r#"{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}"#;
        let refused = generated(&[said]);
        assert!(matches!(refused, Err(Error::Refused { status: 503, .. })), "{refused:?}");
        assert!(generated(&[&format!("[{said}]")]).is_err());
    }
}
