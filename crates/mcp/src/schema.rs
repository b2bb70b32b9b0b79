//! JSON schemas: what tools take and what they give back.
//!
//! Roots are objects and nothing is a union, as not every assistant takes those: no `anyOf`, no list of types, and so no
//! null. Schemas of replies are kept short and say no more than the shape; what a field means is told by its name.

use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

use crate::arguments::Argument;

/// Returns the schema of a tool's arguments. None but those named are allowed, which clients can check before they call.
pub(crate) fn of_arguments(arguments: &[Argument]) -> Arc<JsonObject> {
    let properties: Map<String, Value> =
        arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
    let required: Vec<&str> = arguments
        .iter()
        .filter(|argument| argument.required)
        .map(|argument| argument.name)
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    Arc::new(schema)
}

/// Returns the schema of a type with its parts.
fn of<const PARTS: usize>(kind: &str, parts: [(&str, Value); PARTS]) -> Value {
    let kind = [("type", kind.into())].into_iter();
    Value::Object(kind.chain(parts).map(|(key, value)| (key.to_owned(), value)).collect())
}

/// Returns the schema of an object of which only the `required` parts are always there.
pub(crate) fn object(properties: Value, required: &[&str]) -> Value {
    of("object", [("properties", properties), ("required", required.into())])
}

/// Returns the schema of a list.
pub(crate) fn array(items: Value) -> Value {
    of("array", [("items", items)])
}

/// Returns the schema of a text.
pub(crate) fn text() -> Value {
    json!({ "type": "string" })
}

/// Returns the schema of a list of texts, such as tags.
pub(crate) fn texts() -> Value {
    array(text())
}

/// Returns the schema of a whole number.
pub(crate) fn count() -> Value {
    json!({ "type": "integer" })
}

/// Returns the schema of a number such as a score, from 0 to 1.
pub(crate) fn number() -> Value {
    json!({ "type": "number" })
}

/// Returns the schema of yes or no.
pub(crate) fn flag() -> Value {
    json!({ "type": "boolean" })
}

/// Returns the schema of a range of lines, from 1 with both ends, or of bytes, from 0 without the end.
pub(crate) fn range() -> Value {
    object(json!({ "start": count(), "end": count() }), &["start", "end"])
}

/// Returns the schema of what limits a reply. What a notice holds beside its kind depends on the kind, which only a union
/// could say.
pub(crate) fn notices() -> Value {
    array(object(json!({ "kind": text() }), &["kind"]))
}
