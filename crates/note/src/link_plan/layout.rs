//! The layout of a note: its outermost blocks, and the lists a link may be added to.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use crate::comment::Comments;
use crate::html;
use crate::reader::{comments, events, line_start};

/// What stands where in the body of a note.
pub(super) struct Layout<'a> {
    pub(super) text: &'a str,
    pub(super) body: Range<usize>,
    /// In the order of the text.
    pub(super) blocks: Vec<Block>,
    /// The lists that lie in no other list, in the order of the text.
    pub(super) lists: Vec<List>,
    /// Where a comment opens that is never closed.
    pub(super) unclosed: Option<usize>,
    comments: Comments,
}

/// A block that lies in no other.
pub(super) struct Block {
    pub(super) kind: BlockKind,
    pub(super) range: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    Heading,
    Rule,
    Footnote,
    Html,
    Other,
}

/// A list outside of other lists.
pub(super) struct List {
    pub(super) range: Range<usize>,
    /// Where the markers of its own items stand.
    pub(super) items: Vec<usize>,
    /// Whether it lies in a quote or a callout.
    pub(super) quoted: bool,
}

/// An element around the one being read.
enum Around {
    Quote,
    /// A list, with its place among the lists that count.
    List(Option<usize>),
    Other,
}

impl<'a> Layout<'a> {
    /// Reads the layout of the body.
    pub(super) fn new(text: &'a str, body: Range<usize>) -> Self {
        let (comments, unclosed) = comments(text, &body);
        let (blocks, lists) = (Vec::new(), Vec::new());
        let mut layout = Self { text, body: body.clone(), blocks, lists, unclosed, comments };
        let mut around = Vec::new();
        for (event, range) in events(text, &body) {
            match event {
                Event::Start(tag) => layout.start(&tag, range, &mut around),
                Event::End(_) => drop(around.pop()),
                Event::Rule if around.is_empty() => {
                    layout.blocks.push(Block { kind: BlockKind::Rule, range });
                }
                _ => {}
            }
        }
        layout
    }

    /// Takes the start of an element.
    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>, around: &mut Vec<Around>) {
        if around.is_empty() {
            self.blocks.push(Block { kind: kind_of(tag), range: range.clone() });
        }
        let next = match tag {
            Tag::BlockQuote(_) => Around::Quote,
            Tag::List(_) if around.iter().all(|outer| matches!(outer, Around::Quote)) => {
                let quoted = !around.is_empty();
                self.lists.push(List { range, items: Vec::new(), quoted });
                Around::List(Some(self.lists.len() - 1))
            }
            Tag::List(_) => Around::List(None),
            Tag::Item => {
                self.start_item(&range, around.last());
                Around::Other
            }
            _ => Around::Other,
        };
        around.push(next);
    }

    /// Notes the marker of an item of a list that counts.
    fn start_item(&mut self, range: &Range<usize>, outer: Option<&Around>) {
        let Some(Around::List(Some(list))) = outer else { return };
        // The parser lets some items begin with the end of the line before.
        let item = &self.text[range.clone()];
        let marker = range.start + (item.len() - item.trim_start().len());
        if let Some(list) = self.lists.get_mut(*list) {
            list.items.push(marker);
        }
    }

    /// Returns whether a comment hides the byte at `at`.
    pub(super) fn is_hidden(&self, at: usize) -> bool {
        self.comment_over(at).is_some()
    }

    /// Returns the comment that hides the byte at `at`.
    fn comment_over(&self, at: usize) -> Option<&Range<usize>> {
        let ranges = self.comments.ranges();
        let after = ranges.partition_point(|range| range.end <= at);
        ranges.get(after).filter(|range| range.start <= at)
    }

    /// Returns where the text of a block ends, without blank lines and without comments on lines of their own after it.
    pub(super) fn end_of(&self, range: &Range<usize>, quoted: bool) -> usize {
        let is_blank = |c: char| c.is_whitespace() || quoted && c == '>';
        let trimmed = |end: usize| {
            let kept = &self.text[range.start..end.max(range.start)];
            range.start + kept.trim_end_matches(is_blank).len()
        };
        let mut end = trimmed(range.end);
        while let Some(comment) = end.checked_sub(1).and_then(|last| self.comment_over(last)) {
            let apart = line_start(self.text, comment.start) == comment.start;
            if !apart || comment.start <= range.start || ends_region(&self.text[comment.clone()]) {
                break;
            }
            end = trimmed(comment.start);
        }
        end
    }

    /// Returns whether a block is of the kind that is kept at the end of a note: a footnote, or nothing but comments.
    pub(super) fn is_trailing(&self, block: &Block) -> bool {
        let text = &self.text[block.range.clone()];
        match block.kind {
            BlockKind::Footnote => true,
            BlockKind::Html => {
                let said = html::pieces(self.text, block.range.clone());
                let is_silent = |piece: &html::Piece| match piece {
                    html::Piece::Text(range) => self.text[range.clone()].trim().is_empty(),
                    html::Piece::Comment(_) => true,
                };
                let is_comment =
                    text.trim_start().starts_with("<!--") && text.trim_end().ends_with("-->");
                is_comment && said.iter().all(is_silent) && !ends_region(text)
            }
            _ => self.says_nothing(&block.range) && !ends_region(text),
        }
    }

    /// Returns whether comments hide all of a range but white space.
    fn says_nothing(&self, range: &Range<usize>) -> bool {
        let mut at = range.start;
        while at < range.end {
            let Some(c) = self.text[at..].chars().next() else { break };
            at = match self.comment_over(at) {
                Some(comment) => comment.end,
                None if c.is_whitespace() => at + c.len_utf8(),
                None => return false,
            };
        }
        true
    }
}

/// Returns the kind of the block that starts with `tag`.
fn kind_of(tag: &Tag<'_>) -> BlockKind {
    match tag {
        Tag::Heading { .. } => BlockKind::Heading,
        Tag::FootnoteDefinition(_) => BlockKind::Footnote,
        Tag::HtmlBlock => BlockKind::Html,
        _ => BlockKind::Other,
    }
}

/// Returns whether a comment ends a region that a program fills, such as `%% End Waypoint %%` or `<!-- tocstop -->`.
///
/// Whatever is written before it is lost when the region is filled again.
fn ends_region(comment: &str) -> bool {
    let inside = comment.trim().trim_start_matches(['%', '<', '!', '-', ' ']);
    let mut words = inside.split(|c: char| !c.is_alphanumeric());
    inside.starts_with('/')
        || words.any(|word| {
            ["end", "stop", "tocstop", "endregion"].iter().any(|end| end.eq_ignore_ascii_case(word))
        })
}
