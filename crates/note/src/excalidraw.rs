//! Excalidraw drawings kept as Markdown: where their text elements are listed.

use std::ops::Range;

/// Returns the part of `body` under the heading `Text Elements`, without the drawing's data.
pub(crate) fn text_elements(text: &str, body: Range<usize>) -> Range<usize> {
    let mut at = body.start;
    let mut start = None;
    for line in text[body.clone()].split_inclusive('\n') {
        let is_data = line.starts_with("%%") || is_heading(line);
        match start {
            None if is_heading_of(line, "text elements") => start = Some(at + line.len()),
            Some(start) if is_data => return start..at,
            _ => {}
        }
        at += line.len();
    }
    start.map_or(body.end..body.end, |start| start..body.end)
}

/// Returns whether the line is one of the plugin's own headings.
fn is_heading(line: &str) -> bool {
    ["drawing", "embedded files", "element links", "excalidraw data"]
        .iter()
        .any(|title| is_heading_of(line, title))
}

/// Returns whether the line is a heading of any level with this title.
fn is_heading_of(line: &str, title: &str) -> bool {
    let bare = line.trim_start_matches('#');
    bare.len() < line.len() && bare.trim().eq_ignore_ascii_case(title)
}

#[cfg(test)]
mod tests {
    use super::text_elements;

    #[test]
    fn only_the_text_elements_remain() {
        let text = "note\n# Excalidraw Data\n\n## Text Elements\nHello ^a1\n\n# mine\n%%\n## Drawing\n{}\n%%";
        assert_eq!(&text[text_elements(text, 5..text.len())], "Hello ^a1\n\n# mine\n");
        let old = "# Text Elements\na\n# Drawing\n{}";
        assert_eq!(&old[text_elements(old, 0..old.len())], "a\n");
        assert!(text_elements("# x", 0..3).is_empty());
    }
}
