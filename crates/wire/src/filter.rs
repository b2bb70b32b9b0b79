//! A filter as JSON.

use std::borrow::Cow;

use notekin_engine as engine;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Conditions that must all hold, each `key:value` or `-key:value`; or an object of keys with a value or several.
///
/// The keys and values are those of a query: `["tag:food", "-path:archive/**"]` and
/// `{"tag": "food", "-path": ["archive/**"]}` say the same. What is of a wrong type is refused with its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Vec<String>")]
pub enum Filter {
    /// One text for each condition.
    Written(Vec<String>),
    /// Keys, each with its value; a key may be there several times.
    Keyed(Vec<(String, String)>),
}

impl TryFrom<Value> for Filter {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::Array(texts) => {
                let text = |text: &Value| match text {
                    Value::String(text) => Ok(text.clone()),
                    other => Err(format!(
                        "a condition is a text such as `tag:food`, not {}",
                        brief(other)
                    )),
                };
                Ok(Self::Written(texts.iter().map(text).collect::<Result<_, _>>()?))
            }
            Value::Object(keys) => {
                let mut keyed = Vec::new();
                for (key, values) in &keys {
                    for value in several(values) {
                        keyed.push((key.clone(), text(key, value)?));
                    }
                }
                Ok(Self::Keyed(keyed))
            }
            other => Err(format!(
                "a filter is a list of texts such as `tag:food`, not {}",
                brief(&other)
            )),
        }
    }
}

impl From<Filter> for Vec<String> {
    fn from(filter: Filter) -> Self {
        match filter {
            Filter::Written(texts) => texts,
            Filter::Keyed(keyed) => {
                keyed.into_iter().map(|(key, value)| format!("{key}:{value}")).collect()
            }
        }
    }
}

impl JsonSchema for Filter {
    fn schema_name() -> Cow<'static, str> {
        "Filter".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let one = json_schema!({ "type": ["string", "number"] });
        json_schema!({
            "description": "Conditions that must all hold: `[\"tag:food\", \"-path:archive/**\"]`, or an object of keys with a value or several.",
            "anyOf": [
                { "type": "array", "items": { "type": "string" } },
                { "type": "object", "additionalProperties": { "anyOf": [one, { "type": "array", "items": one }] } },
            ],
        })
    }
}

impl Filter {
    /// Returns the conditions; fails when there is no such key or its value can't be read.
    pub fn conditions(&self) -> Result<Vec<engine::Condition>, engine::Error> {
        match self {
            Self::Written(texts) => {
                texts.iter().map(|text| engine::Condition::parse(text)).collect()
            }
            Self::Keyed(keyed) => {
                keyed.iter().map(|(key, value)| engine::Condition::of(key, value)).collect()
            }
        }
    }
}

/// Returns the values of a key, of which there may be one or several.
fn several(values: &Value) -> &[Value] {
    match values {
        Value::Array(values) => values,
        one => std::slice::from_ref(one),
    }
}

/// Returns a value as text; a year is often written as a number.
fn text(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        other => Err(format!("`{key}` must be a text or a list of texts, not {}", brief(other))),
    }
}

/// Returns so much of a value that it is known again.
fn brief(value: &Value) -> String {
    value.to_string().chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(json: &str) -> Vec<engine::Condition> {
        serde_json::from_str::<Filter>(json).unwrap().conditions().unwrap()
    }

    #[test]
    fn a_filter_may_be_written_in_two_ways() {
        let keyed = conditions(
            r#"{"-folder": "My Archive", "after": 2024, "property": ["rating>=4", "due"], "links_to": "Tea"}"#,
        );
        let written = conditions(
            r#"["-folder:My Archive", "after:2024", "links-to:Tea", "property:rating>=4", "property:due"]"#,
        );
        assert_eq!(keyed, written);
        assert_eq!(conditions("[]"), []);
        for json in [r#"["tga:x"]"#, r#"{"tga": "x"}"#, r#"{"after": "soon"}"#, r#"["tag"]"#] {
            assert!(serde_json::from_str::<Filter>(json).unwrap().conditions().is_err(), "{json}");
        }
        for json in ["3", r#"{"tag": {}}"#, "[1]", "null"] {
            assert!(serde_json::from_str::<Filter>(json).is_err(), "{json}");
        }
        for json in [r#"{"after": 2024, "tag": {}}"#, r#"{"tag": ["x", null]}"#, r#"{"tag": true}"#]
        {
            let error = serde_json::from_str::<Filter>(json).unwrap_err().to_string();
            assert!(error.contains("`tag` must be a text"), "{error}");
        }
    }
}
