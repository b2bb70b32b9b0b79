//! Counting tokens of a model whose tokenizer isn't here: bounds that hold for all of them.
//!
//! Vocabularies differ; what they share is that a word of a language they know takes a token for every three or four
//! letters, that signs and digits may take one each, and that a character of another script is rarely cut into more
//! than its bytes but one.

/// A count of how many tokens a text has at most, taken letter by letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The tokens of what came before the word that isn't over.
    count: usize,
    /// The Latin letters of that word.
    letters: usize,
}

impl Tally {
    /// Counts one more character.
    pub fn push(&mut self, letter: char) {
        if letter.is_ascii_alphabetic() {
            self.letters += 1;
        } else {
            self.count = self.most() + of(letter);
            self.letters = 0;
        }
    }

    /// Returns how many tokens there are at most so far.
    pub fn most(&self) -> usize {
        self.count + self.letters.div_ceil(3)
    }
}

/// Returns the tokens of a character that is no Latin letter.
fn of(letter: char) -> usize {
    match letter {
        ' ' => 0,
        _ => letter.len_utf8().saturating_sub(1).max(1),
    }
}

/// Returns how many tokens a text has at most, by a rule that errs on the safe side.
pub fn at_most(text: &str) -> usize {
    let mut tally = Tally::default();
    text.chars().for_each(|letter| tally.push(letter));
    tally.most()
}

/// Returns how many tokens a text has at least: one for each word, as no vocabulary that is in use has a token that
/// reaches over a space. Scripts without spaces count little.
pub fn at_least(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_signs_and_scripts_count() {
        assert_eq!((at_least("a b, c"), at_most("a b, c")), (3, 4));
        assert_eq!((at_least("- —"), at_least("緑茶の入れ方")), (0, 1));
        assert_eq!((at_most("brewing"), at_most("чай"), at_most("茶")), (3, 3, 2));
        assert_eq!((at_most(""), at_most("  ")), (0, 0));
    }
}
