//! The protocol of Gemini.
use std::sync::atomic::AtomicBool;

use notekin_gemini::{self as gemini, Client};
use notekin_net::served::{self, Cause};

use super::error::Error;
use super::finished::Finish;
use super::meaning;
use super::model::Model;
use super::prompt::{Prompt, Speaker, Turn};
use super::remote::Protocol;
use super::telling::Telling;

/// A model at a server that speaks like Gemini's.
#[derive(Debug)]
pub(super) struct Google {
    /// Speaks with the server.
    pub(super) client: Client,
    /// The model at its server.
    pub(super) model: Model,
}

impl Protocol for Google {
    fn write(
        &self,
        prompt: &Prompt,
        telling: &mut Telling<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let asked = gemini::Prompt {
            system: &prompt.system,
            turns: prompt.turns.iter().map(turn).collect(),
            max_tokens: Some(self.model.limit(prompt) as u64),
        };
        let name = &self.model.line.model;
        let mut on_text = |text: &str| telling.say(text);
        let how = (&mut on_text as &mut dyn FnMut(&str), cancel);
        let made = self.client.generate_streamed(name, &asked, self.model.effort, how);
        match made {
            Ok(made) => {
                telling.finish = Some(finish(&made.finish));
                (telling.tokens_in, telling.tokens_out) = (made.tokens_in, made.tokens_out);
                telling.model = made.model;
                Ok(())
            }
            // Nothing failed; the end is missing.
            Err(gemini::Error::BrokenOff) => Ok(()),
            Err(error) => Err(self.meant(error)),
        }
    }

    fn window(&self, _cancel: &AtomicBool) -> Result<Option<usize>, Error> {
        Ok(self.model.window)
    }
}

impl Google {
    /// Returns what a refusal means.
    fn meant(&self, error: gemini::Error) -> Error {
        let (service, server) = (self.model.line.service.word(), self.model.line.server.clone());
        match error {
            gemini::Error::Net(error) => error.into(),
            gemini::Error::Key { .. } => Error::Key { service, server },
            gemini::Error::Refused { status, word, message, retry_after } => {
                match (served::cause(status, &message), status) {
                    (Cause::TooLong, _) => Error::TooLong { window: meaning::window(&message) },
                    (Cause::Key, 403) => Error::Forbidden { server, said: message },
                    (Cause::Key, _) => Error::Key { service, server },
                    (Cause::Model, _) => {
                        Error::NotServed { service, model: self.model.line.model.clone(), server }
                    }
                    (Cause::Input, _) => Error::Refused { server, said: message },
                    (Cause::Other, 429) => Error::Quota { server, said: message, retry_after },
                    (Cause::Other, _) if word == "UNAVAILABLE" => {
                        Error::Busy { server, said: message }
                    }
                    (Cause::Other, _) => Error::Server { server, said: message },
                }
            }
            other => meaning::garbled(&self.model.line, &other),
        }
    }
}

fn turn(turn: &Turn) -> gemini::Turn<'_> {
    let speaker = match turn.speaker {
        Speaker::User => gemini::Speaker::User,
        Speaker::Model => gemini::Speaker::Model,
    };
    gemini::Turn { speaker, text: &turn.text }
}

/// Returns why a text ends.
fn finish(finish: &gemini::Finish) -> Finish {
    match finish {
        gemini::Finish::Stop => Finish::Stop,
        gemini::Finish::Length => Finish::Length,
        gemini::Finish::Blocked(_) => {
            log::info!("an answer was held back");
            Finish::Filtered
        }
    }
}
