//! What a document's owner keeps with it, and filters by.
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::Rest;

/// A key with one value: a text, a number or a list of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomMetadata {
    /// The key; its case counts.
    pub key: String,
    /// The value, if it is a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub string_value: Option<String>,
    /// The value, if it is a number. A server may keep 32 bits of it, so that seconds since 1970 come back rounded to
    /// two minutes: times are better kept as texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numeric_value: Option<Number>,
    /// The value, if it is a list of texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub string_list_value: Option<StringList>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A list of texts, which the protocol wraps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StringList {
    /// The texts.
    pub values: Vec<String>,
}

impl CustomMetadata {
    /// Returns a key with a text.
    pub fn text(key: &str, value: &str) -> Self {
        Self { string_value: Some(value.to_owned()), ..Self::of(key) }
    }

    /// Returns a key with a number.
    pub fn number(key: &str, value: impl Into<Number>) -> Self {
        Self { numeric_value: Some(value.into()), ..Self::of(key) }
    }

    /// Returns a key with a list of texts.
    pub fn list(key: &str, values: Vec<String>) -> Self {
        Self { string_list_value: Some(StringList { values }), ..Self::of(key) }
    }

    fn of(key: &str) -> Self {
        Self { key: key.to_owned(), ..Self::default() }
    }

    /// Returns how many values there are; one is right.
    pub fn values(&self) -> usize {
        usize::from(self.string_value.is_some())
            + usize::from(self.numeric_value.is_some())
            + usize::from(self.string_list_value.is_some())
    }

    /// Returns whether this is what a server makes of `sent`: the same, but for the bits of a number that it drops.
    pub fn is_of(&self, sent: &Self) -> bool {
        let rounded = |number: &Option<Number>| {
            number.as_ref().and_then(Number::as_f64).map(|number| number as f32)
        };
        self.key == sent.key
            && self.string_value == sent.string_value
            && self.string_list_value == sent.string_list_value
            && rounded(&self.numeric_value) == rounded(&sent.numeric_value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_value_has_its_own_field() {
        let entries = [
            CustomMetadata::text("path", "Notes/Café.md"),
            CustomMetadata::number("year", 1934),
            CustomMetadata::list("tags", vec!["a".to_owned()]),
        ];
        let written = r#"[{"key":"path","stringValue":"Notes/Café.md"},{"key":"year","numericValue":1934},{"key":"tags","stringListValue":{"values":["a"]}}]"#;
        assert_eq!(serde_json::to_string(&entries).unwrap(), written);
        assert_eq!(serde_json::from_str::<Vec<CustomMetadata>>(written).unwrap(), entries);
        assert!(entries.iter().all(|entry| entry.values() == 1));
    }

    #[test]
    fn a_number_is_known_again_with_fewer_bits() {
        let sent = CustomMetadata::number("time", 1_764_000_001);
        let kept = CustomMetadata::number("time", 1_764_000_000);
        assert!(kept.is_of(&sent));
        assert!(!CustomMetadata::number("time", 1_764_100_000).is_of(&sent));
        assert!(!CustomMetadata::text("time", "1764000001").is_of(&sent));
    }
}
