//! `notekin conversations`: what was asked and answered; and the keeping of it.

use notekin_config::{Config, Conversation, KeptSource, KeptTurn, Vault};
use notekin_engine::Lines;
use notekin_engine::ask::{AskReply, Turn};
use notekin_wire as wire;

use crate::args::{AskArgs, ConversationsAction, ConversationsArgs, Global};
use crate::opened::Opened;
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

/// Returns the conversation that a question goes on with, if it does with one. It is with one vault: what was answered
/// from several is kept with none of them, as it would stay there when one of the others is removed.
pub(super) fn earlier(
    args: &AskArgs,
    config: &Config,
    vaults: &[Opened],
) -> Result<Option<Conversation>, Failure> {
    if args.conversation.is_none() && !args.goes_on {
        return Ok(None);
    }
    let [opened] = vaults else {
        let hint = "give `--vault` once, or ask a whole question";
        return Err(Failure::invalid("a conversation is with one vault", Some(hint)));
    };
    let kept = config.conversations(&opened.vault);
    match args.conversation {
        Some(id) => Ok(Some(kept.get(id)?)),
        None => match kept.latest()? {
            Some(last) => Ok(Some(last)),
            None => Err(Failure::invalid(
                "no conversation is kept for this vault",
                Some("ask without `--continue` to begin one"),
            )),
        },
    }
}

/// Returns the turns of a conversation as the engine takes them.
pub(super) fn turns(conversation: &Conversation) -> Vec<Turn> {
    let turn = |turn: &KeptTurn| Turn {
        question: turn.question.clone(),
        answer: turn.answer.clone(),
        is_private: turn.private,
    };
    conversation.turns.iter().map(turn).collect()
}

/// Keeps a question with its answer. That this fails doesn't take the answer away.
pub(super) fn keep(
    config: &Config,
    vault: &Vault,
    earlier: Option<&Conversation>,
    (question, reply): (&str, &AskReply),
) {
    let source = |at: usize| {
        let source = &reply.sources[at];
        let Lines { start, end } = reply.cited_lines(at);
        KeptSource { path: source.path.as_str().to_owned(), start, end }
    };
    let turn = KeptTurn {
        question: question.to_owned(),
        answer: reply.answer.clone(),
        private: reply.is_private,
        sources: (0..reply.sources.len()).map(source).collect(),
    };
    if let Err(error) = config.conversations(vault).keep(earlier.map(|it| it.id), turn) {
        log::warn!("the question and its answer are not kept: {error}");
    }
}
