//! Sentences: where a text may be cut so that what is left still says something.

use std::ops::Range;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// Words that end with a dot and hardly ever end a sentence, though a capital may follow.
const ABBREVIATIONS: &[&str] = &[
    "approx", "bzw", "ca", "cf", "dr", "evtl", "fig", "ggf", "inkl", "jr", "mr", "mrs", "ms", "nr",
    "prof", "sr", "st", "vgl", "vs",
];

/// What opens a quotation or a bracket in scripts that put no space before it.
const OPENING: [char; 8] = ['「', '『', '（', '《', '〈', '【', '“', '‘'];

/// Returns the sentences of a readable text, in order, without the white space around them.
///
/// A line break ends one too, so that items of a list, rows of a table and lines of code are sentences
/// here. Whatever of the text is no white space lies in one of them.
///
/// ```
/// use notekin_note::sentences;
///
/// let text = "Ask Dr. Leek. Boil 1.5 l\nof water? 煮沸。完成。";
/// let found: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
/// assert_eq!(found, ["Ask Dr. Leek.", "Boil 1.5 l", "of water?", "煮沸。", "完成。"]);
/// ```
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for end in ends(text).filter(|end| *end < text.len()).chain([text.len()]) {
        // The rules give a bracket that opens the next sentence to the one before, where no space stands between.
        let own = text[start..end].trim_end_matches(OPENING).len();
        let end = if end < text.len() { start + own } else { end };
        let piece = &text[start..end];
        if !ends_line(piece) && end < text.len() && is_open(piece) {
            continue;
        }
        let from = start + piece.len() - piece.trim_start().len();
        let to = from + piece.trim().len();
        if from < to {
            found.push(from..to);
        }
        start = end;
    }
    found
}

/// Returns the last place at or before the byte `at` where a text can be cut without dividing what a reader sees as one
/// character, such as a letter with its accents or an emoji made of several.
///
/// ```
/// use notekin_note::character_start;
///
/// assert_eq!(character_start("e\u{301}t", 1), 0);
/// assert_eq!(character_start("e\u{301}t", 3), 3);
/// ```
pub fn character_start(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(false) => cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0),
        _ => at,
    }
}

/// Returns where sentences end by the Unicode rules, the space behind them included.
pub(crate) fn ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bounds = text.split_sentence_bound_indices();
    bounds.filter(|(_, piece)| ends_sentence(piece)).map(|(at, piece)| at + piece.len())
}

/// Returns whether a sentence ends where the segmenter says: a `?` inside an address is no end.
fn ends_sentence(sentence: &str) -> bool {
    sentence.chars().next_back().is_some_and(|last| last.is_whitespace() || !last.is_ascii())
}

fn ends_line(piece: &str) -> bool {
    piece.trim_end_matches([' ', '\t']).ends_with(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// Returns whether what ends with a dot goes on behind it: the number of an item, an initial, an abbreviation.
fn is_open(piece: &str) -> bool {
    let Some(before) = piece.trim_end().strip_suffix('.') else { return false };
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_initial = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let folded = word.to_ascii_lowercase();
    is_initial
        || is_number && before.trim() == word
        || ABBREVIATIONS.binary_search(&folded.as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ABBREVIATIONS, sentences};

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let found: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn sentences_end_where_a_reader_would_end_them() {
        check("One. Two! Three? Four", &["One.", "Two!", "Three?", "Four"]);
        check("He said \"Go.\" Then left.", &["He said \"Go.\"", "Then left."]);
        check("Use it, e.g. here. Ok.", &["Use it, e.g. here.", "Ok."]);
        check("By J. Doe, vgl. Teil 3. Ende.", &["By J. Doe, vgl. Teil 3.", "Ende."]);
        check(
            "Version 1.0.21 is out. See x.org/?q=A. Now.",
            &["Version 1.0.21 is out.", "See x.org/?q=A.", "Now."],
        );
        check(
            "猫が好き。犬も好き！「はい。」終わり",
            &["猫が好き。", "犬も好き！", "「はい。」", "終わり"],
        );
        check("Это раз. Это два.", &["Это раз.", "Это два."]);
    }

    #[test]
    fn lines_are_sentences() {
        check("1. Peel\n2. Boil it. Serve.\n- Eat", &["1. Peel", "2. Boil it.", "Serve.", "- Eat"]);
        check("| a\n\n\n  b |", &["| a", "b |"]);
        check("let a = b.c;\r\nlet d;", &["let a = b.c;", "let d;"]);
        check("Mr.\nDoe", &["Mr.", "Doe"]);
        check("", &[]);
        check(" \n ", &[]);
    }

    #[test]
    fn abbreviations_can_be_searched() {
        assert!(ABBREVIATIONS.is_sorted());
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in "\\PC{0,60}|[ab.!?。 \n\"é]{0,60}") {
            let found = sentences(&text);
            prop_assert!(found.windows(2).all(|pair| pair[0].end <= pair[1].start));
            let within = |at: usize| found.iter().any(|range| range.contains(&at));
            for (at, c) in text.char_indices() {
                prop_assert!(c.is_whitespace() || within(at), "{at}");
            }
        }
    }
}
