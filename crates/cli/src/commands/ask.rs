//! `notekin ask`: an answer from the notes.

use notekin_config::{Config, Vault};
use notekin_engine::ask::{AskOutcome, AskReply, AskRequest, Writer};
use notekin_engine::{Audience, Several};
use notekin_wire as wire;

use super::conversations;
use crate::args::{AskArgs, Global};
use crate::output::Output;
use crate::print::style::plain;
use crate::report::{Failure, Outcome};
use crate::{interrupt, offer, opened, print, talk};

pub(crate) fn run(
    args: &AskArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let opened = opened::all(&config, global, !args.no_update)?;
    let earlier = conversations::earlier(args, &config, &opened)?;
    let request = AskRequest {
        turns: earlier.as_ref().map(conversations::turns).unwrap_or_default(),
        filter: args.filter.filter(&opened)?,
        writer: writer(args, &config)?,
        update: !args.no_update,
        randomness: randomness()?,
        ..AskRequest::new(args.question.join(" "))
    };
    let mut telling = print::ask::Telling::new(output.is_json());
    let interrupted = interrupt::flag();
    let mut hear = |text: &str| telling.tell(text);
    let several = Several::new(opened.iter().map(|opened| &opened.engine));
    let reply = several.ask(&request, Audience::Owner, &mut hear, &interrupted)?;
    telling.end()?;
    if let [only] = opened.as_slice()
        && config.settings.keeps_answers()
        && !args.no_save
    {
        let asked = (request.question.as_str(), &reply);
        conversations::keep(&config, &only.vault, earlier.as_ref(), asked);
    }
    let vaults: Vec<&Vault> = opened.iter().map(|opened| &opened.vault).collect();
    output.reply(&wire::AskReply::from(&reply), |out| print::ask::sources(&vaults, &reply, out))?;
    if !output.is_json() {
        output.finish()?;
        talk::tell(&summary(&reply, request.writer.is_some()));
        talk::notices(&reply.notices);
        if reply.outcome == AskOutcome::Answered && request.writer.is_none() && !args.no_llm {
            offer::model(&config);
        }
    }
    Ok(Outcome::found(reply.outcome == AskOutcome::Answered))
}

/// Returns the model that is to write the answer, if one is.
fn writer(args: &AskArgs, config: &Config) -> Result<Option<Writer>, Failure> {
    let model = args.model.as_deref().or_else(|| config.settings.answer_model());
    let model = model.filter(|_| !args.no_llm);
    Ok(model.map(|model| config.writer(model)).transpose()?)
}

/// Returns what came of the question, in a sentence.
fn summary(reply: &AskReply, is_written: bool) -> String {
    let read = talk::grouped(reply.coverage.searched);
    let total = talk::count(reply.coverage.total, "note");
    let nearest: Vec<String> =
        reply.nearest.iter().map(|note| format!("`{}`", plain(note.path.as_str()))).collect();
    let near = match nearest.as_slice() {
        [] => String::new(),
        near => {
            format!("; nearest {} {}", if near.len() == 1 { "is" } else { "are" }, near.join(", "))
        }
    };
    match reply.outcome {
        AskOutcome::Answered if is_written => {
            "every sentence was checked against your notes; what they don't say is listed above"
                .to_owned()
        }
        AskOutcome::Answered => "quoted from your notes".to_owned(),
        AskOutcome::NotInNotes => {
            format!("not in your notes: nothing in {total} answers `{}`{near}", reply.query)
        }
        AskOutcome::PartialIndex => {
            format!(
                "nothing in the {read} of {total} read so far{near}; {} reads the rest",
                talk::command("index")
            )
        }
    }
}

/// Returns a number that nobody can guess who writes a note; without one a model is asked nothing.
fn randomness() -> Result<u128, Failure> {
    let number = || getrandom::u64().map(u128::from);
    let both = number().and_then(|high| Ok((high << 64) | number()?));
    both.map_err(|error| {
        let error = std::io::Error::other(error.to_string());
        Failure::io("the system gives no random numbers", &error)
    })
}
