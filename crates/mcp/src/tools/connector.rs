//! `search` and `fetch`, which ChatGPT's connectors look for by name and shape.

use notekin_engine::Mode;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{Call, find};
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::tools::{read_text, search};
use crate::{budget, rows, schema, uri};

const QUERY: Argument = Argument::new("query", Shape::Text, "").required();

const ID: Argument = Argument::new("id", Shape::Text, "id of a search result").required();

/// Results of a search.
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
    run: fetch,
};

fn find_notes(call: &Call<'_>) -> Result<Value, Refusal> {
    let vaults = call.library.choose(None)?;
    let reply = search::found(call, &vaults, Mode::Hybrid, RESULTS)?;
    let results: Vec<Value> = reply
        .hits
        .iter()
        .map(|hit| {
            let id = uri::of(&hit.vault, hit.path.as_str());
            let link = call
                .library
                .named(&hit.vault)
                .and_then(|served| served.obsidian_link(hit.path.as_str(), None));
            let mut row = rows::json(&json!({ "title": hit.title }));
            row["url"] = link.unwrap_or_else(|| id.clone()).into();
            row["id"] = id.into();
            row["text"] = call.quoted.text(&hit.snippet.text).into();
            row
        })
        .collect();
    let mut value = json!({ "results": results });
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

fn fetch(call: &Call<'_>) -> Result<Value, Refusal> {
    let (served, note) = find(call.library, call.arguments.text(&ID).unwrap_or_default(), None)?;
    let (reply, text) = read_text(served, note, &call.quoted, budget::MOST)?;
    let id = uri::of(served.name(), reply.path.as_str());
    let link = served.obsidian_link(reply.path.as_str(), None);
    let mut value = rows::json(&json!({
        "title": reply.title,
        "metadata": { "path": reply.path.as_str(), "vault": served.name(), "tags": reply.tags },
    }));
    value["url"] = link.unwrap_or_else(|| id.clone()).into();
    value["id"] = id.into();
    value["text"] = text.into();
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}
