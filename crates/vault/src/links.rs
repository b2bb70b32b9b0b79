//! Where a link leads, as Obsidian sees it.

use std::collections::HashMap;

use notekin_note::{LinkKind, NotePath, fold};

/// All notes of a vault, arranged so that any number of links can be resolved quickly.
///
/// A target names a note by the end of its path, in whole components and without `.md`; so of `projects/kin.md` are
/// `kin`, `projects/kin` and `kin.md` names. Of several notes with one name, the fewest folders win; then the note
/// beside the linking one; then the first by alphabet. A name exactly as it is on disk wins over one that differs in
/// case or Unicode form.
#[derive(Debug)]
pub struct Links {
    notes: Vec<NotePath>,
    exact: Names,
    folded: Names,
}

impl Links {
    /// Arranges the notes; takes time in proportion to the length of all paths.
    pub fn new<'a>(paths: impl IntoIterator<Item = &'a NotePath>) -> Self {
        let mut notes: Vec<NotePath> = paths.into_iter().cloned().collect();
        notes.sort_by_cached_key(|note| (depth(note), note.clone()));
        notes.dedup();
        let exact = Names::new(&notes, str::to_owned);
        let folded = Names::new(&notes, fold);
        Self { notes, exact, folded }
    }

    /// Returns the note that a link in `from` leads to, or nothing when it dangles.
    ///
    /// `target` is the link's note part, decoded, without heading, block or display text; empty for a link within the
    /// note. `./` and `../` start at the folder of `from`, `/` at the root; other Markdown targets are looked for
    /// beside `from` first.
    pub fn resolve(&self, from: &NotePath, target: &str, kind: LinkKind) -> Option<&NotePath> {
        let target = target.trim();
        let beside = || self.whole(&components(&format!("{}/{target}", from.folder()))?);
        let by_name = || self.shortest(from, &components(target)?);
        if target.is_empty() {
            self.whole(&components(from.as_str())?)
        } else if target.starts_with('/') {
            self.whole(&components(target)?)
        } else if target.starts_with("./") || target.starts_with("../") {
            beside()
        } else {
            match kind {
                LinkKind::Wiki => by_name(),
                LinkKind::Markdown => beside().or_else(by_name),
            }
        }
    }

    /// Returns the note whose path from the root is `names`.
    fn whole(&self, names: &[&str]) -> Option<&NotePath> {
        self.best(names, |best| best.depth == names.len())
    }

    /// Returns the note with the shortest path that ends in `names`, if possible one below the folder of `from`.
    fn shortest(&self, from: &NotePath, names: &[&str]) -> Option<&NotePath> {
        let best = self.best(names, |_| true)?;
        let beside = [components(from.folder())?.as_slice(), names].concat();
        self.whole(&beside).filter(|note| depth(note) == depth(best)).or(Some(best))
    }

    /// Returns the best note of this name, spelled exactly so or else folded, that is acceptable.
    fn best(&self, names: &[&str], acceptable: impl Fn(&Best) -> bool) -> Option<&NotePath> {
        let exact = self.exact.best(names.iter().copied()).filter(&acceptable);
        let folded = || {
            let names: Vec<String> = names.iter().map(|name| fold(name)).collect();
            self.folded.best(names.iter().map(String::as_str)).filter(&acceptable)
        };
        self.notes.get(exact.or_else(folded)?.index)
    }
}

/// The ends of all paths as a tree, read from the file name up to the root.
///
/// The path of a note is itself an end, and the shortest with that end: so the best note of a node is the one that
/// the exact path names, if there is one, and otherwise that with the fewest folders.
#[derive(Debug)]
struct Names {
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
struct Node {
    above: HashMap<String, usize>,
    best: Option<Best>,
}

/// The place of a note in the order of preference.
///
/// The fewest folders, then the least left off the name, so that `x.md` is `x` before `x.markdown` is. The index
/// stands for the alphabet, as the paths are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Best {
    depth: usize,
    left_off: usize,
    index: usize,
}

impl Names {
    fn new(notes: &[NotePath], spelling: impl Fn(&str) -> String) -> Self {
        let mut names = Self { nodes: vec![Node::default()] };
        for (index, note) in notes.iter().enumerate() {
            let depth = depth(note);
            let path = spelling(note.as_str());
            names.insert(&path, Best { depth, left_off: 0, index });
            if let Some(stem) = without_extension(&path) {
                names.insert(stem, Best { depth, left_off: path.len() - stem.len(), index });
            }
        }
        names
    }

    fn insert(&mut self, path: &str, best: Best) {
        let mut at = 0;
        for name in path.rsplit('/') {
            at = self.above(at, name);
            if let Some(node) = self.nodes.get_mut(at) {
                node.best = Some(node.best.map_or(best, |other| other.min(best)));
            }
        }
    }

    /// Returns the node that stands for `name` above the node `at`, which is made if need be.
    fn above(&mut self, at: usize, name: &str) -> usize {
        let new = self.nodes.len();
        let Some(node) = self.nodes.get_mut(at) else { return at };
        if let Some(&above) = node.above.get(name) {
            return above;
        }
        node.above.insert(name.to_owned(), new);
        self.nodes.push(Node::default());
        new
    }

    /// Returns the best note whose path ends in these names.
    fn best<'a>(&self, names: impl DoubleEndedIterator<Item = &'a str>) -> Option<Best> {
        let mut node = self.nodes.first()?;
        for name in names.rev() {
            node = self.nodes.get(*node.above.get(name)?)?;
        }
        node.best
    }
}

/// Returns how many components a path has.
fn depth(path: &NotePath) -> usize {
    path.as_str().split('/').count()
}

/// Returns the path without the extension that links to Markdown notes leave out.
///
/// Only these two: the last part of `dendron.topic.note` belongs to the name.
fn without_extension(path: &str) -> Option<&str> {
    let (stem, extension) = path.rsplit_once('.')?;
    (extension.eq_ignore_ascii_case("md") || extension.eq_ignore_ascii_case("markdown"))
        .then_some(stem)
}

/// Splits a path into components, with `.` and `..` carried out; nothing when it leaves the vault.
fn components(path: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()?),
            name => names.push(name),
        }
    }
    Some(names)
}
