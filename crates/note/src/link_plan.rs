//! The plan of adding a link to the section of a note that lists related notes.
//!
//! A place is proposed and then tried: the edited note is parsed, and the place is taken only if the link is found in the
//! right section and everything else is read as before. So whatever the reader of notes knows about code, comments and
//! quotes holds here too, and a note too odd to be edited safely is left alone.

mod layout;
mod place;
mod trial;

use self::layout::Layout;
use self::place::Place;
use self::trial::Trial;
use crate::settings::bare_title;
use crate::source::Source;
use crate::{Edit, Format, Link, NewLink, Note, Section, Settings, Span, fold, nesting, parse};

/// Properties by which plugins mark Markdown files that they alone can edit: drawings and boards.
const FOREIGN: [&str; 2] = ["excalidraw-plugin", "kanban-plugin"];

/// The section that lists related notes: what it is called, and how it is begun where it is missing.
///
/// A section of any level goes by the name, with emoji, numbers and punctuation around it, but not one that says the same
/// in another language or in other words: a list of references is no list of related notes, and which heading is meant
/// is for the user to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkSection {
    /// The title of its heading; a blank one stands for `Related`.
    pub name: String,
    /// The level of a new heading, 1 to 6.
    pub level: u8,
}

impl Default for LinkSection {
    fn default() -> Self {
        Self { name: "Related".to_owned(), level: 2 }
    }
}

impl LinkSection {
    /// Returns whether a heading with this title begins such a section.
    fn is_called(&self, title: &str) -> bool {
        let name = self.title();
        match bare_title(&name) {
            // A name without letters, such as an emoji, is compared as a whole.
            bare if bare.is_empty() => fold(title.trim()) == fold(&name),
            bare => bare_title(title) == bare,
        }
    }

    /// Returns the name on one line.
    fn title(&self) -> String {
        let words: Vec<&str> = self.name.split_whitespace().collect();
        if words.is_empty() { Self::default().name } else { words.join(" ") }
    }

    /// Returns the line of its heading.
    fn heading(&self) -> String {
        format!("{} {}", "#".repeat(self.level.clamp(1, 6).into()), self.title())
    }
}

/// What adding a link to a note comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkPlan {
    /// This edit adds it.
    Insert(Edit),
    /// The section has a link to that note; this is where.
    AlreadyThere(Span),
    /// The file is a board or a drawing, not a plain Markdown note.
    Unsupported,
    /// There is no place where the link would surely be a link and nothing else change, for instance because the note ends
    /// inside a code block or a comment that is not closed.
    NoPlace,
}

/// Plans the edit that adds a link to the section of a note that lists related notes.
///
/// `raw` is the file as it is on disk, with its line endings and byte order mark. The link becomes an item at the end of
/// the section's last list, or of a new list, or of a new section at the end of the note. Of several sections the last
/// one of the highest rank is meant. The edit only adds text, in one place.
///
/// No note is listed twice: nothing is added when any of the sections links to it, be it only to a part of it or as an
/// embed. A link elsewhere in the note is no reason not to list it. Links written the same way are compared here, without
/// regard to case and `.md`; for all others `is_same` says whether a link leads to the note, as only the vault knows that.
///
/// ```
/// use notekin_note::{Format, LinkPlan, LinkSection, NewLink, plan_link};
///
/// let raw = "# Borscht\n\n## Related\n\n- [[Dill]]\n";
/// let link = NewLink::wiki("Beetroot", None).unwrap();
/// let LinkPlan::Insert(edit) = plan_link(raw, Format::Markdown, &link, &LinkSection::default(), &|_| false) else {
///     panic!("no edit");
/// };
/// assert_eq!(edit.text, "\n- [[Beetroot]]");
/// assert_eq!(edit.apply(raw).unwrap(), "# Borscht\n\n## Related\n\n- [[Dill]]\n- [[Beetroot]]\n");
/// ```
pub fn plan_link(
    raw: &str,
    format: Format,
    link: &NewLink,
    section: &LinkSection,
    is_same: &dyn Fn(&Link) -> bool,
) -> LinkPlan {
    if format != Format::Markdown {
        return LinkPlan::Unsupported;
    }
    let settings = Settings::default();
    let note = parse(raw.as_bytes(), format, &settings);
    if is_foreign(&note) {
        return LinkPlan::Unsupported;
    }
    let same = |found: &Link| link.names_target_of(found) || is_same(found);
    if let Some(found) = listed(&note, section).find(|found| same(found)) {
        return LinkPlan::AlreadyThere(found.span);
    }
    let trial = Trial { raw, note: &note, link, section, settings: &settings };
    let edit = proposals(raw, &note, link, section).into_iter().find(|edit| trial.passes(edit));
    edit.map_or(LinkPlan::NoPlace, LinkPlan::Insert)
}

/// Returns whether a plugin draws something of its own from the file.
fn is_foreign(note: &Note) -> bool {
    let properties = &note.frontmatter.properties;
    properties.iter().any(|property| FOREIGN.contains(&property.key.trim()))
}

/// Returns the links in the sections of that name and in those below them.
fn listed<'a>(note: &'a Note, section: &'a LinkSection) -> impl Iterator<Item = &'a Link> {
    let is_named = |part: &&Section| part.heading.iter().any(|title| section.is_called(title));
    let named: Vec<Span> = note.sections.iter().filter(is_named).map(|part| part.span).collect();
    note.links.iter().filter(move |link| {
        let after = named.partition_point(|span| span.end <= link.span.start);
        named.get(after).is_some_and(|span| span.start <= link.span.start)
    })
}

/// Returns the edits worth a trial, the best first.
fn proposals(raw: &str, note: &Note, link: &NewLink, section: &LinkSection) -> Vec<Edit> {
    let (source, _) = Source::decode(raw.as_bytes());
    let text = source.text();
    // Of a valid text only the byte order mark is left out.
    let mark = source.raw(0);
    let body = note.body.start - mark..note.body.end - mark;
    if nesting::too_deep(&text[body.clone()]).is_some() {
        return Vec::new();
    }
    let layout = Layout::new(text, body);
    let places = match chosen(note, section) {
        Some(own) => {
            let own = own.span.start - mark..own.span.end - mark;
            place::in_section(&layout, own, link.text())
        }
        None => vec![place::new_section(&layout, &section.heading(), link.text())],
    };
    let is_open = |place: &Place| layout.unclosed.is_none_or(|open| place.at <= open);
    places.into_iter().filter(is_open).map(|place| place.into_edit(mark)).collect()
}

/// Returns the section that the link belongs in: the last one of the highest rank.
fn chosen<'a>(note: &'a Note, section: &LinkSection) -> Option<&'a Section> {
    let named =
        note.sections.iter().filter(|part| part.level > 0 && section.is_called(&part.title));
    named.rev().min_by_key(|part| part.level)
}
