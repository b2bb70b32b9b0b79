//! Dividing texts by tokens of a model whose tokenizer isn't here.
use std::ops::Range;

pub(crate) use notekin_net::served::tokens::{Tally, at_least, at_most};

/// Returns how many tokens some texts have at most.
pub(crate) fn of_all(texts: &[String]) -> u64 {
    texts.iter().map(|text| at_most(text) as u64).sum()
}

/// Returns the bytes from the start of a text that have at most `room` tokens, up to the end of a word if possible.
pub(crate) fn fitting(text: &str, room: usize) -> usize {
    if at_most(text) <= room {
        return text.len();
    }
    let (mut tally, mut end, mut last_space) = (Tally::default(), 0, None);
    for (at, letter) in text.char_indices() {
        tally.push(letter);
        if tally.most() > room {
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
