//! A query as it is typed: words to look for, and conditions among them.
//!
//! A condition is a key of letters, a colon, and a value right behind it; the value may stand in quotation marks. All else
//! is words, in particular what merely holds a colon: addresses, `std::vec`, `10:30`, `C:\notes`, `note: this`, and what no
//! one means for a condition, such as `error:404`.

use notekin_index::{MAX_QUERY_BYTES, Quotes, quoted};

use super::condition::{BETWEEN, Condition, LINK, NOT, is_key, is_slip, opens, unclosed};
use crate::Error;

/// The fewest letters of a key; fewer are a drive or a variable.
const SHORTEST: usize = 2;

/// A query, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    /// What is left to look for.
    pub(crate) words: String,
    pub(crate) conditions: Vec<Condition>,
}

impl Query {
    /// Takes a query apart. One without conditions is left as it is.
    ///
    /// What begins behind the bytes that are searched by words is no condition either, and left as it is.
    pub(crate) fn read(text: &str) -> Result<Self, Error> {
        let mut read = Self::default();
        let mut quotes = Quotes::default();
        let mut rest = text;
        while !rest.is_empty() {
            if text.len() - rest.len() >= MAX_QUERY_BYTES {
                read.words.push_str(rest);
                break;
            }
            let piece = rest.trim_start();
            let space = &rest[..rest.len() - piece.len()];
            let is_at_start = !space.is_empty() || rest.len() == text.len();
            let condition = if is_at_start { leading(piece)? } else { None };
            if let Some((condition, after)) = condition {
                read.conditions.push(condition);
                rest = after;
            } else {
                let after = behind(piece, &mut quotes);
                read.words.push_str(space);
                read.words.push_str(&piece[..piece.len() - after.len()]);
                rest = after;
            }
        }
        if !read.conditions.is_empty() {
            read.words = read.words.trim().to_owned();
        }
        Ok(read)
    }
}

/// Reads the condition that a text begins with, if it does; returns what follows too.
fn leading(text: &str) -> Result<Option<(Condition, &str)>, Error> {
    let body = text.strip_prefix(NOT).unwrap_or(text);
    let is_of_key = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '_');
    let (key, tail) = body.split_at(body.len() - body.trim_start_matches(is_of_key).len());
    let Some(value) = tail.strip_prefix(BETWEEN) else { return Ok(None) };
    let is_no_value = value.is_empty()
        || value.starts_with(|c: char| c.is_whitespace() || c == BETWEEN)
        || value.starts_with("//");
    if key.len() < SHORTEST || !key.starts_with(|c: char| c.is_ascii_alphabetic()) || is_no_value {
        return Ok(None);
    }
    if !is_key(key) && is_word(key, value) {
        return Ok(None);
    }
    let (value, after) = value.split_at(length(value)?);
    let key = &text[..text.len() - tail.len()];
    Ok(Some((Condition::of(key, value)?, after)))
}

/// Returns whether an unknown key and what follows it are plainly a word: a number such as that of a port or an error
/// stands behind it, a path does, or it has capitals. What may be a key mistyped is no such word.
fn is_word(key: &str, rest: &str) -> bool {
    let value = rest.split_whitespace().next().unwrap_or_default();
    let number = value.trim_end_matches(['.', ',', ';', '!', '?', ')']);
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let has_capitals = key.bytes().any(|byte| byte.is_ascii_uppercase());
    (is_number || value.starts_with('/') || has_capitals) && !is_slip(key, value)
}

/// Returns the bytes of a value: up to a space, but for those in quotation marks or in the brackets of a link, at its start
/// or behind a sign.
fn length(value: &str) -> Result<usize, Error> {
    let mut rest = value;
    let mut may_open = true;
    while let Some(c) = rest.chars().next().filter(|c| !c.is_whitespace()) {
        if may_open && opens(rest) {
            rest = quoted(rest).ok_or_else(|| unclosed(value))?.1;
            may_open = false;
        } else if may_open && let Some(link) = link(rest) {
            rest = &rest[link..];
            may_open = false;
        } else {
            rest = &rest[c.len_utf8()..];
            may_open = matches!(c, '=' | '<' | '>' | '!');
        }
    }
    Ok(value.len() - rest.len())
}

/// Returns the bytes of the link that a text begins with.
///
/// None is looked for behind the beginning of another, so that a text full of beginnings is looked through once.
fn link(text: &str) -> Option<usize> {
    let inside = text.strip_prefix(LINK[0])?;
    let inside = inside.split(LINK[0]).next().unwrap_or_default();
    Some(LINK[0].len() + inside.find(LINK[1])? + LINK[1].len())
}

/// Returns what follows the phrase or word that a text begins with.
fn behind<'a>(text: &'a str, quotes: &mut Quotes) -> &'a str {
    if let Some((_, after)) = quotes.next(text.strip_prefix(NOT).unwrap_or(text)) {
        return after;
    }
    text.find(char::is_whitespace).map_or("", |end| &text[end..])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, words: &str, conditions: &[&str]) {
        let read = Query::read(text).unwrap();
        let expected: Vec<_> =
            conditions.iter().map(|written| Condition::parse(written).unwrap()).collect();
        assert_eq!((read.words.as_str(), read.conditions), (words, expected), "{text}");
    }

    #[test]
    fn conditions_are_taken_out_of_the_words() {
        check(
            "tag:x folder:\"My Projects/\" after:2024-01-01 -draft \"exact phrase\"",
            "-draft \"exact phrase\"",
            &["tag:x", "folder:My Projects/", "after:2024-01-01"],
        );
        check(
            "how -tag:old do  I path:daily/* brew",
            "how do  I brew",
            &["-tag:old", "path:daily/*"],
        );
        check(
            "property:\"due date\">=2024 property:s=\"in progress\"",
            "",
            &["property:\"due date\">=2024", "property:s=in progress"],
        );
        check("Links_To:“Green tea” x", "x", &["links-to:Green tea"]);
        check("tag:a\ttag:b\nx", "x", &["tag:a", "tag:b"]);
        check("tag:#a:b", "", &["tag:#a:b"]);
        check("links-to:[[Green tea|it]] x", "x", &["links-to:Green tea"]);
        check("-linked-from:[[a [[b c]]", "[[b c]]", &["-linked-from:[[a"]);
        check("property:up=[[Green tea]] x", "x", &["property:up=[[Green tea]]"]);
        check("property:\"a=b c\" x", "x", &["property:a=b c"]);
    }

    #[test]
    fn what_merely_holds_a_colon_is_words() {
        for text in [
            "",
            "  ",
            "https://example.org/tag:x",
            "std::vec",
            "at 10:30",
            "note: this",
            "C:\\notes",
            "a:b",
            "\"tag:x\"",
            "-\"tag:x y\"",
            "“tag:x”",
            ":smile:",
            "key:",
            "tag: x",
            "標題:x",
            "(tag:x)",
            "-",
            "--",
            "--tag:x",
            "\"x\"tag:y",
            "don't:x",
            "v1:x",
            "\"never closed tag",
            "tag",
            "-tag",
            "ratio 3:4, e\u{301}:x",
            "error:404",
            "-error:404",
            "what is error:404?",
            "localhost:8080",
            "Re:invoice",
            "Re:\"never closed",
            "TODO:call",
            "Status:done",
            "file:/etc/hosts",
            "line:10",
            "data:12",
            "x:y:1",
        ] {
            check(text, text, &[]);
        }
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        for text in [
            "foo:bar",
            "-tga:x",
            "Tags:x",
            "fodler:8",
            "fodler:/a",
            "dates:2024",
            "tag:\"x",
            "after:soon",
            "x property:=1",
            "mailto:a@b.c",
            "error:404b",
            "error:!",
            "foo:\"x",
            "links-to:[[#Plan]]",
        ] {
            assert!(Query::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn of_a_very_long_query_the_beginning_is_read() {
        let long = 200 << 10;
        for piece in ["«a ", "“a ", "\"a\" ", "-«a ", "a", " ", "«"] {
            let text = piece.repeat(long / piece.len());
            check(&text, &text, &[]);
        }
        let text = "tag:a ".repeat(long / 6);
        let read = Query::read(&text).unwrap();
        assert_eq!(read.conditions.len(), MAX_QUERY_BYTES.div_ceil(6));
        assert_eq!(read.words, text[read.conditions.len() * 6..].trim());
        let whole = format!("{}tag:\"{}\"", " ".repeat(MAX_QUERY_BYTES - 1), "a".repeat(9));
        assert_eq!(Query::read(&whole).unwrap().conditions.len(), 1, "what is begun is read");
    }

    proptest! {
        #[test]
        fn every_text_is_read_or_refused(text in "\\PC*") {
            drop(Query::read(&text));
        }

        #[test]
        fn hostile_texts_are_read_or_refused(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "tag", "property", "date", ":", "-", "\"", "“", "»", " ", "=", "<", ">", "!", "..", "2024",
                    "é", "🍎", "/", "*", "\u{301}", "\0",
                ]),
                0..24,
            ),
        ) {
            let text = parts.concat();
            if let Ok(read) = Query::read(&text) {
                prop_assert!(!read.conditions.is_empty() || read.words == text);
            }
        }

        #[test]
        fn sentences_come_through_unchanged(text in "[\\pL\\pN .,;?!\"'“”()/+-]*(: [\\pL\\pN .,?!-]*)*") {
            let read = Query::read(&text).unwrap();
            prop_assert_eq!(read.words, text);
            prop_assert!(read.conditions.is_empty());
        }
    }
}
