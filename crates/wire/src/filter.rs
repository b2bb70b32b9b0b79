//! A filter as JSON.

use std::collections::BTreeMap;

use notekin_engine as engine;
use serde::Deserialize;

/// Conditions that must all hold, each `key:value` or `-key:value`; or an object of keys with a value or several.
///
/// The keys and values are those of a query: `["tag:food", "-path:archive/**"]` and
/// `{"tag": "food", "-path": ["archive/**"]}` say the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Filter {
    /// One text for each condition.
    Written(Vec<String>),
    /// Values by key.
    Keyed(BTreeMap<String, Values>),
}

/// What stands behind a key.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Values {
    /// One value.
    One(Value),
    /// Several, for as many conditions.
    Several(Vec<Value>),
}

/// A value; a year is often written as a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A text.
    Text(String),
    /// A number.
    Number(serde_json::Number),
}

impl Filter {
    /// Returns the conditions; fails when there is no such key or its value can't be read.
    pub fn conditions(&self) -> Result<Vec<engine::Condition>, engine::Error> {
        match self {
            Self::Written(texts) => {
                texts.iter().map(|text| engine::Condition::parse(text)).collect()
            }
            Self::Keyed(values) => {
                let conditions = values.iter().flat_map(|(key, values)| {
                    values.texts().map(move |value| engine::Condition::of(key, &value))
                });
                conditions.collect()
            }
        }
    }
}

impl Values {
    fn texts(&self) -> impl Iterator<Item = String> {
        let values = match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Several(values) => values,
        };
        values.iter().map(|value| match value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
        })
    }
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
    }
}
