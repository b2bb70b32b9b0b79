//! `read_note`: a note's text, or a part of it.

use notekin_engine::{Lines, NotePart, ReadReply, ReadRequest};
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, CURSOR, Call, NOTE, VAULT};
use crate::library::Served;
use crate::quoted::Quoted;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{budget, rows, schema};

const HEADING: Argument =
    Argument::new("heading", Shape::Text, "Only the section under it").also(&["section"]);

const BLOCK: Argument =
    Argument::new("block", Shape::Text, "Only the block with this ^id").also(&["block_id"]);

const LINES: Argument = Argument::new("lines", Shape::Lines, "Only these lines, such as 10-40")
    .also(&["line", "range", "line_range"]);

const BUDGET: Argument = Argument::new(
    "budget",
    Shape::Count { least: 200, usual: budget::USUAL, most: budget::MOST },
    "Tokens of the reply",
)
.also(&["max_tokens", "token_budget"]);

const ARGUMENTS: [Argument; 7] = [NOTE, HEADING, BLOCK, LINES, BUDGET, CURSOR, VAULT];

/// The fewest tokens of text in a reply.
const LEAST: usize = 50;

/// Headings of the outline that are shown at most.
const OUTLINE: usize = 40;

pub(crate) const TOOL: Tool = Tool {
    name: "read_note",
    title: "Read a note",
    about: "Read a note, or its section, block or lines, with its outline, tags and properties. \
            Long text is truncated: go on with cursor.",
    arguments: &ARGUMENTS,
    output,
    needs_index: true,
    run,
};

fn output() -> Value {
    let text = schema::text;
    let entry = json!({ "level": schema::count(), "title": text(), "line": schema::count() });
    schema::object(
        rows::with_links(json!({
            "vault": text(), "path": text(), "title": text(), "heading": schema::texts(),
            "lines": schema::range(), "bytes": schema::range(), "text": text(),
            "truncated": schema::flag(), "next_cursor": text(),
            "outline": schema::array(schema::object(entry, &["level", "title", "line"])),
            "tags": schema::texts(), "aliases": schema::texts(),
            "properties": { "type": "object" }, "modified": text(),
            "notices": schema::notices(), "boundary": text(), "warning": text(),
        })),
        &["vault", "path", "title", "lines", "text", "truncated", "uri"],
    )
}

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let (served, note) = call.note()?;
    let budget = call.arguments.count(&BUDGET);
    let mut request = ReadRequest {
        note,
        part: part(call)?,
        budget: budget.saturating_sub(budget::OVERHEAD),
        cursor: call.cursor(),
        update: false,
    };
    loop {
        let value = page(call, served, &request)?;
        let taken = budget::tokens(&value);
        if taken <= budget || request.budget <= LEAST {
            return Ok(value);
        }
        // The outline and what is escaped take their part too.
        request.budget = (request.budget * budget / taken * 9 / 10).max(LEAST);
    }
}

fn page(call: &Call<'_>, served: &Served, request: &ReadRequest) -> Result<Value, Refusal> {
    let reply = served.engine().read(request, AUDIENCE)?;
    let mut value = rows::json(&wire::ReadReply::from(&reply));
    value["text"] = call.quoted.text(&reply.text).into();
    value["truncated"] = reply.next_cursor.is_some().into();
    shorten(&mut value, request);
    rows::add_links(&mut value, served, reply.path.as_str(), None);
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

fn part(call: &Call<'_>) -> Result<NotePart, Refusal> {
    let arguments = &call.arguments;
    let heading = arguments.text(&HEADING).map(|text| NotePart::Heading(text.to_owned()));
    let block = arguments.text(&BLOCK).map(|text| NotePart::Block(text.to_owned()));
    let lines = arguments.lines(&LINES).map(|(start, end)| NotePart::Lines(Lines { start, end }));
    let mut parts = [heading, block, lines].into_iter().flatten();
    match (parts.next(), parts.next()) {
        (None, _) => Ok(NotePart::Whole),
        (Some(part), None) => Ok(part),
        _ => Err(Refusal::invalid("give one of `heading`, `block` and `lines`")),
    }
}

/// What is known of the note comes with its first page; the headings of a long one are not all named.
fn shorten(value: &mut Value, request: &ReadRequest) {
    let is_first = request.cursor.is_none() && !matches!(request.part, NotePart::Lines(_));
    let Some(value) = value.as_object_mut() else { return };
    if !is_first {
        for key in ["outline", "properties", "aliases"] {
            value.remove(key);
        }
    }
    if let Some(Value::Array(outline)) = value.get_mut("outline") {
        outline.truncate(OUTLINE);
    }
}

/// Reads the beginning of a note for those who take only its text.
pub(crate) fn text(
    served: &Served,
    note: String,
    quoted: &Quoted,
    budget: usize,
) -> Result<(ReadReply, String), Refusal> {
    let request = ReadRequest { note, part: NotePart::Whole, budget, cursor: None, update: false };
    let reply = served.engine().read(&request, AUDIENCE)?;
    let text = quoted.text(&reply.text);
    Ok((reply, text))
}
