//! The rule for near-copies. Its figures are chosen on labelled pairs: `docs/decisions/051-near-copies.md`.

use super::runs::Runs;

/// Runs a note must have to be worth comparing; a stub is nobody's copy.
pub(crate) const LEAST_RUNS: usize = 120;

/// Runs that must be left of it without what many notes hold: a form hardly filled in is nobody's copy either.
const LEAST_OWN: usize = 40;

/// The share of the longer note's own runs that the shorter must hold.
const LEAST_COVERAGE: f32 = 0.4;

/// The share of the shorter note's own runs that the longer must hold.
pub(crate) const LEAST_CONTAINMENT: f32 = 0.8;

/// Returns the share of both notes' own text that stands in the other too, if that makes them near-copies.
pub(crate) fn coverage(
    one: &Runs,
    other: &Runs,
    is_common: impl Fn(u64) -> bool,
) -> Option<f32> {
    if one.len().min(other.len()) < LEAST_RUNS {
        return None;
    }
    let own = |runs: &Runs| runs.iter().filter(|run| !is_common(*run)).count();
    let (shorter, longer) = (own(one).min(own(other)), own(one).max(own(other)));
    let shared = one.shared(other).filter(|run| !is_common(*run)).count() as f32;
    let coverage = shared / longer.max(1) as f32;
    let are_copies = shorter >= LEAST_OWN
        && coverage >= LEAST_COVERAGE
        && shared >= LEAST_CONTAINMENT * shorter as f32;
    are_copies.then_some(coverage)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns so many words, all different, from the `from`th on.
    fn words(from: usize, count: usize) -> String {
        (from..from + count).map(|word| format!("word{:x} ", word * 7919)).collect()
    }

    fn check(one: &str, other: &str, common: &str) -> Option<f32> {
        let common = Runs::of_text(common);
        let is_common = |run| common.iter().any(|other| other == run);
        coverage(&Runs::of_text(one), &Runs::of_text(other), is_common)
    }

    #[test]
    fn most_of_the_shorter_and_much_of_the_longer_must_agree() {
        let note = words(0, 100);
        assert_eq!(check(&note, &note, ""), Some(1.0));
        let edited = words(0, 90) + &words(1000, 5);
        assert!(check(&note, &edited, "").is_some_and(|coverage| coverage > 0.8));
        assert!(check(&note, &words(0, 60), "").is_some(), "most of it was added later");
        assert!(check(&note, &words(0, 30), "").is_none(), "a part is no copy");
        assert!(check(&note, &(words(0, 60) + &words(1000, 40)), "").is_none());
    }

    #[test]
    fn what_many_notes_hold_makes_no_copies() {
        let form = words(500, 60);
        let (one, other) = (words(0, 20) + &form, words(100, 20) + &form);
        assert!(check(&one, &other, &form).is_none());
        assert!(check(&form, &form, &form).is_none(), "a blank form");
        assert!(check(&one, &one, &form).is_some());
    }

    #[test]
    fn stubs_are_nobodys_copies() {
        let stub = words(0, 12);
        assert!(Runs::of_text(&stub).len() < LEAST_RUNS);
        assert!(check(&stub, &stub, "").is_none() && check("", "", "").is_none());
    }
}
