//! `notekin conversations`: what was asked and answered; and the keeping of it.

use notekin_config::{Config, Conversation, Vault};
use notekin_wire as wire;

use crate::args::{AskArgs, ConversationsAction, ConversationsArgs, Global};
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{opened, print, talk};

pub(crate) fn run(
    args: &ConversationsArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let vault = opened::one(&config, global, false)?.vault;
    let kept = config.conversations(&vault);
    match args.action {
        ConversationsAction::List => list(&kept.list()?, output),
        ConversationsAction::Show { id } => {
            let reply = notekin_http::conversation(&kept.get(id)?);
            output.reply(&reply, |out| print::conversation::whole(&reply, out))?;
            Ok(Outcome::Found)
        }
        ConversationsAction::Remove { id } => {
            kept.remove(id)?;
            let reply = wire::Removed { removed: id.to_string(), deleted: None };
            output.reply(&reply, |out| writeln!(out, "deleted conversation {id}"))?;
            Ok(Outcome::Found)
        }
    }
}

fn list(conversations: &[Conversation], output: &mut Output) -> Result<Outcome, Failure> {
    let is_empty = conversations.is_empty();
    let reply = notekin_http::conversations(conversations);
    output.reply(&reply, |out| print::conversation::list(&reply, out))?;
    if is_empty && !output.is_json() {
        talk::tell("no conversation is kept for this vault; `notekin ask` begins one");
    }
    Ok(Outcome::found(!is_empty))
}

/// Returns the number of the conversation that a question goes on with, if it does with one.
pub(super) fn meant(
    args: &AskArgs,
    config: &Config,
    vaults: &[&Vault],
) -> Result<Option<u32>, Failure> {
    if args.conversation.is_none() && !args.goes_on {
        return Ok(None);
    }
    let [vault] = vaults else {
        let hint = "give `--vault` once, or ask a whole question";
        return Err(Failure::invalid("a conversation is with one vault", Some(hint)));
    };
    if args.conversation.is_some() {
        return Ok(args.conversation);
    }
    let hint = "ask without `--continue` to begin one";
    let last = config
        .conversations(vault)
        .latest()?
        .ok_or_else(|| Failure::invalid("no conversation is kept for this vault", Some(hint)))?;
    Ok(Some(last.id))
}
