//! The link graph of a vault, undirected for nearness and directed for hubs.

use std::collections::{BTreeMap, BTreeSet};

use notekin_index::NoteId;

/// Who links to whom. A note's links to itself are left out, repeated links count once.
#[derive(Debug, Default)]
pub(super) struct Graph {
    out: BTreeMap<NoteId, BTreeSet<NoteId>>,
    into: BTreeMap<NoteId, BTreeSet<NoteId>>,
}

impl Graph {
    /// Returns the graph of the given links.
    pub(super) fn new(links: impl IntoIterator<Item = (NoteId, NoteId)>) -> Self {
        let mut graph = Self::default();
        for (from, to) in links.into_iter().filter(|(from, to)| from != to) {
            graph.out.entry(from).or_default().insert(to);
            graph.into.entry(to).or_default().insert(from);
        }
        graph
    }

    /// Returns the notes `note` links to.
    pub(super) fn targets(&self, note: NoteId) -> impl Iterator<Item = NoteId> + '_ {
        self.out.get(&note).into_iter().flatten().copied()
    }

    /// Returns whether a link joins the two notes, in either direction.
    pub(super) fn joined(&self, a: NoteId, b: NoteId) -> bool {
        let links = |from: NoteId, to: NoteId| {
            self.out.get(&from).is_some_and(|targets| targets.contains(&to))
        };
        links(a, b) || links(b, a)
    }

    /// Returns the notes that share neighbours with `note`, each with its Adamic-Adar sum: a shared neighbour counts the
    /// less, the more neighbours it has itself (Adamic and Adar 2003, "Friends and neighbors on the Web").
    pub(super) fn kin(&self, note: NoteId) -> BTreeMap<NoteId, f32> {
        let mut sums = BTreeMap::new();
        for middle in self.neighbours(note) {
            let around = self.neighbours(middle);
            let weight = 1.0 / (around.len().max(2) as f32).ln();
            for other in around.into_iter().filter(|other| *other != note) {
                *sums.entry(other).or_insert(0.0) += weight;
            }
        }
        sums
    }

    /// Returns the hubs: notes with many links out and in. The usual bar is 10 distinct notes out and 5 in; it sinks with
    /// the number of notes, so that a small vault can have hubs too.
    pub(super) fn hubs(&self, notes: usize) -> BTreeSet<NoteId> {
        let out_bar = (notes / 10).clamp(4, 10);
        let in_bar = (notes / 20).clamp(2, 5);
        let enough_in =
            |note: &NoteId| self.into.get(note).is_some_and(|sources| sources.len() >= in_bar);
        self.out
            .iter()
            .filter(|(note, targets)| targets.len() >= out_bar && enough_in(note))
            .map(|(note, _)| *note)
            .collect()
    }

    /// Returns the notes that a link joins with `note`, in either direction.
    pub(super) fn neighbours(&self, note: NoteId) -> BTreeSet<NoteId> {
        let sources = self.into.get(&note).into_iter().flatten().copied();
        self.targets(note).chain(sources).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(links: &[(u32, u32)]) -> Graph {
        Graph::new(links.iter().map(|(from, to)| (NoteId(*from as _), NoteId(*to as _))))
    }

    #[test]
    fn rare_neighbours_join_more_than_common_ones() {
        let graph = graph(&[(1, 10), (2, 10), (1, 20), (3, 20), (4, 20), (5, 20), (6, 20)]);
        let kin = graph.kin(NoteId(1));
        assert!(kin[&NoteId(2)] > kin[&NoteId(3)]);
        assert!(!kin.contains_key(&NoteId(1)));
    }

    #[test]
    fn a_hub_needs_links_out_and_in() {
        let mut links: Vec<(u32, u32)> = (1..=4).map(|to| (0, to)).collect();
        assert!(graph(&links).hubs(12).is_empty(), "nothing links to it");
        links.extend([(1, 0), (2, 0)]);
        assert_eq!(graph(&links).hubs(12).into_iter().collect::<Vec<_>>(), [NoteId(0)]);
        assert!(graph(&links).hubs(500).is_empty(), "a large vault asks for more");
    }

    #[test]
    fn a_note_is_not_joined_with_itself() {
        let graph = graph(&[(1, 1), (1, 2)]);
        assert!(!graph.joined(NoteId(1), NoteId(1)));
        assert!(graph.joined(NoteId(2), NoteId(1)));
    }
}
