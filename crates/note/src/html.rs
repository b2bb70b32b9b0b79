//! Raw HTML: its text and its comments, without its tags.

use std::ops::Range;

/// A stretch of an HTML block worth keeping.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text outside of tags.
    Text(Range<usize>),
    /// The inside of a comment.
    Comment(Range<usize>),
}

/// Elements whose content is no text.
const SILENT: &[&str] = &["script", "style"];

/// Divides the HTML at `range` of `source`.
pub(crate) fn pieces(source: &str, range: Range<usize>) -> Vec<Piece> {
    let html = &source[..range.end];
    let mut found = Vec::new();
    let mut at = range.start;
    while at < html.len() {
        let open = html[at..].find('<').map_or(html.len(), |open| at + open);
        if open > at {
            found.push(Piece::Text(at..open));
        }
        at = markup(html, open, &mut found);
    }
    found
}

/// Passes over what starts with the `<` at `open`, and returns where it ends.
fn markup(html: &str, open: usize, found: &mut Vec<Piece>) -> usize {
    let rest = &html[open..];
    if let Some(inside) = rest.strip_prefix("<!--") {
        let len = inside.find("-->").unwrap_or(inside.len());
        found.push(Piece::Comment(open + 4..open + 4 + len));
        return (open + 4 + len + 3).min(html.len());
    }
    if !rest[1.min(rest.len())..]
        .starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c))
    {
        // A lone `<` is text.
        let end = (open + 1).min(html.len());
        if end > open {
            found.push(Piece::Text(open..end));
        }
        return end;
    }
    let end = rest.find('>').map_or(html.len(), |close| open + close + 1);
    silent_end(html, open, end)
}

/// Returns where the element opened at `open..end` stops being silent; `end` for most elements.
fn silent_end(html: &str, open: usize, end: usize) -> usize {
    let tag = &html[open + 1..end];
    let name_len = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
    match SILENT.iter().find(|name| name.eq_ignore_ascii_case(&tag[..name_len])) {
        Some(name) => {
            html[end..].find(&format!("</{name}")).map_or(html.len(), |close| end + close)
        }
        None => end,
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    fn check(html: &str, text: &[&str], comments: &[&str]) {
        let (mut texts, mut asides) = (Vec::new(), Vec::new());
        for piece in pieces(html, 0..html.len()) {
            match piece {
                Piece::Text(range) => texts.push(&html[range]),
                Piece::Comment(range) => asides.push(&html[range]),
            }
        }
        assert_eq!((texts.as_slice(), asides.as_slice()), (text, comments), "{html}");
    }

    #[test]
    fn text_stays_and_tags_go() {
        check("<p class=\"x\">a <b>b</b></p>", &["a ", "b"], &[]);
        check("<!-- x > y -->z", &["z"], &[" x > y "]);
        check("1 < 2<br", &["1 ", "<", " 2"], &[]);
        check("<style>p{}</style>a<script>b", &["a"], &[]);
        check("<!-- open", &[], &[" open"]);
        check("<", &["<"], &[]);
    }
}
