//! Scripts that put no spaces between words.

use unicode_normalization::char::is_combining_mark;

/// Whether a character belongs to a run that is cut into pairs.
pub(super) fn is_unspaced(c: char) -> bool {
    // Most text has only these, and each of its characters is asked about.
    if c < '\u{0E00}' {
        return false;
    }
    let of_script = matches!(c as u32,
        // Thai, Lao, Burmese, Khmer.
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF
        // Hangul.
        | 0x1100..=0x11FF | 0x3130..=0x318F | 0xA960..=0xA97F | 0xAC00..=0xD7FF | 0xFFA0..=0xFFDC
        // Kana and Bopomofo.
        | 0x3040..=0x312F | 0x31A0..=0x31BF | 0x31F0..=0x31FF | 0xFF66..=0xFF9F | 0x1AFF0..=0x1B16F
        // Han, with its radicals, repetition marks, numerals and annotations.
        | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3021..=0x303C | 0x3190..=0x319F | 0x3220..=0x3229 | 0x3280..=0x3289 | 0x3400..=0x9FFF | 0xF900..=0xFAFF
        | 0x20000..=0x3FFFF);
    of_script && (c.is_alphanumeric() || is_combining_mark(c))
}

/// Whether a character makes one with the character before it: voicing marks, the later parts of a
/// Korean syllable, and variant selectors.
pub(super) fn joins_before(c: char) -> bool {
    matches!(c as u32, 0x1160..=0x11FF | 0x3099 | 0x309A | 0xD7B0..=0xD7FF | 0xFF9E | 0xFF9F | 0xFE00..=0xFE0F | 0xE0100..=0xE01EF)
}
