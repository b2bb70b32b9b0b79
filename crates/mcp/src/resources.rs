//! Notes as resources, which a person picks and an assistant reads.

use notekin_engine::{Filter, ListReply, ListRequest};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use crate::call::{AUDIENCE, find};
use crate::library::{Library, together};
use crate::quoted::Quoted;
use crate::refusal::Refusal;
use crate::tools::read_text;
use crate::{budget, clean, uri};

/// Notes on a page of the list.
const PAGE: usize = 100;

/// What notes are written in.
const MARKDOWN: &str = "text/markdown";

/// Returns the templates of notes' URIs.
pub(crate) fn templates(library: &Library) -> Vec<ResourceTemplate> {
    let template = |text: &str| {
        ResourceTemplate::new(text, "note").with_title("A note").with_mime_type(MARKDOWN)
    };
    let short = (library.all().len() == 1).then(|| template(uri::SHORT_TEMPLATE));
    std::iter::once(template(uri::TEMPLATE)).chain(short).collect()
}

/// Returns a page of notes, and the cursor of the next one.
pub(crate) fn list(
    library: &Library,
    cursor: Option<String>,
) -> Result<(Vec<Resource>, Option<String>), Refusal> {
    let request = ListRequest { filter: Filter::default(), limit: PAGE, cursor, update: false };
    let vaults = library.choose(None)?;
    let ListReply { notes, next_cursor, .. } = together(&vaults).list(&request, AUDIENCE)?;
    let resource = |note: &notekin_engine::Listed| {
        let uri = uri::of(&note.vault, note.path.as_str());
        Resource::new(uri, clean::clean(note.path.as_str()))
            .with_title(clean::clean(&note.title))
            .with_mime_type(MARKDOWN)
    };
    Ok((notes.iter().map(resource).collect(), next_cursor))
}

/// Returns the text of the note that a URI names.
pub(crate) fn read(library: &Library, uri: &str) -> Result<ReadResourceResult, Refusal> {
    if !uri::is_one(uri) {
        return Err(Refusal::new(notekin_engine::Kind::NotFound, "there are notes only: note:///"));
    }
    let quoted = Quoted::pick().map_err(|error| {
        Refusal::new(notekin_engine::Kind::Internal, format!("no random numbers: {error}"))
    })?;
    let (served, note) = find(library, uri, None)?;
    let (_, text) = read_text(served, note, &quoted, budget::MOST)?;
    let contents = ResourceContents::text(text, uri.to_owned()).with_mime_type(MARKDOWN);
    Ok(ReadResourceResult::new(vec![contents]))
}
