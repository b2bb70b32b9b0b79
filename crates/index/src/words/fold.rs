//! Folding: what makes two spellings of a word the same.
//!
//! This goes further than [`notekin_note::fold`], by which names and tags are compared: there `cafe`
//! and `café` are two.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

use super::script::is_unspaced;

/// Whether a word can start with this character.
pub(super) fn starts_word(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

/// Whether a word can go on with this character.
pub(super) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    (c.is_alphanumeric() || is_combining_mark(c) || is_ignored(c))
        && !is_unspaced(c)
        && !encloses(c)
}

/// Appends the folded form of a word: compatibility forms, case and most diacritics do not count.
pub(crate) fn fold_word(word: &str, folded: &mut String) {
    if word.is_ascii() {
        folded.extend(word.chars().map(|c| c.to_ascii_lowercase()));
        return;
    }
    for c in word.nfkc().flat_map(char::to_lowercase).filter(|&c| !is_ignored(c)) {
        if is_unspaced(c) {
            folded.push(c);
        } else {
            decompose_canonical(c, |part| push_plain(part, folded));
        }
    }
}

/// Appends a letter unless it is a diacritic; some letters have a plain spelling but no
/// decomposition.
fn push_plain(c: char, folded: &mut String) {
    let plain = match c {
        c if is_diacritic(c) => "",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ı' => "i",
        'ς' => "σ",
        '’' | 'ʼ' => "'",
        '\u{2010}' | '\u{2011}' => "-",
        _ => return folded.push(c),
    };
    folded.push_str(plain);
}

/// Marks of Latin, Greek, Cyrillic, Hebrew and Arabic; those of other scripts make another letter.
fn is_diacritic(c: char) -> bool {
    matches!(c as u32,
        0x0300..=0x036F | 0x0591..=0x05C7 | 0x0610..=0x061A | 0x064B..=0x065F | 0x0670 | 0x06D6..=0x06ED
        | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF | 0xFE20..=0xFE2F)
        && is_combining_mark(c)
}

/// Marks that draw a shape around a character: a keycap ends its digit.
fn encloses(c: char) -> bool {
    matches!(c as u32, 0x20DD..=0x20E0 | 0x20E2..=0x20E4)
}

/// Characters that are not seen: soft hyphens, joiners, direction marks, variant selectors.
fn is_ignored(c: char) -> bool {
    matches!(c as u32, 0x00AD | 0x034F | 0x200B..=0x200F | 0x2060 | 0xFE00..=0xFE0F | 0xFEFF | 0xE0100..=0xE01EF)
}
