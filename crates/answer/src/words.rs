//! Words: a text as what can be compared with another.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::function_words::{is_function_word, is_german};
use crate::sentence_end::goes_on;
use crate::{moment, number, unit};

/// One word of a text, or two characters of a script without spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// The form in which it is compared: no case, no accents, numbers in one form.
    pub(crate) folded: String,
    /// Its bytes in the text.
    pub(crate) range: Range<usize>,
    pub(crate) kind: WordKind,
}

/// What a word is, and so how much it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordKind {
    Plain,
    /// An article, pronoun or the like.
    Function,
    /// It begins a sentence with a capital, and may be a name or not.
    Opening,
    /// It has a capital where the language asks for none, or letters with digits.
    Name,
    Number,
    /// Two neighbours of a script without spaces, or one that stands alone.
    Pair,
    /// Two neighbours of which one is hiragana: endings and particles mostly.
    Ending,
}

impl Word {
    /// Returns how much the word counts.
    pub(crate) fn weight(&self) -> f32 {
        match self.kind {
            WordKind::Plain => 1.0,
            WordKind::Opening => 1.2,
            WordKind::Name => 1.5,
            WordKind::Number => 2.0,
            WordKind::Pair => 0.6,
            WordKind::Function | WordKind::Ending => 0.1,
        }
    }

    /// Returns whether the word says something by itself.
    pub(crate) fn is_content(&self) -> bool {
        !matches!(self.kind, WordKind::Function | WordKind::Ending)
    }

    /// Returns whether two words are forms of one.
    ///
    /// Letters at the end may differ where the beginning is long enough: `store` and `storing`, not `contract` and
    /// `contrast`. Numbers, names with digits and pairs are compared as they are.
    pub(crate) fn is_like(&self, other: &str) -> bool {
        self.folded == other
            || self.may_bend() && have_one_stem(&self.folded, other)
            || self.kind == WordKind::Number && moment::agree(&self.folded, other)
    }

    fn may_bend(&self) -> bool {
        match self.kind {
            WordKind::Plain | WordKind::Opening | WordKind::Function | WordKind::Name => {
                !self.folded.bytes().any(|byte| byte.is_ascii_digit())
            }
            WordKind::Number | WordKind::Pair | WordKind::Ending => false,
        }
    }
}

fn have_one_stem(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    if shared < 3 {
        return false;
    }
    let (one_length, other_length) = (one.chars().count(), other.chars().count());
    let (short, long) = (one_length.min(other_length), one_length.max(other_length));
    let is_plural =
        shared == short && long == short + 1 && (one.ends_with('s') || other.ends_with('s'));
    is_plural || shared >= 4 && short - shared <= 1 && long - shared <= 4 && shared * 7 >= long * 4
}

/// Cuts a text into words.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let length = if is_unspaced(c) {
            push_run(text, at, &mut found)
        } else if c.is_alphanumeric() {
            push_word(text, at, &mut found)
        } else if unit::SIGNS.contains(&c) && is_at_number(text, at, c) {
            push_sign(at, c, &mut found)
        } else {
            c.len_utf8()
        };
        at += length;
    }
    tell_names(text, &mut found);
    found
}

/// Adds the pairs of a run of an unspaced script; returns its length in bytes.
fn push_run(text: &str, at: usize, found: &mut Vec<Word>) -> usize {
    let run = &text[at..];
    let length = run.find(|c| !is_unspaced(c) && !is_combining_mark(c)).unwrap_or(run.len());
    let characters: Vec<(usize, char)> = run[..length].char_indices().collect();
    for (place, &(start, c)) in characters.iter().enumerate() {
        let next = characters.get(place + 1);
        if next.is_none() && place > 0 {
            break;
        }
        let end = next.map_or(length, |(start, next)| start + next.len_utf8());
        let is_ending = is_hiragana(c) || next.is_some_and(|(_, next)| is_hiragana(*next));
        let kind = if is_ending { WordKind::Ending } else { WordKind::Pair };
        found.push(Word { folded: fold(&run[start..end]), range: at + start..at + end, kind });
    }
    length
}

/// Returns whether a sign stands before or behind a number.
fn is_at_number(text: &str, at: usize, sign: char) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_space = |c: char| c == ' ' || number::GROUPING.contains(&c);
    text[at + sign.len_utf8()..].trim_start_matches(is_space).starts_with(is_digit)
        || text[..at].trim_end_matches(is_space).ends_with(is_digit)
}

/// Adds the sign of a unit as the word that it is read as; returns its length in bytes.
fn push_sign(at: usize, sign: char, found: &mut Vec<Word>) -> usize {
    let name = sign.to_string();
    let folded = unit::one_name(&name).unwrap_or(&name).to_owned();
    found.push(Word { folded, range: at..at + sign.len_utf8(), kind: WordKind::Plain });
    sign.len_utf8()
}

/// Adds a word or number; returns its length in bytes.
fn push_word(text: &str, at: usize, found: &mut Vec<Word>) -> usize {
    let rest = &text[at..];
    if let Some((length, folded)) = moment::read(rest) {
        found.push(Word { folded, range: at..at + length, kind: WordKind::Number });
        return length;
    }
    let is_digit = rest.starts_with(|c: char| c.is_numeric());
    let length = if is_digit { number_length(rest) } else { word_length(rest) };
    let raw = &rest[..length];
    let folded = fold(raw);
    let (folded, kind) = if is_digit {
        (number::plain(&folded), WordKind::Number)
    } else if let Some(digits) = number::of_word(&folded) {
        (digits, WordKind::Number)
    } else if let Some(version) = folded.strip_prefix('v').filter(|rest| is_version(rest)) {
        (number::plain(version), WordKind::Number)
    } else if is_function_word(&folded) {
        (folded, WordKind::Function)
    } else if is_named(raw) {
        (folded, WordKind::Name)
    } else {
        (folded, WordKind::Plain)
    };
    let names_unit = matches!(kind, WordKind::Plain | WordKind::Name)
        && (folded.len() > 1 || found.last().is_some_and(|last| last.kind == WordKind::Number));
    let unit = names_unit.then(|| unit::one_name(&folded)).flatten();
    let folded = unit.map_or(folded, str::to_owned);
    found.push(Word { folded, range: at..at + length, kind });
    length
}

/// Returns how long a word is that starts with a letter.
fn word_length(rest: &str) -> usize {
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        let goes_on =
            c.is_alphanumeric() && !is_unspaced(c) || is_combining_mark(c) || is_invisible(c);
        // The points of a version that begins with a letter.
        let is_point = c == '.'
            && rest[..at].ends_with(|c: char| c.is_ascii_digit())
            && rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        if !goes_on && !is_point {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// Returns how long a number is, with the points, commas and colons inside of it: of what they part, no part is a number
/// by itself.
fn number_length(rest: &str) -> usize {
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        let behind = &rest[at + c.len_utf8()..];
        let is_inside = ['.', ',', ':', '\'', '’'].contains(&c)
            && behind.starts_with(char::is_numeric)
            || number::GROUPING.contains(&c) && number::is_group(behind);
        if !c.is_numeric() && !is_inside {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

fn is_version(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Returns whether a word is a name wherever it stands: `SQL`, `iPhone`, `sha256`.
fn is_named(raw: &str) -> bool {
    let mut chars = raw.chars();
    chars.next();
    chars.any(|c| c.is_uppercase() || c.is_numeric())
}

/// Makes names of words that have a capital without need, and openings of those at the start of a sentence.
fn tell_names(text: &str, found: &mut [Word]) {
    // In German every noun has a capital, in a title nearly every word.
    let capitals = found.iter().filter(|word| is_capital(text, word)).count();
    let content = found.iter().filter(|word| word.is_content()).count();
    let says_nothing = found.iter().any(|word| is_german(&word.folded))
        || capitals * 10 > content * 9 && content > 3;
    for word in found {
        if word.kind != WordKind::Plain || !is_capital(text, word) {
            continue;
        }
        let before = text[..word.range.start]
            .trim_end_matches(|c: char| c.is_whitespace() || "\"'“‘«„(*_".contains(c));
        let opens = before.is_empty()
            || before.ends_with(['!', '?', ':', '。', '|', '-', '–', '\n'])
            || before.ends_with('.') && !goes_on(before, &text[word.range.start..]);
        word.kind = match (opens, says_nothing) {
            (true, _) => WordKind::Opening,
            (false, true) => WordKind::Plain,
            (false, false) => WordKind::Name,
        };
    }
}

fn is_capital(text: &str, word: &Word) -> bool {
    text[word.range.clone()].chars().next().is_some_and(char::is_uppercase)
}

/// Returns a text without case, accents and forms that only look different.
pub(crate) fn fold(raw: &str) -> String {
    if raw.is_ascii() {
        return raw.to_ascii_lowercase();
    }
    let is_accent = |c: &char| matches!(c, '\u{300}'..='\u{36f}' | '\u{5b0}'..='\u{5c7}' | '\u{64b}'..='\u{65f}');
    let folded =
        raw.nfkd().filter(|c| !is_accent(c) && !is_invisible(*c)).flat_map(char::to_lowercase);
    folded.collect::<String>().replace('ß', "ss").nfc().collect()
}

/// Joiners, soft hyphens, direction marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Returns whether a character belongs to a script that puts no spaces between words, or joins endings to them.
pub(crate) fn is_unspaced(c: char) -> bool {
    c >= '\u{e00}'
        && c.is_alphanumeric()
        && matches!(c as u32,
            0xE00..=0xEFF | 0x1000..=0x109F | 0x1100..=0x11FF | 0x1780..=0x17FF | 0x2E80..=0x2FDF | 0x3005..=0x3007
            | 0x3041..=0x30FF | 0x3105..=0x312F | 0x3400..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF
            | 0xFF66..=0xFF9F | 0x20000..=0x3FFFF)
}

fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

#[cfg(test)]
mod tests {
    use super::{Word, WordKind, words};

    #[track_caller]
    fn check(text: &str, expect: &[(&str, WordKind)]) {
        let found = words(text);
        let found: Vec<_> = found.iter().map(|word| (word.folded.as_str(), word.kind)).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn kinds_are_told_apart() {
        use WordKind::{Function, Name, Number, Opening, Plain};
        check(
            "Docling by IBM costs 1,000 euros.",
            &[
                ("docling", Opening),
                ("by", Function),
                ("ibm", Name),
                ("costs", Plain),
                ("1000", Number),
                ("euros", Plain),
            ],
        );
        check(
            "three v1.2 sha256 19MiB",
            &[("3", Number), ("1.2", Number), ("sha256", Name), ("19", Number), ("mib", Name)],
        );
        check(
            "€5 eur 30 h",
            &[("euros", Plain), ("5", Number), ("euros", Plain), ("30", Number), ("hours", Plain)],
        );
        check("in Estonia", &[("in", Function), ("estonia", Name)]);
        check("das Café", &[("das", Function), ("cafe", Plain)]);
    }

    #[test]
    fn scripts_without_spaces_are_cut_into_pairs() {
        use WordKind::{Ending, Name, Pair};
        check("東京都は", &[("東京", Pair), ("京都", Pair), ("都は", Ending)]);
        check("猫 SQL文", &[("猫", Pair), ("sql", Name), ("文", Pair)]);
        check("ガ", &[("ガ", Pair)]);
    }

    #[test]
    fn ranges_lie_on_characters() {
        let text = "Cafe\u{301} 👩‍🍳 مرحبا１２";
        let found: Vec<&str> = words(text).iter().map(|word| &text[word.range.clone()]).collect();
        assert_eq!(found, ["Cafe\u{301}", "مرحبا１２"]);
    }

    #[test]
    fn forms_of_a_word_meet() {
        let like = |one: &str, other: &str| {
            let word: Word = words(one).remove(0);
            word.is_like(&words(other)[0].folded)
        };
        assert!(like("store", "storing") && like("converts", "convert") && like("hub", "hubs"));
        assert!(like("package", "packages") && like("таблица", "таблицы"));
        assert!(!like("contract", "contrast") && !like("data", "date") && !like("64", "640"));
        assert!(!like("sha256", "sha512") && !like("table", "stable"));
    }
}
