//! What of an answer is complete while it is still written.

use crate::{Segment, Segments, Unmarked};

/// Returns how many bytes of an answer that is still written are complete sentences, with the markers behind them.
///
/// They are the sentences that [`ground`](crate::ground) will find in the whole answer: the last one may go on, and one
/// that ends with a full stop is none before the whole next word shows that it was no abbreviation.
///
/// ```
/// use notekin_answer::complete;
///
/// let answer = "Ask Mr. Leek. [1] He knows";
/// assert_eq!(&answer[..complete(answer)], "Ask Mr. Leek. [1]");
/// assert_eq!(complete("Mr. Leek "), 0);
/// ```
pub fn complete(answer: &str) -> usize {
    let unmarked = Unmarked::of(answer);
    let text = unmarked.text.as_str();
    let segments = Segments::of(text).list;
    let pairs = segments.windows(2).rev();
    let ends = pairs.filter(|pair| !may_go_on(&pair[0], &pair[1])).map(|pair| end(text, pair));
    let Some(end) = ends.into_iter().find(|&end| is_closed(&text[..end])) else { return 0 };
    let behind = unmarked.markers.iter().take_while(|marker| marker.at <= end);
    end + behind.map(|marker| marker.raw.len()).sum::<usize>()
}

/// Returns whether what follows isn't enough yet to tell that a sentence has ended.
fn may_go_on(before: &Segment, next: &Segment) -> bool {
    let word = next.text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_whole = word.contains(|c: char| !c.is_alphanumeric());
    before.stretch == next.stretch && before.text.ends_with('.') && !is_whole
}

/// Returns where the first of two segments ends, with the marks that close there.
fn end(text: &str, pair: &[Segment]) -> usize {
    let (from, to) = (pair[0].span.end, pair[1].span.start);
    let between = &text[from..to];
    let length = between.rfind('\n').or_else(|| between.find(char::is_whitespace));
    from + length.unwrap_or(0)
}

/// Returns whether all marks of the last paragraph that come in pairs have their partner: else more belongs to it.
fn is_closed(text: &str) -> bool {
    let last = text.trim_end().rsplit("\n\n").next().unwrap_or_default();
    let count = |mark: &str| last.matches(mark).count();
    count("`") % 2 == 0 && count("**") % 2 == 0 && count("[") == count("]")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::complete;
    use crate::{Segments, Unmarked};

    #[track_caller]
    fn check(text: &str, whole: &str) {
        assert_eq!(&text[..complete(text)], whole, "{text}");
    }

    #[test]
    fn a_sentence_is_complete_when_the_next_has_begun() {
        check("Tea is", "");
        check("Tea is steamed. [1]", "");
        check("Tea is steamed. [1] It is", "Tea is steamed. [1]");
        check("Tea is steamed [1]. It is 1.5 m", "Tea is steamed [1].");
        check("Tea is steamed [1] and dried", "");
        check("Über Tee.\n\nEr", "Über Tee.\n");
        check("お茶です。次は", "お茶です。");
        check("- Tea [1]\n- Soup [2]\n- Le", "- Tea [1]\n- Soup [2]");
        check("**Boil it.** Eat it", "**Boil it.**");
    }

    #[test]
    fn an_abbreviation_completes_nothing() {
        check("Mr. Okonkwo ", "");
        check("Er kam am 4. Juni 2022 ", "");
        check("It was J. R. Tolkien", "");
        check("Tea is No. 5 ", "");
        check("Tea is steamed. M", "");
        check("Tea is steamed. Mr. Leek ", "Tea is steamed.");
        check("12. Mä", "");
    }

    #[test]
    fn what_is_open_is_not_complete() {
        check("Use `a. B", "");
        check("**Boil it. Eat", "");
        check("Tea.\n\n```\nls -l\nrm x", "Tea.\n");
        check("| Tool | Size |\n|--|--|\n| git |", "| Tool | Size |\n|--|--|");
    }

    proptest! {
        #[test]
        fn complete_sentences_stay_what_they_are(
            words in prop::collection::vec("(Mr\\.|am|4\\.|Juni|z\\. B\\.|Tea|is|green\\.|good\\. \\[1\\]|It|No\\. 5|\n\n- |猫。)", 1..14),
        ) {
            let answer = words.join(" ");
            let all = Segments::of(&Unmarked::of(&answer).text).list;
            for (at, _) in answer.char_indices() {
                let end = complete(&answer[..at]);
                prop_assert!(end <= at);
                let part = Segments::of(&Unmarked::of(&answer[..end]).text).list;
                for (one, whole) in part.iter().zip(&all) {
                    prop_assert_eq!(&one.text, &whole.text);
                }
            }
        }
    }
}
