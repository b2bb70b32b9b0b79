//! `ask_notes`: an answer from the notes, each sentence tied to the lines it comes from.
//!
//! It is there for assistants whose user wants the notes to be read by a model of theirs, such as one on this machine, and
//! only what bears an answer out to leave it. Otherwise an assistant answers itself, from passages that it searched.

use notekin_engine::Kind;
use notekin_engine::ask::{AskReply, AskRequest};
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, Call, FILTER, FOLDERS, TAGS, VAULT};
use crate::library::together;
use crate::quoted::random;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{budget, rows, schema};

/// The question, whole: nothing of a conversation is known here.
const QUESTION: Argument = Argument::new("question", Shape::Text, "")
    .also(&["q", "query", "text", "prompt", "search_query"])
    .required();

const ARGUMENTS: [Argument; 5] = [QUESTION, FOLDERS, TAGS, FILTER, VAULT];

pub(crate) const TOOL: Tool = Tool {
    name: "ask_notes",
    title: "Ask notes",
    about: "Get an answer from the user's notes, checked sentence by sentence.",
    arguments: &ARGUMENTS,
    output,
    needs_index: true,
    writes: true,
    run,
};

/// Returns the schema of an answer. Places in it are bytes of `answer` as it is given here, with its marks.
///
/// What most assistants don't look at (the very places that bear a sentence out, coverage, the nearest notes) is only called
/// a list or an object: it is told whole, but each of its parts would be paid for in every conversation.
fn output() -> Value {
    let (text, count) = (schema::text, schema::count);
    let rows = || schema::array(json!({ "type": "object" }));
    let chunk = json!({
        "vault": text(), "path": text(), "heading": schema::texts(), "lines": schema::range(),
        "retrievedContext": schema::object(json!({ "title": text(), "text": text() }), &[]),
    });
    schema::object(
        json!({
            "answer": text(), "outcome": text(), "query": text(), "model": text(),
            "sentences": schema::array(schema::object(json!({
                "start": count(), "end": count(), "support": text(),
                "chunks": schema::array(count()),
            }), &["support", "chunks"])),
            "groundingChunks": schema::array(schema::object(rows::with_links(chunk), &["vault", "path", "lines"])),
            "groundingSupports": rows(), "nearest": rows(), "coverage": { "type": "object" },
            "notices": schema::notices(), "truncated": schema::flag(),
            "boundary": text(), "warning": text(),
        }),
        &["answer", "outcome", "sentences", "groundingChunks", "truncated"],
    )
}

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let question = call.arguments.text(&QUESTION).unwrap_or_default();
    let reply = answered(call, question)?;
    let mut value = rows::json(&wire::AskReply::from(&reply));
    mark_answer(&mut value, &reply, call);
    for (row, source) in
        value["groundingChunks"].as_array_mut().into_iter().flatten().zip(&reply.sources)
    {
        row["retrievedContext"]["text"] = call.quoted.text(&source.text).into();
        if let Some(served) = call.library.named(&source.vault) {
            let heading = source.heading.last().map(String::as_str);
            rows::add_links(row, served, source.path.as_str(), heading);
        }
    }
    let truncated = shorten(&mut value);
    value["truncated"] = truncated.into();
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

/// Has a question answered, for every tool that does: by the model that the user lets write, else with quotations.
///
/// The marks in the model's prompt are made of numbers of their own, not of those of the reply: an assistant is shown the
/// latter, and could hand them to whoever writes notes. When nobody waits for the answer any longer, the model is stopped.
pub(super) fn answered(call: &Call<'_>, question: &str) -> Result<AskReply, Refusal> {
    let writer = (call.answers.writer)().map_err(|_| {
        log::warn!("no answer for an assistant, as the settings can't be read");
        Refusal::new(Kind::Unconfigured, "the settings of notekin can't be read")
            .hint("the user can see what is wrong by `notekin config list` in a terminal")
    })?;
    let request = AskRequest {
        filter: call.filter()?,
        writer,
        // The vaults are followed; a call needn't look for changes.
        update: false,
        randomness: (u128::from(random()?) << 64) | u128::from(random()?),
        ..AskRequest::new(question)
    };
    let vaults = call.vaults()?;
    // It is told when it is whole: an assistant is shown one result.
    Ok(together(&vaults).ask(&request, AUDIENCE, &mut |_| {}, &call.cancel)?)
}

/// Puts the answer between marks, and moves along what points into it: sentences and segments are places in the string as
/// it is given, as highlights of a search are. An answer that there isn't stays empty, without marks.
fn mark_answer(value: &mut Value, reply: &AskReply, call: &Call<'_>) {
    let spans = reply.sentences.iter().map(|sentence| sentence.span);
    let spans = spans.chain(reply.supports.iter().map(|support| support.span));
    let spans: Vec<(usize, usize)> = spans.map(|span| (span.start, span.end)).collect();
    if reply.answer.is_empty() {
        return;
    }
    let (text, places) = call.quoted.text_with(&reply.answer, &spans);
    value["answer"] = text.into();
    let (sentences, supports) = places.split_at(reply.sentences.len());
    for (row, [start, end]) in
        value["sentences"].as_array_mut().into_iter().flatten().zip(sentences)
    {
        (row["start"], row["end"]) = ((*start).into(), (*end).into());
    }
    for (row, [start, end]) in
        value["groundingSupports"].as_array_mut().into_iter().flatten().zip(supports)
    {
        let segment = &mut row["segment"];
        (segment["startIndex"], segment["endIndex"]) = ((*start).into(), (*end).into());
        let said = segment["text"].as_str().map(|text| call.quoted.text(text));
        segment["text"] = said.into();
    }
}

/// Takes away the texts of the passages cited last until the reply is short enough, and returns whether it had to: their
/// lines stay, and `read_note` shows them. The answer itself is never cut, as its places would be wrong then; what models write
/// of it is bounded by the engine, and what is quoted are five sentences.
fn shorten(value: &mut Value) -> bool {
    let room = budget::USUAL - budget::OVERHEAD;
    let cited = value["groundingChunks"].as_array().map_or(0, Vec::len);
    for at in (0..cited).rev() {
        if budget::tokens(value) <= room {
            return at + 1 < cited;
        }
        if let Some(context) = value["groundingChunks"][at]["retrievedContext"].as_object_mut() {
            context.remove("text");
        }
    }
    cited > 0 && value["groundingChunks"][0]["retrievedContext"].get("text").is_none()
}
