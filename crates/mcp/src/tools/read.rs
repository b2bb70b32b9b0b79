//! `read_note`: a note's text, or a part of it.
//!
//! A client is shown the text between marks, the lines and bytes of the file that it is, and with the first page what is
//! known of the note. Lines are those that a search gives, so that a hit can be read with what is around it.

use notekin_engine::{Lines, NotePart, ReadReply, ReadRequest};
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, CURSOR, Call, NOTE, VAULT};
use crate::quoted::Quoted;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{budget, rows, schema};
use notekin_config::Served;

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

/// The fewest tokens of text in a reply: with fewer, pages would hold nothing but what stands around the text.
const LEAST: usize = 50;

/// Headings of the outline that are shown at most.
const OUTLINE: usize = 40;

/// What is told of a note besides its text, and comes with its first page.
const DETAILS: [&str; 4] = ["outline", "properties", "aliases", "tags"];

/// Which part of the budget a detail may take. Frontmatter can be as long as a book, and a reply of nothing else has no
/// room for the text.
const SHARE: usize = 6;

pub(crate) const TOOL: Tool = Tool {
    name: "read_note",
    title: "Read a note",
    about: "Read a note, or its section, block or lines, with its outline, tags and properties. \
            Long text is truncated: go on with cursor.",
    arguments: &ARGUMENTS,
    output,
    needs_index: true,
    writes: false,
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

/// Reads as much text as leaves room for all else that the reply says.
fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let (served, note) = call.note()?;
    let budget = call.arguments.count(&BUDGET);
    let mut request = ReadRequest {
        note,
        part: part(call)?,
        budget: budget.saturating_sub(budget::OVERHEAD).max(LEAST),
        cursor: call.cursor(),
        update: false,
    };
    loop {
        let value = page(call, served, &request, budget / SHARE)?;
        let taken = budget::tokens(&value);
        if taken <= budget || request.budget <= LEAST {
            return Ok(value);
        }
        // The details and what is escaped take their part too; how much is only known of a whole reply.
        request.budget = (request.budget * budget / taken * 9 / 10).max(LEAST);
    }
}

/// Reads a page, with details of at most `room` tokens each.
fn page(
    call: &Call<'_>,
    served: &Served,
    request: &ReadRequest,
    room: usize,
) -> Result<Value, Refusal> {
    let reply = served.engine().read(request, AUDIENCE)?;
    let mut value = rows::json(&wire::ReadReply::from(&reply));
    value["text"] = call.quoted.text(&reply.text).into();
    value["truncated"] = reply.next_cursor.is_some().into();
    shorten(&mut value, request, room);
    rows::add_links(&mut value, served, reply.path.as_str(), None);
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

/// Returns the part that is asked for, the whole note without one. Two at once are refused: which of them counts would be
/// a guess, and the assistant would read something else than it thinks.
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

/// Leaves out what a page needn't tell: all details but the tags where it isn't the first, and any that takes more than
/// `room` tokens. Of an outline the beginning stays.
fn shorten(value: &mut Value, request: &ReadRequest, room: usize) {
    let is_first = request.cursor.is_none() && !matches!(request.part, NotePart::Lines(_));
    let Some(value) = value.as_object_mut() else { return };
    if let Some(Value::Array(outline)) = value.get_mut("outline") {
        outline.truncate(OUTLINE.min(budget::count(outline, room)));
    }
    for key in DETAILS {
        let is_long = value.get(key).is_some_and(|detail| budget::tokens(detail) > room);
        if is_long || (!is_first && key != "tags") {
            value.remove(key);
        }
    }
}

/// Reads the beginning of a note, for those who take its text and no cursor; a text that isn't the whole note says so
/// behind its marks, as they would take it for all there is.
pub(crate) fn text(
    served: &Served,
    note: String,
    quoted: &Quoted,
    budget: usize,
) -> Result<(ReadReply, String), Refusal> {
    let request = ReadRequest { note, part: NotePart::Whole, budget, cursor: None, update: false };
    let reply = served.engine().read(&request, AUDIENCE)?;
    let text = quoted.text(&reply.text);
    let (end, is_cut) = (reply.lines.end, reply.next_cursor.is_some());
    let text = if is_cut {
        format!(
            "{text}\n(This is the note up to line {end}. It goes on; read_note reads the rest.)"
        )
    } else {
        text
    };
    Ok((reply, text))
}
