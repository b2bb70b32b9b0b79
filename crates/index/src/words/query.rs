//! A query by words, as typed.

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
}

/// Words in a row: folded terms, each with its distance from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact(pub(super) Vec<(usize, String)>);

impl WordQuery {
    /// Reads a query; never fails.
    pub fn parse(text: &str) -> Self {
        let mut query = Self::default();
        let mut rest = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or(text);
        while !rest.is_empty() {
            let (clause, after) = next_clause(rest);
            query.add(&clause);
            rest = after;
        }
        query
    }

    /// Returns whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn add(&mut self, clause: &Clause<'_>) {
        match clause {
            Clause::Plain(text) => self.add_terms(text),
            Clause::Phrase(text) => {
                self.add_terms(text);
                push_exact(&mut self.required, text);
            }
            Clause::Not(text) => push_exact(&mut self.excluded, text),
        }
    }

    fn add_terms(&mut self, text: &str) {
        let tokens = Tokens::of(text);
        for token in tokens.list().iter().filter(|token| token.kind != Kind::Char) {
            let term = tokens.folded(token);
            if self.terms.len() < MAX_TERMS && !self.terms.iter().any(|known| known == term) {
                self.terms.push(term.to_owned());
            }
        }
    }
}

fn push_exact(list: &mut Vec<Exact>, text: &str) {
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
    if !exact.is_empty() && list.len() < MAX_EXACT {
        list.push(Exact(exact));
    }
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

/// The text in the quotes that start here, and what follows them, if they are closed.
fn quoted(text: &str) -> Option<(&str, &str)> {
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
