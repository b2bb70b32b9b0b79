//! References: links and images, those to other notes and those out of the vault.

use std::ops::Range;

use pulldown_cmark::LinkType;

use super::Reader;
use crate::draft::LeafKind;
use crate::link::{LinkKind, Target, Wikilink};

/// A link's display text is kept up to here.
const MAX_DISPLAY_BYTES: usize = 200;

/// A link whose end is not yet seen.
pub(super) struct OpenLink {
    /// Where it leads, unless out of the vault.
    target: Option<(Target, LinkKind)>,
    embed: bool,
    /// The whole link in the source.
    range: Range<usize>,
    /// Where its display text starts in the prose.
    text: usize,
}

impl Reader<'_> {
    /// Takes the start of a link or an image.
    pub(super) fn start_link(
        &mut self,
        kind: LinkType,
        destination: &str,
        range: Range<usize>,
        embed: bool,
    ) {
        self.flush_tags();
        if self.comments.hides(range.start) {
            self.skipped.begin();
            return;
        }
        self.open_leaf(LeafKind::Paragraph, range.start);
        match kind {
            LinkType::WikiLink { has_pothole } => self.start_wikilink(range, embed, has_pothole),
            _ => self.start_markdown_link(kind, destination, range, embed),
        }
    }

    /// Takes `[[…]]`; its display text is written at once unless it is formatted.
    fn start_wikilink(&mut self, range: Range<usize>, embed: bool, has_pothole: bool) {
        let inside = Wikilink::inside(&self.text[range.clone()]);
        let wikilink = Wikilink::read(inside);
        let display = wikilink.display();
        let reads_on = has_pothole && wikilink.has_name();
        let target = Some((Target::read(wikilink.target), LinkKind::Wiki));
        let text = self.draft.prose.len();
        self.links.push(OpenLink { target, embed, range: range.clone(), text });
        if reads_on {
            return;
        }
        self.skipped.begin();
        if embed && wikilink.is_media() {
            self.aside(range.start, wikilink.target);
        } else {
            let offset = self.text[range.clone()].find(inside).unwrap_or_default();
            self.push(&display, range.start + offset..range.end);
        }
        self.end_link();
    }

    /// Takes `[…](…)` or an address; one that leads out of the vault is put aside.
    fn start_markdown_link(
        &mut self,
        kind: LinkType,
        destination: &str,
        range: Range<usize>,
        embed: bool,
    ) {
        let is_address = matches!(kind, LinkType::Autolink | LinkType::Email);
        let target = if is_address { None } else { Target::read_destination(destination) };
        if target.is_none() && !is_address && !destination.starts_with("data:") {
            self.aside(range.start, destination);
        }
        let text = self.draft.prose.len();
        let target = target.map(|target| (target, LinkKind::Markdown));
        self.links.push(OpenLink { target, embed, range, text });
    }

    /// Takes the end of a link, whose display text is known now.
    pub(super) fn end_link(&mut self) {
        self.flush_tags();
        let Some(OpenLink { target: Some((target, kind)), embed, range, text }) = self.links.pop()
        else {
            return;
        };
        let display = self.draft.prose.text().get(text..).unwrap_or_default().trim();
        let display = display[..display.floor_char_boundary(MAX_DISPLAY_BYTES)].to_owned();
        self.draft.links.push(target.into_link(self.source.span(&range), kind, embed, display));
        if self.without_links {
            self.draft.prose.truncate(text);
        }
    }
}
