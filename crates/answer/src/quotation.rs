//! Quotations: what of a passage is shown where some bytes of it are quoted.

use std::ops::Range;

/// What hides what stands between it: Obsidian's comments and those of HTML.
const COMMENTS: [(&str, &str); 2] = [("%%", "%%"), ("<!--", "-->")];

/// Returns the bytes that are quoted of a place in a passage: all of it, or its lines without the marks by which a
/// block of quoted text or a callout goes on in the next one.
pub(crate) fn pieces(text: &str, place: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = place.start;
    for line in text[place.clone()].split_inclusive('\n') {
        let marks = if at == place.start { 0 } else { marks(line) };
        let (start, end) = (at + marks, at + line.trim_end().len());
        at += line.len();
        match found.last_mut().filter(|_| marks == 0) {
            Some(last) if start < end => last.end = end,
            None if start < end => found.push(start..end),
            _ => {}
        }
    }
    if let [only] = found.as_mut_slice()
        && marks_in(text, &place) == 0
    {
        *only = place;
    }
    found
}

/// Returns how many lines of a place go on behind marks.
fn marks_in(text: &str, place: &Range<usize>) -> usize {
    text[place.clone()].split_inclusive('\n').skip(1).filter(|line| marks(line) > 0).count()
}

/// Returns how long the marks are with which a line of quoted text starts, the type of a callout included.
pub(crate) fn marks(line: &str) -> usize {
    let bare = line.trim_start_matches([' ', '\t', '>']);
    if !line.trim_start().starts_with('>') {
        return 0;
    }
    let kind = bare.strip_prefix("[!").and_then(|rest| Some(&rest[rest.find(']')? + 1..]));
    let bare =
        kind.map_or(bare, |rest| rest.trim_start_matches(['-', '+']).trim_start_matches(' '));
    line.len() - bare.len()
}

/// Returns what comments hide of a text, in which `code` is code.
pub(crate) fn hidden(text: &str, code: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let is_code = |at: usize| code.iter().any(|code| code.contains(&at));
    for (open, close) in COMMENTS {
        let mut at = 0;
        while let Some(start) = text[at..].find(open).map(|start| at + start) {
            at = start + open.len();
            let ends = text[at..].match_indices(close).map(|(end, _)| at + end);
            let end = ends.into_iter().find(|&end| !is_code(end)).filter(|_| !is_code(start));
            if let Some(end) = end {
                at = end + close.len();
                found.push(start..at);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{hidden, pieces};

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let found: Vec<&str> =
            pieces(text, 0..text.len()).into_iter().map(|place| &text[place]).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn quoted_text_is_shown_without_its_marks() {
        check("One.\nTwo.\n\nThree.", &["One.\nTwo.\n\nThree."]);
        check("One\n> two.\n>\n> > three.\nFour", &["One", "two.", "three.\nFour"]);
        check("One.\n\n> [!tip]- Tea\n> Two.", &["One.", "Tea", "Two."]);
    }

    #[test]
    fn comments_hide() {
        let text = "a %%b%% c <!-- d\n--> e `%%` f %% g";
        let found: Vec<&str> = hidden(text, std::slice::from_ref(&(28..32)))
            .into_iter()
            .map(|place| &text[place])
            .collect();
        assert_eq!(found, ["%%b%%", "<!-- d\n-->"]);
        assert_eq!(hidden("100 %% b", &[]), []);
    }
}
