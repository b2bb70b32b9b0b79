//! Snippets: what is shown of a passage, and what is marked in it.
//!
//! The unit is the sentence, or a line where lines end earlier. Of all runs of sentences that fit, the one is shown that
//! says most of the query: its rare words count more, and a sentence near in meaning may stand for words that aren't
//! there. Only a sentence that doesn't fit by itself is cut, and what should stay whole in it stays whole if it can.

use std::collections::BTreeSet;
use std::iter::repeat;
use std::ops::Range;

use notekin_note::{character_start, sentences};

use super::query::WordQuery;
use super::tokens::{Token, Tokens};

/// What stands where a sentence is cut.
const ELLIPSIS: char = '…';
/// What stands before a list item that begins within a snippet.
const BULLET: &str = "• ";
/// What nearness of meaning counts, where the words of the query count 1 together.
const CLOSENESS: f32 = 0.5;
/// A snippet of fewer characters than this share of what it may have shows a part of the next sentence too.
const LEAST_SHARE: f32 = 0.5;
/// Places in one sentence from which a part is tried.
const MAX_STARTS: usize = 64;
/// Longer pieces than this many characters are cut like any other text.
const MAX_WHOLE: usize = 80;

/// A piece of a text with the places where it matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The piece on one line, with `…` where a sentence is cut.
    pub text: String,
    /// Half-open byte ranges of `text`, in order, apart from each other.
    pub highlights: Vec<[usize; 2]>,
}

/// What a snippet is to show.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The words it is to hold.
    pub query: &'a WordQuery,
    /// How rare each of them is ([`Reader::rarities`](crate::Reader::rarities)); those without a number count 1.
    pub rarities: &'a [f32],
    /// How near in meaning each of the text's sentences is to the query, from 0 to 1; may be empty.
    pub closeness: &'a [f32],
    /// Pieces of the text that aren't to be cut, such as those of links and code.
    pub whole: &'a [String],
    /// The most characters it may have.
    pub max_chars: usize,
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

/// Returns the sentences of `text` that say most of what is wanted, and a few around them.
pub fn snippet(text: &str, wanted: &Wanted<'_>) -> Snippet {
    let places = sentences(text);
    let pieces = places.into_iter().zip(wanted.closeness.iter().chain(repeat(&0.0)));
    let pieces: Vec<Piece> =
        pieces.map(|(place, closeness)| Piece::of(text, place, wanted.query, *closeness)).collect();
    let text = match best_run(&pieces, wanted) {
        Run::Whole(run) => joined(&pieces, run, wanted),
        Run::Part(of) => part(&of.text, wanted),
    };
    let highlights = highlights(&text, wanted.query);
    Snippet { text, highlights }
}

/// Returns how much of a query the words of a text say, from 0 to 1; rare words weigh as much as they are rare.
pub fn said(text: &str, query: &WordQuery, rarities: &[f32]) -> f32 {
    let wanted = Wanted { query, rarities, closeness: &[], whole: &[], max_chars: 0 };
    let terms: BTreeSet<usize> = matches(text, query).into_iter().map(|found| found.term).collect();
    wanted.share(&terms)
}

/// A sentence as it is shown.
struct Piece {
    text: String,
    chars: usize,
    /// Whether it begins a list item.
    is_item: bool,
    /// The distinct terms in it.
    terms: Vec<usize>,
    closeness: f32,
}

impl Piece {
    fn of(text: &str, place: Range<usize>, query: &WordQuery, closeness: f32) -> Self {
        let before = text[..place.start].trim_end_matches([' ', '\t']);
        let item = text[place.clone()].strip_prefix("- ");
        let item = item.filter(|_| before.is_empty() || before.ends_with('\n'));
        let words: Vec<&str> = item.unwrap_or(&text[place]).split_whitespace().collect();
        let text = words.join(" ");
        let terms = matches(&text, query).into_iter().map(|found| found.term).collect();
        Self { chars: text.chars().count(), text, is_item: item.is_some(), terms, closeness }
    }

    /// Returns the characters it takes behind other sentences.
    fn chars_behind(&self) -> usize {
        1 + self.chars + if self.is_item { BULLET.chars().count() } else { 0 }
    }
}

/// The sentences that a snippet shows.
enum Run<'a> {
    Whole(Range<usize>),
    /// Part of one that is too long.
    Part(&'a Piece),
}

/// Returns the run of sentences that says most of what is wanted; of equals the one of fewest sentences, then the first.
fn best_run<'a>(pieces: &'a [Piece], wanted: &Wanted<'_>) -> Run<'a> {
    let mut best = (0.0, 0, 0..0);
    for start in 0..pieces.len() {
        let (mut said, mut chars) = (Said::default(), 0);
        for (end, piece) in (1..).zip(pieces).skip(start) {
            chars += if end == start + 1 { piece.chars } else { piece.chars_behind() };
            if chars > wanted.max_chars && end > start + 1 {
                break;
            }
            let worth = said.with(piece, wanted);
            let is_tighter = worth >= best.0 && end - start < best.2.len();
            if best.2.is_empty() || worth > best.0 || is_tighter {
                best = (worth, chars, start..end);
            }
        }
    }
    let (_, chars, run) = best;
    match pieces.get(run.clone()) {
        Some([alone]) if chars > wanted.max_chars => Run::Part(alone),
        _ => Run::Whole(run),
    }
}

/// What a growing run says.
#[derive(Default)]
struct Said {
    terms: BTreeSet<usize>,
    closeness: f32,
}

impl Said {
    /// Takes a sentence in and returns what the run is worth with it.
    fn with(&mut self, piece: &Piece, wanted: &Wanted<'_>) -> f32 {
        self.terms.extend(&piece.terms);
        self.closeness = self.closeness.max(piece.closeness);
        wanted.share(&self.terms) + CLOSENESS * self.closeness
    }
}

impl Wanted<'_> {
    /// Returns the share that some terms have in the query.
    fn share(&self, terms: &BTreeSet<usize>) -> f32 {
        let all: f32 = (0..self.query.terms.len()).map(|term| self.rarity(term)).sum();
        let said: f32 = terms.iter().map(|&term| self.rarity(term)).sum();
        said / all.max(f32::MIN_POSITIVE)
    }

    fn rarity(&self, term: usize) -> f32 {
        self.rarities.get(term).copied().unwrap_or(1.0)
    }
}

/// Returns a run as text, with what fits of the sentences behind it, else of those before it.
fn joined(pieces: &[Piece], run: Range<usize>, wanted: &Wanted<'_>) -> String {
    let Range { mut start, mut end } = run;
    let first = pieces.get(start).map_or(0, |piece| piece.chars);
    let behind = pieces.get(start + 1..end).unwrap_or_default();
    let mut chars = first + behind.iter().map(Piece::chars_behind).sum::<usize>();
    while let Some(next) =
        pieces.get(end).filter(|next| chars + next.chars_behind() <= wanted.max_chars)
    {
        chars += next.chars_behind();
        end += 1;
    }
    while let Some(before) = start.checked_sub(1).and_then(|at| pieces.get(at)) {
        let first = pieces.get(start).map_or(0, |first| first.chars_behind() - first.chars);
        if chars + before.chars + first > wanted.max_chars {
            break;
        }
        chars += before.chars + first;
        start -= 1;
    }
    let mut text = String::new();
    for piece in pieces.get(start..end).unwrap_or_default() {
        push(&mut text, piece, &piece.text);
    }
    let short = (chars as f32) < LEAST_SHARE * wanted.max_chars as f32;
    if let Some(next) = pieces.get(end).filter(|_| short) {
        // Of a very short snippet the mark before an item takes all that is left.
        let mark = next.chars_behind() - next.chars;
        let room = wanted.max_chars.saturating_sub(chars + mark);
        if room > 0 {
            push(&mut text, next, &cut(&next.text, 0, room, wanted.whole));
        }
    }
    text
}

/// Adds a sentence, or a part of it, to those before it.
fn push(text: &mut String, piece: &Piece, said: &str) {
    if !text.is_empty() && !said.is_empty() {
        text.push(' ');
        text.push_str(if piece.is_item { BULLET } else { "" });
    }
    text.push_str(said);
}

/// Returns the part of a sentence in which most of the query stands, from its start if that holds as much.
fn part(sentence: &str, wanted: &Wanted<'_>) -> String {
    let matches = matches(sentence, wanted.query);
    let lead = wanted.max_chars / 5;
    let worth = |from: usize| {
        let room = if from == 0 { wanted.max_chars } else { wanted.max_chars - lead };
        let hard = chars_on(sentence, from, room.saturating_sub(2));
        let to = if hard < sentence.len() { before_space(sentence, from, hard) } else { hard };
        let within = |found: &&Match| from <= found.source.start && found.source.end <= to;
        let terms: BTreeSet<usize> =
            matches.iter().filter(within).map(|found| found.term).collect();
        terms.into_iter().map(|term| wanted.rarity(term)).sum::<f32>()
    };
    let mut best = (worth(0), 0);
    for from in matches.iter().map(|found| found.source.start).take(MAX_STARTS) {
        let worth = worth(from);
        if worth > best.0 {
            best = (worth, from);
        }
    }
    let before = sentence[..best.1].char_indices().rev().nth(lead).map_or(0, |(at, _)| at);
    // The end of a sentence leaves room for more of its start.
    let last = sentence.char_indices().rev().nth(wanted.max_chars.saturating_sub(2));
    let before = before.min(last.map_or(0, |(at, _)| at));
    cut(sentence, after_space(sentence, before, best.1), wanted.max_chars, wanted.whole)
}

/// Returns at most `room` characters of a sentence from a byte on, with marks where it is cut.
fn cut(sentence: &str, from: usize, room: usize, whole: &[String]) -> String {
    let from = whole_start(sentence, character_start(sentence, from), whole);
    let leading = usize::from(from > 0);
    let Some(room) = room.checked_sub(leading).filter(|room| *room > 1) else {
        return String::new();
    };
    let rest = &sentence[from..];
    let text = if rest.char_indices().nth(room).is_none() {
        rest.to_owned()
    } else {
        let hard = character_start(sentence, chars_on(sentence, from, room - 1));
        let end = whole_start(sentence, before_space(sentence, from, hard), whole);
        let end = if end > from { end } else { hard };
        format!("{}{ELLIPSIS}", sentence[from..end].trim_end())
    };
    if leading == 1 { format!("{ELLIPSIS}{text}") } else { text }
}

/// Returns the place so many characters on, or the end.
fn chars_on(text: &str, from: usize, chars: usize) -> usize {
    text[from..].char_indices().nth(chars).map_or(text.len(), |(at, _)| from + at)
}

/// Returns the start of the piece that a cut at `at` would divide, or `at` where there is none.
fn whole_start(text: &str, at: usize, whole: &[String]) -> usize {
    let divided =
        whole.iter().filter(|piece| piece.chars().count() <= MAX_WHOLE).filter_map(|piece| {
            let from = text.floor_char_boundary(at.saturating_sub(piece.len().saturating_sub(1)));
            let to = text.ceil_char_boundary((at + piece.len().saturating_sub(1)).min(text.len()));
            let start = from + text[from..to].find(piece.as_str())?;
            (start < at && at < start + piece.len()).then_some(start)
        });
    divided.min().unwrap_or(at)
}

/// The first word start in a range, or its start where it has no spaces.
fn after_space(text: &str, from: usize, to: usize) -> usize {
    if from == 0 || text[..from].ends_with(char::is_whitespace) {
        return from;
    }
    let space = text[from..to].char_indices().find(|(_, c)| c.is_whitespace());
    space.map_or(from, |(at, c)| from + at + c.len_utf8())
}

/// The last word end in a range, unless that would leave less than half of it.
fn before_space(text: &str, from: usize, to: usize) -> usize {
    if text[to..].starts_with(char::is_whitespace) {
        return to;
    }
    let space = text[from..to].rfind(char::is_whitespace).map(|at| from + at);
    space.filter(|&at| at - from > (to - from) / 2).unwrap_or(to)
}

fn matches(text: &str, query: &WordQuery) -> Vec<Match> {
    let tokens = Tokens::of(text);
    let matching = |token: &Token| {
        Some(Match { source: token.source.clone(), term: query.term_of(tokens.folded(token))? })
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

#[cfg(test)]
mod tests;
