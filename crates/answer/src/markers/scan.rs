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

/// Returns where the end of `text` starts that may become a marker when more comes, but not before `from`; the length of
/// the text if nothing may.
pub(super) fn unfinished(text: &str, from: usize) -> usize {
    let starts = text[from..].char_indices().rev().take(48).map(|(at, _)| from + at);
    let open = starts.filter(|&at| may_begin(text, at)).last().unwrap_or(text.len());
    let before = without_start(&text[from..open], "<sup>").trim_end_matches(['*', '_', '(', '（']);
    let end = from + before.trim_end_matches(BLANKS).len();
    // What closes around a whole marker is not parted from it.
    let mut found = next(text, from);
    while let Some(marker) = found.take_if(|marker| marker.with_space.start < end) {
        if marker.with_space.end > end {
            return marker.with_space.start;
        }
        found = next(text, marker.with_space.end);
    }
    end
}

/// Returns whether a marker may begin at the byte `at` whose end, or what follows it, is still to come.
fn may_begin(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let may_open = |(open, close): &(&str, &str)| match rest.strip_prefix(open) {
        None => open.starts_with(rest),
        Some(inside) => match inside.split_once(close) {
            None => may_be_inside(inside),
            Some((inside, after)) => numbers(inside).is_some() && may_follow(&text[..at], after),
        },
    };
    BRACKETS.iter().any(may_open)
}

/// Returns whether text may be the beginning of what stands in a bracket.
fn may_be_inside(text: &str) -> bool {
    let bare = text.trim_start_matches(['^', ' ']).to_ascii_lowercase();
    let label = LABELS.iter().find(|label| bare.starts_with(**label));
    let (names, place) =
        bare[label.map_or(0, |label| label.len())..].split_once('†').unwrap_or((&bare, ""));
    let is_names = names.chars().all(|c| digit(c).is_some() || " ,;、，；-–~〜^]\\".contains(c));
    let is_label = LABELS.iter().any(|label| label.starts_with(&bare));
    text.chars().count() < 40 && !place.contains('\n') && (is_names || is_label || label.is_some())
}

/// Returns whether what stands behind a marker says too little to tell what goes with it.
fn may_follow(before: &str, after: &str) -> bool {
    let is_closing =
        |(open, close): &(&str, &str)| before.ends_with(open) && close.starts_with(after);
    after.is_empty() || WRAPS.iter().any(is_closing)
}

/// Takes a part of `word` off the end of a text, if it ends with its beginning.
fn without_start<'a>(text: &'a str, word: &str) -> &'a str {
    let mut starts = (1..=word.len()).rev().filter_map(|length| word.get(..length));
    starts.find_map(|start| text.strip_suffix(start)).unwrap_or(text)
}
