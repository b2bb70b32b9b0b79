//! The rows of replies: what the engine found, made safe and short for an assistant.
//!
//! A row is what `wire` writes of a thing, the same as on the command line, so that whoever knows one face knows the other;
//! then what is of no use here goes, and what only an assistant needs is added: marks, URIs, and the end of the budget.

use notekin_engine::Hit;
use notekin_wire as wire;
use serde::Serialize;
use serde_json::{Value, json};

use crate::budget;
use crate::clean::clean;
use crate::quoted::{Quoted, WARNING};
use crate::{schema, uri};
use notekin_config::Served;

/// Returns a reply as JSON, without what is null, without hidden characters and without reasons that name folders.
pub(crate) fn json(reply: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(reply).unwrap_or_default();
    tidy(&mut value);
    for notice in value.get_mut("notices").and_then(Value::as_array_mut).into_iter().flatten() {
        // Why a vault or the model can't be used says where they lie; the kind of the notice says enough.
        set(notice, "reason", None);
    }
    value
}

/// Leaves out what is null, as a schema without unions knows none, and cleans all texts: the names of properties too,
/// which are as much the note's own as what they hold.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(parts) => {
            let known = std::mem::take(parts).into_iter().filter(|(_, part)| !part.is_null());
            *parts = known
                .map(|(key, mut part)| {
                    tidy(&mut part);
                    (clean(&key), part)
                })
                .collect();
        }
        Value::Array(parts) => parts.iter_mut().for_each(tidy),
        Value::String(text) => *text = clean(text),
        _ => {}
    }
}

/// Adds to the row of a note what to call it by: `uri`, which every tool takes, and `obsidian_uri`, which a person can
/// click, where the vault is one of Obsidian's.
pub(crate) fn add_links(row: &mut Value, served: &Served, path: &str, heading: Option<&str>) {
    row["uri"] = uri::of(served.name(), path).into();
    if let Some(link) = crate::library::obsidian_link(served, path, heading) {
        row["obsidian_uri"] = link.into();
    }
}

/// Returns the row of a passage that was found.
///
/// A concise one says where the passage is and shows it. A `full` one adds what few assistants use and all pay for: the
/// bytes in the file, why it was found, and which bytes of the marked snippet match.
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

/// Puts the rows that fit a budget of tokens into a reply, under `key`, and says whether some were left out.
///
/// Each row comes with the cursor of a page that follows it. The reply's own `next_cursor` is that of the last row shown
/// where rows were left out, so that the next page begins with them, and else `next_cursor`, that of the whole page.
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

/// Sets a part of an object, or takes it away; what isn't there is never null.
fn set(object: &mut Value, key: &str, value: Option<String>) {
    let Some(object) = object.as_object_mut() else { return };
    match value {
        Some(value) => drop(object.insert(key.to_owned(), value.into())),
        None => drop(object.remove(key)),
    }
}

/// Says in a reply how quoted text is marked: `boundary` is what both marks hold, `warning` what they mean.
pub(crate) fn mark(reply: &mut Value, quoted: &Quoted) {
    reply["boundary"] = quoted.boundary().into();
    reply["warning"] = WARNING.into();
}

/// Returns the schema of a row with the links that [`add_links`] adds.
pub(crate) fn with_links(mut properties: Value) -> Value {
    properties["uri"] = schema::text();
    properties["obsidian_uri"] = schema::text();
    properties
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_properties_hide_nothing() {
        let reply = json!({ "properties": { "du\u{200B}e": "to\u{202E}day", "empty": null } });
        assert_eq!(json(&reply), json!({ "properties": { "due": "today" } }));
    }

    #[test]
    fn notices_do_not_say_where_things_lie() {
        let left_out = json!({ "kind": "left_out", "vault": "b", "reason": "no `/home/me`" });
        let told = json(&json!({ "notices": [left_out] }));
        assert_eq!(told, json!({ "notices": [{ "kind": "left_out", "vault": "b" }] }));
    }

    #[test]
    fn the_next_page_begins_with_what_was_left_out() {
        let rows = |count: usize| -> Vec<_> {
            (0..count).map(|at| (json!("word ".repeat(100)), format!("after {at}"))).collect()
        };
        let page = |count, tokens| fit(json!({}), "rows", rows(count), Some("end".into()), tokens);
        assert_eq!(page(2, 5000)["next_cursor"], "end");
        let cut = page(9, budget::OVERHEAD + 300);
        assert_eq!((&cut["truncated"], &cut["next_cursor"]), (&json!(true), &json!("after 1")));
    }
}
