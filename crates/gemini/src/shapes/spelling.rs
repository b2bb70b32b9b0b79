//! The two spellings of a key: protocol buffers read `displayName` and `display_name` alike, and clients mix them.
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Keys whose values hold keys of somebody else's making, such as the arguments of a function.
const FOREIGN: [&str; 5] =
    ["args", "parametersJsonSchema", "properties", "response", "responseJsonSchema"];

/// Reads a message whose keys are spelt in camelCase or snake_case, at any depth; `null` is as good as absent, and an
/// empty body is an empty message.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, serde_json::Error> {
    if body.trim_ascii().is_empty() {
        return serde_json::from_value(Value::Object(Map::new()));
    }
    serde_json::from_value(respelt(serde_json::from_slice(body)?))
}

/// Returns a value with all keys in camelCase and without nulls.
fn respelt(value: Value) -> Value {
    match value {
        Value::Array(values) => Value::Array(values.into_iter().map(respelt).collect()),
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(field).collect())
        }
        other => other,
    }
}

fn field((key, value): (String, Value)) -> (String, Value) {
    let key = camel(&key);
    let value = if FOREIGN.contains(&key.as_str()) { value } else { respelt(value) };
    (key, value)
}

/// Returns `display_name` as `displayName`; what has no underscore stays as it is.
fn camel(key: &str) -> String {
    let mut words = key.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::shapes::UploadRequest;

    #[test]
    fn both_spellings_say_the_same() {
        let camel = r#"{"displayName":"a","customMetadata":[{"key":"snake_case","stringValue":"x_y"}],"chunkingConfig":{"whiteSpaceConfig":{"maxTokensPerChunk":200}}}"#;
        let mixed = r#"{"displayName":"a","custom_metadata":[{"key":"snake_case","string_value":"x_y"}],"chunkingConfig":{"white_space_config":{"max_tokens_per_chunk":"200"}},"mime_type":null}"#;
        let request: UploadRequest = read(mixed.as_bytes()).unwrap();
        assert_eq!(request, read(camel.as_bytes()).unwrap());
        assert_eq!(serde_json::to_string(&request).unwrap(), camel);
        assert_eq!(read::<UploadRequest>(b" ").unwrap(), UploadRequest::default());
    }

    #[test]
    fn keys_of_somebody_else_stay_as_they_are() {
        let call = json!({"function_call": {"args": {"user_name": {"first_name": "x"}}}});
        let read: Value = read(call.to_string().as_bytes()).unwrap();
        assert_eq!(read, json!({"functionCall": {"args": {"user_name": {"first_name": "x"}}}}));
    }
}
