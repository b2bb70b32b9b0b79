//! Parts of a text that is longer than the model reads at once: nothing is cut off.
use std::ops::Range;

/// Divides `length` tokens into parts of at most `room`, about equally long, in order, without a
/// gap; a part ends before the start of a word where there is one in its second half.
///
/// There is always at least one part, if only an empty one. `room` must not be zero.
pub(super) fn divide(
    length: usize,
    room: usize,
    starts_word: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    while length - start > room {
        let rest = length - start;
        let even = rest.div_ceil(rest.div_ceil(room));
        let second_half = start + even / 2 + 1..=start + even;
        let end = second_half.rev().find(|&place| starts_word(place)).unwrap_or(start + even);
        parts.push(start..end);
        start = end;
    }
    parts.push(start..length);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_texts_stay_whole() {
        for length in [0, 1, 10] {
            assert_eq!(divide(length, 10, |_| true).len(), 1);
        }
    }

    #[test]
    fn parts_are_even_and_end_at_words() {
        assert_eq!(divide(12, 10, |_| true), [0..6, 6..12]);
        assert_eq!(divide(12, 10, |place| place % 5 == 0), [0..5, 5..12]);
        assert_eq!(divide(12, 10, |_| false), [0..6, 6..12]);
    }

    proptest! {
        #[test]
        fn parts_tile_the_text(length in 0_usize..3000, room in 1_usize..600, word in 1_usize..50) {
            let parts = divide(length, room, |place| place % word == 0);
            let mut end = 0;
            for part in &parts {
                prop_assert_eq!(part.start, end);
                prop_assert!(part.len() <= room && (!part.is_empty() || length == 0));
                end = part.end;
            }
            prop_assert_eq!(end, length);
        }
    }
}
