//! `search_notes`: passages that answer.
//!
//! A client is shown the best passages of all vaults, few of each note, with a snippet of each and the chance that it
//! answers. `coverage` and `notices` say what couldn't be searched: an assistant that finds nothing is to know whether
//! there is nothing.

use notekin_engine::{Mode, SearchReply, SearchRequest};
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, CURSOR, Call, FILTER, FOLDERS, TAGS, VAULT};
use crate::library::together;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{budget, rows, schema};
use notekin_config::Served;

const QUERY: Argument = Argument::new("query", Shape::Text, "Question, words or pattern")
    .also(&["q", "search", "text", "question", "search_query"])
    .required();

const MODE: Argument =
    Argument::new("mode", Shape::Word(&["hybrid", "semantic", "keyword", "regex"]), "")
        .also(&["search_mode", "type"]);

const LIMIT: Argument =
    Argument::new("limit", Shape::Count { least: 1, usual: 10, most: 50 }, "Passages").also(&[
        "k",
        "n",
        "top_k",
        "topK",
        "max_results",
        "per_page",
        "count",
    ]);

const DETAIL: Argument =
    Argument::new("detail", Shape::Word(&["concise", "full"]), "full adds bytes, highlights, why");

const ARGUMENTS: [Argument; 9] = [QUERY, MODE, FOLDERS, TAGS, FILTER, LIMIT, DETAIL, CURSOR, VAULT];

pub(crate) const TOOL: Tool = Tool {
    name: "search_notes",
    title: "Search notes",
    about: "Find passages in the user's notes by meaning and words. Then read_note at the lines of a hit, and cite path \
            and lines. Notices tell what wasn't searched.",
    arguments: &ARGUMENTS,
    output,
    needs_index: true,
    writes: false,
    run,
};

/// Returns the schema of a page of passages; `bytes`, `why` and highlights come with `detail` alone.
fn output() -> Value {
    let (text, count, number) = (schema::text, schema::count, schema::number);
    let hit = json!({
        "vault": text(), "path": text(), "title": text(), "heading": schema::texts(),
        "lines": schema::range(), "bytes": schema::range(), "score": number(),
        "snippet": schema::object(json!({
            "text": text(), "highlights": schema::array(schema::array(count())),
        }), &["text"]),
        "why": { "type": "object" },
        "also": schema::object(json!({ "passages": count(), "paths": schema::texts() }), &[]),
    });
    let coverage = json!({
        "searched": count(), "total": count(), "pending": count(), "errored": count(),
        "scope": count(),
    });
    schema::object(
        json!({
            "query": text(), "mode": text(), "generation": count(),
            "coverage": schema::object(coverage, &["searched", "total", "pending", "errored"]),
            "hits": schema::array(schema::object(
                rows::with_links(hit), &["vault", "path", "title", "lines", "score", "snippet", "uri"])),
            "total": count(), "next_cursor": text(), "changed": schema::flag(),
            "truncated": schema::flag(), "notices": schema::notices(),
            "boundary": text(), "warning": text(),
        }),
        &["query", "mode", "coverage", "hits", "total", "truncated"],
    )
}

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let vaults = call.vaults()?;
    let reply =
        found(call, &vaults, mode(call.arguments.word(&MODE)), call.arguments.count(&LIMIT))?;
    let full = call.arguments.word(&DETAIL) == "full";
    let hits = reply.hits.iter().map(|hit| {
        let served = call.library.named(&hit.vault);
        (rows::hit(hit, served, &call.quoted, full), hit.after.clone())
    });
    let hits = hits.collect();
    let head =
        rows::json(&wire::SearchReply::from(&SearchReply { hits: Vec::new(), ..reply.clone() }));
    let mut value = rows::fit(head, "hits", hits, reply.next_cursor, budget::USUAL);
    rows::mark(&mut value, &call.quoted);
    Ok(value)
}

/// Searches as the call says, for every tool with a query; a tool without filters or pages is asked for none.
pub(super) fn found(
    call: &Call<'_>,
    vaults: &[&Served],
    mode: Mode,
    limit: usize,
) -> Result<SearchReply, Refusal> {
    let query = call.arguments.text(&QUERY).unwrap_or_default();
    let request = SearchRequest {
        mode,
        filter: call.filter()?,
        limit,
        cursor: call.cursor(),
        // The vaults are followed; a call needn't look for changes.
        update: false,
        ..SearchRequest::new(query)
    };
    Ok(together(vaults).search(&request, AUDIENCE)?)
}

/// Returns the mode of a word, which the arguments have checked already.
fn mode(word: &str) -> Mode {
    let modes = [Mode::Hybrid, Mode::Semantic, Mode::Keyword, Mode::Regex];
    modes.into_iter().find(|mode| mode.name() == word).unwrap_or_default()
}
