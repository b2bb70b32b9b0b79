//! Spelling: how many letters of a word must change to make another of it.

/// Shorter words are like too many others.
const LEAST_LETTERS: usize = 4;
/// From this length on a word may be misspelt in two places.
const LONG: usize = 8;
/// Longer words aren't compared.
const MOST_LETTERS: usize = 40;

/// A word that may be misspelt, ready to be compared with many.
pub(super) struct Misspelt {
    letters: Vec<char>,
    /// How many letters may differ.
    slips: usize,
}

impl Misspelt {
    /// Takes a folded word, if it is long enough to be told from others when it is misspelt.
    pub(super) fn of(word: &str) -> Option<Self> {
        let letters: Vec<char> = word.chars().collect();
        let slips = if letters.len() < LONG { 1 } else { 2 };
        (LEAST_LETTERS..=MOST_LETTERS).contains(&letters.len()).then_some(Self { letters, slips })
    }

    /// Returns how many letters must be put in, taken out, replaced or swapped with the next to make
    /// `word` of it, if they are few enough for a slip and the word has nothing but letters.
    pub(super) fn distance(&self, word: &str) -> Option<usize> {
        let fewest = self.letters.len() - self.slips;
        if word.len() < fewest || word.len() > 4 * (self.letters.len() + self.slips) {
            return None;
        }
        let other: Vec<char> = word.chars().collect();
        let is_near = other.len() >= fewest.max(LEAST_LETTERS - 1)
            && other.len() <= self.letters.len() + self.slips
            && other.iter().all(|c| c.is_alphabetic());
        let distance = is_near.then(|| edits(&self.letters, &other))?;
        (distance <= self.slips).then_some(distance)
    }
}

/// Damerau and Levenshtein's distance, in the form that changes no letter twice.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, letter) in a.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, other) in b.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let mut fewest = replaced.min(last[column + 1] + 1).min(next[column] + 1);
            if row > 0 && column > 0 && *letter == b[column - 1] && a[row - 1] == *other {
                fewest = fewest.min(before[column - 1] + 1);
            }
            next.push(fewest);
        }
        before = std::mem::replace(&mut last, next);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::Misspelt;

    fn distance(typed: &str, word: &str) -> Option<usize> {
        Misspelt::of(typed).and_then(|misspelt| misspelt.distance(word))
    }

    #[test]
    fn slips_are_counted() {
        assert_eq!(distance("garlci", "garlic"), Some(1), "two letters swapped");
        assert_eq!(distance("garlc", "garlic"), Some(1));
        assert_eq!(distance("garliic", "garlic"), Some(1));
        assert_eq!(distance("gerlic", "garlic"), Some(1));
        assert_eq!(distance("garlic", "garlic"), Some(0));
        assert_eq!(distance("knoblach", "knoblauch"), Some(1));
        assert_eq!(distance("kubernets", "kubernetes"), Some(1));
        assert_eq!(distance("kubrenets", "kubernetes"), Some(2));
    }

    #[test]
    fn strangers_are_told_apart() {
        assert_eq!(distance("garden", "warmer"), None);
        assert_eq!(distance("gerlcs", "garlic"), None, "two slips in a short word");
        assert_eq!(distance("tee", "tea"), None, "too short to tell");
        assert_eq!(distance("teas", "te"), None);
        assert_eq!(distance("year", "2024"), None);
        assert_eq!(distance("yearly", "year-ly"), None);
        assert!(Misspelt::of(&"a".repeat(99)).is_none());
    }

    #[test]
    fn letters_count_not_bytes() {
        assert_eq!(distance("привет", "превет"), Some(1));
        assert_eq!(distance("борщ", "борч"), Some(1));
    }
}
