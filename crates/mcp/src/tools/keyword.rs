//! `keywordSearch`, as the EzRAG plugin had it: lines that match a pattern, with the lines around them.

use std::collections::BTreeMap;

use notekin_engine::{Hit, Lines, Mode, NotePart, ReadRequest, SearchRequest};
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, Call, FOLDERS};
use crate::library::{Served, together};
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{budget, rows, schema};

const QUERY: Argument = Argument::new("query", Shape::Text, "A regular expression").required();

const CASE: Argument = Argument::new("caseSensitive", Shape::Flag, "");

/// Matching lines looked at.
const MATCHES: usize = 100;

/// Lines shown before and after a match.
const AROUND: u32 = 2;

const ARGUMENTS: [Argument; 3] = [QUERY, CASE, FOLDERS];

pub(crate) const TOOL: Tool = Tool {
    name: "keywordSearch",
    title: "Keyword search",
    about: "Find lines that match a regular expression.",
    arguments: &ARGUMENTS,
    output: || {
        let text = schema::text;
        let matched = json!({
            "line": schema::count(), "text": text(), "before": schema::texts(), "after": schema::texts(),
        });
        let result = json!({
            "path": text(), "vault": text(),
            "matches": schema::array(schema::object(matched, &["line", "text"])),
        });
        schema::object(
            json!({
                "results": schema::array(schema::object(result, &["path", "matches"])),
                "total": schema::count(), "truncated": schema::flag(),
                "boundary": text(), "warning": text(),
            }),
            &["results", "truncated"],
        )
    },
    needs_index: true,
    run,
};

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let pattern = call.arguments.text(&QUERY).unwrap_or_default();
    let flags = if call.arguments.flag(&CASE) { "" } else { "(?i)" };
    let request = SearchRequest {
        mode: Mode::Regex,
        filter: call.filter(),
        limit: MATCHES,
        per_note: MATCHES,
        update: false,
        ..SearchRequest::new(format!("{flags}{pattern}"))
    };
    let reply = together(&call.vaults()?).search(&request, AUDIENCE)?;
    let mut by_note: BTreeMap<(&str, &str), Vec<Value>> = BTreeMap::new();
    for hit in &reply.hits {
        if let Some(served) = call.library.named(&hit.vault) {
            let matches = by_note.entry((&hit.vault, hit.path.as_str())).or_default();
            matches.push(matched(call, served, hit)?);
        }
    }
    let results = by_note.into_iter().map(|((vault, path), matches)| {
        let mut row = rows::json(&json!({ "path": path, "vault": vault }));
        row["matches"] = matches.into();
        (row, String::new())
    });
    let results = results.collect();
    let more = reply.next_cursor.is_some();
    let mut value =
        rows::fit(json!({ "total": reply.total }), "results", results, None, budget::USUAL);
    if more {
        value["truncated"] = true.into();
    }
    if let Some(value) = value.as_object_mut() {
        value.remove("next_cursor");
    }
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

fn matched(call: &Call<'_>, served: &Served, hit: &Hit) -> Result<Value, Refusal> {
    let line = hit.lines.start;
    let read = |start: u32, end: u32| -> Result<Vec<String>, Refusal> {
        if start > end {
            return Ok(Vec::new());
        }
        let request = ReadRequest {
            note: hit.path.as_str().to_owned(),
            part: NotePart::Lines(Lines { start, end }),
            budget: budget::OVERHEAD,
            cursor: None,
            update: false,
        };
        let reply = served.engine().read(&request, AUDIENCE)?;
        Ok(reply.text.lines().map(|line| call.quoted.text(line)).collect())
    };
    Ok(json!({
        "line": line,
        "text": call.quoted.text(hit.snippet.text.lines().next().unwrap_or_default()),
        "before": read(line.saturating_sub(AROUND).max(1), line.saturating_sub(1))?,
        "after": read(line + 1, line + AROUND)?,
    }))
}
