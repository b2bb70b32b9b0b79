//! `notekin ask`: an answer from the notes.

use notekin_wire::{AskReply, AskRequest, Coverage};

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
    let near = near(reply);
    match (reply.outcome.as_str(), &reply.model) {
        ("answered", Some(_)) if reply.sentences.iter().all(|it| it.support == "supported") => {
            "every sentence was checked against your notes".to_owned()
        }
        ("answered", Some(_)) => {
            "every sentence was checked against your notes; what they don't say is listed above"
                .to_owned()
        }
        ("answered", None) => "quoted from your notes".to_owned(),
        ("partial_index", _) => format!(
            "nothing in {} answers `{}`{near}; {} reads the rest",
            read_so_far(&reply.coverage),
            begun(&reply.query),
            talk::command("index")
        ),
        (_, Some(model)) => format!(
            "not in your notes: `{}` wrote nothing that they bear out{near}; `--no-llm` quotes them instead",
            plain(model)
        ),
        (_, None) => format!(
            "not in your notes: nothing in {} answers `{}`{near}",
            searched(&reply.coverage),
            begun(&reply.query)
        ),
    }
}

/// Returns how many notes it was looked in.
fn searched(coverage: &Coverage) -> String {
    let readable = talk::count(coverage.total - coverage.errored, "note");
    match coverage.errored {
        0 => readable,
        unread => format!("{readable} ({} more couldn't be read)", talk::grouped(unread)),
    }
}

/// Returns how much of the notes was read so far where that isn't all.
fn read_so_far(coverage: &Coverage) -> String {
    let readable = coverage.total - coverage.errored;
    let read = talk::grouped(readable.saturating_sub(coverage.pending));
    format!("the {read} of {} read so far", talk::count(readable, "note"))
}

/// Returns as much of a question as says which one it was.
fn begun(question: &str) -> String {
    /// In characters.
    const MOST: usize = 120;
    let question = plain(question);
    match question.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &question[..end]),
        None => question.clone(),
    }
}

/// Returns the notes that come nearest, as the end of a sentence.
fn near(reply: &AskReply) -> String {
    let named: Vec<String> =
        reply.nearest.iter().map(|note| format!("`{}`", plain(&note.path))).collect();
    match named.as_slice() {
        [] => String::new(),
        [only] => format!("; nearest is {only}"),
        several => format!("; nearest are {}", several.join(", ")),
    }
}
