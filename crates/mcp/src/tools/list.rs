//! `list_notes`: every note that passes a filter.
//!
//! A search shows the best and leaves out the rest; this is what answers "how many" and "which ones are missing". A
//! client is shown a page in the order of vaults and paths, and the total of all pages.

use notekin_engine::ListRequest;
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, CURSOR, Call, FILTER, FOLDERS, TAGS, VAULT};
use crate::library::together;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{budget, rows, schema, uri};

const LIMIT: Argument = Argument::new("limit", Shape::Count { least: 1, usual: 50, most: 200 }, "")
    .also(&["per_page", "page_size", "max_results", "count"]);

/// The same filter, told of once for all tools.
const SAME_FILTER: Argument = Argument { about: "As in search_notes", ..FILTER };

const ARGUMENTS: [Argument; 6] = [FOLDERS, TAGS, SAME_FILTER, LIMIT, CURSOR, VAULT];

pub(crate) const TOOL: Tool = Tool {
    name: "list_notes",
    title: "List notes",
    about: "List all notes of folders or tags by path, with the total: for counting and completeness, not for \
            finding by content.",
    arguments: &ARGUMENTS,
    output,
    needs_index: true,
    writes: false,
    run,
};

/// Returns the schema of a page of notes; `modified` is the time of the file, in UTC.
fn output() -> Value {
    let text = schema::text;
    let note = json!({
        "vault": text(), "path": text(), "title": text(), "tags": schema::texts(), "modified": text(),
        "uri": text(),
    });
    schema::object(
        json!({
            "notes": schema::array(schema::object(note, &["vault", "path", "title", "uri"])),
            "total": schema::count(), "next_cursor": text(), "truncated": schema::flag(),
            "notices": schema::notices(),
        }),
        &["notes", "total", "truncated"],
    )
}

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let request = ListRequest {
        filter: call.filter()?,
        limit: call.arguments.count(&LIMIT),
        cursor: call.cursor(),
        update: false,
    };
    let reply = together(&call.vaults()?).list(&request, AUDIENCE)?;
    let mut head = rows::json(&wire::ListReply::from(&reply));
    let notes = head["notes"].take();
    let notes = notes.as_array().into_iter().flatten().zip(&reply.notes).map(|(row, note)| {
        let mut row = row.clone();
        if let Some(served) = call.library.named(&note.vault) {
            // Without the link into Obsidian: in a long list it would take as much as all the rest.
            row["uri"] = uri::of(served.name(), note.path.as_str()).into();
        }
        (row, note.after.clone())
    });
    let notes = notes.collect();
    Ok(rows::fit(head, "notes", notes, reply.next_cursor, budget::USUAL))
}
