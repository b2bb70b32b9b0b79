//! Pairs of near-copies as groups.

use std::collections::{BTreeMap, BTreeSet};

/// A first note, and its copies with their coverages, the most alike first.
#[derive(Debug, PartialEq)]
pub(crate) struct Group {
    pub(crate) first: usize,
    pub(crate) copies: Vec<(usize, f32)>,
}

/// Returns groups of notes around a first one, of which all others are copies; the largest groups first.
///
/// The first is the note with most copies, of those the longest: whoever reads it misses least of the others. The
/// newest would be another choice, but the times of files don't survive a checkout. Copies of copies don't join a
/// group by themselves: over many small steps they would end at a note that says something else.
pub(crate) fn groups(pairs: &[(usize, usize, f32)], length: impl Fn(usize) -> usize) -> Vec<Group> {
    let mut alike: BTreeMap<usize, Vec<(usize, f32)>> = BTreeMap::new();
    for (one, other, coverage) in pairs {
        alike.entry(*one).or_default().push((*other, *coverage));
        alike.entry(*other).or_default().push((*one, *coverage));
    }
    let mut order: Vec<usize> = alike.keys().copied().collect();
    order.sort_by_key(|note| (usize::MAX - alike[note].len(), usize::MAX - length(*note), *note));
    let mut free: BTreeSet<usize> = order.iter().copied().collect();
    let mut groups = Vec::new();
    for first in order {
        if !free.contains(&first) {
            continue;
        }
        let is_free = |copy: &&(usize, f32)| free.contains(&copy.0);
        let mut copies: Vec<(usize, f32)> = alike[&first].iter().filter(is_free).copied().collect();
        if copies.is_empty() {
            continue;
        }
        copies.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        free.remove(&first);
        for (copy, _) in &copies {
            free.remove(copy);
        }
        groups.push(Group { first, copies });
    }
    groups.sort_by_key(|group| (usize::MAX - group.copies.len(), group.first));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_note_is_in_one_group_at_most() {
        // 0-1-2 is a chain, 3 and 4 are a pair.
        let pairs = [(0, 1, 0.9), (1, 2, 0.95), (3, 4, 0.8)];
        let found = groups(&pairs, |note| note);
        let chain = Group { first: 1, copies: vec![(2, 0.95), (0, 0.9)] };
        assert_eq!(found, [chain, Group { first: 4, copies: vec![(3, 0.8)] }]);
        assert!(groups(&[], |_| 0).is_empty());
    }

    #[test]
    fn a_copy_of_a_copy_does_not_join_by_itself() {
        let pairs = [(0, 1, 0.9), (1, 2, 0.9), (2, 3, 0.9)];
        let found = groups(&pairs, |note| 10 - note);
        assert_eq!(found, [Group { first: 1, copies: vec![(0, 0.9), (2, 0.9)] }]);
    }
}
