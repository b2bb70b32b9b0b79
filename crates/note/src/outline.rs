//! The outline: sections, nested by the level of their headings.

use crate::draft::Heading;
use crate::source::Source;
use crate::span::LineCounter;
use crate::{Lines, Settings, Span};

/// A heading and what follows it up to the next heading, or the text before the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The level of the heading, 1 to 6; 0 for the text before the first heading.
    pub level: u8,
    /// The heading's readable text.
    pub title: String,
    /// The titles from the outermost section down to this one.
    pub heading: Vec<String>,
    /// From the heading's line to the next heading's.
    pub span: Span,
    /// The lines of the span.
    pub lines: Lines,
    /// Whether the section, or one around it, only lists links.
    pub listing: bool,
}

/// The sections of a draft with what encloses what.
///
/// A section lies in the nearest one before it with a lower level, however many levels are left out
/// between them: an H4 after an H2 is its child.
#[derive(Default)]
pub(crate) struct Outline {
    pub(crate) sections: Vec<Section>,
    /// For each section the one around it.
    parents: Vec<Option<usize>>,
}

impl Outline {
    /// Builds the sections of the headings between the text offsets `start` and `end`.
    pub(crate) fn new(
        headings: &[Heading],
        source: &Source<'_>,
        body: std::ops::Range<usize>,
    ) -> Self {
        let mut outline = Self::default();
        let first = headings.first().map_or(body.end, |heading| heading.start);
        let has_intro = !source.text()[body.start..first].trim().is_empty();
        if has_intro {
            let span = source.span(&(body.start..first));
            outline.add(0, String::new(), span);
        }
        for (index, heading) in headings.iter().enumerate() {
            let end = headings.get(index + 1).map_or(body.end, |next| next.start);
            // Blank lines before the first heading belong to it, so that sections tile the body.
            let start = if index == 0 && !has_intro { body.start } else { heading.start };
            outline.add(heading.level, heading.title.clone(), source.span(&(start..end)));
        }
        outline
    }

    /// Adds a section under the last one of a lower level.
    fn add(&mut self, level: u8, title: String, span: Span) {
        let mut parent = self.sections.len().checked_sub(1);
        while let Some(index) = parent.filter(|&index| self.sections[index].level >= level.max(1)) {
            parent = self.parents[index];
        }
        // The intro is nobody's parent.
        let parent = parent.filter(|&index| self.sections[index].level > 0);
        let mut heading =
            parent.map_or_else(Vec::new, |index| self.sections[index].heading.clone());
        heading.extend((level > 0).then(|| title.clone()));
        let listing = parent.is_some_and(|index| self.sections[index].listing);
        let lines = Lines { start: 0, end: 0 };
        self.sections.push(Section { level, title, heading, span, lines, listing });
        self.parents.push(parent);
    }

    /// Marks the sections that only list links, and what lies below them.
    pub(crate) fn mark_listings(&mut self, settings: &Settings) {
        for index in 0..self.sections.len() {
            let inherited = self.parents[index].is_some_and(|parent| self.sections[parent].listing);
            let section = &mut self.sections[index];
            section.listing = inherited || settings.lists_links(&section.title);
        }
    }

    /// Counts the lines of the sections.
    pub(crate) fn count_lines(&mut self, counter: &mut LineCounter<'_>) {
        for section in &mut self.sections {
            section.lines = counter.lines(section.span);
        }
    }

    /// Returns whether the text before the first heading is a section.
    pub(crate) fn has_intro(&self) -> bool {
        self.sections.first().is_some_and(|section| section.level == 0)
    }

    /// Returns the section around `section`; the intro lies directly in the note, as `None` says.
    pub(crate) fn parent(&self, section: Option<usize>) -> Option<usize> {
        self.parents[section?]
    }

    /// Returns whether `inner` is `outer` or lies in it; everything lies in the note, `None`.
    pub(crate) fn is_within(&self, inner: Option<usize>, outer: Option<usize>) -> bool {
        let Some(outer) = outer else { return true };
        let mut at = inner;
        while let Some(index) = at {
            if index == outer {
                return true;
            }
            at = self.parents[index];
        }
        false
    }

    /// Returns the heading path of a section; empty for the note itself.
    pub(crate) fn heading(&self, section: Option<usize>) -> &[String] {
        section.map_or(&[], |index| self.sections[index].heading.as_slice())
    }

    /// Returns whether a section only lists links.
    pub(crate) fn is_listing(&self, section: Option<usize>) -> bool {
        section.is_some_and(|index| self.sections[index].listing)
    }
}
