//! Pieces of HTML.

use std::fmt::{Arguments, Write as _};

/// Returns a text that stands for itself in HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// Returns words in which what stands between backticks is code.
pub(super) fn with_code(words: &str) -> String {
    let words = escaped(words);
    let parts = words.split('`').enumerate().map(|(at, part)| {
        if at % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }
    });
    parts.collect::<Vec<_>>().concat()
}

/// Returns a cell of a table's head.
pub(super) fn head(words: &str) -> String {
    format!("<th>{}</th>", escaped(words))
}

/// Adds to a page.
pub(super) fn put(page: &mut String, what: Arguments<'_>) {
    // Writing to a text can't fail.
    let _ = page.write_fmt(what);
}

#[cfg(test)]
mod tests {
    use super::{escaped, with_code};

    #[test]
    fn a_name_stands_for_itself() {
        assert_eq!(escaped("<b>\"R&D's\"</b>"), "&lt;b&gt;&quot;R&amp;D&#39;s&quot;&lt;/b&gt;");
        assert_eq!(with_code("run `a` or `<b>`"), "run <code>a</code> or <code>&lt;b&gt;</code>");
    }
}
