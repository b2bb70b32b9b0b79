//! One call of a tool: what it may use, and the arguments that several tools have.
//!
//! Arguments that mean the same are one constant here, so that an assistant that learned one tool knows the others.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use notekin_engine::{Audience, Filter, Kind};
use notekin_wire as wire;
use serde::Deserialize;

use crate::answers::Answers;
use crate::arguments::{Argument, Arguments, Shape};
use crate::library::Library;
use crate::quoted::Quoted;
use crate::refusal::Refusal;
use crate::uri;
use notekin_config::Served;

/// Whoever calls is an assistant, also if a person sits before it: what is told goes through a model, and the engine leaves
/// out what the owner marked as private. Every call of the engine in this crate carries it.
pub(crate) const AUDIENCE: Audience = Audience::Assistant;

/// The vault a call is about.
pub(crate) const VAULT: Argument =
    Argument::new("vault", Shape::Text, "Name of one vault; all vaults without it")
        .also(&["vault_name"]);

/// A note a call is about. The aliases are what other servers call it; `id` and `uri` are what ours gave before.
pub(crate) const NOTE: Argument = Argument::new("note", Shape::Text, "Path, title or note:/// URI")
    .also(&["path", "uri", "file", "filename", "title", "id", "name", "note_path"])
    .required();

/// The folders a call is about, from the root of the vault, with `/` between; a note lies in one of them.
pub(crate) const FOLDERS: Argument =
    Argument::new("folders", Shape::Texts, "Only notes below one of these folders").also(&[
        "folder",
        "directory",
        "includeFolders",
    ]);

/// The tags a call is about, with `#` or without; a note has all of them, or tags below them.
pub(crate) const TAGS: Argument =
    Argument::new("tags", Shape::Texts, "Only notes with all of these tags").also(&["tag"]);

/// What else must hold of a note, in the words of a query; a query may have it too.
pub(crate) const FILTER: Argument = Argument::new(
    "filter",
    Shape::Conditions,
    "- negates: property:status=done (!= < >=), path:daily/**, after:2024-03, before:, \
     created:, modified:, links-to:Note, linked-from:",
)
.also(&["filters", "where", "conditions"]);

/// Where the page before ended. What is in it is for the engine alone; a client gives back what it was given.
pub(crate) const CURSOR: Argument =
    Argument::new("cursor", Shape::Text, "next_cursor of the last page")
        .also(&["next_cursor", "page_token"]);

/// A call under way.
pub(crate) struct Call<'a> {
    /// The vaults that can be asked.
    pub(crate) library: &'a Library,
    /// What was given, checked against what the tool takes.
    pub(crate) arguments: Arguments,
    /// The marks of this reply.
    pub(crate) quoted: Quoted,
    /// Who may write.
    pub(crate) answers: Arc<Answers>,
    /// Set when nobody waits for the reply any longer.
    pub(crate) cancel: Arc<AtomicBool>,
}

impl<'a> Call<'a> {
    /// Returns a call with marks of its own.
    pub(crate) fn new(
        library: &'a Library,
        arguments: Arguments,
        answers: Arc<Answers>,
        cancel: Arc<AtomicBool>,
    ) -> Result<Self, Refusal> {
        Ok(Self { library, arguments, quoted: Quoted::pick()?, answers, cancel })
    }

    /// Returns the vaults the call is about: the one that is named, or all.
    pub(crate) fn vaults(&self) -> Result<Vec<&'a Served>, Refusal> {
        self.library.choose(self.arguments.text(&VAULT))
    }

    /// Returns the filter the call asks for.
    pub(crate) fn filter(&self) -> Result<Filter, Refusal> {
        let (folders, tags) = (self.arguments.texts(&FOLDERS), self.arguments.texts(&TAGS));
        let filter = Filter { folders, tags, ..Filter::default() };
        let Some(given) = self.arguments.given(&FILTER) else { return Ok(filter) };
        let read = wire::Filter::deserialize(given)
            .map_err(|error| Refusal::invalid(format!("`filter`: {error}")))?;
        Ok(filter.with(read.conditions()?))
    }

    /// Returns where the page begins.
    pub(crate) fn cursor(&self) -> Option<String> {
        self.arguments.text(&CURSOR).map(str::to_owned)
    }

    /// Returns the vault of a note and what the engine is to call the note.
    pub(crate) fn note(&self) -> Result<(&'a Served, String), Refusal> {
        let named = self.arguments.text(&NOTE).unwrap_or_default();
        find(self.library, named, self.arguments.text(&VAULT))
    }
}

/// Returns the vault that holds the note called `named`, by URI or else by path, name or title, and the note's name.
pub(crate) fn find<'a>(
    library: &'a Library,
    named: &str,
    vault: Option<&str>,
) -> Result<(&'a Served, String), Refusal> {
    if uri::is_one(named) {
        return by_uri(library, named);
    }
    let vaults = library.choose(vault)?;
    // A vault that is named answers by itself, also that it has no such note.
    let [only] = vaults.as_slice() else {
        let holder = crate::library::together(&vaults).holder(named, AUDIENCE)?;
        let served = library.named(&holder.settings().name);
        return served
            .map(|served| (served, named.to_owned()))
            .ok_or_else(|| Refusal::new(Kind::Internal, "the vault of the note is not served"));
    };
    Ok((only, named.to_owned()))
}

/// Returns the vault and the path of the note that a URI names: by its path alone, never by a title that looks like one.
/// What it can mean is tried in turn, and the first that is there is meant; the refusal is that of the likeliest.
fn by_uri<'a>(library: &'a Library, named: &str) -> Result<(&'a Served, String), Refusal> {
    let mut refusal = None;
    for meant in uri::parse(named, library)? {
        let served = match &meant.vault {
            Some(vault) => library.named(vault),
            None => library.all().first().map(AsRef::as_ref),
        };
        let Some(served) = served else { continue };
        match served.engine().path_of(&meant.path, AUDIENCE) {
            Ok(path) => return Ok((served, path.as_str().to_owned())),
            Err(error) => refusal = refusal.or(Some(Refusal::from(error))),
        }
    }
    Err(refusal.unwrap_or_else(|| Refusal::new(Kind::NotFound, format!("no note `{named}`"))))
}
