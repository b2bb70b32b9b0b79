//! A telling: the text as it comes in, and what is known of its end.
use super::error::Error;
use super::finished::{Finish, Finished};
use super::thoughts::{Thoughts, without_orphan};

/// Gathers a text from the pieces of a reply.
pub(super) struct Telling<'a> {
    /// Whoever listens.
    on_text: &'a mut dyn FnMut(&str),
    /// Takes hidden thoughts out.
    thoughts: Thoughts,
    /// What was handed on.
    text: String,
    /// Why the text ends, once that was said.
    pub(super) finish: Option<Finish>,
    /// The tokens that were read.
    pub(super) tokens_in: Option<u64>,
    /// The tokens that were written.
    pub(super) tokens_out: Option<u64>,
    /// The model, as its server calls it.
    pub(super) model: Option<String>,
}

impl<'a> Telling<'a> {
    pub(super) fn new(on_text: &'a mut dyn FnMut(&str)) -> Self {
        Self {
            on_text,
            thoughts: Thoughts::default(),
            text: String::new(),
            finish: None,
            tokens_in: None,
            tokens_out: None,
            model: None,
        }
    }

    /// Takes a part of the text in and hands it on, without hidden thoughts.
    pub(super) fn say(&mut self, part: &str) {
        let part = self.thoughts.push(part);
        self.hand_on(&part);
    }

    /// Returns whether nothing was handed on yet.
    pub(super) fn is_silent(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the text as one that ended so, or as it should if that was said.
    pub(super) fn finished(mut self, model: &str, otherwise: Finish) -> Finished {
        let rest = self.thoughts.end();
        self.hand_on(&rest);
        Finished {
            text: without_orphan(self.text),
            finish: self.finish.unwrap_or(otherwise),
            tokens_in: self.tokens_in,
            tokens_out: self.tokens_out,
            model: self.model.unwrap_or_else(|| model.to_owned()),
        }
    }

    /// Returns the failure of a text that didn't end as it should.
    pub(super) fn broken(self, cause: Option<Error>) -> Error {
        match cause {
            Some(cause) if self.text.is_empty() => cause,
            cause => {
                let text = without_orphan(self.text);
                Error::BrokenOff { text, source: cause.map(Box::new) }
            }
        }
    }

    /// Hands on a part that may be read.
    fn hand_on(&mut self, part: &str) {
        if !part.is_empty() {
            self.text.push_str(part);
            (self.on_text)(part);
        }
    }
}
