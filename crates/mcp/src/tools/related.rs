//! `related_notes`: what belongs with a note.
//!
//! Only notes of its own vault can: links don't cross vaults. A client is shown a note in at most one of the three parts,
//! each row with the chance that an author would link the two, and the headings of the nearest sections, but no text: an
//! assistant reads what it wants to know more of.

use notekin_engine::{NotePath, RelatedRequest, Show, Subject};
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::{Argument, Shape};
use crate::call::{AUDIENCE, Call, NOTE, VAULT};
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{rows, schema};
use notekin_config::Served;

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
    about: "See what belongs with a note: its hub, related notes and near-copies.",
    arguments: &ARGUMENTS,
    output,
    needs_index: true,
    writes: false,
    run,
};

/// Returns the schema of the three parts; of a related note, `from` and `to` are the headings of the nearest sections.
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
        show: shows.iter().find(|(name, _)| *name == word).map_or(Show::All, |(_, show)| *show),
        limit: call.arguments.count(&LIMIT),
        update: false,
        ..RelatedRequest::new(Subject::Note(note))
    };
    let reply = served.engine().related(&request, AUDIENCE)?;
    let mut value = rows::json(&wire::RelatedReply::from(&reply));
    value["vault"] = served.name().into();
    if let (Some(hub), Some(row)) = (&reply.belongs_under, value.get_mut("belongs_under")) {
        rows::add_links(row, served, hub.path.as_str(), None);
    }
    link_all(&mut value["related"], served, reply.related.iter().map(|note| &note.path));
    link_all(&mut value["near_copies"], served, reply.near_copies.iter().map(|copy| &copy.path));
    Ok(value)
}

/// Adds links to the rows of notes, of which `paths` are the paths in the same order.
fn link_all<'a>(rows: &mut Value, served: &Served, paths: impl Iterator<Item = &'a NotePath>) {
    for (row, path) in rows.as_array_mut().into_iter().flatten().zip(paths) {
        rows::add_links(row, served, path.as_str(), None);
    }
}
