//! `semanticSearch`, as the EzRAG plugin had it: an answer in Markdown with numbers and the list of what they stand for.
//!
//! The plugin had Gemini write it. Here sentences of the notes are quoted, unless the user lets a model write for
//! assistants; which one is the user's choice, so that `model` is taken and means nothing. Beside the text stands what the
//! plugin didn't tell: the sources as data.

use notekin_engine::Lines;
use notekin_engine::ask::{AskOutcome, AskReply, Source};
use serde_json::{Value, json};

use super::ask;
use crate::arguments::{Argument, Shape};
use crate::call::Call;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{rows, schema};

/// The question; the plugin told assistants to hand on what their user asked.
const QUERY: Argument =
    Argument::new("query", Shape::Text, "The user's question, as it was asked").required();

/// The plugin had two words for it; any text is taken, and none is meant.
const MODEL: Argument = Argument::new("model", Shape::Text, "Not used");

pub(crate) const TOOL: Tool = Tool {
    name: "semanticSearch",
    title: "Semantic search",
    about: "Get an answer from the user's notes, with its sources.",
    arguments: &[QUERY, MODEL],
    output: || {
        let text = schema::text;
        let source = json!({
            "path": text(), "vault": text(), "title": text(), "heading": schema::texts(),
            "lines": schema::range(),
        });
        schema::object(
            json!({
                "answer": text(), "outcome": text(),
                "sources": schema::array(schema::object(rows::with_links(source), &["path", "lines"])),
                "boundary": text(), "warning": text(),
            }),
            &["answer", "outcome", "sources"],
        )
    },
    needs_index: true,
    writes: true,
    run,
};

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let reply = ask::answered(call, call.arguments.text(&QUERY).unwrap_or_default())?;
    let sources = reply.sources.iter().enumerate();
    let sources: Vec<Value> =
        sources.map(|(at, source)| row(call, source, reply.cited_lines(at))).collect();
    let mut value = rows::json(&json!({ "outcome": reply.outcome.name() }));
    value["answer"] = text(call, &reply).into();
    value["sources"] = sources.into();
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

/// Returns the answer between marks with the list of its sources; or that there is none, in words, since the plugin's
/// assistants read nothing but this text.
fn text(call: &Call<'_>, reply: &AskReply) -> String {
    match reply.outcome {
        AskOutcome::NotInNotes => return "The notes don't answer this.".to_owned(),
        AskOutcome::PartialIndex => {
            return "The notes read so far don't answer this; vault_status says how many are left."
                .to_owned();
        }
        AskOutcome::Answered => {}
    }
    let list = reply.sources.iter().enumerate().map(|(at, source)| {
        let Lines { start, end } = reply.cited_lines(at);
        format!("[{}] {}, lines {start}-{end}", at + 1, source.path.as_str())
    });
    let list: Vec<String> = list.collect();
    call.quoted.text(&format!("{}\n\n{}", reply.marked, list.join("\n")))
}

/// Returns the row of a source: where it is and what to call it by. Its text is not told, as `read_note` shows what stands
/// around the lines.
fn row(call: &Call<'_>, source: &Source, lines: Lines) -> Value {
    let mut row = rows::json(&json!({
        "path": source.path.as_str(), "vault": source.vault, "title": source.title,
        "heading": source.heading,
        "lines": { "start": lines.start, "end": lines.end },
    }));
    if let Some(served) = call.library.named(&source.vault) {
        let heading = source.heading.last().map(String::as_str);
        rows::add_links(&mut row, served, source.path.as_str(), heading);
    }
    row
}
