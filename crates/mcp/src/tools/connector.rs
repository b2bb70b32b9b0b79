//! `search` and `fetch`, which ChatGPT's connectors look for by name and shape.
//!
//! Both take one text and have no filters and no pages. A result is a passage, so that a note can come more than once,
//! with the same `id`. The names of the fields are the connectors'; `text`, and what marks it as quoted, is ours.

use notekin_engine::Mode;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{Call, find};
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::tools::{read_text, search};
use crate::{budget, rows, schema, uri};
use notekin_config::Served;

const QUERY: Argument = Argument::new("query", Shape::Text, "").required();

const ID: Argument = Argument::new("id", Shape::Text, "id of a search result").required();

/// Results of a search; connectors don't say how many they want.
const RESULTS: usize = 10;

pub(crate) const SEARCH: Tool = Tool {
    name: "search",
    title: "Search",
    about: "Find notes of the user; fetch reads one.",
    arguments: &[QUERY],
    output: || {
        let text = schema::text;
        let result = json!({ "id": text(), "title": text(), "url": text(), "text": text() });
        let results = schema::array(schema::object(result, &["id", "title", "url"]));
        schema::object(
            json!({ "results": results, "boundary": text(), "warning": text() }),
            &["results"],
        )
    },
    needs_index: true,
    writes: false,
    run: find_notes,
};

pub(crate) const FETCH: Tool = Tool {
    name: "fetch",
    title: "Fetch",
    about: "Read a note that search found.",
    arguments: &[ID],
    output: || {
        let text = schema::text;
        schema::object(
            json!({
                "id": text(), "title": text(), "text": text(), "url": text(),
                "metadata": { "type": "object" }, "boundary": text(), "warning": text(),
            }),
            &["id", "title", "text", "url"],
        )
    },
    needs_index: true,
    writes: false,
    run: fetch,
};

fn find_notes(call: &Call<'_>) -> Result<Value, Refusal> {
    let vaults = call.library.choose(None)?;
    let reply = search::found(call, &vaults, Mode::Hybrid, RESULTS)?;
    let results = reply.hits.iter().filter_map(|hit| {
        let served = call.library.named(&hit.vault)?;
        let mut row = rows::json(&json!({ "title": hit.title }));
        row["text"] = call.quoted.text(&hit.snippet.text).into();
        identify(&mut row, served, hit.path.as_str());
        Some(row)
    });
    let mut value = json!({ "results": results.collect::<Vec<_>>() });
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

fn fetch(call: &Call<'_>) -> Result<Value, Refusal> {
    let (served, note) = find(call.library, call.arguments.text(&ID).unwrap_or_default(), None)?;
    let (reply, text) = read_text(served, note, &call.quoted, budget::MOST)?;
    let mut value = rows::json(&json!({
        "title": reply.title,
        "metadata": { "path": reply.path.as_str(), "vault": served.name(), "tags": reply.tags },
    }));
    value["text"] = text.into();
    identify(&mut value, served, reply.path.as_str());
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

/// Adds `id`, the note's URI, which `fetch` takes, and `url`, which the app shows as the source: a link into Obsidian
/// where there is one, since it can't open the URI.
fn identify(row: &mut Value, served: &Served, path: &str) {
    let id = uri::of(served.name(), path);
    row["url"] =
        crate::library::obsidian_link(served, path, None).unwrap_or_else(|| id.clone()).into();
    row["id"] = id.into();
}
