//! Notes as resources, which a person picks and an assistant reads.
//!
//! The same notes as those of the tools, for the same audience: a list of all of them, and the text of one by its URI. The
//! protocol has no place for a cursor within a resource, so that a long note is shown up to what a reply may hold.

use notekin_engine::{Filter, Kind, ListReply, ListRequest, Listed};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use crate::call::{AUDIENCE, find};
use crate::clean::clean;
use crate::library::{Library, together};
use crate::quoted::Quoted;
use crate::refusal::Refusal;
use crate::tools::read_text;
use crate::{budget, uri};

/// Notes on a page of the list.
const PAGE: usize = 100;

/// What notes are written in.
const MARKDOWN: &str = "text/markdown";

/// Returns the templates of notes' URIs. Where there is one vault they may leave out its name, as people do who type them.
pub(crate) fn templates(library: &Library) -> Vec<ResourceTemplate> {
    let template = |text: &str| {
        ResourceTemplate::new(text, "note").with_title("A note").with_mime_type(MARKDOWN)
    };
    let short = (library.all().len() == 1).then(|| template(uri::SHORT_TEMPLATE));
    std::iter::once(template(uri::TEMPLATE)).chain(short).collect()
}

/// Returns a page of the notes of all vaults, and the cursor of the next one. Without a vault it is refused.
pub(crate) fn list(
    library: &Library,
    cursor: Option<String>,
) -> Result<(Vec<Resource>, Option<String>), Refusal> {
    let request = ListRequest { filter: Filter::default(), limit: PAGE, cursor, update: false };
    let vaults = library.choose(None)?;
    let ListReply { notes, next_cursor, .. } = together(&vaults).list(&request, AUDIENCE)?;
    let resource = |note: &Listed| {
        let uri = uri::of(&note.vault, note.path.as_str());
        Resource::new(uri, clean(note.path.as_str()))
            .with_title(clean(&note.title))
            .with_mime_type(MARKDOWN)
    };
    Ok((notes.iter().map(resource).collect(), next_cursor))
}

/// Returns the text of the note that a URI names, between marks, as Markdown. The contents carry the URI as it was asked
/// for, by which the client knows them again.
pub(crate) fn read(library: &Library, uri: &str) -> Result<ReadResourceResult, Refusal> {
    if !uri::is_one(uri) {
        return Err(Refusal::new(Kind::NotFound, "there are notes only: note:///"));
    }
    let (served, note) = find(library, uri, None)?;
    let (_, text) = read_text(served, note, &Quoted::pick()?, budget::MOST)?;
    let contents = ResourceContents::text(text, uri.to_owned()).with_mime_type(MARKDOWN);
    Ok(ReadResourceResult::new(vec![contents]))
}
