//! A frontmatter value.

/// A value of a frontmatter property.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing after the key, `null` or `~`; aliases (`*name`) are read as this too.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without quotes.
    Number(f64),
    /// Anything else without structure, dates among it.
    Text(String),
    /// A sequence.
    List(Vec<Value>),
    /// A mapping in the order of the file.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// Reads a scalar without quotes as YAML's core schema does.
    /// So `yes` and `no` are texts here; [`Value::truth`] knows what they mean.
    pub(crate) fn plain(text: &str) -> Self {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Self::Null,
            "true" | "True" | "TRUE" => Self::Bool(true),
            "false" | "False" | "FALSE" => Self::Bool(false),
            _ => number(text).map_or_else(|| Self::Text(text.to_owned()), Self::Number),
        }
    }

    /// Returns what a person would write for a scalar, `None` for the rest.
    pub fn scalar_text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            Self::Bool(value) => Some(value.to_string()),
            Self::Null | Self::List(_) | Self::Map(_) => None,
        }
    }

    /// Returns the yes or no that is meant, also where it was written as a word.
    pub(crate) fn truth(&self) -> Option<bool> {
        let text = match self {
            Self::Bool(value) => return Some(*value),
            Self::Number(number) => return Some(*number != 0.0),
            Self::Text(text) => text.trim().to_ascii_lowercase(),
            Self::Null | Self::List(_) | Self::Map(_) => return None,
        };
        match text.as_str() {
            "true" | "yes" | "on" | "y" => Some(true),
            "false" | "no" | "off" | "n" => Some(false),
            _ => None,
        }
    }
}

/// Reads digits with an optional sign, fraction and exponent; `007` stays a text.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let first = digits.bytes().find(|b| *b != b'.')?;
    let padded = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    if !first.is_ascii_digit() || padded {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn plain_scalars() {
        assert_eq!(Value::plain("~"), Value::Null);
        assert_eq!(Value::plain("True"), Value::Bool(true));
        assert_eq!(Value::plain("-1.5e3"), Value::Number(-1500.0));
        for text in ["2024-01-01", "007", "inf", "nan", "1.2.3", ".", "yes"] {
            assert_eq!(Value::plain(text), Value::Text(text.to_owned()));
        }
    }
}
