//! Questions to a model that may search stores.
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;
use notekin_net::served::tokens;

use crate::client::Client;
use crate::error::Error;
use crate::gathered::Gathered;
use crate::generate::path;
use crate::limits;
use crate::shapes::{GenerateReply, GenerateRequest, Part};

/// What the record of calls says.
const PURPOSE: &str = "ask a model that searches stores";

impl Client {
    /// Asks the model called `model`, and returns its answer when all of it is there.
    pub fn generate_content(
        &self,
        model: &str,
        request: &GenerateRequest,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<GenerateReply, Error> {
        check(request)?;
        let how = (PURPOSE, most_tokens(request), effort);
        self.post(&path(model, "generateContent")?, request, how, cancel)
    }

    /// Does the same, hands on each piece of the answer as soon as it comes, and returns all of it in one.
    ///
    /// Fails with [`Error::BrokenOff`] when the answer ends without a word on why; what came until then was handed on.
    pub fn generate_content_streamed(
        &self,
        model: &str,
        request: &GenerateRequest,
        effort: Effort,
        (on_piece, cancel): (&mut dyn FnMut(&GenerateReply), &AtomicBool),
    ) -> Result<GenerateReply, Error> {
        check(request)?;
        let mut gathered = Gathered::default();
        let mut take = |piece: GenerateReply| {
            on_piece(&piece);
            gathered.take(piece);
            ControlFlow::Continue(())
        };
        let how = (PURPOSE, most_tokens(request), effort);
        match self.replies(model, request, how, (&mut take, cancel)) {
            // What goes wrong after the end does no harm.
            Err(error) if !gathered.is_ended() => Err(error),
            _ if gathered.is_ended() => Ok(gathered.whole()),
            _ => Err(Error::BrokenOff),
        }
    }
}

/// Checks what a model is asked.
fn check(request: &GenerateRequest) -> Result<(), Error> {
    for search in request.tools.iter().filter_map(|tool| tool.file_search.as_ref()) {
        limits::search(search)?;
    }
    Ok(())
}

/// Returns how many tokens are sent at most; those of passages that are found come on top.
fn most_tokens(request: &GenerateRequest) -> u64 {
    let said = request.system_instruction.iter().chain(&request.contents);
    let texts = said.flat_map(|content| &content.parts).map(Part::spoken);
    texts.map(|text| tokens::at_most(text) as u64).sum()
}
