//! Choosing: which of the passages found go to the model.

use std::collections::HashSet;

use notekin_note::fold;

use crate::Passage;

/// Each further passage of one note counts this much less than the one before.
const OF_SAME_NOTE: f32 = 0.7;

/// Passages that share this part of their words say the same.
const SAME_WORDS: f32 = 0.8;

/// A passage that was found, with the neighbours that complete it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What was found.
    pub passage: Passage,
    /// What stands right before it, if it can't be understood without.
    pub before: Option<Passage>,
    /// What stands right behind it, if it goes on there.
    pub after: Option<Passage>,
}

impl From<Passage> for Candidate {
    fn from(passage: Passage) -> Self {
        Self { passage, before: None, after: None }
    }
}

/// How much is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// About how many tokens all of it may take.
    pub tokens: usize,
    /// How many passages at most.
    pub passages: usize,
}

/// Chooses passages within a budget: the best, but not all from one note if others have something to say.
///
/// Neighbours are joined where there is room. The passages of a note come together in the order of its text, the note
/// with the best one first. If not even the best passage fits, its beginning is chosen.
pub fn choose(candidates: &[Candidate], budget: Budget) -> Vec<Passage> {
    let mut choice = Choice { budget, spent: 0, chosen: Vec::new() };
    let mut open: Vec<&Candidate> = candidates.iter().collect();
    while choice.chosen.len() < budget.passages {
        let Some(best) = choice.best_of(&open) else { break };
        choice.take(open.swap_remove(best));
    }
    choice.complete();
    choice.in_reading_order()
}

/// What is chosen so far.
struct Choice<'a> {
    budget: Budget,
    spent: usize,
    chosen: Vec<(&'a Candidate, Passage)>,
}

impl<'a> Choice<'a> {
    /// Returns the place of the candidate to take next.
    fn best_of(&self, open: &[&Candidate]) -> Option<usize> {
        let worth = |candidate: &Candidate| {
            let of_note = self
                .chosen
                .iter()
                .filter(|(_, chosen)| chosen.is_of_same_note(&candidate.passage))
                .count();
            candidate.passage.score * OF_SAME_NOTE.powi(of_note as i32)
        };
        let fits = |candidate: &Candidate| {
            self.chosen.is_empty() || self.spent + candidate.passage.tokens() <= self.budget.tokens
        };
        let mut best: Option<(usize, f32)> = None;
        for (at, candidate) in open.iter().enumerate() {
            let worth = worth(candidate);
            let is_better = best.is_none_or(|(other, most)| {
                let order = worth.total_cmp(&most);
                let place = || place(&open[other].passage).cmp(&place(&candidate.passage));
                order.then_with(place).is_gt()
            });
            if is_better && fits(candidate) && !self.says(&candidate.passage) {
                best = Some((at, worth));
            }
        }
        best.map(|(at, _)| at)
    }

    /// Returns whether what is chosen says the same already.
    fn says(&self, passage: &Passage) -> bool {
        let own = word_set(&passage.text);
        self.chosen.iter().any(|(_, chosen)| {
            let theirs = word_set(&chosen.text);
            let shared = own.intersection(&theirs).count() as f32;
            shared >= SAME_WORDS * (own.len() + theirs.len()) as f32 / 2.0
        })
    }

    fn take(&mut self, candidate: &'a Candidate) {
        let room = self.budget.tokens.saturating_sub(self.spent);
        let passage = &candidate.passage;
        let passage =
            if passage.tokens() > room { passage.shortened(room) } else { passage.clone() };
        self.spent += passage.tokens();
        self.chosen.push((candidate, passage));
    }

    /// Joins neighbours to what is chosen, the best first, as long as there is room.
    fn complete(&mut self) {
        for (candidate, passage) in &mut self.chosen {
            let before = candidate.before.as_ref().and_then(|before| before.joined(passage));
            grow(passage, before, &mut self.spent, self.budget);
            let after = candidate.after.as_ref().and_then(|after| passage.joined(after));
            grow(passage, after, &mut self.spent, self.budget);
        }
    }

    fn in_reading_order(self) -> Vec<Passage> {
        let mut notes: Vec<Vec<Passage>> = Vec::new();
        for (_, passage) in self.chosen {
            match notes.iter_mut().find(|note| note[0].is_of_same_note(&passage)) {
                Some(note) => note.push(passage),
                None => notes.push(vec![passage]),
            }
        }
        notes.into_iter().flat_map(in_order).collect()
    }
}

/// Lets a passage grow where the budget allows.
fn grow(passage: &mut Passage, grown: Option<Passage>, spent: &mut usize, budget: Budget) {
    let Some(grown) = grown else { return };
    let more = grown.tokens().saturating_sub(passage.tokens());
    if *spent + more <= budget.tokens {
        *spent += more;
        *passage = grown;
    }
}

/// Orders the passages of one note and joins those that overlap.
fn in_order(mut note: Vec<Passage>) -> Vec<Passage> {
    note.sort_by_key(|passage| passage.span.start);
    let mut ordered: Vec<Passage> = Vec::with_capacity(note.len());
    for passage in note {
        let last = ordered.last_mut().filter(|last| last.span.end > passage.span.start);
        match last.and_then(|last| last.joined(&passage).map(|both| (last, both))) {
            Some((last, both)) => *last = both,
            None => ordered.push(passage),
        }
    }
    ordered
}

/// Where passages of one score come: an order that does not depend on how they were found.
fn place(passage: &Passage) -> (&str, &str, usize) {
    (&passage.vault, &passage.path, passage.span.start)
}

fn word_set(text: &str) -> HashSet<String> {
    fold(text).split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{Budget, Candidate, choose};
    use crate::Passage;
    use crate::passage::tests::passage;

    const WIDE: Budget = Budget { tokens: 10_000, passages: 10 };

    fn scored(path: &str, start: usize, text: &str, score: f32) -> Candidate {
        Passage { score, ..passage(path, start, text) }.into()
    }

    #[track_caller]
    fn check(candidates: &[Candidate], budget: Budget, expect: &[(&str, &str)]) {
        let chosen = choose(candidates, budget);
        let found: Vec<_> =
            chosen.iter().map(|passage| (passage.path.as_str(), passage.text.as_str())).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn several_notes_have_their_say() {
        let found = [
            scored("a.md", 40, "Leeks are peeled.", 0.9),
            scored("a.md", 20, "Carrots are washed.", 0.8),
            scored("a.md", 0, "Onions are cut.", 0.7),
            scored("b.md", 0, "Beets are boiled.", 0.6),
        ];
        check(
            &found,
            Budget { passages: 3, ..WIDE },
            &[
                ("a.md", "Carrots are washed."),
                ("a.md", "Leeks are peeled."),
                ("b.md", "Beets are boiled."),
            ],
        );
        check(
            &found,
            Budget { passages: 2, ..WIDE },
            &[("a.md", "Leeks are peeled."), ("b.md", "Beets are boiled.")],
        );
    }

    #[test]
    fn what_says_the_same_is_taken_once() {
        let found = [
            scored("a.md", 0, "Boil the leek for an hour.", 0.9),
            scored("copy.md", 0, "Boil the leek for an hour.", 0.8),
            scored("b.md", 0, "Serve it cold.", 0.1),
        ];
        check(&found, WIDE, &[("a.md", "Boil the leek for an hour."), ("b.md", "Serve it cold.")]);
    }

    #[test]
    fn the_budget_holds_and_the_best_is_cut_to_it() {
        let long = "Boil the leek. ".repeat(40);
        let found = [scored("a.md", 0, &long, 0.9), scored("b.md", 0, "Serve it cold.", 0.1)];
        let chosen = choose(&found, Budget { tokens: 100, passages: 9 });
        assert_eq!(chosen.len(), 1);
        assert!(chosen[0].text.ends_with("leek.") && chosen[0].text.len() < long.len() / 2);
        assert!(chosen[0].tokens() <= 100, "{}", chosen[0].tokens());
        check(&[], WIDE, &[]);
    }

    #[test]
    fn neighbours_are_joined_where_there_is_room() {
        let found = Candidate {
            passage: passage("a.md", 10, "Then boil.\n"),
            before: Some(passage("a.md", 0, "Peel leek\n")),
            after: Some(passage("a.md", 21, "Serve.\n")),
        };
        check(std::slice::from_ref(&found), WIDE, &[("a.md", "Peel leek\nThen boil.\nServe.\n")]);
        let tight = Budget { tokens: found.passage.tokens() + 2, passages: 1 };
        check(std::slice::from_ref(&found), tight, &[("a.md", "Peel leek\nThen boil.\n")]);
        let stranger = Candidate { before: Some(passage("a.md", 0, "Peel")), after: None, ..found };
        check(&[stranger], WIDE, &[("a.md", "Then boil.\n")]);
    }

    #[test]
    fn overlapping_passages_become_one() {
        let found = [
            scored("a.md", 0, "Peel it well and cut. Boil.\n", 0.9),
            scored("a.md", 22, "Boil.\nServe it cold with dill.\n", 0.8),
        ];
        check(&found, WIDE, &[("a.md", "Peel it well and cut. Boil.\nServe it cold with dill.\n")]);
    }
}
