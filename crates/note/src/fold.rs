//! Folding: the form in which names and blocks are compared.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Returns `text` in NFC and lower case, the form in which names are compared.
///
/// Accents count, however they are encoded.
///
/// ```
/// use notekin_note::fold;
///
/// assert_eq!(fold("CAF\u{c9}"), fold("cafe\u{301}"));
/// assert_ne!(fold("Café"), fold("Cafe"));
/// ```
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.to_lowercase(),
        IsNormalized::No | IsNormalized::Maybe => text.nfc().collect::<String>().to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn composed_and_decomposed_names_meet() {
        assert_eq!(fold("Cafe\u{301} ÉTÉ"), fold("CAF\u{c9} e\u{301}te\u{301}"));
        assert_eq!(fold("README"), "readme");
    }
}
