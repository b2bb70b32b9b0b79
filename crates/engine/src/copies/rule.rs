//! The rule for near-copies. Its figures are chosen on labelled pairs: `docs/decisions/051-near-copies.md`.

use super::runs::Runs;
use crate::CopySettings;

/// Runs a note must have to be worth comparing; a stub is nobody's copy.
pub(crate) const LEAST_RUNS: usize = 120;

/// Runs that must be left of it without what many notes hold: a form hardly filled in is nobody's copy either.
const LEAST_OWN: usize = 40;

/// Returns how many runs any two near-copies share at least.
pub(crate) fn least_shared(settings: CopySettings) -> usize {
    let containment = settings.containment.min(settings.containment_of_namesakes);
    (LEAST_OWN as f32 * containment.max(settings.coverage)).floor() as usize
}

/// What is compared of a note.
pub(crate) struct Text {
    /// The letters and digits of its title.
    name: String,
    /// What it says.
    pub(crate) runs: Runs,
}

impl Text {
    /// Returns what is compared of a note with this title.
    pub(crate) fn new(title: &str, runs: Runs) -> Self {
        let letters = title.chars().filter(|letter| letter.is_alphanumeric());
        Self { name: letters.flat_map(char::to_lowercase).collect(), runs }
    }

    /// Returns whether one title begins with the other: `Plan`, `plan (2)` and `Plan, draft` do.
    fn is_namesake(&self, other: &Self) -> bool {
        let (name, other) = (self.name.as_str(), other.name.as_str());
        !name.is_empty()
            && !other.is_empty()
            && (name.starts_with(other) || other.starts_with(name))
    }

    /// Returns the share of both notes' own text that stands in the other too, if that makes them near-copies. Their own
    /// is what isn't common. Notes that are the same, letter for letter, are copies however many hold that text.
    pub(crate) fn coverage(
        &self,
        other: &Self,
        settings: CopySettings,
        is_common: impl Fn(u64) -> bool,
    ) -> Option<f32> {
        if self.runs.len().min(other.runs.len()) < LEAST_RUNS {
            return None;
        }
        if self.runs == other.runs {
            return Some(1.0);
        }
        let own = |text: &Self| text.runs.iter().filter(|run| !is_common(*run)).count();
        let (shorter, longer) = (own(self).min(own(other)), own(self).max(own(other)));
        let shared = self.runs.shared(&other.runs).filter(|run| !is_common(*run)).count() as f32;
        let coverage = shared / longer.max(1) as f32;
        let containment = if self.is_namesake(other) {
            settings.containment_of_namesakes
        } else {
            settings.containment
        };
        let are_copies = shorter >= LEAST_OWN
            && coverage >= settings.coverage
            && shared >= containment * shorter as f32;
        are_copies.then_some(coverage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns so many words, all different, from the `from`th on.
    fn words(from: usize, count: usize) -> String {
        (from..from + count)
            .map(|word| format!("word{:x} ", word * 7919))
            .collect::<Vec<_>>()
            .concat()
    }

    fn check(one: &str, other: &str, common: &str) -> Option<f32> {
        named(("one", one), ("other", other), common)
    }

    fn named(one: (&str, &str), other: (&str, &str), common: &str) -> Option<f32> {
        let common = Runs::of_text(common);
        let is_common = |run| common.iter().any(|other| other == run);
        let text = |(title, text)| Text::new(title, Runs::of_text(text));
        text(one).coverage(&text(other), CopySettings::default(), is_common)
    }

    #[test]
    fn most_of_the_shorter_and_much_of_the_longer_must_agree() {
        let note = words(0, 100);
        assert_eq!(check(&note, &note, ""), Some(1.0));
        let edited = words(0, 95) + &words(1000, 5);
        assert!(check(&note, &edited, "").is_some_and(|coverage| coverage > 0.8));
        assert!(check(&note, &words(0, 60), "").is_some(), "most of it was added later");
        assert!(check(&note, &words(0, 30), "").is_none(), "a part is no copy");
        assert!(check(&note, &(words(0, 80) + &words(1000, 20)), "").is_none());
    }

    #[test]
    fn namesakes_may_differ_more() {
        let (one, other) = (words(0, 100), words(0, 80) + &words(1000, 20));
        for (name, namesake) in
            [("Plan", "plan"), ("The plan", "The Plan (2)"), ("Plan, draft", "plan")]
        {
            assert!(named((name, &one), (namesake, &other), "").is_some(), "{name} {namesake}");
        }
        for (name, stranger) in [("Plan", "Aim"), ("", "Aim"), ("", ""), ("Day 1", "Day 2")] {
            assert!(named((name, &one), (stranger, &other), "").is_none(), "{name} {stranger}");
        }
    }

    #[test]
    fn what_many_notes_hold_makes_no_copies() {
        let form = words(500, 60);
        let (one, other) = (words(0, 20) + &form, words(100, 20) + &form);
        assert!(check(&one, &other, &form).is_none());
        assert!(
            check(&form, &(form.clone() + &words(100, 2)), &form).is_none(),
            "hardly filled in"
        );
        assert!(check(&one, &one, &form).is_some());
    }

    #[test]
    fn the_same_note_is_a_copy_however_many_hold_it() {
        for count in [20, 40, 100] {
            let note = words(0, count);
            assert_eq!(check(&note, &note.to_uppercase(), &note), Some(1.0), "{count} words");
        }
    }

    #[test]
    fn stubs_are_nobodys_copies() {
        let stub = words(0, 12);
        assert!(Runs::of_text(&stub).len() < LEAST_RUNS);
        assert!(check(&stub, &stub, "").is_none() && check("", "", "").is_none());
    }
}
