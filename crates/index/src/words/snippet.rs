//! Snippets: what is shown of a passage, and what is marked in it.

use std::collections::HashMap;
use std::ops::Range;

use super::query::WordQuery;
use super::tokens::Tokens;

/// A piece of a text with the places where it matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The piece, cut at words where it is cut.
    pub text: String,
    /// Half-open byte ranges of `text`, in order, apart from each other.
    pub highlights: Vec<[usize; 2]>,
}

/// A place of a text that matches a term of the query.
struct Match {
    source: Range<usize>,
    term: usize,
}

/// Returns the byte ranges of `text` that match the query, in order, apart from each other.
///
/// ```
/// use notekin_index::{WordQuery, highlights};
///
/// assert_eq!(highlights("Leek soup", &WordQuery::parse("SOUP")), [[5, 9]]);
/// ```
pub fn highlights(text: &str, query: &WordQuery) -> Vec<[usize; 2]> {
    merged(&matches(text, query))
}

/// Returns the piece of at most `max_chars` characters in which most different terms of the query
/// are found.
pub fn snippet(text: &str, query: &WordQuery, max_chars: usize) -> Snippet {
    let matches = matches(text, query);
    let window = trimmed(text, window(text, best_start(text, &matches, max_chars), max_chars));
    let piece = text.get(window.clone()).unwrap_or_default();
    let within = matches
        .into_iter()
        .filter(|m| window.start <= m.source.start && m.source.end <= window.end);
    let shift = |m: Match| Match {
        source: m.source.start - window.start..m.source.end - window.start,
        term: m.term,
    };
    let marked: Vec<_> = within.map(shift).collect();
    Snippet { text: piece.to_owned(), highlights: merged(&marked) }
}

fn matches(text: &str, query: &WordQuery) -> Vec<Match> {
    let terms: HashMap<&str, usize> =
        query.terms.iter().enumerate().map(|(at, term)| (term.as_str(), at)).collect();
    let tokens = Tokens::of(text);
    let matching = |token: &super::tokens::Token| {
        let term = *terms.get(tokens.folded(token))?;
        Some(Match { source: token.source.clone(), term })
    };
    tokens.list().iter().filter_map(matching).collect()
}

/// Joins ranges that overlap; they come in the order of their starts, wholes before their parts.
fn merged(matches: &[Match]) -> Vec<[usize; 2]> {
    let mut ranges: Vec<[usize; 2]> = Vec::new();
    for Match { source, .. } in matches {
        match ranges.last_mut() {
            Some([_, end]) if source.start < *end => *end = source.end.max(*end),
            _ => ranges.push([source.start, source.end]),
        }
    }
    ranges
}

/// The start of the first match of the window that holds most different terms.
fn best_start(text: &str, matches: &[Match], max_chars: usize) -> usize {
    let mut best = (0, 0);
    let mut held: HashMap<usize, usize> = HashMap::new();
    let mut last = 0;
    for (first, start) in matches.iter().enumerate() {
        while let Some(next) =
            matches.get(last).filter(|m| fits(text, start.source.start..m.source.end, max_chars))
        {
            *held.entry(next.term).or_default() += 1;
            last += 1;
        }
        if held.len() > best.0 {
            best = (held.len(), start.source.start);
        }
        if last > first {
            if let Some(count) = held.get_mut(&start.term) {
                *count -= 1;
            }
            held.retain(|_, count| *count > 0);
        } else {
            last = first + 1;
        }
    }
    best.1
}

/// Whether a range is at most so many characters long, leaving room for some text before it.
fn fits(text: &str, range: Range<usize>, max_chars: usize) -> bool {
    let room = max_chars - max_chars / 5;
    range.len() <= room || text.get(range).is_some_and(|piece| piece.chars().nth(room).is_none())
}

/// The window around a first match: a little text before it, cut at words where there are any.
fn window(text: &str, first: usize, max_chars: usize) -> Range<usize> {
    let lead = max_chars / 5;
    let before =
        text[..first].char_indices().rev().nth(lead.saturating_sub(1)).map_or(0, |(at, _)| at);
    let before = if lead == 0 { first } else { before };
    let start = if before == 0 { 0 } else { after_space(text, before, first) };
    let hard_end =
        text[start..].char_indices().nth(max_chars).map_or(text.len(), |(at, _)| start + at);
    let end =
        if hard_end == text.len() { hard_end } else { before_space(text, start, hard_end, first) };
    // A text that ends early leaves room for more before the match.
    let short = max_chars.saturating_sub(text[start..end].chars().count());
    if end < text.len() || start == 0 || short == 0 {
        return start..end;
    }
    let wider = text[..start].char_indices().rev().nth(short - 1).map_or(0, |(at, _)| at);
    let wider = if wider == 0 { 0 } else { after_space(text, wider, start) };
    wider..end
}

/// A range without the spaces at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let piece = text.get(range.clone()).unwrap_or_default();
    let start = range.start + piece.len() - piece.trim_start().len();
    start..(start + piece.trim().len())
}

/// The first word start in a range, or its start where it has no spaces.
fn after_space(text: &str, from: usize, to: usize) -> usize {
    if text[..from].ends_with(char::is_whitespace) {
        return from;
    }
    let space = text[from..to].char_indices().find(|(_, c)| c.is_whitespace());
    space.map_or(from, |(at, c)| from + at + c.len_utf8())
}

/// The last word end in a range, unless that would leave less than half of it.
fn before_space(text: &str, from: usize, to: usize, first: usize) -> usize {
    if text[to..].starts_with(char::is_whitespace) {
        return to;
    }
    let space = text[from..to].rfind(char::is_whitespace).map(|at| from + at);
    space.filter(|&at| at > first && at - from > (to - from) / 2).unwrap_or(to)
}

#[cfg(test)]
mod tests;
