//! Places for a link: where in a note it may be put, and what has to be written there.

use std::ops::Range;

use super::layout::{Block, BlockKind, Layout, List};
use crate::reader::line_start;
use crate::{Edit, Span};

/// More white space after a marker would make code of the item.
const MAX_GAP: usize = 4;

/// A place in the text and what is written there.
pub(super) struct Place {
    /// An offset into the text without its byte order mark.
    pub(super) at: usize,
    text: String,
}

impl Place {
    /// Returns the edit of the raw file that has a byte order mark of `mark` bytes.
    pub(super) fn into_edit(self, mark: usize) -> Edit {
        let at = self.at + mark;
        Edit { span: Span { start: at, end: at }, text: self.text }
    }
}

/// Returns the places in the section at `own`, the best first.
pub(super) fn in_section(layout: &Layout<'_>, own: Range<usize>, link: &str) -> Vec<Place> {
    let is_own = |range: &Range<usize>| own.contains(&range.start);
    let lists = layout.lists.iter().filter(|list| is_own(&list.range));
    let seen: Vec<&List> = lists.filter(|list| !layout.is_hidden(list.range.start)).collect();
    let mut places = Vec::new();
    // A list in a quote or callout is meant only where there is no other.
    for quoted in [false, true] {
        if let Some(list) = seen.iter().rev().find(|list| list.quoted == quoted) {
            places.extend(blank_item(layout, list, link));
            places.extend(next_item(layout, list, link));
        }
    }
    let blocks: Vec<&Block> = layout.blocks.iter().filter(|block| is_own(&block.range)).collect();
    let heading = blocks.iter().position(|block| block.kind == BlockKind::Heading).unwrap_or(0);
    let mut content = blocks.get(heading..).unwrap_or_default();
    // What follows a rule is a footer.
    if let Some(rule) = content.iter().position(|block| block.kind == BlockKind::Rule) {
        content = &content[..rule];
    }
    let last = content.iter().rposition(|block| !layout.is_trailing(block));
    let ends = [last.and_then(|last| content.get(last)), content.first()];
    let item = format!("- {link}");
    places.extend(ends.into_iter().flatten().map(|block| after(layout, block, &item)));
    places
}

/// Returns the place of a new section: the end of the note, but before footnotes, link definitions and comments there.
pub(super) fn new_section(layout: &Layout<'_>, heading: &str, link: &str) -> Place {
    let newline = newline(layout.text);
    let section = format!("{heading}{newline}{newline}- {link}");
    if let Some(last) = layout.blocks.iter().rfind(|block| !layout.is_trailing(block)) {
        return after(layout, last, &section);
    }
    let top = &layout.text[..layout.body.start];
    if !top.is_empty() {
        return below(layout.text, top.trim_end().len(), &section);
    }
    // Nothing but what is kept at the end, or nothing at all; only the former needs a blank line before it.
    let blank = layout.text.len() - layout.text.trim_start_matches(['\n', '\r']).len();
    let needed: usize = if layout.text.trim().is_empty() { 1 } else { 2 };
    let rest = newline.repeat(needed.saturating_sub(lines(&layout.text[..blank])));
    Place { at: 0, text: format!("{section}{rest}") }
}

/// Returns the place of `text` as a block of its own after another block.
fn after(layout: &Layout<'_>, block: &Block, text: &str) -> Place {
    below(layout.text, layout.end_of(&block.range, false), text)
}

/// Returns the place of `added` below the line of the byte before `end`, with one blank line on each side.
fn below(text: &str, end: usize, added: &str) -> Place {
    let at = line_end(text, end);
    let newline = newline(text);
    let next = text[at..].strip_prefix("\r\n").or_else(|| text[at..].strip_prefix(['\n', '\r']));
    let is_followed = next.is_some_and(|next| !next[..line_end(next, 0)].trim().is_empty());
    let gap = if is_followed { newline } else { "" };
    Place { at, text: format!("{newline}{newline}{added}{gap}") }
}

/// Returns the place in the last item of a list if the item is still blank, as templates leave it.
fn blank_item(layout: &Layout<'_>, list: &List, written: &str) -> Option<Place> {
    let item = Item::read(layout, *list.items.last()?)?;
    let rest =
        &layout.text[item.marker.end..layout.end_of(&list.range, list.quoted).max(item.marker.end)];
    if !rest.trim().is_empty() {
        return None;
    }
    let line = &layout.text[item.marker.end..line_end(layout.text, item.marker.end)];
    let gap = if line.is_empty() { " " } else { "" };
    Some(Place { at: item.marker.end + line.len(), text: format!("{gap}{written}") })
}

/// Returns the place of a new item at the end of a list.
fn next_item(layout: &Layout<'_>, list: &List, written: &str) -> Option<Place> {
    let text = layout.text;
    let newest = *list.items.last()?;
    let item = Item::read(layout, newest)?;
    let before = list.items.len().checked_sub(2).and_then(|index| list.items.get(index).copied());
    let marker = item.next_marker(text, before)?;
    let newline = newline(text);
    let is_blank = |c: char| c.is_whitespace() || list.quoted && c == '>';
    let is_loose = before.is_some_and(|before| {
        let item = &text[before..line_start(text, newest)];
        lines(&item[item.trim_end_matches(is_blank).len()..]) > 1
    });
    let gap = if is_loose { format!("{newline}{}", item.prefix.trim_end()) } else { String::new() };
    let at = line_end(text, layout.end_of(&list.range, list.quoted));
    Some(Place { at, text: format!("{gap}{newline}{}{marker}{}{written}", item.prefix, item.gap) })
}

/// How an item of a list is written.
struct Item<'a> {
    /// What stands before its marker: indentation and the marks of quotes.
    prefix: &'a str,
    marker: Range<usize>,
    /// The white space after its marker.
    gap: &'a str,
}

impl<'a> Item<'a> {
    /// Reads the item whose marker starts at `at`; `None` when its line holds more than that.
    fn read(layout: &Layout<'a>, at: usize) -> Option<Self> {
        let text = layout.text;
        let prefix = &text[line_start(text, at)..at];
        if !prefix.chars().all(|c| matches!(c, ' ' | '\t' | '>')) {
            return None;
        }
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let marker = at..at + digits + 1;
        let rest = text.get(marker.end..)?;
        let gap = &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()];
        let is_blank = rest[gap.len()..].starts_with(['\n', '\r']) || rest.len() == gap.len();
        let gap = if is_blank || gap.is_empty() || gap.len() > MAX_GAP { " " } else { gap };
        Some(Self { prefix, marker, gap })
    }

    /// Returns the marker of the next item, given where the item before this one starts.
    fn next_marker(&self, text: &str, before: Option<usize>) -> Option<String> {
        let marker = &text[self.marker.clone()];
        let number = marker.trim_end_matches(['.', ')']);
        if number.len() == marker.len() {
            return Some(marker.to_owned());
        }
        let value: u64 = number.parse().ok()?;
        // Some number every item alike and leave the counting to Markdown.
        let is_alike = before.is_some_and(|before| text[before..].starts_with(marker));
        let next = if is_alike { value } else { value + 1 };
        Some(format!("{next:0width$}{}", &marker[number.len()..], width = number.len()))
    }
}

/// Returns the line ending that most lines of a text have.
fn newline(text: &str) -> &'static str {
    let crlf = text.matches("\r\n").count();
    let lf = text.matches('\n').count() - crlf;
    let cr = text.matches('\r').count() - crlf;
    match lf.max(crlf).max(cr) {
        most if most == lf => "\n",
        most if most == crlf => "\r\n",
        _ => "\r",
    }
}

/// Returns where the line of the byte at `at` ends, before its line ending.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find(['\n', '\r']).map_or(text.len(), |len| at + len)
}

/// Counts the line endings in a text.
fn lines(text: &str) -> usize {
    let pairs = text.matches("\r\n").count();
    text.matches(['\n', '\r']).count() - pairs
}
