//! JSON schemas: what tools take and what they give back. Roots are objects and nothing is a union, as not every
//! assistant takes those.

use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

use crate::arguments::Argument;

/// Returns the schema of a tool's arguments.
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

pub(crate) fn array(items: Value) -> Value {
    of("array", [("items", items)])
}

pub(crate) fn text() -> Value {
    json!({ "type": "string" })
}

pub(crate) fn texts() -> Value {
    array(text())
}

pub(crate) fn count() -> Value {
    json!({ "type": "integer" })
}

pub(crate) fn number() -> Value {
    json!({ "type": "number" })
}

pub(crate) fn flag() -> Value {
    json!({ "type": "boolean" })
}

/// Returns the schema of a range of lines or bytes.
pub(crate) fn range() -> Value {
    object(json!({ "start": count(), "end": count() }), &["start", "end"])
}

/// Returns the schema of what limits a reply.
pub(crate) fn notices() -> Value {
    array(object(json!({ "kind": text() }), &["kind"]))
}
