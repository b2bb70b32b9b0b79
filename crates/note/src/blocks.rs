//! Blocks: a note as a tree to be shown, without any HTML.
//!
//! A note is read by [`parse`](crate::parse) to be found; here it is read to be looked at. So everything that a person
//! would see is there with the lines where it stands, and nothing that a page would have to trust: raw HTML is text, a
//! picture is a label, and an address is kept only if it is one of the web or of mail.
//!
//! - A line that only wraps is a `\n` in a [`Inline::Text`]; a line break that is meant is an [`Inline::Break`].
//! - Comments (`%%…%%` and those of HTML), names of blocks (`^name`) and anchors of headings are left out.
//! - A footnote is shown where it is written, its label in brackets before it, as it is where it is referred to.
//! - Of a canvas each card with text is shown like a note of its own, with a rule before all but the first; a card
//!   with a file is a link. Of a drawing its text elements are shown.
//! - What is nested deeper than any person nests is shown less deep, so that the tree may be walked by recursion: it has
//!   at most [`MAX_DEPTH`] levels. A note that is all nesting is shown as it is written.
//!
//! ```
//! use notekin_note::blocks::{BlockKind, Inline};
//! use notekin_note::{Format, blocks};
//!
//! let shown = blocks(b"# Soup\n\n- [x] buy #leek", Format::Markdown);
//! assert_eq!(shown[0].kind, BlockKind::Heading { level: 1, text: vec![Inline::Text("Soup".into())] });
//! let BlockKind::List { items, .. } = &shown[1].kind else { unreachable!() };
//! assert_eq!((items[0].checked, items[0].lines.start), (Some(true), 3));
//! ```

mod block;
mod callout;
mod containers;
mod inline;
mod inline_tree;
mod leaf;
mod line_finder;
mod reference;
mod run;
mod table;
mod tree;
mod verbatim;

use std::ops::Range;

pub use self::block::{Alignment, Block, BlockKind, ListItem, TableRow};
pub use self::inline::{Destination, Inline, LinkTarget};
use self::line_finder::LineFinder;
use crate::canvas::{self, Card};
use crate::frontmatter::Fence;
use crate::link::{LinkKind, Target};
use crate::source::Source;
use crate::{Format, excalidraw, nesting};

/// The most levels of a tree: quotes, lists, items, and the elements of a text each count as one.
pub const MAX_DEPTH: usize = containers::MAX_DEPTH + inline_tree::MAX_DEPTH;

/// Returns the blocks of a note, given its raw bytes; whatever they are, something is shown.
///
/// Lines are those of the raw file. They ascend in the order of the tree, and those of a block hold those of all that is
/// in it. Takes time linear in the size of the note.
pub fn blocks(raw: &[u8], format: Format) -> Vec<Block> {
    let (source, _) = Source::decode(raw);
    let mut page = Page { lines: LineFinder::new(raw), blocks: Vec::new() };
    match format {
        Format::Canvas => page.canvas(&source),
        Format::Markdown | Format::Excalidraw => page.markdown(&source, format),
    }
    page.blocks
}

/// What is shown of a note, being put together.
struct Page<'a> {
    lines: LineFinder<'a>,
    blocks: Vec<Block>,
}

impl Page<'_> {
    /// Shows the frontmatter and the body of a Markdown file.
    fn markdown(&mut self, source: &Source<'_>, format: Format) {
        let text = source.text();
        let mut body = 0..text.len();
        if let Some(fence) = Fence::find(text) {
            body.start = fence.end;
            let yaml = text[fence.yaml].trim_end();
            let lines = self.lines.of(source, &(0..fence.end));
            if !yaml.trim().is_empty() {
                self.blocks
                    .push(Block { lines, kind: BlockKind::Properties { text: yaml.to_owned() } });
            }
        }
        if format == Format::Excalidraw {
            body = excalidraw::text_elements(text, body);
        }
        self.body(source, body);
    }

    /// Shows Markdown.
    fn body(&mut self, source: &Source<'_>, body: Range<usize>) {
        if nesting::too_deep(&source.text()[body.clone()]).is_some() {
            self.as_written(source, body);
        } else {
            self.blocks.extend(tree::read(source, body, &mut self.lines));
        }
    }

    /// Shows text as it is written, paragraph by paragraph.
    fn as_written(&mut self, source: &Source<'_>, body: Range<usize>) {
        let (mut at, mut paragraph) = (body.start, body.start..body.start);
        for line in source.text()[body].split_inclusive('\n') {
            if line.trim().is_empty() {
                self.raw(source, &paragraph);
                paragraph.start = at + line.len();
            }
            at += line.len();
            paragraph.end = at;
        }
        self.raw(source, &paragraph);
    }

    /// Shows a part of the source as it is written, unless it is blank.
    fn raw(&mut self, source: &Source<'_>, range: &Range<usize>) {
        let text = source.text().get(range.clone()).unwrap_or_default().trim_end();
        if !text.trim().is_empty() {
            let lines = self.lines.of(source, range);
            self.blocks.push(Block { lines, kind: BlockKind::Raw { text: text.to_owned() } });
        }
    }

    /// Shows the cards of a canvas; one that can't be read is shown as it is written.
    fn canvas(&mut self, source: &Source<'_>) {
        match canvas::cards(source) {
            Ok(cards) => cards.into_iter().for_each(|card| self.card(source, card)),
            Err(_) => self.raw(source, &(0..source.text().len())),
        }
    }

    /// Shows one card.
    fn card(&mut self, source: &Source<'_>, card: Card) {
        let (Card::Text(range) | Card::File { range, .. }) = &card;
        let lines = self.lines.of(source, range);
        let before = self.blocks.len();
        if before > 0 {
            self.blocks.push(Block { lines, kind: BlockKind::Rule });
        }
        match card {
            Card::Text(range) => {
                let text = Source::json_string(source, range);
                let body = 0..text.text().len();
                self.body(&text, body);
            }
            Card::File { path, .. } => {
                let to =
                    Destination::Note(LinkTarget::new(Target::read(&path), LinkKind::Markdown));
                let text = vec![Inline::Link { text: vec![Inline::Text(path)], to }];
                self.blocks.push(Block { lines, kind: BlockKind::Paragraph { text } });
            }
        }
        if self.blocks.len() == before + 1 && before > 0 {
            // The card says nothing; the rule would part it from nothing.
            self.blocks.truncate(before);
        }
    }
}
