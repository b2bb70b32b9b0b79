//! Several texts that were given as one, with commas between.
//!
//! Assistants write lists in either way. A comma may belong to a name, though, which then stands in quotation marks.

use notekin_engine::{Quotes, quoted};

/// Splits a text at its commas, but for those in quotation marks at the start of a part or of a value in it. A part that
/// stands in quotation marks as a whole loses them; empty parts are none.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut quotes = Quotes::default();
    let mut parts = Vec::new();
    let (mut start, mut at, mut may_open) = (0, 0, true);
    while let Some(c) = text[at..].chars().next() {
        if let Some((_, after)) = may_open.then(|| quotes.next(&text[at..])).flatten() {
            at = text.len() - after.len();
            may_open = false;
            continue;
        }
        if c == ',' {
            parts.push(&text[start..at]);
            start = at + 1;
        }
        may_open =
            matches!(c, ',' | ':' | '=' | '<' | '>' | '!' | '-') || may_open && c.is_whitespace();
        at += c.len_utf8();
    }
    parts.push(&text[start..]);
    parts.into_iter().map(bare).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Returns a part without the spaces around it, and without its quotation marks where these are around all of it.
fn bare(part: &str) -> &str {
    match quoted(part.trim()) {
        Some((inside, "")) => inside,
        _ => part.trim(),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commas_in_quotation_marks_are_no_ends() {
        assert_eq!(split("a, b,,c ,"), ["a", "b", "c"]);
        assert_eq!(split("folder:\"a, b\", -tag:x"), ["folder:\"a, b\"", "-tag:x"]);
        assert_eq!(split("property:who=“Li, Ann”,due"), ["property:who=“Li, Ann”", "due"]);
        assert_eq!(split("\"Li, Ann\", work"), ["Li, Ann", "work"]);
        assert_eq!(split("5\" disk, 3\" tape"), ["5\" disk", "3\" tape"], "inches");
        assert_eq!(split("folder:\"a, b"), ["folder:\"a", "b"], "never closed");
        assert!(split(" , ").is_empty());
    }
}
