//! Finding the word a misspelt one was meant to be.

/// Returns the candidate that needs the fewest edits to become `word`, if that is few enough to be a slip.
///
/// Few enough is one edit, and one more for every three characters of the candidate.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let nearest = candidates.into_iter().min_by_key(|candidate| edits(word, candidate))?;
    (edits(word, nearest) <= 1 + nearest.chars().count() / 3).then_some(nearest)
}

/// Returns how many letters must be inserted, removed or replaced to turn `a` into `b`.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(b.chars()) {
            let cost = (diagonal + usize::from(x != y)).min(left + 1).min(*cell + 1);
            diagonal = std::mem::replace(cell, cost);
            left = cost;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{edits, nearest};

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("same", "same"), 0);
    }

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        assert_eq!(nearest("modle", ["model", "offline"]), Some("model"));
        assert_eq!(nearest("search_limit", ["search.limit", "search.mode"]), Some("search.limit"));
        assert_eq!(nearest("zebra", ["model", "offline"]), None);
    }
}
