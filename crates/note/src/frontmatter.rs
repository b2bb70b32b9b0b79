//! The frontmatter: the YAML properties at the top of a note.

use std::ops::Range;

use crate::{Day, Span, Value, Warning, yaml};

/// Longer frontmatter is read line by line, as broken one is.
const MAX_BYTES: usize = 64 * 1024;

/// What programs and people call the day a note was made, `-` and `_` read as spaces.
const CREATED: [&str; 7] = [
    "created",
    "created at",
    "createdat",
    "date created",
    "created date",
    "creation date",
    "created on",
];

/// What they call the day it was last changed.
const MODIFIED: [&str; 10] = [
    "modified",
    "modified at",
    "updated",
    "updated at",
    "updatedat",
    "date modified",
    "date updated",
    "last modified",
    "last updated",
    "lastmod",
];

/// The properties of a note, and those that mean something to us.
#[derive(Clone, Debug, PartialEq)]
pub struct Frontmatter {
    /// From the opening `---` to the end of the closing line; `None` when there is none.
    pub span: Option<Span>,
    /// Every property in the order of the file.
    pub properties: Vec<Property>,
    /// The property `title`.
    pub title: Option<String>,
    /// The properties `aliases` and `alias`.
    pub aliases: Vec<String>,
    /// Whether the note must not leave this machine (`private: true`).
    pub private: bool,
    /// Whether the note may be indexed (not `index: false`).
    pub index: bool,
}

/// One property of the frontmatter.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The name as written.
    pub key: String,
    /// What it is set to.
    pub value: Value,
}

impl Default for Frontmatter {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Frontmatter {
    /// Picks the properties that mean something to us.
    fn new(properties: Vec<Property>) -> Self {
        let title = values(&properties, "title").find_map(Value::scalar_text);
        let aliases = ["aliases", "alias"].map(|key| names(&properties, key, &[','])).concat();
        // A note that says so twice and differently is kept private.
        let private = values(&properties, "private").any(says_yes);
        let index = !values(&properties, "index").any(|value| value.truth() == Some(false));
        Self { span: None, properties, title, aliases, private, index }
    }

    /// Reads the YAML between the `---` lines.
    pub(crate) fn read(yaml_text: &str) -> (Self, Option<Warning>) {
        let pairs = if yaml_text.len() > MAX_BYTES {
            Err(format!("it is longer than {MAX_BYTES} bytes"))
        } else {
            yaml::mapping(yaml_text)
        };
        let (pairs, warning) = match pairs {
            Ok(pairs) => (pairs, None),
            Err(reason) => (simple_lines(yaml_text), Some(Warning::BrokenFrontmatter { reason })),
        };
        let properties = pairs.into_iter().map(|(key, value)| Property { key, value }).collect();
        (Self::new(properties), warning)
    }

    /// Returns the day on which the note was made, if it says so.
    pub fn created(&self) -> Option<Day> {
        self.day(&CREATED)
    }

    /// Returns the day on which the note was last changed, if it says so.
    pub fn modified(&self) -> Option<Day> {
        self.day(&MODIFIED)
    }

    /// Returns the day of the property `date`.
    pub fn date(&self) -> Option<Day> {
        self.day(&["date"])
    }

    /// Returns the first day under the first of some names that has one.
    fn day(&self, names: &[&str]) -> Option<Day> {
        let called = |name: &str| {
            self.properties
                .iter()
                .filter(move |property| {
                    property.key.trim().replace(['-', '_'], " ").eq_ignore_ascii_case(name)
                })
                .find_map(|property| day_in(&property.value))
        };
        names.iter().find_map(|name| called(name))
    }

    /// Returns the names that the properties `tags` and `tag` hold.
    pub(crate) fn tags(&self) -> Vec<String> {
        ["tags", "tag"].map(|key| names(&self.properties, key, &[',', ' '])).concat()
    }
}

/// Returns the day that a value names, or the first in a list that names one.
fn day_in(value: &Value) -> Option<Day> {
    match value {
        Value::List(items) => items.iter().find_map(day_in),
        other => Day::of_value(other.scalar_text()?.trim_matches(['[', ']'])),
    }
}

/// Returns whether a value, or one in a list, says yes.
fn says_yes(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().any(says_yes),
        other => other.truth() == Some(true),
    }
}

/// Lines looked at for `private` where frontmatter is broken off.
const MAX_LINES: usize = 100;

/// Returns whether a text without readable frontmatter seems to say `private: true` in one: one that is never closed, comes
/// after blank lines, or is TOML. Of two readings the one that keeps a secret counts.
pub(crate) fn seems_private(text: &str) -> bool {
    let mut lines =
        text.trim_start_matches('\u{feff}').lines().skip_while(|line| line.trim().is_empty());
    let fence = lines.next().map(str::trim_end).filter(|line| matches!(*line, "---" | "+++"));
    fence.is_some_and(|fence| {
        lines.take_while(|line| line.trim_end() != fence).take(MAX_LINES).any(is_private_line)
    })
}

fn is_private_line(line: &str) -> bool {
    let Some((key, value)) = line.split_once([':', '=']) else { return false };
    let bare = |text: &str| text.trim().trim_matches(['"', '\'', '[', ']']).trim().to_owned();
    bare(key).eq_ignore_ascii_case("private") && Value::plain(&bare(value)).truth() == Some(true)
}

/// Returns the values of the properties named `key` in any case.
fn values<'a>(properties: &'a [Property], key: &'a str) -> impl Iterator<Item = &'a Value> {
    let named =
        properties.iter().filter(move |property| property.key.trim().eq_ignore_ascii_case(key));
    named.map(|property| &property.value)
}

/// Returns the names under `key`: the items of a list, or the parts of a text.
fn names(properties: &[Property], key: &str, separators: &[char]) -> Vec<String> {
    let mut names = Vec::new();
    for value in values(properties, key) {
        match value {
            Value::List(items) => names.extend(items.iter().filter_map(Value::scalar_text)),
            other => {
                let text = other.scalar_text().unwrap_or_default();
                names.extend(text.split(separators).map(str::to_owned));
            }
        }
    }
    names.retain_mut(|name| {
        *name = name.trim().to_owned();
        !name.is_empty()
    });
    names
}

/// Where the frontmatter of a note lies in its text.
pub(crate) struct Fence {
    /// Between the two lines of dashes.
    pub(crate) yaml: Range<usize>,
    /// Where the body starts.
    pub(crate) end: usize,
}

impl Fence {
    /// Finds frontmatter: a first line `---` and a later line `---` or `...`.
    pub(crate) fn find(text: &str) -> Option<Self> {
        let mut lines = text.split_inclusive('\n');
        let first = lines.next()?;
        if first.trim_end() != "---" || !first.ends_with('\n') {
            return None;
        }
        let start = first.len();
        let mut at = start;
        for line in lines {
            if matches!(line.trim_end(), "---" | "...") {
                return Some(Self { yaml: start..at, end: at + line.len() });
            }
            at += line.len();
        }
        None
    }
}

/// Salvages the unindented `key: value` lines of broken YAML, so that `private: true` still holds.
fn simple_lines(text: &str) -> Vec<(String, Value)> {
    let pair = |line: &str| {
        let (key, value) = line.split_once(':')?;
        let plain = !key.is_empty() && !key.starts_with([' ', '\t', '-', '#', '"', '\'', '[', '{']);
        let value = value.trim().trim_matches(['"', '\'', '[', ']']);
        plain.then(|| (key.trim().to_owned(), Value::plain(value)))
    };
    text.lines().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::{Fence, Frontmatter, seems_private};
    use crate::{Day, Warning};

    #[test]
    fn known_properties() {
        let (read, warning) =
            Frontmatter::read("Title: 2024\naliases: [A, 'B, c']\nalias: D, E\nprivate: yes\n");
        assert_eq!(warning, None);
        assert_eq!(read.title.as_deref(), Some("2024"));
        assert_eq!(read.aliases, ["A", "B, c", "D", "E"]);
        assert!(read.private && read.index);
        assert!(!Frontmatter::read("index: false").0.index);
    }

    #[test]
    fn broken_yaml_keeps_what_is_simple() {
        let (read, warning) =
            Frontmatter::read("title: a: b\nprivate: true\n\tx: [\ntags: [p, q\n");
        assert!(matches!(warning, Some(Warning::BrokenFrontmatter { .. })));
        assert_eq!(read.title.as_deref(), Some("a: b"));
        assert!(read.private);
        assert_eq!(read.tags(), ["p", "q"]);
    }

    #[test]
    fn a_note_that_seems_private_is_private() {
        for text in [
            "---\nprivate: true\nnever closed",
            "\n\n---\nprivate: yes\n---\nx",
            "+++\nprivate = true\n+++\nx",
            "\u{feff}---\n\"private\": \"on\"\n",
            "---\nprivate: [true]\n",
        ] {
            assert!(seems_private(text), "{text}");
        }
        for text in [
            "private: true",
            "---\nprivate: false\n",
            "---\n---\nprivate: true",
            "# A\n---\nprivate: true\n",
        ] {
            assert!(!seems_private(text), "{text}");
        }
        assert!(Frontmatter::read("private: [true]").0.private);
    }

    #[test]
    fn the_days_of_a_note() {
        let read = |text: &str| Frontmatter::read(text).0;
        let day = |text: &str| Day::of_value(text);
        let note = read("date: '[[2024-03-15]]'\nCreated_At: 2023-01-02T10:00\nlastmod: [2024]\n");
        assert_eq!(note.date(), day("2024-03-15"));
        assert_eq!((note.created(), note.modified()), (day("2023-01-02"), day("2024-01-01")));
        let note = read("created: soon\ndate-created: 2022-05\nupdated:\n");
        assert_eq!((note.created(), note.modified(), note.date()), (day("2022-05-01"), None, None));
    }

    #[test]
    fn the_fence_needs_both_its_lines() {
        let fence = Fence::find("--- \r\na: 1\r\n---\r\nx").unwrap();
        assert_eq!((fence.yaml, fence.end), (6..12, 17));
        assert!(Fence::find("---\na: 1\n").is_none());
        assert!(Fence::find("\n---\na: 1\n---\n").is_none());
        assert_eq!(Fence::find("---\n---").unwrap().end, 7);
    }
}
