//! Finding the next thing in a text that looks like a marker.

use std::ops::Range;

/// Brackets that markers stand in.
const BRACKETS: [(&str, &str); 7] = [
    ("\\[", "\\]"),
    ("[[", "]]"),
    ("[", "]"),
    ("【", "】"),
    ("［", "］"),
    ("〔", "〕"),
    ("⟦", "⟧"),
];

/// What some models set around markers; it goes with them.
const WRAPS: [(&str, &str); 6] =
    [("<sup>", "</sup>"), ("**", "**"), ("__", "__"), ("*", "*"), ("(", ")"), ("（", "）")];

/// Words that some models write before the numbers.
const LABELS: [&str; 7] = ["passages", "passage", "sources", "source", "note", "p", "#"];

/// Space that is no line break.
const BLANKS: [char; 4] = [' ', '\t', '\u{a0}', '\u{202f}'];

/// Names of more passages than a model was ever given at once are no markers but years or the like.
const MAX_DIGITS: usize = 3;

/// No longer range is meant.
const MAX_RANGE: usize = 20;

/// A marker found in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Scan {
    /// The bracket.
    pub(super) mark: Range<usize>,
    /// The bracket with what is around it for its sake.
    pub(super) with_space: Range<usize>,
    /// The numbers in it.
    pub(super) numbers: Vec<usize>,
}

/// Returns the first marker at or behind the byte `from`.
pub(super) fn next(text: &str, from: usize) -> Option<Scan> {
    text[from..].char_indices().find_map(|(at, _)| at_byte(text, from, from + at))
}

/// Returns the marker that begins at the byte `at`; nothing before `from` belongs to it.
fn at_byte(text: &str, from: usize, at: usize) -> Option<Scan> {
    let rest = &text[at..];
    let (open, close) = BRACKETS.iter().find(|(open, _)| rest.starts_with(open))?;
    let length = rest
        .char_indices()
        .take(40)
        .map(|(at, _)| at)
        .find(|&at| at > 0 && rest[at..].starts_with(close))?;
    let numbers = numbers(&rest[open.len()..length])?;
    let mark = at..at + length + close.len();
    let with_space = with_space(text, from, wrapped(text, from, mark.clone()));
    Some(Scan { mark, with_space, numbers })
}

/// Returns the numbers that the inside of a bracket names.
fn numbers(inside: &str) -> Option<Vec<usize>> {
    // What comes behind a dagger says where in the source it stands.
    let inside = inside.split('†').next().unwrap_or_default().trim().trim_start_matches('^');
    let mut found = Vec::new();
    for part in inside.split([',', ';', '、', '，', '；']) {
        let (first, last) = match part.split_once(['-', '–', '~', '〜']) {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if last < first || last - first > MAX_RANGE {
            return None;
        }
        found.extend(first..=last);
    }
    Some(found)
}

fn number(text: &str) -> Option<usize> {
    let text = text.trim().trim_start_matches('^');
    let label = LABELS.iter().find(|label| {
        text.get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label))
    });
    let digits = text[label.map_or(0, |label| label.len())..].trim_start();
    let digits: Vec<usize> = digits.chars().map(digit).collect::<Option<_>>()?;
    let is_number = (1..=MAX_DIGITS).contains(&digits.len());
    is_number.then(|| digits.iter().fold(0, |number, digit| number * 10 + digit))
}

/// Returns what a digit is worth, a full-width one too.
fn digit(c: char) -> Option<usize> {
    let plain = match c {
        '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32)?,
        _ => c,
    };
    plain.to_digit(10).map(|digit| digit as usize)
}

/// Adds what is set around a marker alone.
fn wrapped(text: &str, from: usize, mark: Range<usize>) -> Range<usize> {
    let around = |(open, close): &&(&str, &str)| {
        text[from..mark.start].ends_with(open) && text[mark.end..].starts_with(close)
    };
    match WRAPS.iter().find(around) {
        Some((open, close)) => wrapped(text, from, mark.start - open.len()..mark.end + close.len()),
        None => mark,
    }
}

/// Adds the space that would be left over without the marker.
fn with_space(text: &str, from: usize, mark: Range<usize>) -> Range<usize> {
    let after = &text[mark.end..];
    if text[..mark.start].is_empty() || text[..mark.start].ends_with('\n') {
        let blank = after.len() - after.trim_start_matches(BLANKS).len();
        return mark.start..mark.end + blank;
    }
    let kept = text[..mark.start].trim_end_matches(BLANKS);
    // Spaces at the start of a line are its indentation.
    let is_indentation = kept.is_empty() || kept.ends_with('\n');
    let ends_here = after.chars().next().is_none_or(|c| !c.is_alphanumeric());
    if ends_here && !is_indentation { kept.len().max(from)..mark.end } else { mark }
}
