//! Adding a link: the edit that lists a note among another's related notes. It is only planned here; who asks applies it.

use notekin_index::{NoteRow, Reader};
use notekin_note::{Link, LinkKind, LinkPlan, LinkSection, NewLink, NotePath, plan_link};
use notekin_vault::Links;

use crate::engine::Engine;
use crate::{Audience, Error, names};

/// How a link is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkStyle {
    /// As most links of the vault are.
    #[default]
    Usual,
    /// `[[Tea]]`.
    Wiki,
    /// `[Tea](Tea.md)`.
    Markdown,
}

impl LinkStyle {
    /// Returns the style called so: `usual`, `wiki` or `markdown`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "usual" => Some(Self::Usual),
            "wiki" => Some(Self::Wiki),
            "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }
}

/// A wish to list a note among another's related notes.
#[derive(Clone, Debug)]
pub struct LinkRequest {
    /// The note that gets the link: its path, or its name, title or alias where that is unique.
    pub from: String,
    /// The note's text where it is open in an editor; otherwise that of its file.
    pub text: Option<String>,
    /// The note it leads to.
    pub to: String,
    /// How it is written; when nothing, as the settings have it.
    pub style: Option<LinkStyle>,
    /// The section it is added to; when nothing, as the settings have it.
    pub section: Option<LinkSection>,
}

impl LinkRequest {
    /// Returns a wish with the usual choices.
    pub fn new(from: String, to: String) -> Self {
        Self { from, text: None, to, style: None, section: None }
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkReply {
    /// The note that gets the link.
    pub path: NotePath,
    /// The note it leads to.
    pub target: NotePath,
    /// The link as it is written.
    pub link: String,
    /// The edit, or why there is none.
    pub plan: LinkPlan,
}

impl Engine {
    /// Plans the edit that adds a link to a note's section of related notes; changes nothing.
    pub fn plan_link(&self, request: &LinkRequest, audience: Audience) -> Result<LinkReply, Error> {
        let reader = self.reader()?;
        let from = names::find(&reader, &request.from, audience)?;
        let to = names::find(&reader, &request.to, audience)?;
        if from.id == to.id {
            return Err(Error::Invalid(
                "a note isn't listed among its own related notes".to_owned(),
            ));
        }
        let text = match &request.text {
            Some(text) => text.clone(),
            None => self.text_of(&from.path)?,
        };
        // A name that leads to a private note too would be told by a longer link.
        let notes = reader.notes()?.into_iter().filter(|note| audience.sees(note));
        let paths: Vec<NotePath> = notes.map(|note| note.path).collect();
        let links = Links::new(&paths);
        let usual = &self.settings.links;
        let style = request.style.unwrap_or(usual.style);
        let section = request.section.as_ref().unwrap_or(&usual.section);
        let link = new_link(&reader, &links, (&from, &to), style)?;
        let is_same = |link: &Link| {
            links.resolve(&from.path, &link.target, link.kind).is_some_and(|path| *path == to.path)
        };
        let plan = plan_link(&text, from.format, &link, section, &is_same);
        Ok(LinkReply { path: from.path, target: to.path, link: link.text().to_owned(), plan })
    }

    /// Returns the text of a note as it lies on the disk now.
    fn text_of(&self, path: &NotePath) -> Result<String, Error> {
        let unusable = |reason: String| Error::Invalid(format!("`{path}` can't be used: {reason}"));
        let file = self.vault()?.read(path).map_err(|trouble| unusable(trouble.reason))?;
        String::from_utf8(file.bytes).map_err(|_| unusable("it is not UTF-8".to_owned()))
    }
}

/// Writes a link: the shortest that leads there, where the style has one.
fn new_link(
    reader: &Reader,
    links: &Links,
    (from, to): (&NoteRow, &NoteRow),
    style: LinkStyle,
) -> Result<NewLink, Error> {
    let is_wiki = match style {
        LinkStyle::Wiki => true,
        LinkStyle::Markdown => false,
        LinkStyle::Usual => uses_wikilinks(reader)?,
    };
    let path = to.path.as_str();
    let whole = path.strip_suffix(".md").unwrap_or(path);
    let leads_there = |target: &&str| {
        links.resolve(&from.path, target, LinkKind::Wiki).is_some_and(|found| *found == to.path)
    };
    let wiki = || {
        let target = [to.path.stem(), whole, path].into_iter().find(leads_there)?;
        NewLink::wiki(target, (target != to.path.stem()).then_some(&to.title))
    };
    let link = if is_wiki { wiki() } else { None };
    Ok(link.unwrap_or_else(|| NewLink::markdown(&from.path, &to.path, &to.title)))
}

/// Returns whether at least half of the vault's links that lead to notes are wikilinks.
fn uses_wikilinks(reader: &Reader) -> Result<bool, Error> {
    let links = reader.links()?;
    let leading = links.iter().filter(|link| link.to.is_some());
    let wiki = leading.clone().filter(|link| link.kind == LinkKind::Wiki).count();
    Ok(2 * wiki >= leading.count())
}
