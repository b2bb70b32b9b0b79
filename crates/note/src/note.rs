//! The note: everything that is known of one file.

use std::ops::Range;

use crate::draft::Draft;
use crate::frontmatter::{Fence, seems_private};
use crate::link::{LinkKind, Target, Wikilink, wikilinks_in};
use crate::outline::Outline;
use crate::source::Source;
use crate::span::LineCounter;
use crate::tag::Tags;
use crate::{
    BlockId, Chunk, Format, Frontmatter, Link, Section, Settings, Span, Tag, Warning, canvas,
    chunk, excalidraw, reader,
};

/// A note as parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The format it was read as.
    pub format: Format,
    /// Its properties.
    pub frontmatter: Frontmatter,
    /// The first heading of level 1.
    pub heading_title: Option<String>,
    /// What comes after the frontmatter; of a drawing, its text elements.
    pub body: Span,
    /// The sections in the order of the text; in a Markdown note they tile the body unless it is blank.
    pub sections: Vec<Section>,
    /// The passages in the order of the text; a blank body has none.
    pub chunks: Vec<Chunk>,
    /// Frontmatter and inline tags, each once whatever its case.
    pub tags: Vec<Tag>,
    /// The links in the order of the text, those in properties among them.
    pub links: Vec<Link>,
    /// The names of blocks that links can lead to.
    pub block_ids: Vec<BlockId>,
    /// What could not be understood.
    pub warnings: Vec<Warning>,
}

/// Parses the raw bytes of a note; whatever they are, a note comes back.
///
/// All spans of the note are offsets into `raw`, also where the text was decoded or, in a canvas,
/// stands in a JSON string. Takes time linear in the size of the note.
pub fn parse(raw: &[u8], format: Format, settings: &Settings) -> Note {
    let (source, warning) = Source::decode(raw);
    let mut note = Note::blank(format, Span { start: source.raw(0), end: raw.len() });
    note.warnings.extend(warning);
    let mut assembly =
        Assembly { note, tags: Tags::default(), counter: LineCounter::new(raw), settings };
    match format {
        Format::Canvas => assembly.canvas(&source),
        Format::Markdown | Format::Excalidraw => assembly.markdown(&source),
    }
    assembly.finish()
}

impl Note {
    /// Returns a note of which nothing is known but its body.
    fn blank(format: Format, body: Span) -> Self {
        Self {
            format,
            frontmatter: Frontmatter::default(),
            heading_title: None,
            body,
            sections: Vec::new(),
            chunks: Vec::new(),
            tags: Vec::new(),
            links: Vec::new(),
            block_ids: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// A note being put together.
struct Assembly<'a> {
    note: Note,
    tags: Tags,
    counter: LineCounter<'a>,
    settings: &'a Settings,
}

impl Assembly<'_> {
    /// Reads the frontmatter and the body of a Markdown file.
    fn markdown(&mut self, source: &Source<'_>) {
        let text = source.text();
        let mut body = 0..text.len();
        if let Some(fence) = Fence::find(text) {
            body.start = fence.end;
            self.frontmatter(source, &fence);
        } else {
            self.note.frontmatter.private = seems_private(text);
        }
        if self.note.format == Format::Excalidraw {
            body = excalidraw::text_elements(text, body);
        }
        self.note.body = source.span(&body);
        self.body(source, body);
    }

    /// Reads the properties, the tags and the links in them.
    fn frontmatter(&mut self, source: &Source<'_>, fence: &Fence) {
        let yaml = &source.text()[fence.yaml.clone()];
        let (frontmatter, warning) = Frontmatter::read(yaml);
        self.note.warnings.extend(warning);
        self.tags.add_properties(&frontmatter);
        self.note.frontmatter = frontmatter;
        self.note.frontmatter.span = Some(source.span(&(0..fence.end)));
        for range in wikilinks_in(yaml) {
            let wikilink = Wikilink::read(&yaml[range.start + 2..range.end - 2]);
            let span = source.span(&(fence.yaml.start + range.start..fence.yaml.start + range.end));
            let link = Target::read(wikilink.target).into_link(
                span,
                LinkKind::Wiki,
                false,
                wikilink.display(),
            );
            self.note.links.push(link);
        }
    }

    /// Reads Markdown and adds what it holds.
    fn body(&mut self, source: &Source<'_>, body: Range<usize>) {
        let mut draft = reader::read(
            source,
            body.clone(),
            std::mem::take(&mut self.tags),
            self.settings.without_links,
        );
        let mut outline = Outline::new(&draft.headings, source, body.clone());
        outline.mark_listings(self.settings);
        outline.count_lines(&mut self.counter);
        let mut chunks = chunk::divide(&draft, &outline, source, body, self.settings);
        chunk::count_lines(&mut chunks, &mut self.counter);
        self.faults(&draft, source);
        self.tags = std::mem::take(&mut draft.tags);
        let note = &mut self.note;
        if note.heading_title.is_none() {
            let first = draft
                .headings
                .iter()
                .find(|heading| heading.level == 1 && !heading.title.is_empty());
            note.heading_title = first.map(|heading| heading.title.clone());
        }
        note.sections.append(&mut outline.sections);
        note.chunks.append(&mut chunks);
        note.links.append(&mut draft.links);
        note.block_ids.append(&mut draft.block_ids);
    }

    /// Turns the faults of a draft into warnings.
    fn faults(&mut self, draft: &Draft, source: &Source<'_>) {
        for fault in &draft.faults {
            let line = self.counter.line_of(source.raw(fault.at));
            self.note.warnings.push((fault.warning)(line));
        }
    }

    /// Reads the cards of a canvas one after the other.
    ///
    /// Each card with text is read like a body of its own, and a file card is a link; sections, chunks
    /// and links follow each other in the order of the file.
    fn canvas(&mut self, source: &Source<'_>) {
        match canvas::cards(source) {
            Ok(cards) => cards.into_iter().for_each(|card| self.card(source, card)),
            Err(reason) => self.note.warnings.push(Warning::BrokenCanvas { reason }),
        }
    }

    /// Reads one card.
    fn card(&mut self, source: &Source<'_>, card: canvas::Card) {
        match card {
            canvas::Card::Text(range) => {
                let text = Source::json_string(source, range);
                let body = 0..text.text().len();
                self.body(&text, body);
            }
            canvas::Card::File { range, path } => {
                let display = path.clone();
                let target = Target::read(&path);
                self.note.links.push(target.into_link(
                    source.span(&range),
                    LinkKind::Markdown,
                    true,
                    display,
                ));
            }
        }
    }

    /// Returns the note, complete with its tags.
    fn finish(self) -> Note {
        Note { tags: self.tags.finish(), ..self.note }
    }
}
