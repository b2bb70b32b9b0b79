//! `keywordSearch`, as the EzRAG plugin had it: lines that match a pattern, with the lines around them.
//!
//! Notes come in the order of their paths, lines are counted from 1, and every line is quoted by itself. There are no
//! pages: a reply that is cut says `truncated`, and a narrower pattern or `folder` finds the rest.

use std::collections::BTreeMap;
use std::ops::Range;

use notekin_engine::{Hit, Lines, Mode, NotePart, ReadRequest, SearchRequest};
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, Call, FOLDERS};
use crate::library::together;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{budget, rows, schema};
use notekin_config::Served;

const QUERY: Argument = Argument::new("query", Shape::Text, "A regular expression").required();

const CASE: Argument = Argument::new("caseSensitive", Shape::Flag, "");

/// Matching lines looked at, in all notes together.
const MATCHES: usize = 100;

/// Lines shown before and after a match.
const AROUND: u32 = 2;

/// Tokens of the lines before a match, and of those after it; a paragraph of Markdown is often one long line.
const CONTEXT: usize = 300;

/// Tokens that the path and the vault of a note take, counted for every match.
const NOTE_TOKENS: usize = 30;

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
    writes: false,
    run,
};

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let pattern = call.arguments.text(&QUERY).unwrap_or_default();
    let flags = if call.arguments.flag(&CASE) { "" } else { "(?i)" };
    let request = SearchRequest {
        mode: Mode::Regex,
        filter: call.filter()?,
        limit: MATCHES,
        per_note: MATCHES,
        update: false,
        ..SearchRequest::new(format!("{flags}{pattern}"))
    };
    let reply = together(&call.vaults()?).search(&request, AUDIENCE)?;
    let (results, is_cut) = grouped(call, &reply.hits)?;
    let truncated = is_cut || reply.next_cursor.is_some();
    let mut value = json!({ "results": results, "total": reply.total, "truncated": truncated });
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

/// Returns matches by note, as many as fit the budget of a reply, and whether some were left out.
///
/// The budget counts matches, not notes: a single note can hold more of them than a reply may.
fn grouped(call: &Call<'_>, hits: &[Hit]) -> Result<(Vec<Value>, bool), Refusal> {
    let mut by_note: BTreeMap<(&str, &str), Vec<Value>> = BTreeMap::new();
    let mut left = budget::USUAL - budget::OVERHEAD;
    let mut is_cut = false;
    for hit in hits {
        let Some(served) = call.library.named(&hit.vault) else { continue };
        let row = matched(call, served, hit)?;
        let taken = budget::tokens(&row) + NOTE_TOKENS;
        if taken > left && !by_note.is_empty() {
            is_cut = true;
            break;
        }
        left = left.saturating_sub(taken);
        by_note.entry((&hit.vault, hit.path.as_str())).or_default().push(row);
    }
    let results = by_note.into_iter().map(|((vault, path), matches)| {
        let mut row = rows::json(&json!({ "path": path, "vault": vault }));
        row["matches"] = matches.into();
        row
    });
    Ok((results.collect(), is_cut))
}

/// Returns a matching line with the lines around it, each between marks of its own.
fn matched(call: &Call<'_>, served: &Served, hit: &Hit) -> Result<Value, Refusal> {
    let line = hit.lines.start;
    Ok(json!({
        "line": line,
        "text": call.quoted.text(hit.snippet.text.lines().next().unwrap_or_default()),
        "before": around(call, served, hit, line.saturating_sub(AROUND).max(1)..line)?,
        "after": around(call, served, hit, line + 1..line + 1 + AROUND)?,
    }))
}

/// Returns the lines of a range that the note has.
fn around(
    call: &Call<'_>,
    served: &Served,
    hit: &Hit,
    lines: Range<u32>,
) -> Result<Vec<String>, Refusal> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let request = ReadRequest {
        note: hit.path.as_str().to_owned(),
        part: NotePart::Lines(Lines { start: lines.start, end: lines.end - 1 }),
        budget: CONTEXT,
        cursor: None,
        update: false,
    };
    let reply = served.engine().read(&request, AUDIENCE)?;
    Ok(reply.text.lines().map(|line| call.quoted.text(line)).collect())
}
