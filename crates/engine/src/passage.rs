//! What of a note's names is embedded with each of its passages.

use notekin_index::PendingChunk;
use notekin_note::fold;

/// Returns the names that are embedded before a passage: the shown title and the others the author gave.
pub(crate) fn embedded_title(chunk: &PendingChunk) -> String {
    titles(chunk).collect::<Vec<_>>().join(", ")
}

/// Returns the heading path without a first heading that only repeats one of the embedded titles.
pub(crate) fn heading_below_title(chunk: &PendingChunk) -> &[String] {
    match chunk.heading.split_first() {
        Some((first, below)) if titles(chunk).any(|title| fold(title) == fold(first)) => below,
        _ => &chunk.heading,
    }
}

/// A file name that isn't the shown title is left out, so that renaming such a file changes no vector.
fn titles(chunk: &PendingChunk) -> impl Iterator<Item = &str> {
    let stem = fold(chunk.path.stem());
    let own = chunk.other_titles.iter().filter(move |title| fold(title) != stem);
    std::iter::once(&chunk.title).chain(own).map(String::as_str)
}
