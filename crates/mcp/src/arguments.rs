//! The arguments of a call: what a tool takes, and what an assistant gave.
//!
//! Models write arguments from memory of other tools: `q` for `query`, `"10"` for `10`, one tag for a list of tags. What
//! can only mean one thing is taken as that; what could be left out unnoticed is refused, since an assistant that mistypes
//! a filter is not to be answered from all notes.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::commas;
use crate::refusal::Refusal;

/// What a tool takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    /// What the schema calls it; aliases are taken, but never told of.
    pub(crate) name: &'static str,
    /// What it is for, in the words of the schema; empty where the name says it.
    pub(crate) about: &'static str,
    /// What its value looks like.
    pub(crate) shape: Shape,
    /// Other names assistants are known to give it.
    pub(crate) aliases: &'static [&'static str],
    /// Whether a call without it is refused.
    pub(crate) required: bool,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A text.
    Text,
    /// One of some words, the first of which is the usual one.
    Word(&'static [&'static str]),
    /// A whole number, at least and at most so much, and the one that is meant when none is given.
    Count { least: usize, usual: usize, most: usize },
    /// Several texts; one text with commas between them will do.
    Texts,
    /// Conditions of a filter, each a text; or an object of keys with their values, or one text with commas between.
    Conditions,
    /// A range of lines, such as `10-40`: counted from 1, with both ends.
    Lines,
    /// Yes or no; no when it isn't said.
    Flag,
}

impl Argument {
    /// Returns an argument that needn't be given.
    pub(crate) const fn new(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { name, about, shape, aliases: &[], required: false }
    }

    /// Adds other names for it.
    pub(crate) const fn also(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Makes it one that must be given.
    pub(crate) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Returns its JSON schema, without unions, which some assistants refuse.
    pub(crate) fn schema(&self) -> Value {
        let mut schema = match self.shape {
            Shape::Text => json!({ "type": "string" }),
            Shape::Word(words) => {
                json!({ "type": "string", "enum": words, "default": words.first() })
            }
            Shape::Count { least, usual, most } => {
                json!({ "type": "integer", "minimum": least, "maximum": most, "default": usual })
            }
            Shape::Texts | Shape::Conditions => {
                json!({ "type": "array", "items": { "type": "string" } })
            }
            Shape::Lines => json!({ "type": "string", "pattern": "^[0-9]+(-[0-9]+)?$" }),
            Shape::Flag => json!({ "type": "boolean", "default": false }),
        };
        if !self.about.is_empty() {
            schema["description"] = self.about.into();
        }
        schema
    }

    /// Reads a value, also one that is only nearly of the right shape.
    fn read(&self, value: &Value) -> Result<Value, Refusal> {
        let read = match self.shape {
            Shape::Text => text(value).map(Value::from),
            Shape::Word(words) => return self.word(words, value),
            Shape::Count { least, most, .. } => return self.count(least, most, value),
            Shape::Conditions if value.is_object() => Some(value.clone()),
            Shape::Texts | Shape::Conditions => texts(value).map(Value::from),
            Shape::Lines => lines(value).map(|(start, end)| json!([start, end])),
            Shape::Flag => flag(value).map(Value::from),
        };
        read.ok_or_else(|| {
            let wanted = match self.shape {
                Shape::Texts => "a list of texts",
                Shape::Conditions => "a list of texts such as `tag:food`",
                Shape::Lines => "a range of lines such as `10-40`",
                Shape::Flag => "true or false",
                _ => "a text",
            };
            self.refuse(wanted, value)
        })
    }

    /// Reads one of some words, in whatever case.
    fn word(&self, words: &[&'static str], value: &Value) -> Result<Value, Refusal> {
        let given = text(value).unwrap_or_default().to_lowercase();
        let known = words.iter().find(|word| **word == given).map(|word| Value::from(*word));
        known.ok_or_else(|| {
            self.refuse("one of its words", value).near(words.iter().map(|word| (*word).to_owned()))
        })
    }

    /// More than the most is the most: a budget ends the reply before anyway, and says so.
    fn count(&self, least: usize, most: usize, value: &Value) -> Result<Value, Refusal> {
        match number(value) {
            Some(number) if number >= least as u64 => Ok(number.min(most as u64).into()),
            _ => Err(self.refuse(&format!("a whole number from {least} to {most}"), value)),
        }
    }

    /// Returns the refusal of a value, of which so much is repeated that the assistant knows it again.
    fn refuse(&self, wanted: &str, value: &Value) -> Refusal {
        let given: String = value.to_string().chars().take(80).collect();
        Refusal::invalid(format!("`{}` must be {wanted}, not {given}", self.name))
    }
}

/// A text, also a number that should have been quoted, such as a year.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Several texts, also written as one with commas between.
fn texts(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(values) => values.iter().map(text).collect(),
        Value::String(text) => Some(commas::split(text)),
        _ => None,
    }
}

/// A whole number, also one that is quoted or written with a fraction of nothing, as in `10.0`.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64().or_else(|| {
            number.as_f64().filter(|n| n.fract() == 0.0 && *n >= 0.0).map(|n| n as u64)
        }),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Yes or no, also in quotation marks.
fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => text.trim().to_lowercase().parse().ok(),
        _ => None,
    }
}

/// A range of lines as `10-40`, `L10-L40`, `10`, `[10, 40]` or `{"start": 10, "end": 40}`.
fn lines(value: &Value) -> Option<(u64, u64)> {
    let (start, end) = match value {
        Value::String(text) => lines_of_text(text)?,
        Value::Number(line) => (line.as_u64()?, line.as_u64()?),
        Value::Array(ends) => match ends.as_slice() {
            [start, end] => (number(start)?, number(end)?),
            _ => return None,
        },
        Value::Object(ends) => (number(ends.get("start")?)?, number(ends.get("end")?)?),
        _ => return None,
    };
    (start >= 1 && start <= end).then_some((start, end))
}

/// A range of lines that is written as text; one line is a range of its own.
fn lines_of_text(text: &str) -> Option<(u64, u64)> {
    let line = |text: &str| text.trim().trim_start_matches(['L', 'l']).parse::<u64>().ok();
    let (start, end) = text.split_once('-').unwrap_or((text, text));
    Some((line(start)?, line(end)?))
}

/// The arguments of one call, each of the shape its tool asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments(JsonObject);

impl Arguments {
    /// Reads what was given to a tool: known aliases count, null counts as not given, anything unknown is refused with the
    /// names there are.
    pub(crate) fn read(known: &[Argument], given: Option<JsonObject>) -> Result<Self, Refusal> {
        let mut read = JsonObject::new();
        for (name, value) in given.unwrap_or_default() {
            let argument = known
                .iter()
                .find(|argument| argument.name == name || argument.aliases.contains(&name.as_str()))
                .ok_or_else(|| unknown(known, &name))?;
            if !value.is_null() {
                read.insert(argument.name.to_owned(), argument.read(&value)?);
            }
        }
        let missing =
            known.iter().find(|argument| argument.required && !read.contains_key(argument.name));
        match missing {
            Some(argument) => Err(Refusal::invalid(format!("`{}` is needed", argument.name))),
            None => Ok(Self(read)),
        }
    }

    /// Returns a text or word; none when it is blank.
    pub(crate) fn text(&self, argument: &Argument) -> Option<&str> {
        self.0.get(argument.name).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    }

    /// Returns a word, the usual one when none was given.
    pub(crate) fn word(&self, argument: &Argument) -> &str {
        let usual = match argument.shape {
            Shape::Word(words) => words.first().copied().unwrap_or_default(),
            _ => "",
        };
        self.text(argument).unwrap_or(usual)
    }

    /// Returns a number, the usual one when none was given.
    pub(crate) fn count(&self, argument: &Argument) -> usize {
        let usual = match argument.shape {
            Shape::Count { usual, .. } => usual,
            _ => 0,
        };
        self.0.get(argument.name).and_then(Value::as_u64).map_or(usual, |number| number as usize)
    }

    /// Returns several texts, none when none were given.
    pub(crate) fn texts(&self, argument: &Argument) -> Vec<String> {
        let values = self.0.get(argument.name).and_then(Value::as_array);
        let texts = values.into_iter().flatten().filter_map(Value::as_str);
        texts.filter(|text| !text.trim().is_empty()).map(str::to_owned).collect()
    }

    /// Returns a value as it was given, none when it wasn't.
    pub(crate) fn given(&self, argument: &Argument) -> Option<&Value> {
        self.0.get(argument.name)
    }

    /// Returns the ends of a range of lines, both in it; a number too great for a line is the last one.
    pub(crate) fn lines(&self, argument: &Argument) -> Option<(u32, u32)> {
        let ends = self.0.get(argument.name)?.as_array()?;
        let end = |at: usize| Some(u32::try_from(ends.get(at)?.as_u64()?).unwrap_or(u32::MAX));
        Some((end(0)?, end(1)?))
    }

    /// Returns whether a flag is set.
    pub(crate) fn flag(&self, argument: &Argument) -> bool {
        self.0.get(argument.name).and_then(Value::as_bool).unwrap_or(false)
    }
}

/// Returns the refusal of an argument that a tool doesn't have, with those that it has.
fn unknown(known: &[Argument], name: &str) -> Refusal {
    let name: String = name.chars().take(80).collect();
    Refusal::invalid(format!("there is no argument `{name}`"))
        .hint("use only the arguments listed in `near`")
        .near(known.iter().map(|argument| argument.name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUERY: Argument = Argument::new("query", Shape::Text, "").also(&["q"]).required();
    const LIMIT: Argument =
        Argument::new("limit", Shape::Count { least: 1, usual: 10, most: 50 }, "");
    const TAGS: Argument = Argument::new("tags", Shape::Texts, "").also(&["tag"]);
    const MODE: Argument = Argument::new("mode", Shape::Word(&["hybrid", "keyword"]), "");
    const LINES: Argument = Argument::new("lines", Shape::Lines, "");
    const ALL: [Argument; 5] = [QUERY, LIMIT, TAGS, MODE, LINES];

    fn read(given: Value) -> Result<Arguments, String> {
        let Value::Object(given) = given else { panic!("an object is needed") };
        Arguments::read(&ALL, Some(given)).map_err(|refusal| refusal.to_json().to_string())
    }

    #[test]
    fn what_is_nearly_right_is_understood() {
        let read = read(
            json!({"q": "tea", "limit": "500", "tag": "a, b", "mode": "Keyword", "lines": [3, 9]}),
        );
        let read = read.unwrap();
        assert_eq!(read.text(&QUERY), Some("tea"));
        assert_eq!(read.count(&LIMIT), 50);
        assert_eq!(read.texts(&TAGS), ["a", "b"]);
        assert_eq!(read.word(&MODE), "keyword");
        assert_eq!(read.lines(&LINES), Some((3, 9)));
    }

    #[test]
    fn what_is_not_given_is_as_usual() {
        let read = read(json!({"query": 7, "limit": null})).unwrap();
        assert_eq!(
            (read.text(&QUERY), read.count(&LIMIT), read.word(&MODE)),
            (Some("7"), 10, "hybrid")
        );
        assert!(read.texts(&TAGS).is_empty() && read.lines(&LINES).is_none());
    }

    #[test]
    fn what_is_wrong_is_refused_with_what_would_be_right() {
        let refused = |given| read(given).unwrap_err();
        assert!(refused(json!({"query": "x", "max": 3})).contains(r#""near":["query","limit""#));
        assert!(refused(json!({})).contains("`query` is needed"));
        assert!(refused(json!({"query": "x", "limit": 0})).contains("from 1 to 50"));
        assert!(refused(json!({"query": "x", "limit": -1})).contains("not -1"));
        assert!(
            refused(json!({"query": "x", "mode": "magic"})).contains(r#"["hybrid","keyword"]"#)
        );
        assert!(refused(json!({"query": {"a": 1}})).contains("must be a text"));
        for lines in [json!("0-3"), json!("9-3"), json!("x"), json!([1]), json!({"start": 1})] {
            assert!(refused(json!({"query": "x", "lines": lines})).contains("range of lines"));
        }
    }

    #[test]
    fn lines_may_be_written_in_many_ways() {
        for lines in [json!("L3-L9"), json!("3-9"), json!({"start": 3, "end": "9"})] {
            assert_eq!(
                read(json!({"query": "x", "lines": lines})).unwrap().lines(&LINES),
                Some((3, 9))
            );
        }
        assert_eq!(read(json!({"query": "x", "lines": 4})).unwrap().lines(&LINES), Some((4, 4)));
    }
}
