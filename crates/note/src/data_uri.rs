//! Data URIs: files written out as text, which say nothing to a reader.

use std::ops::Range;

/// Returns the parts of `text` outside of its base64 data URIs.
pub(crate) fn without(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (mark, _) in text.match_indices(";base64,") {
        let start = text[from.min(mark)..mark].rfind("data:").map(|at| from + at);
        if let Some(start) = start.filter(|&start| !text[start..mark].contains(char::is_whitespace))
        {
            parts.push(from..start);
            let payload = &text[mark + 8..];
            from = mark + 8 + payload.find(|c| !is_base64(c)).unwrap_or(payload.len());
        }
    }
    parts.push(from..text.len());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns `text` without its base64 data URIs.
pub(crate) fn removed(text: &str) -> String {
    without(text).into_iter().map(|part| &text[part]).collect()
}

/// Returns whether the character may stand in base64, of either alphabet.
fn is_base64(c: char) -> bool {
    c.is_ascii_alphanumeric() || "+/=_-".contains(c)
}

#[cfg(test)]
mod tests {
    use super::without;

    fn check(text: &str, expected: &[&str]) {
        let parts: Vec<_> = without(text).into_iter().map(|part| &text[part]).collect();
        assert_eq!(parts, expected);
    }

    #[test]
    fn only_data_uris_go() {
        check("a data:image/png;base64,AAA+/= b", &["a ", " b"]);
        check("data:x;base64,AA", &[]);
        check("data: x;base64,AA", &["data: x;base64,AA"]);
        check("a;base64,b", &["a;base64,b"]);
        check("data:a;base64,AA data:b;base64,BB.", &[" ", "."]);
    }
}
