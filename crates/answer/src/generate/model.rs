//! A model as its protocol sees it: where it is, what is known of it, and how its replies are taken.
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use notekin_net::served::{How, Line};
use notekin_net::{Effort, Piece};
use serde::Serialize;

use super::error::Error;
use super::known::Known;
use super::meaning;
use super::prompt::Prompt;

/// What takes the pieces of a reply, until it has enough or something is wrong.
pub(super) type Take<'a> = dyn FnMut(Piece<'_>) -> Result<ControlFlow<()>, Error> + 'a;

/// A model at a server.
#[derive(Debug)]
pub(super) struct Model {
    /// The line to its server.
    pub(super) line: Line,
    /// What its name tells.
    pub(super) known: Known,
    /// The tokens that it reads and writes at once, as far as that is known without asking.
    pub(super) window: Option<usize>,
    /// How long and how often a call for a text is tried.
    pub(super) effort: Effort,
}

impl Model {
    /// Returns the most tokens that it may write for a prompt.
    pub(super) fn limit(&self, prompt: &Prompt) -> usize {
        self.known.limit(prompt.max_tokens)
    }

    /// Posts the request that was made of a prompt, and has its reply taken piece by piece.
    pub(super) fn stream(
        &self,
        path: &str,
        request: &impl Serialize,
        prompt: &Prompt,
        (take, cancel): (&mut Take<'_>, &AtomicBool),
    ) -> Result<(), Error> {
        let tokens = prompt.tokens_at_most() as u64;
        let how = How { purpose: "write an answer", tokens, effort: self.effort };
        let mut wrong = None;
        let mut hand_on = |piece: Piece<'_>| {
            take(piece).unwrap_or_else(|error| {
                wrong = Some(error);
                ControlFlow::Break(())
            })
        };
        let streamed = self.line.stream(path, request, how, (&mut hand_on, cancel));
        wrong.map_or_else(|| streamed.map_err(|fault| meaning::of_fault(&self.line, fault)), Err)
    }

    /// Reads a piece of a reply; fails where it tells of a failure, and where it can't be read.
    pub(super) fn read<T: serde::de::DeserializeOwned>(&self, data: &str) -> Result<T, Error> {
        meaning::read(&self.line, data)
    }
}
