//! `related_notes`: what belongs with a note.

use notekin_engine::{RelatedRequest, Show};
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, Call, NOTE, VAULT};
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{rows, schema};

const SHOW: Argument = Argument::new(
    "show",
    Shape::Word(&["all", "unlinked", "linked"]),
    "By links that are there already",
);

const LIMIT: Argument = Argument::new("limit", Shape::Count { least: 1, usual: 10, most: 50 }, "")
    .also(&["k", "n", "top_k", "max_results", "count"]);

const ARGUMENTS: [Argument; 4] = [NOTE, SHOW, LIMIT, VAULT];

pub(crate) const TOOL: Tool = Tool {
    name: "related_notes",
    title: "Related notes",
    about: "See what belongs with a note: the hub it belongs under, related notes and near-copies.",
    arguments: &ARGUMENTS,
    output,
    needs_index: true,
    run,
};

fn output() -> Value {
    let (text, number) = (schema::text, schema::number);
    let row = |more: Value| {
        let mut properties = json!({ "path": text(), "title": text() });
        if let (Some(properties), Value::Object(more)) = (properties.as_object_mut(), more) {
            properties.extend(more);
        }
        schema::object(rows::with_links(properties), &["path", "title", "uri"])
    };
    let related = json!({
        "score": number(), "linked": schema::flag(), "from": text(), "to": text(),
        "why": { "type": "object" },
    });
    schema::object(
        json!({
            "vault": text(), "path": text(),
            "belongs_under": row(json!({ "score": number() })),
            "related": schema::array(row(related)),
            "near_copies": schema::array(row(json!({ "coverage": number() }))),
            "notices": schema::notices(),
        }),
        &["vault", "path", "related", "near_copies"],
    )
}

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let (served, note) = call.note()?;
    let shows = [("all", Show::All), ("unlinked", Show::Unlinked), ("linked", Show::Linked)];
    let word = call.arguments.word(&SHOW);
    let request = RelatedRequest {
        note,
        show: shows.iter().find(|(name, _)| *name == word).map_or(Show::All, |(_, show)| *show),
        limit: call.arguments.count(&LIMIT),
        update: false,
    };
    let reply = served.engine().related(&request, AUDIENCE)?;
    let mut value = rows::json(&wire::RelatedReply::from(&reply));
    value["vault"] = served.name().into();
    if let (Some(hub), Some(row)) = (&reply.belongs_under, value.get_mut("belongs_under")) {
        rows::add_links(row, served, hub.path.as_str(), None);
    }
    for (at, note) in reply.related.iter().enumerate() {
        rows::add_links(&mut value["related"][at], served, note.path.as_str(), None);
    }
    for (at, copy) in reply.near_copies.iter().enumerate() {
        rows::add_links(&mut value["near_copies"][at], served, copy.path.as_str(), None);
    }
    Ok(value)
}
