//! The trial of an edit: whether it adds the link and changes nothing else.

use super::LinkSection;
use crate::{Edit, Format, Link, NewLink, Note, Section, Settings, Span, parse};

/// What an edit is held against.
pub(super) struct Trial<'a> {
    pub(super) raw: &'a str,
    /// The note before the edit.
    pub(super) note: &'a Note,
    pub(super) link: &'a NewLink,
    pub(super) section: &'a LinkSection,
    pub(super) settings: &'a Settings,
}

impl Trial<'_> {
    /// Returns whether the edited note has the link in its section, and all else as it was.
    pub(super) fn passes(&self, edit: &Edit) -> bool {
        let Some(text) = edit.apply(self.raw) else { return false };
        let edited = parse(text.as_bytes(), Format::Markdown, self.settings);
        let inserted = Span { start: edit.span.start, end: edit.span.start + edit.text.len() };
        let is_new = |span: Span| inserted.start <= span.start && span.end <= inserted.end;
        let (added, kept): (Vec<&Link>, Vec<&Link>) =
            edited.links.iter().partition(|link| is_new(link.span));
        let [added] = added[..] else { return false };
        self.link.is(added)
            && self.keeps_links(&kept, &inserted)
            && self.keeps_sections(&edited, added.span, &inserted)
            && edited.frontmatter.properties == self.note.frontmatter.properties
            && edited.warnings.len() == self.note.warnings.len()
            && block_names(&edited).eq(block_names(self.note))
    }

    /// Returns whether the other links are those of the note, moved by what was inserted.
    fn keeps_links(&self, kept: &[&Link], inserted: &Span) -> bool {
        let moved = |span: Span| {
            let by = if span.start >= inserted.start { inserted.len() } else { 0 };
            Span { start: span.start + by, end: span.end + by }
        };
        let before =
            self.note.links.iter().map(|link| Link { span: moved(link.span), ..link.clone() });
        kept.iter().map(|link| (*link).clone()).eq(before)
    }

    /// Returns whether the link stands in a section of the name, and the others are those of the note.
    fn keeps_sections(&self, edited: &Note, link: Span, inserted: &Span) -> bool {
        let holds =
            |section: &Section| section.span.start <= link.start && link.end <= section.span.end;
        let Some(own) = edited.sections.iter().find(|section| holds(section)) else { return false };
        let headings =
            |section: &Section| (section.level > 0).then(|| (section.level, section.title.clone()));
        let is_old = |section: &&Section| *section != own || own.span.start < inserted.start;
        let after: Vec<_> = edited.sections.iter().filter(is_old).filter_map(headings).collect();
        let before: Vec<_> = self.note.sections.iter().filter_map(headings).collect();
        let is_created = after.len() < edited.sections.iter().filter_map(headings).count();
        let expected = self.note.sections.iter().any(|part| self.section.is_called(&part.title));
        own.level > 0
            && self.section.is_called(&own.title)
            && after == before
            && is_created != expected
    }
}

/// Returns the names of the blocks that links can lead to.
fn block_names(note: &Note) -> impl Iterator<Item = &str> {
    note.block_ids.iter().map(|block| block.id.as_str())
}
