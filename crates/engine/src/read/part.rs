//! Where the parts of a note lie.

use std::ops::Range;

use notekin_index::{NoteDetail, NoteRow, SectionRow};
use notekin_note::fold;

use super::request::NotePart;
use super::text::NoteText;
use crate::Error;

/// Headings or block ids named when one isn't found.
const NEAR: usize = 20;

/// Returns where in a note's text a part of it lies.
pub(super) fn range(
    part: &NotePart,
    note: &NoteRow,
    detail: &NoteDetail,
    text: &NoteText,
) -> Result<Range<usize>, Error> {
    let no_part = |what: String, near: Vec<String>| Error::NoSuchPart {
        note: note.path.as_str().to_owned(),
        part: what,
        near: near.into_iter().take(NEAR).collect(),
    };
    match part {
        NotePart::Whole => Ok(text.range()),
        NotePart::Lines(lines) => Ok(text.at_lines(*lines)),
        NotePart::Heading(heading) => {
            section(detail, heading).map(|bytes| text.at_bytes(&bytes)).ok_or_else(|| {
                let headings = detail.sections.iter().filter(|section| section.level > 0);
                no_part(
                    format!("heading `{heading}`"),
                    headings.map(|section| section.title.clone()).collect(),
                )
            })
        }
        NotePart::Block(id) => block(detail, text, id).ok_or_else(|| {
            let ids = detail.blocks.iter().map(|block| format!("^{}", block.id));
            no_part(format!("block `{id}`"), ids.collect())
        }),
    }
}

/// Returns the bytes of the file that hold the section under a heading, with all sections below it.
///
/// Of a path such as `Soups > Beet` or `Soups#Beet` the last part counts, below the ones before it. A heading that holds
/// such a character itself is found by its whole text first.
fn section(detail: &NoteDetail, heading: &str) -> Option<Range<usize>> {
    let whole = find(&detail.sections, &[heading]);
    let place = whole.or_else(|| {
        let path: Vec<&str> = heading.split(['#', '>']).map(str::trim).collect();
        let path: Vec<&str> = path.into_iter().filter(|part| !part.is_empty()).collect();
        find(&detail.sections, &path)
    })?;
    let own = &detail.sections[place];
    let next = detail.sections[place + 1..].iter().find(|section| section.level <= own.level);
    let end = match (next, detail.sections.last()) {
        (Some(next), _) => next.span.start,
        (None, last) => last.map_or(own.span.end, |last| last.span.end),
    };
    Some(own.span.start..end)
}

/// Finds the first section with the last title of a path that stands after sections with the titles before it.
fn find(sections: &[SectionRow], path: &[&str]) -> Option<usize> {
    let mut from = 0;
    let mut place = None;
    for title in path {
        let wanted = fold(title.trim());
        let is_it = |section: &SectionRow| section.level > 0 && fold(&section.title) == wanted;
        let found = from + sections[from..].iter().position(is_it)?;
        (place, from) = (Some(found), found + 1);
    }
    place
}

/// Returns the lines of the block that carries an id: those up to the id without a blank line between. An id that stands
/// alone belongs to what is before it.
fn block(detail: &NoteDetail, text: &NoteText, id: &str) -> Option<Range<usize>> {
    let id = id.trim_start_matches('^');
    let place = detail.blocks.iter().find(|block| block.id.eq_ignore_ascii_case(id))?.span;
    let all = text.range();
    let id = text.at_bytes(&place.range());
    let before = text.bytes(&(all.start..id.start));
    let after = text.bytes(&(id.end..all.end));
    let line_end = after.iter().position(|byte| *byte == b'\n').map_or(after.len(), |at| at + 1);
    Some(all.start + start_of_block(&before)..id.end + line_end)
}

/// Returns where the block begins whose id follows `before`.
fn start_of_block(before: &[u8]) -> usize {
    let mut start = before.len();
    let mut has_text = false;
    for line in before.split_inclusive(|byte| *byte == b'\n').rev() {
        let written =
            line.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<_>>();
        // The mark before the id is no text yet.
        let is_blank = written.is_empty() || written == b"^";
        if is_blank && has_text {
            break;
        }
        start -= line.len();
        has_text |= !is_blank;
        if has_text && starts_item(line) {
            break;
        }
    }
    start
}

/// Returns whether a line begins an item of a list, ordered or not: an id ends the item it stands in, not the whole list.
fn starts_item(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after = &line[digits..];
    match after {
        [b'-' | b'*' | b'+', b' ', ..] => digits == 0,
        [b'.' | b')', b' ', ..] => digits > 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::start_of_block;

    fn block(before: &str) -> &str {
        &before[start_of_block(before.as_bytes())..]
    }

    #[test]
    fn a_block_is_what_the_id_ends() {
        assert_eq!(block("One.\n\nTwo,\nthree ^"), "Two,\nthree ^");
        assert_eq!(block("- a\n- b\n  c ^"), "- b\n  c ^");
        assert_eq!(block("Text\n\n| a |\n| b |\n\n^"), "| a |\n| b |\n\n^");
        assert_eq!(block("1. one\n2. two ^"), "2. two ^");
        assert_eq!(block("^"), "^");
    }
}
