//! YAML text to values, without recursion, so that hostile nesting can't overflow the stack.

use saphyr_parser::{Event, Parser, ScalarStyle};

use crate::Value;

/// Deeper nesting than any person writes by hand.
const MAX_DEPTH: usize = 32;

/// A collection whose end is not yet seen.
enum Open {
    List(Vec<Value>),
    /// The pairs so far, and the key that waits for its value.
    Map(Vec<(String, Value)>, Option<String>),
}

/// Reads the first document of `text` as a mapping; the error is the parser's reason.
pub(crate) fn mapping(text: &str) -> Result<Vec<(String, Value)>, String> {
    match document(text)? {
        Value::Map(pairs) => Ok(pairs),
        Value::Null => Ok(Vec::new()),
        Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
            Err("it is no list of `key: value` lines".to_owned())
        }
    }
}

/// Builds the value of the first document from the parser's events.
fn document(text: &str) -> Result<Value, String> {
    let mut open: Vec<Open> = Vec::new();
    let mut root = Value::Null;
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| error.to_string())?;
        let done = match event {
            Event::SequenceStart(..) => push(&mut open, Open::List(Vec::new()))?,
            Event::MappingStart(..) => push(&mut open, Open::Map(Vec::new(), None))?,
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(close),
            Event::Scalar(text, ScalarStyle::Plain, ..) => Some(Value::plain(&text)),
            Event::Scalar(text, ..) => Some(Value::Text(text.into_owned())),
            // An alias could stand for a billion copies, and nobody uses one in a note.
            Event::Alias(_) => Some(Value::Null),
            Event::DocumentEnd => break,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) => {
                None
            }
        };
        if let Some(value) = done
            && let Some(value) = place(&mut open, value)
        {
            root = value;
        }
    }
    Ok(root)
}

/// Opens a collection, unless too many are open; it has no value to place yet.
fn push(open: &mut Vec<Open>, collection: Open) -> Result<Option<Value>, String> {
    if open.len() >= MAX_DEPTH {
        return Err(format!("it nests deeper than {MAX_DEPTH} levels"));
    }
    open.push(collection);
    Ok(None)
}

/// Turns a collection whose end was seen into a value.
fn close(collection: Open) -> Value {
    match collection {
        Open::List(values) => Value::List(values),
        Open::Map(pairs, _) => Value::Map(pairs),
    }
}

/// Puts a value where it belongs; returns it when nothing is open, so that it is the root.
fn place(open: &mut [Open], value: Value) -> Option<Value> {
    match open.last_mut() {
        None => return Some(value),
        Some(Open::List(values)) => values.push(value),
        Some(Open::Map(pairs, key)) => match key.take() {
            Some(key) => pairs.push((key, value)),
            None => *key = Some(value.scalar_text().unwrap_or_default()),
        },
    }
    None
}

#[cfg(test)]
mod tests {
    use super::mapping;
    use crate::Value;

    #[test]
    fn values_keep_their_shape() {
        let pairs =
            mapping("a: [1, two, \"3\"]\nb:\n  c: yes\n  d: 2024-01-02\ne:\n- |\n  x\n  y\n")
                .unwrap();
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(pairs[0].1, Value::List(vec![Value::Number(1.0), text("two"), text("3")]));
        let inner = vec![("c".to_owned(), text("yes")), ("d".to_owned(), text("2024-01-02"))];
        assert_eq!(pairs[1].1, Value::Map(inner));
        assert_eq!(pairs[2].1, Value::List(vec![text("x\ny\n")]));
    }

    #[test]
    fn hostile_yaml_is_refused_at_once() {
        let bomb = "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n";
        assert_eq!(mapping(bomb).unwrap()[1].1, Value::List(vec![Value::Null, Value::Null]));
        for text in ["a: ", ""].map(|key| format!("{key}{}", "[".repeat(60_000))) {
            assert!(mapping(&text).is_err());
        }
        assert!(mapping(&"- ".repeat(30_000)).is_err());
        assert!(mapping(&"{a: ".repeat(15_000)).is_err());
        assert!(mapping("a: b: c").is_err());
        assert!(mapping("just words").is_err());
        assert_eq!(mapping("# only a comment\n"), Ok(Vec::new()));
    }
}
