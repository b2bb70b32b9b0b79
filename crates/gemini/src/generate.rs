//! Generating: a conversation to the next thing that the model says in it.
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::client::{Client, How};
use crate::error::{self, Error};
use crate::name::ModelName;
use crate::shapes::{Content, GenerateReply, GenerateRequest, GenerationConfig, Part, Rest, Usage};
use notekin_net::Effort;
use notekin_net::served::tokens;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// Whoever asks.
    User,
    /// The model.
    Model,
}

impl Speaker {
    /// Returns the word in requests.
    const fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Model => "model",
        }
    }
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
        let path = path(model, "generateContent")?;
        let how = ("write an answer", most_tokens(prompt), effort);
        let reply = self.post(&path, &request(prompt), how, cancel)?;
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
        let how = ("write an answer", most_tokens(prompt), effort);
        let mut reading = Reading::default();
        let mut take = |reply| {
            reading.take(reply, on_text);
            ControlFlow::Continue(())
        };
        match self.replies(model, &request(prompt), how, (&mut take, cancel)) {
            // What goes wrong after the end does no harm.
            Err(error) if reading.finish.is_none() => Err(error),
            _ => reading.ended(),
        }
    }

    /// Asks a model and hands on each piece of its answer, until `take` breaks off or the answer ends.
    pub(crate) fn replies(
        &self,
        model: &str,
        request: &GenerateRequest,
        how: How,
        (take, cancel): (&mut dyn FnMut(GenerateReply) -> ControlFlow<()>, &AtomicBool),
    ) -> Result<(), Error> {
        let path = format!("{}?alt=sse", path(model, "streamGenerateContent")?);
        let mut wrong = None;
        let mut hand_on = |piece: notekin_net::Piece<'_>| match read(piece.data) {
            Ok(reply) => take(reply),
            Err(error) => {
                wrong = Some(error);
                ControlFlow::Break(())
            }
        };
        let streamed = self.stream(&path, request, how, (&mut hand_on, cancel));
        wrong.map_or(streamed, |error| Err(self.hushed(error)))
    }
}

/// Returns where a method of a model is.
pub(crate) fn path(model: &str, method: &str) -> Result<String, Error> {
    Ok(format!("{}:{method}", ModelName::of(model)?))
}

/// Returns how many tokens are sent at most.
fn most_tokens(prompt: &Prompt<'_>) -> u64 {
    let turns: usize = prompt.turns.iter().map(|turn| tokens::at_most(turn.text)).sum();
    (tokens::at_most(prompt.system) + turns) as u64
}

/// Reads one piece of a stream; fails where it is a refusal, or nothing that can be read.
fn read(data: &str) -> Result<GenerateReply, Error> {
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
    fn take(&mut self, reply: GenerateReply, on_text: &mut dyn FnMut(&str)) {
        if let Some(reason) = reply.prompt_feedback.and_then(|feedback| feedback.block_reason) {
            self.finish = Some(Finish::Blocked(reason));
        }
        // One is asked for.
        if let Some(candidate) = reply.candidates.into_iter().next() {
            let parts = candidate.content.map(|content| content.parts).unwrap_or_default();
            for text in parts.iter().map(Part::spoken).filter(|text| !text.is_empty()) {
                self.text.push_str(text);
                on_text(text);
            }
            self.finish = candidate.finish_reason.map(finish).or(self.finish.take());
        }
        if let Some(usage) = reply.usage_metadata {
            self.usage = usage;
        }
        self.model = reply.model_version.or(self.model.take());
    }

    /// Returns what came, if its end was told.
    fn ended(self) -> Result<Generated, Error> {
        let finish = self.finish.ok_or(Error::BrokenOff)?;
        let (written, thought) =
            (self.usage.candidates_token_count, self.usage.thoughts_token_count);
        let tokens_out = written.or(thought).map(|_| written.unwrap_or(0) + thought.unwrap_or(0));
        let tokens_in = self.usage.prompt_token_count;
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

/// Returns what is posted.
fn request(prompt: &Prompt<'_>) -> GenerateRequest {
    let turn = |turn: &Turn<'_>| Content::said(turn.speaker.word(), turn.text);
    let config = GenerationConfig { max_output_tokens: prompt.max_tokens, rest: Rest::new() };
    GenerateRequest {
        system_instruction: (!prompt.system.is_empty()).then(|| Content::told(prompt.system)),
        contents: prompt.turns.iter().map(turn).collect(),
        generation_config: Some(config),
        ..GenerateRequest::default()
    }
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
            serde_json::to_string(&request(&prompt)).unwrap(),
            r#"{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"a?"}]},{"role":"model","parts":[{"text":"b"}]}],"generationConfig":{"maxOutputTokens":9}}"#
        );
        let bare = serde_json::to_string(&request(&Prompt::default())).unwrap();
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
