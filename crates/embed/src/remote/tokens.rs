//! Counting tokens of a model whose tokenizer isn't here: bounds that hold for all of them.
use std::ops::Range;

/// Returns how many tokens a text has at most, by a rule that errs on the safe side.
///
/// Vocabularies differ; what they share is that a word of a language they know takes a token for every three or four
/// letters, that signs and digits may take one each, and that a character of another script is rarely cut into more
/// than its bytes but one.
pub(crate) fn at_most(text: &str) -> usize {
    let mut count = 0;
    let mut letters = 0;
    for letter in text.chars() {
        if letter.is_ascii_alphabetic() {
            letters += 1;
            continue;
        }
        count += word(letters) + of(letter);
        letters = 0;
    }
    count + word(letters)
}

/// Returns how many tokens some texts have at most.
pub(crate) fn of_all(texts: &[String]) -> u64 {
    texts.iter().map(|text| at_most(text) as u64).sum()
}

/// Returns the tokens of a run of Latin letters.
fn word(letters: usize) -> usize {
    letters.div_ceil(3)
}

/// Returns the tokens of another character.
fn of(letter: char) -> usize {
    match letter {
        ' ' => 0,
        _ => letter.len_utf8().saturating_sub(1).max(1),
    }
}

/// Returns how many tokens a text has at least: one for each word, as no vocabulary that is in use has a token that
/// reaches over a space. Scripts without spaces count little.
pub(crate) fn at_least(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

/// Returns the bytes from the start of a text that have at most `room` tokens, up to the end of a word if possible.
pub(crate) fn fitting(text: &str, room: usize) -> usize {
    if at_most(text) <= room {
        return text.len();
    }
    let (mut count, mut letters, mut end, mut last_space) = (0, 0, 0, None);
    for (at, letter) in text.char_indices() {
        if letter.is_ascii_alphabetic() {
            letters += 1;
        } else {
            count += word(letters) + of(letter);
            letters = 0;
        }
        if count + word(letters) > room {
            break;
        }
        end = at + letter.len_utf8();
        if letter.is_whitespace() {
            last_space = Some(end);
        }
    }
    last_space.filter(|space| *space > end / 2).unwrap_or(end)
}

/// Divides a text into pieces of at most `room` tokens, in order, without a gap; there is always one.
pub(crate) fn divided(text: &str, room: usize) -> Vec<Range<usize>> {
    let total = at_most(text);
    let even = total.div_ceil(total.div_ceil(room.max(1)).max(1));
    let mut pieces = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| at_most(rest) > room) {
        // Somewhat more than an even share, so that the last piece isn't a leftover.
        let share = (even + even / 8 + 1).min(room);
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = start + fitting(rest, share).max(first);
        pieces.push(start..end);
        start = end;
    }
    pieces.push(start..text.len());
    pieces
}

/// Returns where to cut a text in two: at the space nearest to its middle, else between two characters; `None` when it
/// has fewer than two.
pub(crate) fn middle(text: &str) -> Option<usize> {
    let half = text.ceil_char_boundary(text.len() / 2);
    let before = text.get(..half)?.rfind(char::is_whitespace);
    let after = text.get(half..)?.find(char::is_whitespace).map(|at| half + at);
    let spaces = [before, after].into_iter().flatten().filter(|&at| at > 0);
    let nearest = spaces.min_by_key(|at| at.abs_diff(half)).unwrap_or(half);
    (0 < nearest && nearest < text.len()).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_signs_and_scripts_count() {
        assert_eq!((at_least("a b, c"), at_most("a b, c")), (3, 4));
        assert_eq!((at_least("- —"), at_least("緑茶の入れ方")), (0, 1));
        assert_eq!((at_most("brewing"), at_most("чай"), at_most("茶")), (3, 3, 2));
        assert_eq!((at_most(""), at_most("  ")), (0, 0));
    }

    #[test]
    fn a_text_is_cut_at_words() {
        let text = "one two three four";
        assert_eq!(&text[..fitting(text, 3)], "one two ");
        assert_eq!(fitting(text, 100), text.len());
        assert_eq!(middle("alpha beta"), Some(5));
        assert_eq!(middle("äö"), Some(2));
        assert_eq!((middle("a"), middle("")), (None, None));
    }

    proptest! {
        #[test]
        fn pieces_tile_the_text_and_fit(text in "[a-z äß猫.\\n]{0,300}", room in 4_usize..60) {
            let pieces = divided(&text, room);
            let mut end = 0;
            for piece in &pieces {
                prop_assert_eq!(piece.start, end);
                prop_assert!(at_most(&text[piece.clone()]) <= room);
                end = piece.end;
            }
            prop_assert_eq!(end, text.len());
        }

        #[test]
        fn the_middle_lies_within(text in "\\PC{0,40}") {
            if let Some(middle) = middle(&text) {
                prop_assert!(text.is_char_boundary(middle) && middle > 0 && middle < text.len());
            }
        }
    }
}
