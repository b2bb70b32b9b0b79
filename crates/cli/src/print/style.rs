//! Emphasis, links, and text that can't harm a terminal.

use anstyle::Style;

/// What matters most.
pub(crate) const BOLD: Style = Style::new().bold();
/// What matters least.
pub(crate) const DIM: Style = Style::new().dimmed();

/// Returns `text` as a link to `url`, on terminals that know links.
pub(crate) fn linked(text: &str, url: &str) -> String {
    format!("\u{1b}]8;;{url}\u{1b}\\{text}\u{1b}]8;;\u{1b}\\")
}

/// Returns a note's text on one line, with nothing in it that a terminal would obey.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|letter| if is_obeyed(letter) { ' ' } else { letter }).collect()
}

/// Returns whether a terminal acts on `letter`, or lets it turn the text around.
fn is_obeyed(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_note_cannot_command_the_terminal() {
        assert_eq!(plain("a\u{1b}[31mb\nc\u{202e}d\u{9b}e"), "a [31mb c d e");
        assert_eq!(plain("Grün 茶 🍵"), "Grün 茶 🍵");
    }
}
