//! How like two names are, for whoever misspelt one.
//!
//! Two measures, as neither sees everything: letters to change tell slips in short words, where hardly a run of three
//! characters stays whole; shared runs tell a name that is remembered in part, or with its words in another order.

use std::collections::{BTreeMap, BTreeSet};

use notekin_note::fold;

/// Similar names worth showing.
const NEAR: usize = 5;

/// The likeness from which a name may be the one that was meant.
const LIKE: f32 = 0.4;

/// What it counts that a name holds the whole of the other, among more.
const HOLDS: f32 = 0.7;

/// The share of letters that a misspelt word keeps.
const SLIP: f32 = 0.6;

/// The endings of notes, which say nothing of their names.
const ENDINGS: [&str; 3] = [".md", ".markdown", ".canvas"];

/// Returns those of some things that are called much like `wanted`, the likest first. Each comes with what it is known
/// by, as often as it has names; of paths and nested names the last part counts.
pub(crate) fn nearest<'a>(
    wanted: &str,
    named: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<String> {
    let wanted = Name::of(wanted);
    let mut likest: BTreeMap<&str, f32> = BTreeMap::new();
    for (thing, name) in named {
        let likeness = wanted.likeness(&Name::of(name));
        let best = likest.entry(thing).or_insert(likeness);
        *best = best.max(likeness);
    }
    let mut near: Vec<_> = likest.into_iter().filter(|(_, likeness)| *likeness >= LIKE).collect();
    near.sort_by(|a, b| b.1.total_cmp(&a.1));
    near.into_iter().take(NEAR).map(|(thing, _)| thing.to_owned()).collect()
}

/// Returns whether one word may be another mistyped.
pub(crate) fn is_slip(typed: &str, meant: &str) -> bool {
    spelling(&Name::of(typed).letters, &Name::of(meant).letters) > 0.0
}

/// A name's last part, ready to be compared.
struct Name {
    letters: Vec<char>,
    /// Its runs of three characters; the start counts twice, as slips are rare there.
    runs: BTreeSet<[char; 3]>,
}

impl Name {
    fn of(name: &str) -> Self {
        let name = fold(name.trim_matches('/'));
        let last = name.rsplit('/').next().unwrap_or_default();
        let stem = ENDINGS.iter().find_map(|ending| last.strip_suffix(ending)).unwrap_or(last);
        let padded: Vec<char> = format!("  {} ", stem.trim()).chars().collect();
        let runs = padded.windows(3).filter_map(|run| run.try_into().ok()).collect();
        Self { letters: stem.trim().chars().collect(), runs }
    }

    /// Returns from 0 to 1 how like another name is: by spelling, by shared runs, or as it holds this one's runs.
    fn likeness(&self, other: &Self) -> f32 {
        let shared = self.runs.intersection(&other.runs).count() as f32;
        let alike = 2.0 * shared / (self.runs.len() + other.runs.len()) as f32;
        let held = HOLDS * shared / self.runs.len() as f32;
        spelling(&self.letters, &other.letters).max(alike).max(held)
    }
}

/// Returns the share of letters that needn't be changed to turn one word into the other, if that makes it a slip.
fn spelling(a: &[char], b: &[char]) -> f32 {
    let (short, long) = (a.len().min(b.len()) as f32, a.len().max(b.len()) as f32);
    if short < SLIP * long || long == 0.0 {
        return 0.0;
    }
    let kept = 1.0 - edits(a, b) as f32 / long;
    if kept >= SLIP { kept } else { 0.0 }
}

/// Returns how many letters must be put in, taken out, replaced or swapped with the next to turn `a` into `b`.
fn edits(a: &[char], b: &[char]) -> usize {
    let (mut second, mut first) = (vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<usize>>());
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = first[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut fewest = replaced.min(first[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                fewest = fewest.min(second[j - 2] + 1);
            }
            row.push(fewest);
        }
        // The rows above, the nearest first.
        second = std::mem::replace(&mut first, row);
    }
    first[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(wanted: &str, names: &[&str]) -> Vec<String> {
        nearest(wanted, names.iter().map(|name| (*name, *name)))
    }

    #[test]
    fn slips_are_seen_through() {
        let names = ["Zucchini.md", "Zebra.md", "soups/Beet.md", "tea", "Growing tomatoes.md"];
        assert_eq!(near("zuchini", &names), ["Zucchini.md"]);
        assert_eq!(near("Zuccini.md", &names), ["Zucchini.md"]);
        assert_eq!(near("soup/bete.md", &["soups/Bete.md"]), ["soups/Bete.md"]);
        assert_eq!(near("tee", &names), ["tea"]);
        assert_eq!(near("wset", &["waste", "west"]), ["west", "waste"]);
        assert_eq!(near("tomato", &names), ["Growing tomatoes.md"]);
    }

    #[test]
    fn a_slip_keeps_most_of_a_word() {
        for (typed, meant) in
            [("tga", "tag"), ("tags", "tag"), ("fodler", "folder"), ("tag", "tag")]
        {
            assert!(is_slip(typed, meant), "{typed}");
        }
        for (typed, meant) in
            [("port", "path"), ("line", "links-to"), ("", "tag"), ("prop", "property")]
        {
            assert!(!is_slip(typed, meant), "{typed}");
        }
    }

    #[test]
    fn strangers_are_not_offered() {
        let names = ["tea.md", "north", "garden/basil.md"];
        for wanted in ["coffee.md", "nowhere", "garden/tomatoes.md", "", "/", "../etc/passwd"] {
            assert!(near(wanted, &names).is_empty(), "{wanted}");
        }
    }

    #[test]
    fn the_likest_comes_first_and_once() {
        let named = [("b.md", "Green tea"), ("a.md", "Green teas"), ("a.md", "green")];
        assert_eq!(nearest("green tea", named), ["b.md", "a.md"]);
    }
}
