//! Asking: the answer as it comes, then whole.
//!
//! What is told while a model writes is already checked, sentence by sentence, but a later sentence may change an earlier
//! one's number; the whole answer at the end is the one that counts.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::Method;
use notekin_config::{Config, Conversation, Conversations, KeptTurn, Vault};
use notekin_engine::ask::{AskReply, AskRequest, Writer};
use notekin_engine::{Audience, Several};
use notekin_wire as wire;
use serde_json::Value;

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::route::Route;
use crate::streamed::Tell;

/// Returns the route that asks.
pub(crate) fn routes() -> Vec<Route> {
    let summary = "Ask: hear what is written as it is written, then the checked answer";
    let path = "/vaults/{vaults}/ask";
    vec![Route::streamed(Method::POST, path, summary, ask).telling::<wire::TextEvent>("text")]
}

/// Answers on behalf of a request, which is the owner's.
fn ask(call: &Call, asked: &wire::AskRequest, tell: Tell<'_>) -> Answer<wire::AskReply> {
    let config = call.state.config()?;
    let mut hear = |text: &str| tell("text", text_event(text));
    answer(&config, (call.several(), &call.vaults()), asked, &mut hear, &call.cancel)
}

/// Returns a piece of an answer as it is told.
fn text_event(text: &str) -> Value {
    serde_json::to_value(wire::TextEvent { text: text.to_owned() }).unwrap_or_default()
}

/// Answers a question from vaults, for whichever face: with the model that is meant, going on with the conversation that is
/// meant, and keeping what was said.
///
/// `hear` is told the answer as it comes; setting `cancel` stops that.
pub fn answer(
    config: &Config,
    (several, vaults): (Several<'_>, &[&Vault]),
    asked: &wire::AskRequest,
    hear: &mut dyn FnMut(&str),
    cancel: &AtomicBool,
) -> Result<wire::AskReply, Problem> {
    let kept = conversations(config, vaults, asked)?;
    let earlier = match (&kept, asked.conversation) {
        (Some(kept), Some(id)) => Some(kept.get(id)?),
        _ => None,
    };
    let request = AskRequest {
        turns: earlier.as_ref().map(Conversation::asked).unwrap_or_default(),
        writer: writer(config, asked)?,
        randomness: randomness()?,
        ..asked.to_engine()?
    };
    let reply = several.ask(&request, Audience::Owner, hear, cancel)?;
    // What was stopped was not wanted.
    let is_kept = config.settings.keeps_answers() && !asked.no_save;
    let kept = kept.filter(|_| is_kept && !cancel.load(Ordering::Relaxed));
    let conversation = kept.and_then(|kept| keep(&kept, asked, &reply));
    Ok(wire::AskReply { conversation, ..wire::AskReply::from(&reply) })
}

/// Returns the conversations with the one vault that is asked. With several there are none: what was answered from them
/// would stay with one when another is removed.
fn conversations(
    config: &Config,
    vaults: &[&Vault],
    asked: &wire::AskRequest,
) -> Answer<Option<Conversations>> {
    match vaults {
        [only] => Ok(Some(config.conversations(only))),
        _ if asked.conversation.is_some() => {
            Err(Problem::invalid("a conversation is with one vault")
                .hint("ask a whole question of several"))
        }
        _ => Ok(None),
    }
}

/// Returns the model that is to write the answer, if one is.
fn writer(config: &Config, asked: &wire::AskRequest) -> Answer<Option<Writer>> {
    let model = asked.model.as_deref().or_else(|| config.settings.answer_model());
    let model = model.filter(|_| !asked.quote);
    Ok(model.map(|model| config.writer(model)).transpose()?)
}

/// Keeps question and answer; returns the number of their conversation. That this fails doesn't take the answer away.
fn keep(kept: &Conversations, asked: &wire::AskRequest, reply: &AskReply) -> Option<u32> {
    let turn = KeptTurn::new(&asked.question, reply);
    kept.keep(asked.conversation, turn)
        .inspect_err(|error| {
            log::warn!("a question and its answer are not kept: {:?}", error.kind());
        })
        .ok()
}

/// Returns a number that nobody can guess who writes a note; without one a model is asked nothing.
fn randomness() -> Answer<u128> {
    let number = || getrandom::u64().map(u128::from);
    Ok((number()? << 64) | number()?)
}
