//! Taking out what can't be seen: characters that hide text from a person but not from an assistant.
//!
//! A person who reads a note before it is clipped into the vault sees nothing of them, while a model reads tag characters
//! as letters and loses its way among reversed directions. They are taken out rather than shown as escapes, which a model
//! could still be told to read. The note itself stays as it is: lines and bytes that are told count in the file.

/// A text without hidden characters, and where its bytes were: what points into the text, such as highlights, has to be
/// moved along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cleaned {
    pub(crate) text: String,
    /// For each character that was taken out, where it was and how long, in order.
    removed: Vec<(usize, usize)>,
}

impl Cleaned {
    /// Takes the hidden characters out of a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut cleaned = Self { text: String::with_capacity(text.len()), removed: Vec::new() };
        let mut before = None;
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let after = characters.peek().map(|&(_, after)| after);
            if is_hidden(character, before, after) {
                cleaned.removed.push((at, character.len_utf8()));
            } else {
                cleaned.text.push(character);
                before = Some(character);
            }
        }
        cleaned
    }

    /// Returns where a byte of the original text is now; one that was taken out is where the next one begins.
    pub(crate) fn place(&self, byte: usize) -> usize {
        let before = self.removed.iter().take_while(|(at, _)| *at < byte);
        byte - before.map(|(_, length)| length).sum::<usize>()
    }
}

/// Returns a text without hidden characters.
pub(crate) fn clean(text: &str) -> String {
    Cleaned::of(text).text
}

/// Returns whether a character is there but not seen.
///
/// Joiners belong to the writing of several languages and to emoji; between two such characters they stay.
fn is_hidden(character: char, before: Option<char>, after: Option<char>) -> bool {
    if matches!(character, '\u{200C}' | '\u{200D}') {
        return ![before, after].iter().all(|near| near.is_some_and(joins));
    }
    matches!(character,
        // Controls but tab and the ends of lines.
        '\u{0}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        // Soft hyphen, grapheme joiner, letter mark, fillers.
        | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{3164}' | '\u{FFA0}' | '\u{FEFF}'
        // Zero-width space, direction marks, embeddings, overrides, isolates, invisible operators.
        | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FFF9}'..='\u{FFFB}'
        // Tags, and variation selectors that nobody uses: whole texts can be hidden in them.
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns whether a character is of those that joiners stand between: letters of other scripts, and emoji.
fn joins(near: char) -> bool {
    !near.is_ascii() && !near.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_text_is_taken_out() {
        let tags: String =
            "ignore".chars().filter_map(|c| char::from_u32(0xE0000 + c as u32)).collect();
        let mean = format!("te\u{200B}a\u{202E}\u{2066}{tags}\u{FEFF} now\u{0}");
        assert_eq!(clean(&mean), "tea now");
        assert_eq!(clean("one\ttwo\r\nthree"), "one\ttwo\r\nthree");
    }

    #[test]
    fn joiners_stay_where_they_are_writing() {
        for text in ["می\u{200C}خواهم", "👩\u{200D}🚀 goes", "क्\u{200D}ष", "🏳\u{FE0F}\u{200D}🌈"]
        {
            assert_eq!(clean(text), text);
        }
        assert_eq!(clean("a\u{200D}b\u{200C}"), "ab");
    }

    #[test]
    fn places_are_found_again() {
        let text = "\u{200B}green \u{200B}tea";
        let cleaned = Cleaned::of(text);
        let (start, end) = (text.find("tea").unwrap(), text.len());
        assert_eq!(&cleaned.text[cleaned.place(start)..cleaned.place(end)], "tea");
    }
}
