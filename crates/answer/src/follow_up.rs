//! Follow-up questions: what was asked before, carried over where the new question needs it.

use std::ops::Range;

use crate::Turn;
use crate::function_words::points_back;
use crate::words::{Word, is_unspaced, words};

/// A question with fewer words of its own leans on the one before.
const OWN_WORDS: usize = 2;

/// So many words are carried over.
const MOST_CARRIED: usize = 8;

/// What points back in scripts without spaces.
const POINTERS: [&str; 16] = [
    "それ", "これ", "あれ", "その", "この", "彼", "它", "他", "她", "这", "那", "這", "그것",
    "이것", "그는", "그건",
];

/// Words with which a question goes on from what was said, in lower case.
const GOING_ON: [&str; 14] =
    ["and", "but", "und", "aber", "et", "mais", "y", "pero", "e", "ma", "mas", "en", "и", "а"];

/// Returns the question as it is to be searched for: where it leans on the earlier ones, their words that say something
/// stand behind it.
///
/// ```
/// use notekin_answer::{Turn, standalone};
///
/// let turns = [Turn { question: "What is Docling?".into(), answer: "A converter.".into() }];
/// assert_eq!(standalone("And what does it cost?", &turns), "And what does it cost? Docling");
/// assert_eq!(standalone("Which soups have leek?", &turns), "Which soups have leek?");
/// ```
pub fn standalone(question: &str, earlier: &[Turn]) -> String {
    let mut before = String::new();
    for turn in earlier {
        before = carry(&turn.question, &before);
    }
    carry(question, &before)
}

/// Returns a question with the words of the one before, if it leans on that.
fn carry(question: &str, before: &str) -> String {
    let own = words(question);
    if before.is_empty() || !leans(question, &own) {
        return question.to_owned();
    }
    let known = |word: &Word| own.iter().any(|own| word.is_like(&own.folded));
    let mut carried: Vec<Range<usize>> = Vec::new();
    for word in words(before).iter().filter(|word| word.is_content() && !known(word)) {
        let count = carried.len();
        match carried.last_mut() {
            Some(last) if word.range.start < last.end => last.end = word.range.end,
            _ if count == MOST_CARRIED => break,
            _ => carried.push(word.range.clone()),
        }
    }
    let carried = carried.into_iter().map(|range| &before[range]);
    std::iter::once(question.trim()).chain(carried).collect::<Vec<_>>().join(" ")
}

/// Returns whether a question can't stand alone.
fn leans(question: &str, own: &[Word]) -> bool {
    let points = |word: &Word| points_back(&word.folded);
    let goes_on = own.first().is_some_and(|word| GOING_ON.contains(&word.folded.as_str()));
    let is_short = own.iter().filter(|word| word.is_content() && !points(word)).count() < OWN_WORDS;
    let points_unspaced =
        question.contains(is_unspaced) && POINTERS.iter().any(|pointer| question.contains(pointer));
    is_short || goes_on || points_unspaced || own.iter().any(points)
}

#[cfg(test)]
mod tests {
    use super::standalone;
    use crate::Turn;

    #[track_caller]
    fn check(earlier: &[&str], question: &str, expect: &str) {
        let turn =
            |question: &&str| Turn { question: (*question).to_owned(), answer: String::new() };
        let turns: Vec<Turn> = earlier.iter().map(turn).collect();
        assert_eq!(standalone(question, &turns), expect);
    }

    #[test]
    fn what_leans_on_the_question_before_gets_its_words() {
        check(&["How long is borscht boiled?"], "Why?", "Why? long borscht boiled");
        check(
            &["Wer hat Docling gebaut?"],
            "Und was kostet es?",
            "Und was kostet es? Docling gebaut",
        );
        check(&["Qui a inventé la soupe?"], "Et quand?", "Et quand? inventé soupe");
        check(&["Кто придумал борщ?"], "Когда его варят?", "Когда его варят? придумал борщ");
        check(&["東京の人口は？"], "それはなぜ？", "それはなぜ？ 東京 人口");
    }

    #[test]
    fn what_stands_alone_stays() {
        check(
            &["How long is borscht boiled?"],
            "Which knives cut bread?",
            "Which knives cut bread?",
        );
        check(&[], "Why?", "Why?");
        check(&["Why?"], "", "");
    }

    #[test]
    fn subjects_go_on_over_several_turns() {
        check(
            &["Who wrote Dune?", "When?"],
            "Where was it filmed?",
            "Where was it filmed? wrote Dune",
        );
        let long = "alpha beta gamma delta epsilon zeta eta theta iota kappa";
        check(&[long], "Why?", "Why? alpha beta gamma delta epsilon zeta eta theta");
    }
}
