//! A query by words, as typed.

use std::borrow::Cow;

use super::quotes::Quotes;
use super::tokens::{Kind, Tokens};

/// More distinct terms than this in one query are not looked for.
const MAX_TERMS: usize = 64;
/// More exact phrases or exclusions than this are not looked for.
const MAX_EXACT: usize = 16;
/// What follows this many bytes of a query is not looked at, whoever reads it.
pub const MAX_QUERY_BYTES: usize = 16 << 10;

/// A query by words: any of its terms is looked for; `"a phrase"` must be there, `-word` must not.
///
/// Every text is a query; what looks like broken syntax is searched as it stands.
///
/// ```
/// use notekin_index::WordQuery;
///
/// assert!(!WordQuery::parse("leek \"beet soup\" -dill").is_empty());
/// assert!(WordQuery::parse("-dill").is_empty(), "exclusions alone find nothing");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordQuery {
    /// Distinct folded terms, in the order typed; any of them is enough.
    pub(super) terms: Vec<String>,
    /// Each must be found.
    pub(super) required: Vec<Exact>,
    /// None may be found.
    pub(super) excluded: Vec<Exact>,
    /// The bytes of the text that were looked at; what comes behind them was one thing too many.
    reach: usize,
    /// The same for phrases and exclusions alone.
    exact_reach: usize,
}

/// Words in a row: folded terms, each with its distance from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact(pub(super) Vec<(usize, String)>);

impl WordQuery {
    /// Reads a query; never fails.
    pub fn parse(text: &str) -> Self {
        let looked_at = beginning(text);
        let reach = looked_at.len();
        let mut query = Self { reach, exact_reach: reach, ..Self::default() };
        let mut quotes = Quotes::default();
        let mut rest = looked_at;
        while !rest.is_empty() {
            rest = rest.trim_start();
            let start = looked_at.len() - rest.len();
            let (clause, after) = next_clause(rest, &mut quotes);
            query.add(&clause, start);
            rest = after;
        }
        query
    }

    /// Returns how many bytes from its start the text is looked for in full: all of it, unless it is very long.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Returns how many bytes from its start the text's phrases and exclusions are heeded, which count in every way of
    /// searching.
    pub fn exact_reach(&self) -> usize {
        self.exact_reach
    }

    /// Returns whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns what must not be found: for each part a query that finds it.
    pub fn exclusions(&self) -> Vec<Self> {
        let query = |exact: &Exact| Self {
            terms: exact.0.iter().map(|(_, term)| term.clone()).collect(),
            required: vec![exact.clone()],
            ..Self::default()
        };
        self.excluded.iter().map(query).collect()
    }

    /// Returns what a query says to a reader: without what must not be found, and without the marks around phrases. Of a
    /// very long one it is what the beginning says.
    ///
    /// ```
    /// use notekin_index::WordQuery;
    ///
    /// assert_eq!(WordQuery::said("how to \"boil leek\" -dill"), "how to boil leek");
    /// ```
    pub fn said(text: &str) -> Cow<'_, str> {
        let mut said = String::new();
        let mut is_marked = false;
        let mut quotes = Quotes::default();
        let text = beginning(text);
        let mut rest = text;
        while !rest.is_empty() {
            let space = &rest[..rest.len() - rest.trim_start().len()];
            let (clause, after) = next_clause(rest, &mut quotes);
            is_marked |= !matches!(clause, Clause::Plain(_));
            if let Clause::Plain(part) | Clause::Phrase(part) = clause {
                said.push_str(space);
                said.push_str(part);
            }
            rest = after;
        }
        if is_marked { Cow::Owned(said.trim().to_owned()) } else { Cow::Borrowed(text) }
    }

    /// Adds a clause that begins at a byte of the text, or what there is room for.
    fn add(&mut self, clause: &Clause<'_>, start: usize) {
        let (terms_cut, has_room) = match clause {
            Clause::Plain(text) => (self.add_terms(text), true),
            Clause::Phrase(text) => {
                (self.add_terms(text).map(|_| 0), push_exact(&mut self.required, text))
            }
            Clause::Not(text) => (None, push_exact(&mut self.excluded, text)),
        };
        if let Some(cut) = terms_cut {
            self.reach = self.reach.min(start + cut);
        }
        if !has_room {
            self.exact_reach = self.exact_reach.min(start);
            self.reach = self.reach.min(start);
        }
    }

    /// Adds the terms there is room for; returns where in the text the rest begins.
    fn add_terms(&mut self, text: &str) -> Option<usize> {
        let tokens = Tokens::of(text);
        for token in tokens.list().iter().filter(|token| token.kind != Kind::Char) {
            let term = tokens.folded(token);
            if self.terms.iter().any(|known| known == term) {
                continue;
            }
            if self.terms.len() == MAX_TERMS {
                return Some(token.source.start);
            }
            self.terms.push(term.to_owned());
        }
        None
    }
}

/// Adds an exact part; returns whether there was room for it.
fn push_exact(list: &mut Vec<Exact>, text: &str) -> bool {
    let tokens = Tokens::of(text);
    let marked: Vec<_> = tokens.list().iter().filter(|token| token.kind == Kind::Marked).collect();
    let within_marked = |source: &std::ops::Range<usize>| {
        marked
            .iter()
            .any(|whole| whole.source.start <= source.start && source.end <= whole.source.end)
    };
    let units = tokens.list().iter().filter(|token| match token.kind {
        Kind::Word | Kind::Marked | Kind::Lone | Kind::Pair => true,
        Kind::Part => !within_marked(&token.source),
        Kind::Compound | Kind::Hump | Kind::Char => false,
    });
    let first = tokens.list().first().map_or(0, |token| token.position);
    let exact: Vec<_> =
        units.map(|token| (token.position - first, tokens.folded(token).to_owned())).collect();
    let room = exact.is_empty() || list.len() < MAX_EXACT;
    if !exact.is_empty() && room {
        list.push(Exact(exact));
    }
    room
}

/// A piece of a query.
#[derive(Debug, PartialEq, Eq)]
enum Clause<'a> {
    Plain(&'a str),
    Phrase(&'a str),
    Not(&'a str),
}

/// Returns what is looked at of a text.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_QUERY_BYTES)]
}

/// Splits the first clause off; what follows is shorter.
fn next_clause<'a>(text: &'a str, quotes: &mut Quotes) -> (Clause<'a>, &'a str) {
    let trimmed = text.trim_start();
    let negated = trimmed.strip_prefix('-');
    if let Some((phrase, after)) = quotes.next(negated.unwrap_or(trimmed)) {
        let clause = if negated.is_some() { Clause::Not(phrase) } else { Clause::Phrase(phrase) };
        return (clause, after);
    }
    let (word, after) = split_word(trimmed);
    match word.strip_prefix('-') {
        Some(word)
            if word.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '#' | '.' | '@')) =>
        {
            (Clause::Not(word), after)
        }
        _ => (Clause::Plain(word), after),
    }
}

/// Splits before the next space or the next quote that opens after a space.
fn split_word(text: &str) -> (&str, &str) {
    text.find(char::is_whitespace).map_or((text, ""), |end| text.split_at(end))
}

#[cfg(test)]
mod tests;
