//! The description of the API, made from the table of its routes.
//!
//! Shapes are written once, as types of `wire`; their schemas are drawn from these, under one roof. Of a stream it says
//! under `x-events` which events there are, as OpenAPI 3.1 has no word for that. `docs/reference/openapi.json` is what it says now, for those who look without
//! an engine; a test keeps the two the same.

use notekin_wire as wire;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::route::{API, Replied, Route};
use crate::routes;

/// Returns the description of the API as OpenAPI 3.1 has it.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut schemas = settings.into_generator();
    let problem = schemas.subschema_for::<wire::HttpProblem>();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes::all() {
        let operation = operation(&route, &mut schemas);
        let methods = paths.entry(format!("{API}{}", route.path)).or_insert_with(|| json!({}));
        methods[route.method.as_str().to_lowercase()] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Notekin",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The running engine of Notekin, on this machine. `engine.json` in the data folder says where it is, and holds the token.",
        },
        "security": [{ "token": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "responses": {
                "Problem": {
                    "description": "What went wrong",
                    "content": { "application/problem+json": { "schema": problem } },
                },
            },
        },
    })
}

/// Returns what is said of one route.
fn operation(route: &Route, schemas: &mut SchemaGenerator) -> Value {
    let asked = (route.asked)(schemas);
    let has_body = !matches!(route.method.as_str(), "GET" | "DELETE");
    let mut parameters: Vec<Value> = in_path(route.path);
    let mut operation = json!({ "summary": route.summary, "responses": responses(route, schemas) });
    if has_body {
        // No body at all is read as an empty object.
        let is_required = definition(&asked, schemas).is_some_and(|it| !required(it).is_empty());
        operation["requestBody"] = json!({
            "required": is_required,
            "content": { "application/json": { "schema": asked } },
        });
    } else {
        parameters.extend(in_query(&asked, schemas));
    }
    operation["parameters"] = Value::Array(parameters);
    operation
}

/// Returns what a route may reply.
fn responses(route: &Route, schemas: &mut SchemaGenerator) -> Value {
    let problem = json!({ "$ref": "#/components/responses/Problem" });
    let mut responses = match &route.replied {
        Replied::Json(reply) => json!({
            "200": { "description": "The reply", "content": { "application/json": { "schema": reply(schemas) } } },
        }),
        Replied::Events(events) => {
            let events: Map<String, Value> = events
                .iter()
                .map(|(name, shape)| ((*name).to_owned(), shape(schemas).to_value()))
                .collect();
            json!({
                "200": {
                    "description": "Events, one after the other",
                    "content": { "text/event-stream": { "x-events": events } },
                },
            })
        }
        Replied::Nothing => json!({ "204": { "description": "It is done" } }),
    };
    responses["default"] = problem;
    responses
}

/// Returns what stands in braces in a path.
fn in_path(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str| {
        let schema = match name {
            "vaults" => json!({ "type": "string", "pattern": "^[0-9a-f]+(,[0-9a-f]+)*$" }),
            "id" => json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX }),
            _ => json!({ "type": "string", "minLength": 1 }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    };
    names.map(parameter).collect()
}

/// Returns the properties of what is asked, as an address has them behind its question mark.
fn in_query(asked: &schemars::Schema, schemas: &SchemaGenerator) -> Vec<Value> {
    let Some(schema) = definition(asked, schemas) else { return Vec::new() };
    let required = required(schema);
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, schema)| {
            let is_required = required.contains(&name.as_str());
            json!({ "name": name, "in": "query", "required": is_required, "schema": schema })
        })
        .collect()
}

/// Returns the shape that a reference leads to; what is asked is always one of those that have a name.
///
/// Only these are kept under the roof of the description.
fn definition<'a>(asked: &schemars::Schema, schemas: &'a SchemaGenerator) -> Option<&'a Value> {
    let reference = asked.get("$ref").and_then(Value::as_str)?;
    schemas.definitions().get(reference.rsplit('/').next()?)
}

/// Returns the properties that a shape must have; where there are none, a request may be sent without a body.
fn required(schema: &Value) -> Vec<&str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// The reference is made from the table of routes; `NOTEKIN_BLESS=1` writes it anew.
    #[test]
    fn the_reference_is_up_to_date() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/openapi.json");
        let text = format!("{:#}\n", super::document());
        if std::env::var_os("NOTEKIN_BLESS").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            written == text,
            "docs/reference/openapi.json is not what the routes say; run with NOTEKIN_BLESS=1"
        );
    }
}
