//! A query by words, as typed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::quotes::Quotes;
use super::tokens::{Kind, Token, Tokens};
use crate::words::script::is_unspaced;

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
    /// What is searched for in place of some terms, each by the term's place.
    pub(super) instead: BTreeMap<usize, Vec<String>>,
    /// The places of the terms that may be misspelt: words of letters, not of an exact phrase.
    pub(super) loose: BTreeSet<usize>,
    /// The places of the terms with which the text ends.
    last: BTreeSet<usize>,
    /// Whether the last word may still be unfinished.
    typing: bool,
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
            query.last.clear();
            query.add(&clause, start);
            rest = after;
        }
        query
    }

    /// Returns the query of someone who is still typing: words that begin like its last one are found too.
    ///
    /// ```
    /// use notekin_index::{WordQuery, highlights};
    ///
    /// assert_eq!(highlights("leeks", &WordQuery::parse("lee").typing()), [[0, 5]]);
    /// assert!(highlights("leeks", &WordQuery::parse("lee ").typing()).is_empty());
    /// ```
    #[must_use]
    pub fn typing(self) -> Self {
        Self { typing: true, ..self }
    }

    /// Returns whether the term at a place may be the beginning of a word.
    pub(super) fn is_unfinished(&self, place: usize) -> bool {
        self.typing && self.last.contains(&place)
    }

    /// Returns the place of the term for which a folded word of a text may stand.
    pub(super) fn term_of(&self, word: &str) -> Option<usize> {
        let stands_for = |(place, term): (usize, &String)| {
            let is_instead =
                self.instead.get(&place).is_some_and(|words| words.iter().any(|near| near == word));
            let goes_on = self.is_unfinished(place) && word.starts_with(term.as_str());
            (term == word || is_instead || goes_on).then_some(place)
        };
        let is_form = |&place: &usize| {
            self.terms.get(place).is_some_and(|term| super::forms::are_kin(term, word))
        };
        let said = self.terms.iter().enumerate().find_map(stands_for);
        said.or_else(|| self.loose.iter().copied().find(is_form))
    }

    /// Returns how many bytes from its start the text is looked for in full: all of it, unless it is very long.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Returns whether something must be there exactly as it is typed.
    pub fn has_phrase(&self) -> bool {
        !self.required.is_empty()
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
            Clause::Plain(text) => (self.add_terms(text, true), true),
            Clause::Phrase(text) => {
                let cut = self.add_terms(text, false).map(|_| 0);
                (cut, push_exact(&mut self.required, text))
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

    /// Adds the terms there is room for, which may be misspelt where that is `loose`; returns where in the text the rest
    /// begins.
    fn add_terms(&mut self, text: &str, loose: bool) -> Option<usize> {
        let tokens = Tokens::of(text);
        let mut last = None;
        for token in tokens.list().iter().filter(|token| token.kind != Kind::Char) {
            let term = tokens.folded(token);
            if token.kind == Kind::Variant
                && let Some(place) = last
            {
                self.stand_in(place, term);
                continue;
            }
            let known = self.terms.iter().position(|known| known == term);
            let place = known.unwrap_or(self.terms.len());
            if place == MAX_TERMS {
                return Some(token.source.start);
            }
            if known.is_none() {
                self.terms.push(term.to_owned());
            }
            last = Some(place);
            if loose && matches!(token.kind, Kind::Word | Kind::Part) && is_letters(term) {
                self.loose.insert(place);
            }
            if loose && token.source.end == text.len() && !term.contains(is_unspaced) {
                self.last.insert(place);
            }
        }
        None
    }

    /// Lets a word stand for the term at a place, too.
    pub(super) fn stand_in(&mut self, place: usize, word: &str) {
        let words = self.instead.entry(place).or_default();
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
}

/// Returns whether a term is a word that can be misspelt.
fn is_letters(term: &str) -> bool {
    term.chars().all(|c| c.is_alphabetic() && !is_unspaced(c))
}

/// Adds an exact part; returns whether there was room for it.
fn push_exact(list: &mut Vec<Exact>, text: &str) -> bool {
    let Some(exact) = exact(text) else { return true };
    let room = list.len() < MAX_EXACT;
    if room {
        list.push(exact);
    }
    room
}

/// Returns the words of a text as they must stand in a row to be found; nothing when it has none.
pub(super) fn exact(text: &str) -> Option<Exact> {
    exact_of(&Tokens::of(text))
}

/// Returns the same of a text that was cut already.
pub(super) fn exact_of(tokens: &Tokens) -> Option<Exact> {
    let first = tokens.list().first().map_or(0, |token| token.position);
    let unit = |token: &Token| (token.position - first, tokens.folded(token).to_owned());
    let exact: Vec<_> = units(tokens).map(unit).collect();
    (!exact.is_empty()).then_some(Exact(exact))
}

/// Returns those tokens of a text that must be found for all of it to be.
pub(super) fn units(tokens: &Tokens) -> impl Iterator<Item = &Token> {
    let marked: Vec<_> = tokens.list().iter().filter(|token| token.kind == Kind::Marked).collect();
    let is_within_marked = move |source: &std::ops::Range<usize>| {
        marked
            .iter()
            .any(|whole| whole.source.start <= source.start && source.end <= whole.source.end)
    };
    let only_emoji = tokens.list().len() == 1;
    tokens.list().iter().filter(move |token| match token.kind {
        Kind::Word | Kind::Marked | Kind::Lone | Kind::Pair => true,
        Kind::Part => !is_within_marked(&token.source),
        Kind::Emoji => only_emoji,
        Kind::Compound | Kind::Variant | Kind::Hump | Kind::Char => false,
    })
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
            if word.starts_with(|c: char| {
                c.is_alphanumeric() || !c.is_ascii() || matches!(c, '#' | '.' | '@')
            }) =>
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
