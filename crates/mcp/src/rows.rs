//! The rows of replies: what the engine found, made safe and short for an assistant.

use notekin_engine::Hit;
use notekin_wire as wire;
use serde::Serialize;
use serde_json::{Value, json};

use crate::budget;
use crate::clean::clean;
use crate::library::Served;
use crate::quoted::{Quoted, WARNING};
use crate::{schema, uri};

/// Returns a reply as JSON, without what is null and without hidden characters.
pub(crate) fn json(reply: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(reply).unwrap_or_default();
    tidy(&mut value);
    value
}

/// A schema without unions knows no null: what isn't there is left out.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(parts) => {
            parts.retain(|_, part| !part.is_null());
            parts.values_mut().for_each(tidy);
        }
        Value::Array(parts) => parts.iter_mut().for_each(tidy),
        Value::String(text) => *text = clean(text),
        _ => {}
    }
}

/// Adds a note's own URI, and its link into Obsidian where it has one.
pub(crate) fn add_links(row: &mut Value, served: &Served, path: &str, heading: Option<&str>) {
    row["uri"] = uri::of(served.name(), path).into();
    if let Some(link) = served.obsidian_link(path, heading) {
        row["obsidian_uri"] = link.into();
    }
}

/// Returns a passage that was found; `full` with all that is known of it.
pub(crate) fn hit(hit: &Hit, served: Option<&Served>, quoted: &Quoted, full: bool) -> Value {
    let (text, highlights) = quoted.text_with(&hit.snippet.text, &hit.snippet.highlights);
    let mut row = json(&wire::Hit::from(hit));
    row["snippet"] = json!({ "text": text });
    if full {
        row["snippet"]["highlights"] = json!(highlights);
    } else if let Some(row) = row.as_object_mut() {
        row.remove("bytes");
        row.remove("why");
    }
    if let Some(served) = served {
        let heading = hit.heading.last().map(String::as_str);
        add_links(&mut row, served, hit.path.as_str(), heading);
    }
    row
}

/// Puts the rows that fit a budget into a reply, with the cursor of the last of them when it isn't the end.
pub(crate) fn fit(
    mut reply: Value,
    key: &str,
    rows: Vec<(Value, String)>,
    next_cursor: Option<String>,
    tokens: usize,
) -> Value {
    let (mut rows, cursors): (Vec<Value>, Vec<String>) = rows.into_iter().unzip();
    let count = budget::fitting(&rows, tokens);
    let truncated = count < rows.len();
    rows.truncate(count);
    let next = if truncated {
        count.checked_sub(1).and_then(|last| cursors.get(last).cloned())
    } else {
        next_cursor
    };
    reply[key] = rows.into();
    reply["truncated"] = truncated.into();
    set(&mut reply, "next_cursor", next);
    reply
}

/// Sets a part of an object, or takes it away.
fn set(object: &mut Value, key: &str, value: Option<String>) {
    let Some(object) = object.as_object_mut() else { return };
    match value {
        Some(value) => drop(object.insert(key.to_owned(), value.into())),
        None => drop(object.remove(key)),
    }
}

/// Says in a reply how quoted text is marked.
pub(crate) fn mark(reply: &mut Value, quoted: &Quoted) {
    reply["boundary"] = quoted.boundary().into();
    reply["warning"] = WARNING.into();
}

/// Returns the schema of a note's links.
pub(crate) fn with_links(mut properties: Value) -> Value {
    properties["uri"] = schema::text();
    properties["obsidian_uri"] = schema::text();
    properties
}
