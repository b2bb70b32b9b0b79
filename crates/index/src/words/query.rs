//! A query by words, as typed.

use std::borrow::Cow;

use super::tokens::{Kind, Tokens};

/// More distinct terms than this in one query are not looked for.
const MAX_TERMS: usize = 64;
/// More exact phrases or exclusions than this are not looked for.
const MAX_EXACT: usize = 16;
/// What follows this many bytes of a query is not looked at.
const MAX_BYTES: usize = 16 << 10;

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
}

/// Words in a row: folded terms, each with its distance from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact(pub(super) Vec<(usize, String)>);

impl WordQuery {
    /// Reads a query; never fails.
    pub fn parse(text: &str) -> Self {
        let mut query = Self { reach: text.floor_char_boundary(MAX_BYTES), ..Self::default() };
        let looked_at = text.get(..query.reach).unwrap_or(text);
        let mut rest = looked_at;
        while !rest.is_empty() {
            rest = rest.trim_start();
            let start = looked_at.len() - rest.len();
            let (clause, after) = next_clause(rest);
            if let Some(cut) = query.add(&clause) {
                query.reach = query.reach.min(start + cut);
            }
            rest = after;
        }
        query
    }

    /// Returns how many bytes from its start the text is looked for in full: all of it, unless it is very long.
    pub fn reach(&self) -> usize {
        self.reach
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

    /// Returns what a query says to a reader: without what must not be found, and without the marks around phrases.
    ///
    /// ```
    /// use notekin_index::WordQuery;
    ///
    /// assert_eq!(WordQuery::said("how to \"boil leek\" -dill"), "how to boil leek");
    /// ```
    pub fn said(text: &str) -> Cow<'_, str> {
        let mut said = String::new();
        let mut is_marked = false;
        let mut rest = text;
        while !rest.is_empty() {
            let space = &rest[..rest.len() - rest.trim_start().len()];
            let (clause, after) = next_clause(rest);
            is_marked |= !matches!(clause, Clause::Plain(_));
            if let Clause::Plain(part) | Clause::Phrase(part) = clause {
                said.push_str(space);
                said.push_str(part);
            }
            rest = after;
        }
        if is_marked { Cow::Owned(said.trim().to_owned()) } else { Cow::Borrowed(text) }
    }

    /// Adds a clause, or what there is room for; returns where in it the rest begins.
    fn add(&mut self, clause: &Clause<'_>) -> Option<usize> {
        match clause {
            Clause::Plain(text) => self.add_terms(text),
            Clause::Phrase(text) => {
                let cut = self.add_terms(text).is_some();
                (!push_exact(&mut self.required, text) || cut).then_some(0)
            }
            Clause::Not(text) => (!push_exact(&mut self.excluded, text)).then_some(0),
        }
    }

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

/// Splits the first clause off; what follows is shorter.
fn next_clause(text: &str) -> (Clause<'_>, &str) {
    let trimmed = text.trim_start();
    let negated = trimmed.strip_prefix('-');
    if let Some((phrase, after)) = quoted(negated.unwrap_or(trimmed)) {
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

/// Returns the text in the quotation marks that a text starts with, and what follows them, if they are closed.
pub fn quoted(text: &str) -> Option<(&str, &str)> {
    let open = text.chars().next()?;
    let close = match open {
        '"' => ['"', '"'],
        '“' | '„' => ['”', '“'],
        '«' => ['»', '»'],
        _ => return None,
    };
    let inner = text.get(open.len_utf8()..)?;
    let end = inner.find(close)?;
    let after = inner[end..].chars().next().map_or(0, char::len_utf8);
    Some((&inner[..end], &inner[end + after..]))
}

/// Splits before the next space or the next quote that opens after a space.
fn split_word(text: &str) -> (&str, &str) {
    text.find(char::is_whitespace).map_or((text, ""), |end| text.split_at(end))
}

#[cfg(test)]
mod tests;
