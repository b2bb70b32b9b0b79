//! Emoji: pictures that people look for like words.

/// Returns the length of the emoji a text starts with, without what joins it to the next.
///
/// Colours of skin and forms of display belong to it but make no difference; a flag is two letters.
pub(super) fn emoji(text: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    let (_, first) = chars.next()?;
    if is_flag_letter(first) {
        let (at, second) = chars.next()?;
        return is_flag_letter(second).then_some(at + second.len_utf8());
    }
    is_picture(first).then_some(first.len_utf8())
}

fn is_flag_letter(c: char) -> bool {
    matches!(c as u32, 0x1F1E6..=0x1F1FF)
}

/// The blocks of pictures, without the five colours of skin.
fn is_picture(c: char) -> bool {
    matches!(c as u32,
        0x231A..=0x231B | 0x23E9..=0x23F3 | 0x2600..=0x27BF | 0x2B05..=0x2B07 | 0x2B1B..=0x2B1C | 0x2B50 | 0x2B55
        | 0x1F004 | 0x1F0CF | 0x1F300..=0x1F3FA | 0x1F400..=0x1F64F | 0x1F680..=0x1F6FF | 0x1F7E0..=0x1F7EB
        | 0x1F900..=0x1F9FF | 0x1FA70..=0x1FAFF)
}
