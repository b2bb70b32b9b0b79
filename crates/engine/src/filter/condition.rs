//! A condition of a filter, and how it is written: `tag:food`, `-folder:archive`, `property:rating>=4`, `after:2024-03`.
//!
//! Command line, wire and the queries themselves all have their conditions read here, so that a key means the same
//! everywhere.

use notekin_index::{Is, Moment, Order, quoted};
use notekin_note::{Day, Days};

use crate::{Error, likeness};

/// What stands between a key and its value.
pub(super) const BETWEEN: char = ':';

/// What a condition begins with that must not hold.
pub(super) const NOT: char = '-';

/// What stands around the name of a note in a link.
pub(super) const LINK: [&str; 2] = ["[[", "]]"];

/// The keys of conditions.
const KEYS: [&str; 11] = [
    "tag",
    "folder",
    "path",
    "property",
    "created",
    "modified",
    "date",
    "after",
    "before",
    "links-to",
    "linked-from",
];

/// How values are compared, in writing; of two that begin alike the longer comes first.
const ORDERS: [(&str, Order); 6] = [
    ("!=", Order::Unequal),
    ("<=", Order::AtMost),
    (">=", Order::AtLeast),
    ("=", Order::Equal),
    ("<", Order::Less),
    (">", Order::Greater),
];

/// Something that must hold of a note, or must not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Whether the test must fail.
    pub negated: bool,
    /// What is looked at.
    pub test: Test,
}

/// What a note is tested for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// It lies in one of some folders, or in one below.
    Folder(Vec<String>),
    /// It has a tag, or one nested below.
    Tag(String),
    /// Its path matches a pattern, in which `*` ends at a `/` and `**` doesn't.
    Path(String),
    /// It has a property of a name, and its value, or one in its list, is as asked for.
    Property {
        /// The name; that of a property within a property stands behind a `.`.
        name: String,
        /// What is asked of the value.
        is: Is,
    },
    /// One of its dates is one of some days.
    On(Moment, Days),
    /// It has a link to the note called so.
    LinksTo(String),
    /// The note called so has a link to it.
    LinkedFrom(String),
}

impl Condition {
    /// Reads a condition that is written as one text, `key:value` or `-key:value`; spaces in the value need no marks.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let (key, value) = text.split_once(BETWEEN).ok_or_else(|| {
            Error::Invalid(format!("`{text}` is no condition such as `tag:food` or `-tag:food`"))
        })?;
        Self::of(key, value)
    }

    /// Reads the condition of a key, which may begin with `-`, and a value.
    ///
    /// `_` in keys is read as `-`, and case doesn't count. Fails with the nearest keys when there is none of that name.
    pub fn of(key: &str, value: &str) -> Result<Self, Error> {
        let key = key.trim();
        let (negated, name) = key.strip_prefix(NOT).map_or((false, key), |name| (true, name));
        let test = test(&plain(name), value)?.ok_or_else(|| unknown(name))?;
        Ok(Self { negated, test })
    }

    /// Returns the condition that holds where this one doesn't.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self { negated: !self.negated, ..self }
    }
}

/// Returns a key as [`KEYS`] has it.
fn plain(key: &str) -> String {
    key.to_ascii_lowercase().replace('_', "-")
}

/// Returns whether there is a key of a name.
pub(super) fn is_key(name: &str) -> bool {
    KEYS.contains(&plain(name).as_str())
}

/// Returns whether a name may be a key mistyped, one that a value could follow.
pub(super) fn is_slip(name: &str, value: &str) -> bool {
    let name = plain(name);
    KEYS.iter().any(|key| likeness::is_slip(&name, key) && test(key, value).is_ok())
}

fn unknown(key: &str) -> Error {
    let near = likeness::nearest(key, KEYS.map(|known| (known, known)));
    Error::NoSuchKey { key: key.to_owned(), near, all: &KEYS }
}

/// Reads the value of a key; none when there is no such key.
fn test(key: &str, value: &str) -> Result<Option<Test>, Error> {
    let text = || text(key, value);
    let on = |moment, days| Ok(Some(Test::On(moment, days)));
    match key {
        "tag" => Ok(Some(Test::Tag(text()?))),
        "folder" => Ok(Some(Test::Folder(vec![text()?]))),
        "path" => Ok(Some(Test::Path(text()?))),
        "property" => property(value).map(Some),
        "created" => on(Moment::Created, days(key, value)?),
        "modified" => on(Moment::Modified, days(key, value)?),
        "date" => on(Moment::Date, days(key, value)?),
        "after" => on(Moment::Date, Days { first: date(&text()?)?.first, last: Day::MAX }),
        "before" => on(Moment::Date, Days { first: Day::MIN, last: before(date(&text()?)?) }),
        "links-to" => Ok(Some(Test::LinksTo(note(key, value)?))),
        "linked-from" => Ok(Some(Test::LinkedFrom(note(key, value)?))),
        _ => Ok(None),
    }
}

/// Returns the text of a value without the quotation marks around it.
fn text(key: &str, value: &str) -> Result<String, Error> {
    let value = value.trim();
    let inside = match quoted(value) {
        Some((inside, "")) => inside,
        _ if opens(value) && quoted(value).is_none() => return Err(unclosed(value)),
        _ => value,
    };
    if inside.trim().is_empty() {
        return Err(Error::Invalid(format!("`{key}` needs a value")));
    }
    Ok(inside.to_owned())
}

/// Returns the name of a note, which may be written as a link to it, or to a part of it: `[[Tea#Green|that]]`.
fn note(key: &str, value: &str) -> Result<String, Error> {
    let name = text(key, value)?;
    let link = name.trim().strip_prefix(LINK[0]).and_then(|link| link.strip_suffix(LINK[1]));
    // In a table, where links are copied from, the bar is written `\|`.
    let target = link.map(|link| link.split(['|', '#']).next().unwrap_or_default());
    match target.map(|target| target.trim_end_matches('\\').trim()) {
        Some("") => Err(Error::Invalid(format!("`{name}` leads to no note"))),
        Some(target) => Ok(target.to_owned()),
        None => Ok(name),
    }
}

/// Reads `name`, or `name=value` with any of the signs; each may stand in quotation marks, or both together.
fn property(value: &str) -> Result<Test, Error> {
    let value = value.trim();
    let (name, rest) = match quoted(value) {
        Some((both, "")) => at_sign(both),
        Some(parts) => parts,
        None if opens(value) => return Err(unclosed(value)),
        None => at_sign(value),
    };
    let (name, rest) = (name.trim(), rest.trim());
    if name.is_empty() {
        return Err(Error::Invalid("`property` needs the name of one".to_owned()));
    }
    let order = ORDERS.iter().find_map(|(sign, order)| Some((*order, rest.strip_prefix(sign)?)));
    let is = match order {
        Some((order, value)) => Is::Compared(order, text(&format!("property:{name}"), value)?),
        None if rest.is_empty() => Is::There,
        None => {
            return Err(Error::Invalid(format!(
                "`{rest}` after the property `{name}` is none of `=`, `!=`, `<`, `<=`, `>`, `>=`"
            )));
        }
    };
    Ok(Test::Property { name: name.to_owned(), is })
}

/// Parts a text before its first sign.
fn at_sign(text: &str) -> (&str, &str) {
    let signs = ORDERS.iter().filter_map(|(sign, _)| text.find(sign));
    text.split_at(signs.min().unwrap_or(text.len()))
}

/// Reads days: a date, a range of dates that may be open to one side, or a date behind a sign.
fn days(key: &str, value: &str) -> Result<Days, Error> {
    let value = text(key, value)?;
    if let Some((start, end)) = value.split_once("..") {
        return range(&value, start.trim(), end.trim());
    }
    let order = ORDERS.iter().find_map(|(sign, order)| Some((*order, value.strip_prefix(sign)?)));
    let Some((order, written)) = order else { return date(&value) };
    let days = date(&text(key, written)?)?;
    order
        .days(days)
        .ok_or_else(|| Error::Invalid(format!("`{value}` is no date; put `-` before `{key}`")))
}

fn range(value: &str, start: &str, end: &str) -> Result<Days, Error> {
    let first = if start.is_empty() { Day::MIN } else { date(start)?.first };
    let last = if end.is_empty() { Day::MAX } else { date(end)?.last };
    if start.is_empty() && end.is_empty() {
        return Err(Error::Invalid(format!("`{value}` is a range without a date")));
    }
    if first > last {
        return Err(Error::Invalid(format!("`{value}` ends before it begins")));
    }
    Ok(Days { first, last })
}

fn date(text: &str) -> Result<Days, Error> {
    Days::parse(text.trim()).ok_or_else(|| {
        Error::Invalid(format!("`{text}` is no date such as `2024`, `2024-03` or `2024-03-15`"))
    })
}

/// Returns the day before some days.
fn before(days: Days) -> Day {
    Day(days.first.0 - 1)
}

/// Returns whether a text begins with a quotation mark.
pub(super) fn opens(text: &str) -> bool {
    text.starts_with(['"', '“', '„', '«'])
}

pub(super) fn unclosed(value: &str) -> Error {
    Error::Invalid(format!("the quotation mark in `{value}` is never closed"))
}

#[cfg(test)]
mod tests;
