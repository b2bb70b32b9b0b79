//! What stands in quotation marks.

/// The kinds of marks: those that open, and those that close what they open.
const KINDS: [(&[char], [char; 2]); 3] =
    [(&['"'], ['"', '"']), (&['“', '„'], ['”', '“']), (&['«'], ['»', '»'])];

/// Takes quoted texts out of one text, from its start to its end.
///
/// A mark that is never closed is a mark like any other sign. That no closing mark follows is remembered, so that a text
/// full of such marks is looked through once for each kind, not once for each mark.
#[derive(Clone, Debug, Default)]
pub struct Quotes {
    /// The kinds of which no closing mark follows.
    unclosed: [bool; KINDS.len()],
}

impl Quotes {
    /// Returns the text in the quotation marks that the rest of a text starts with, and what follows them, if they are
    /// closed. Must be given ever shorter rests of the same text.
    pub fn next<'a>(&mut self, rest: &'a str) -> Option<(&'a str, &'a str)> {
        let open = rest.chars().next()?;
        let kind = KINDS.iter().position(|(opening, _)| opening.contains(&open))?;
        if self.unclosed[kind] {
            return None;
        }
        let inner = &rest[open.len_utf8()..];
        let Some(end) = inner.find(KINDS[kind].1) else {
            self.unclosed[kind] = true;
            return None;
        };
        let after = inner[end..].chars().next().map_or(0, char::len_utf8);
        Some((&inner[..end], &inner[end + after..]))
    }
}

/// Returns the text in the quotation marks that a text starts with, and what follows them, if they are closed.
pub fn quoted(text: &str) -> Option<(&str, &str)> {
    Quotes::default().next(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_closed_by_their_own_kind() {
        assert_eq!(quoted("\"a b\" c"), Some(("a b", " c")));
        assert_eq!(quoted("„a“b”"), Some(("a", "b”")));
        assert_eq!(quoted("“a”"), Some(("a", "")));
        assert_eq!(quoted("«a»»"), Some(("a", "»")));
        for text in ["", "a", "\"a", "“a\"", "«a«", "»a»", "'a'"] {
            assert_eq!(quoted(text), None, "{text}");
        }
    }

    #[test]
    fn no_closing_mark_is_looked_for_where_none_can_follow() {
        let mut quotes = Quotes::default();
        assert_eq!(quotes.next("«a «b \"c\""), None);
        assert_eq!(quotes.next("«b»"), None, "it was looked for before");
        assert_eq!(quotes.next("\"c\""), Some(("c", "")), "each kind by itself");
        assert_eq!(quotes.next("„c"), None);
        assert_eq!(quotes.next("“c”"), None, "these are closed alike");
    }
}
