//! The model's character map: text as its author typed it -> text as the model was taught to read it.
use super::cursor::{Cursor, Flaw, Parsed};
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;

/// What the model reads in place of a space; every word starts with it.
pub(super) const SPACE: char = '\u{2581}';

/// More entries than Unicode has characters are a damaged file.
const MOST_ENTRIES: usize = 0x11_0000;

/// Single characters and what they are replaced by.
///
/// The file's map is compatibility folding of one character at a time, line breaks and tabs to
/// spaces included. It knows no combining marks, so the text is composed before and after.
#[derive(Debug)]
pub(super) struct Characters {
    images: HashMap<char, String>,
}

impl Characters {
    /// Reads the map from a weights file.
    pub(super) fn read(file: &mut Cursor<'_>) -> Parsed<Self> {
        let count = file.count("number of characters", MOST_ENTRIES)?;
        let length = file.u32()? as usize;
        let mut entries = Cursor::new(file.take(length)?);
        let images = (0..count).map(|_| read_entry(&mut entries)).collect::<Parsed<_>>()?;
        Ok(Self { images })
    }

    /// Returns `text` as words that each start with [`SPACE`], with nothing between them.
    pub(super) fn words(&self, text: &str) -> String {
        let mut mapped = String::with_capacity(text.len());
        for letter in text.nfc() {
            match self.images.get(&letter) {
                Some(image) => mapped.push_str(image),
                None => mapped.push(letter),
            }
        }
        mark_words(mapped.nfc(), text.len())
    }
}

fn mark_words(letters: impl Iterator<Item = char>, length: usize) -> String {
    let mut words = String::with_capacity(length + length / 4);
    let mut after_space = true;
    for letter in letters {
        // A letter that looks like the mark is one, so that a word holds the mark only in front.
        let space = letter == ' ' || letter == SPACE;
        if after_space && !space {
            words.push(SPACE);
        }
        if !space {
            words.push(letter);
        }
        after_space = space;
    }
    words
}

fn read_entry(entries: &mut Cursor<'_>) -> Parsed<(char, String)> {
    let from = read_char(entries)?;
    let length = entries.u8()?;
    let image = (0..length).map(|_| read_char(entries)).collect::<Parsed<_>>()?;
    Ok((from, image))
}

fn read_char(entries: &mut Cursor<'_>) -> Parsed<char> {
    let number = entries.u32()?;
    char::from_u32(number).ok_or_else(|| Flaw::Damaged(format!("names a character {number:#x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let images = [
            ('\n', " "),
            ('\t', " "),
            ('\u{ff76}', "カ"),
            ('\u{ff9e}', "\u{3099}"),
            ('\u{7f}', ""),
        ];
        let images = images.map(|(from, to)| (from, to.to_owned())).into();
        assert_eq!(Characters { images }.words(text), expect.replace('_', "\u{2581}"), "{text:?}");
    }

    #[test]
    fn words_are_marked_and_white_space_is_one() {
        check("a bc", "_a_bc");
        check("  a \n\t b  ", "_a_b");
        check("a\u{7f}b", "_ab");
        check("", "");
        check(" \n", "");
        check("a\u{2581}\u{2581}b", "_a_b");
    }

    #[test]
    fn marks_are_composed_before_and_after_the_map() {
        check("cafe\u{301}", "_caf\u{e9}");
        check("\u{ff76}\u{ff9e}", "_\u{30ac}");
    }
}
