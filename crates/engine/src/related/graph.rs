//! The link graph of a vault, undirected for nearness and directed for hubs.

use std::collections::{BTreeMap, BTreeSet};

use notekin_index::NoteId;

/// More steps than this aren't followed, those over notes with most neighbours, which tell least.
const MOST_STEPS: usize = 1 << 18;

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
            graph.add((from, to));
        }
        graph
    }

    /// Takes out the links between a note and some others, in either direction, and returns them.
    pub(super) fn cut(&mut self, note: NoteId, others: &BTreeSet<NoteId>) -> Vec<(NoteId, NoteId)> {
        let links: Vec<_> = others
            .iter()
            .flat_map(|other| [(note, *other), (*other, note)])
            .filter(|(from, to)| self.out.get(from).is_some_and(|targets| targets.contains(to)))
            .collect();
        for (from, to) in &links {
            self.out.entry(*from).or_default().remove(to);
            self.into.entry(*to).or_default().remove(from);
        }
        links
    }

    /// Adds a link.
    pub(super) fn add(&mut self, (from, to): (NoteId, NoteId)) {
        self.out.entry(from).or_default().insert(to);
        self.into.entry(to).or_default().insert(from);
    }

    /// Returns all pairs that a link joins, each once, the note of the lesser id first.
    pub(super) fn pairs(&self) -> BTreeSet<(NoteId, NoteId)> {
        let links = self.out.iter().flat_map(|(from, to)| to.iter().map(|to| (*from, *to)));
        links.map(|(from, to)| (from.min(to), from.max(to))).collect()
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
    pub(super) fn shared_neighbours(&self, note: NoteId) -> BTreeMap<NoteId, f32> {
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

    /// Returns the notes that two others join with `note`, by a path that doesn't come back to either end, each with the sum
    /// over all such paths: one counts the less, the more neighbours the two between have.
    ///
    /// Paths over two notes tell more of links to come than shared neighbours do: two notes that link to the same ones say
    /// the same kind of thing, and those need not be linked (Kovacs and others 2019, "Network-based prediction of protein
    /// interactions"). A link between the ends themselves makes no difference.
    pub(super) fn paths(&self, note: NoteId) -> BTreeMap<NoteId, f32> {
        let mut sums = BTreeMap::new();
        let mut steps = 0;
        let mut nearest: Vec<_> = self
            .neighbours(note)
            .into_iter()
            .map(|first| (first, self.neighbours(first)))
            .collect();
        nearest.sort_by_key(|(first, around)| (around.len(), *first));
        for (first, around) in nearest {
            for &second in around.iter().filter(|second| **second != note) {
                let beyond = self.neighbours(second);
                steps += beyond.len();
                if steps > MOST_STEPS {
                    return sums;
                }
                let weight = 1.0 / ((around.len() * beyond.len()) as f32).sqrt();
                for end in beyond.into_iter().filter(|end| *end != note && *end != first) {
                    *sums.entry(end).or_insert(0.0) += weight;
                }
            }
        }
        sums
    }

    /// Returns how many distinct notes `note` links to, and how many link to it.
    pub(super) fn degrees(&self, note: NoteId) -> (usize, usize) {
        let count = |notes: Option<&BTreeSet<NoteId>>| notes.map_or(0, BTreeSet::len);
        (count(self.out.get(&note)), count(self.into.get(&note)))
    }

    /// Returns the hubs: notes with at least so many links out and in.
    pub(super) fn hubs(&self, (out_bar, in_bar): (usize, usize)) -> BTreeSet<NoteId> {
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

/// Returns how many distinct notes a hub links to, and how many link to it, at least: 10 and 5, less in a vault of few notes,
/// so that it can have hubs too.
pub(super) fn hub_bars(notes: usize) -> (usize, usize) {
    ((notes / 10).clamp(4, 10), (notes / 20).clamp(2, 5))
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
        let shared = graph.shared_neighbours(NoteId(1));
        assert!(shared[&NoteId(2)] > shared[&NoteId(3)]);
        assert!(!shared.contains_key(&NoteId(1)));
    }

    #[test]
    fn two_notes_between_join_the_more_the_fewer_neighbours_they_have() {
        let graph =
            graph(&[(1, 10), (10, 20), (20, 2), (1, 11), (11, 21), (21, 3), (21, 4), (21, 5)]);
        let paths = graph.paths(NoteId(1));
        assert!(paths[&NoteId(2)] > paths[&NoteId(3)]);
        assert!((paths[&NoteId(2)] - 0.5).abs() < 1e-6);
        assert!(!paths.contains_key(&NoteId(1)) && !paths.contains_key(&NoteId(10)));
    }

    #[test]
    fn a_link_between_the_ends_makes_no_difference() {
        let links = [(1, 10), (10, 20), (20, 2)];
        let linked = [links.as_slice(), &[(1, 2)]].concat();
        let paths = |links: &[(u32, u32)]| graph(links).paths(NoteId(1)).get(&NoteId(2)).copied();
        assert_eq!(paths(&links), Some(0.5));
        assert_eq!(paths(&linked), Some(0.5));
    }

    #[test]
    fn what_was_cut_can_be_added_again() {
        let links = [(1, 2), (2, 1), (1, 3), (4, 1)];
        let mut cut = graph(&links);
        let others = [NoteId(2), NoteId(4), NoteId(9)].into();
        let taken = cut.cut(NoteId(1), &others);
        assert_eq!(taken.len(), 3);
        assert_eq!(cut.pairs(), [(NoteId(1), NoteId(3))].into());
        for link in taken {
            cut.add(link);
        }
        assert_eq!(cut.pairs(), graph(&links).pairs());
    }

    #[test]
    fn a_hub_needs_links_out_and_in() {
        let mut links: Vec<(u32, u32)> = (1..=4).map(|to| (0, to)).collect();
        assert!(graph(&links).hubs(hub_bars(12)).is_empty(), "nothing links to it");
        links.extend([(1, 0), (2, 0)]);
        assert_eq!(graph(&links).hubs(hub_bars(12)).into_iter().collect::<Vec<_>>(), [NoteId(0)]);
        assert!(graph(&links).hubs(hub_bars(500)).is_empty(), "a large vault asks for more");
    }

    #[test]
    fn a_note_is_not_joined_with_itself() {
        let graph = graph(&[(1, 1), (1, 2)]);
        assert!(!graph.joined(NoteId(1), NoteId(1)));
        assert!(graph.joined(NoteId(2), NoteId(1)));
    }
}
