//! The passages of a note that are embedded, and what of its names goes with each of them.

use notekin_index::{NoteRow, PendingChunk, Reader};
use notekin_note::fold;

use crate::Error;

/// Returns all passages of a note that can be embedded, whether they are or not.
pub(crate) fn all(reader: &Reader, note: &NoteRow) -> Result<Vec<PendingChunk>, Error> {
    let other_titles = reader.detail(note.id)?.unwrap_or_default().other_titles;
    let chunks = reader.chunks(note.id)?.into_iter().filter(|chunk| !chunk.listing);
    let passage = chunks.map(|chunk| PendingChunk {
        chunk: chunk.id,
        note: note.id,
        path: note.path.clone(),
        title: note.title.clone(),
        other_titles: other_titles.clone(),
        private: note.private,
        heading: chunk.heading,
        text: chunk.text,
    });
    Ok(passage.collect())
}

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
