//! `notekin ask`: an answer from the notes.

use notekin_wire::{AskReply, AskRequest};

use super::conversations;
use crate::args::{AskArgs, Global};
use crate::asked::Asked;
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
    let engine = Asked::of(&config, global, !args.no_update)?;
    let request = AskRequest {
        question: args.question.join(" "),
        conversation: conversations::meant(args, &config, &engine.vaults())?,
        model: args.model.clone(),
        quote: args.no_llm,
        no_save: args.no_save,
        no_update: args.no_update,
        folders: args.filter.folders(&engine.vaults()),
        tags: args.filter.tag.clone(),
        filter: args.filter.conditions()?,
    };
    let mut telling = print::ask::Telling::new(output.is_json());
    let interrupted = interrupt::flag();
    let reply = engine.ask(&request, &mut |text| telling.tell(text), &interrupted)?;
    telling.end()?;
    output.reply(&reply, |out| print::ask::sources(&engine.vaults(), &reply, out))?;
    if !output.is_json() {
        output.finish()?;
        talk::tell(&summary(&reply));
        talk::notices(&reply.notices);
        if reply.outcome == "answered" && reply.model.is_none() && !args.no_llm {
            offer::model(&config);
        }
    }
    Ok(Outcome::found(reply.outcome == "answered"))
}

/// Returns what came of the question, in a sentence.
fn summary(reply: &AskReply) -> String {
    let read = talk::grouped(reply.coverage.searched);
    let total = talk::count(reply.coverage.total, "note");
    let nearest: Vec<String> =
        reply.nearest.iter().map(|note| format!("`{}`", plain(&note.path))).collect();
    let near = match nearest.as_slice() {
        [] => String::new(),
        near => {
            format!("; nearest {} {}", if near.len() == 1 { "is" } else { "are" }, near.join(", "))
        }
    };
    match reply.outcome.as_str() {
        "answered" if reply.model.is_some() => {
            "every sentence was checked against your notes; what they don't say is listed above"
                .to_owned()
        }
        "answered" => "quoted from your notes".to_owned(),
        "not_in_notes" => {
            format!("not in your notes: nothing in {total} answers `{}`{near}", reply.query)
        }
        _ => {
            format!(
                "nothing in the {read} of {total} read so far{near}; {} reads the rest",
                talk::command("index")
            )
        }
    }
}
