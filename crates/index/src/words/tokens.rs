//! Tokens: how text is cut into what can be found by words.
//!
//! Words are folded (compatibility forms, case, diacritics). Compounds like `key-value`, `1.0.21`
//! or `C++` are kept whole and in parts. Scripts without spaces are cut into single characters and
//! overlapping pairs, so that any piece of a run is found. Texts and queries are cut the same way.
//!
//! The tokens of some texts, with their positions:
//!
//! ```text
//! key-value      0 key-value, keyvalue, key      1 value
//! 1,000          0 1,000, 1000, 1                1 000
//! getUserName    0 getusername, get, user, name
//! C++            0 c++, c
//! 東京都         0 東, 東京                      1 京, 京都    2 都
//! ```

use std::ops::Range;

use super::emoji::emoji;
use super::fold::{fold_word, is_word, starts_word};
use super::script::{is_unspaced, joins_before};

/// Compounds longer than this (encoded data, URLs) are only kept in parts.
const MAX_COMPOUND_BYTES: usize = 96;
/// Compounds of more parts than this are only kept in parts.
const MAX_PARTS: usize = 12;
/// Longer words are cut.
const MAX_WORD_BYTES: usize = 200;

/// What a token is, seen from the text it was cut from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word that stands alone.
    Word,
    /// A compound whose parts follow.
    Compound,
    /// A compound with a mark that its parts lose: `C++`, `.NET`, `#tag`.
    Marked,
    /// A part of a compound.
    Part,
    /// Another way to write the token before it: `1000` for `1,000`, `email` for `e-mail`, `1.2` for `v1.2`.
    Variant,
    /// A picture; it shares its place with the word behind it.
    Emoji,
    /// A part of a word by its capitals: `user` in `getUserName`.
    Hump,
    /// A lone character of an unspaced script.
    Lone,
    /// A character of a run of an unspaced script.
    Char,
    /// Two neighbours of such a run.
    Pair,
}

/// One token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Where its folded form lies in the arena.
    folded: Range<usize>,
    /// Its bytes in the text.
    pub(super) source: Range<usize>,
    /// Its place among the words of the text; tokens of one word share it.
    pub(super) position: usize,
    pub(super) kind: Kind,
}

/// The tokens of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    arena: String,
    list: Vec<Token>,
    position: usize,
}

impl Tokens {
    /// Cuts a text.
    pub(super) fn of(text: &str) -> Self {
        let mut tokens = Self::default();
        tokens.cut(text);
        tokens
    }

    /// Cuts another text into the same buffers.
    pub(super) fn cut(&mut self, text: &str) {
        self.arena.clear();
        self.list.clear();
        self.position = 0;
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            at = if is_unspaced(c) {
                self.push_run(text, at)
            } else if starts_word(c) {
                self.push_compound(text, at)
            } else if let Some(length) = emoji(&text[at..]) {
                self.push(Kind::Emoji, self.position, text, at..at + length);
                at + length
            } else {
                at + c.len_utf8()
            };
        }
    }

    pub(super) fn list(&self) -> &[Token] {
        &self.list
    }

    /// The folded form of a token of this text.
    pub(super) fn folded(&self, token: &Token) -> &str {
        self.arena.get(token.folded.clone()).unwrap_or_default()
    }

    /// Adds the word at `source` of the text.
    fn push(&mut self, kind: Kind, position: usize, text: &str, source: Range<usize>) {
        let start = self.arena.len();
        fold_word(&text[source.clone()], &mut self.arena);
        let end = self.arena.floor_char_boundary(self.arena.len().min(start + MAX_WORD_BYTES));
        self.arena.truncate(end);
        if start < end {
            self.list.push(Token { folded: start..end, source, position, kind });
        }
    }

    /// Cuts a run of an unspaced script that starts at `at`; returns where it ends.
    fn push_run(&mut self, text: &str, at: usize) -> usize {
        let characters = run(text, at);
        let kind = if characters.len() == 1 { Kind::Lone } else { Kind::Char };
        for (place, source) in characters.iter().enumerate() {
            let position = self.position + place;
            self.push(kind, position, text, source.clone());
            if let Some(next) = characters.get(place + 1) {
                self.push(Kind::Pair, position, text, source.start..next.end);
            }
        }
        self.position += characters.len();
        characters.last().map_or(at + 1, |last| last.end)
    }

    /// Cuts a word or compound that starts at `at`; returns where it ends.
    fn push_compound(&mut self, text: &str, at: usize) -> usize {
        let parts = parts(text, at);
        let inner = at..parts.last().map_or(at, |last| last.end);
        let whole = with_marks(text, &inner);
        let end = whole.end;
        if parts.len() == 1 && whole == inner {
            self.push_word(text, inner);
            return end;
        }
        if whole.len() <= MAX_COMPOUND_BYTES && parts.len() <= MAX_PARTS {
            let kind = if whole == inner { Kind::Compound } else { Kind::Marked };
            self.push(kind, self.position, text, whole);
            self.push_variants(text, &inner, &parts);
        }
        for part in parts {
            self.push(Kind::Part, self.position, text, part.clone());
            if part.start == at && parts_of_version(text, &part) {
                self.push(Kind::Variant, self.position, text, part.start + 1..part.end);
            }
            self.position += 1;
        }
        end
    }

    /// Adds the other ways to write a compound.
    fn push_variants(&mut self, text: &str, inner: &Range<usize>, parts: &[Range<usize>]) {
        if parts.first().is_some_and(|first| parts.len() > 1 && parts_of_version(text, first)) {
            self.push(Kind::Variant, self.position, text, inner.start + 1..inner.end);
        }
        if !is_grouped_number(text, parts) && !is_hyphenated(text, parts) {
            return;
        }
        let start = self.arena.len();
        for part in parts {
            fold_word(&text[part.clone()], &mut self.arena);
        }
        let (folded, source) = (start..self.arena.len(), inner.clone());
        self.list.push(Token { folded, source, position: self.position, kind: Kind::Variant });
    }

    fn push_word(&mut self, text: &str, word: Range<usize>) {
        self.push(Kind::Word, self.position, text, word.clone());
        for hump in humps(text, &word) {
            self.push(Kind::Hump, self.position, text, hump);
        }
        self.position += 1;
    }
}

/// The characters of a run of an unspaced script, each with the marks that join it.
fn run(text: &str, at: usize) -> Vec<Range<usize>> {
    let mut characters: Vec<Range<usize>> = Vec::new();
    for (offset, c) in text[at..].char_indices() {
        let (start, end) = (at + offset, at + offset + c.len_utf8());
        match characters.last_mut() {
            Some(last) if joins_before(c) => last.end = end,
            _ if is_unspaced(c) => characters.push(start..end),
            _ => break,
        }
    }
    characters
}

/// The words of a compound that starts at `at`: one, or several with a single connector between
/// each two.
fn parts(text: &str, at: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = at;
    loop {
        let end = word_end(text, start);
        parts.push(start..end);
        let digits = text[start..end].ends_with(|c: char| c.is_ascii_digit());
        match connector(&text[end..], digits) {
            Some(length) => start = end + length,
            None => return parts,
        }
    }
}

/// Whether the first part of a compound is that of a version with a `v` before it.
fn parts_of_version(text: &str, first: &Range<usize>) -> bool {
    let digits = text[first.clone()].strip_prefix(['v', 'V']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the parts are a number whose digits are grouped by threes.
fn is_grouped_number(text: &str, parts: &[Range<usize>]) -> bool {
    let is_digits = |part: &Range<usize>| text[part.clone()].bytes().all(|b| b.is_ascii_digit());
    let Some((first, rest)) = parts.split_first() else { return false };
    let groups = first.end..rest.last().map_or(first.end, |last| last.start);
    let connectors = text[groups].chars().filter(|c| !c.is_ascii_digit());
    !rest.is_empty()
        && first.len() <= 3
        && rest.iter().all(|part| part.len() == 3)
        && parts.iter().all(is_digits)
        && connectors.into_iter().all(|c| matches!(c, ',' | '.' | '\'' | '’'))
}

/// Whether the parts are two words with a hyphen between, which many write as one.
fn is_hyphenated(text: &str, parts: &[Range<usize>]) -> bool {
    let [first, second] = parts else { return false };
    let is_letters = |part: &Range<usize>| text[part.clone()].chars().all(char::is_alphabetic);
    matches!(&text[first.end..second.start], "-" | "\u{2010}" | "\u{2011}")
        && is_letters(first)
        && is_letters(second)
}

fn word_end(text: &str, start: usize) -> usize {
    let end = text[start..].find(|c: char| !is_word(c));
    end.map_or(text.len(), |length| start + length)
}

/// The length of what connects the word before `rest` with a word after it.
fn connector(rest: &str, digits: bool) -> Option<usize> {
    let first = rest.chars().next()?;
    let length = match first {
        '_' => rest.len() - rest.trim_start_matches('_').len(),
        '+' => rest.len() - rest.trim_start_matches('+').len(),
        '-' | '.' | '\'' | '’' | '&' | '@' | '·' | '\u{2010}' | '\u{2011}' => first.len_utf8(),
        ',' | ':' if digits => 1,
        _ => return None,
    };
    let next = rest[length..].chars().next()?;
    let numeric = !matches!(first, ',' | ':') || next.is_ascii_digit();
    (numeric && starts_word(next)).then_some(length)
}

/// Widens a compound by the marks that belong to its name.
fn with_marks(text: &str, inner: &Range<usize>) -> Range<usize> {
    let mut before = text[..inner.start].chars().rev();
    let prefix =
        before.next().filter(|mark| matches!(mark, '.' | '#' | '@' | '$' | '€' | '£' | '¥' | '₹'));
    let opens = before
        .next()
        .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '\'' | ','));
    let start = inner.start - prefix.filter(|_| opens).map_or(0, char::len_utf8);
    let rest = &text[inner.end..];
    let suffix = match rest.as_bytes() {
        [b'+', b'+', ..] => 2,
        [b'+' | b'#', ..] => 1,
        _ => 0,
    };
    let closes =
        rest[suffix..].chars().next().is_none_or(|c| !is_word(c) && !matches!(c, '+' | '#'));
    start..inner.end + if closes { suffix } else { 0 }
}

/// The parts of a word like `getUserName`, if it is one: it starts small and goes on large.
fn humps(text: &str, word: &Range<usize>) -> Vec<Range<usize>> {
    let letters = text[word.clone()].as_bytes();
    if !letters.first().is_some_and(u8::is_ascii_lowercase)
        || !letters.iter().any(u8::is_ascii_uppercase)
    {
        return Vec::new();
    }
    let rises =
        |pair: &[u8]| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase());
    let mut edges = vec![word.start];
    edges.extend(
        letters
            .windows(2)
            .enumerate()
            .filter(|(_, pair)| rises(pair))
            .map(|(at, _)| word.start + at + 1),
    );
    edges.push(word.end);
    let humps = edges.windows(2).filter_map(|edge| Some(*edge.first()?..*edge.last()?));
    humps.filter(|hump| hump.len() > 1).take(MAX_PARTS).collect()
}

#[cfg(test)]
mod tests;
