//! A secret: a text that shows itself to nobody.
use std::fmt;

/// A text with fewer letters is not looked for.
const SHORT: usize = 6;

/// A key or token, which no log or debug output shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps `text`, without the white space around it; `None` when nothing is left, or when it holds what no header may.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_sound = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_graphic());
        is_sound.then(|| Self(text.to_owned()))
    }

    /// Returns the text itself, for a header or a file that only its owner may read.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns what somebody says, without the secret should it be part of that. One of a few letters stands in any
    /// sentence, and protects nothing.
    pub fn hidden_in(&self, said: &str) -> String {
        if self.0.len() < SHORT { said.to_owned() } else { said.replace(&self.0, "…") }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_is_trimmed_and_never_shown() {
        let secret = Secret::new(" sk-123\n").unwrap();
        assert_eq!(secret.reveal(), "sk-123");
        assert!(!format!("{secret:?}").contains("123"));
    }

    #[test]
    fn a_secret_that_is_repeated_is_taken_out() {
        let secret = Secret::new("sk-123").unwrap();
        assert_eq!(secret.hidden_in("wrong key: sk-123."), "wrong key: ….");
    }

    #[test]
    fn what_no_header_may_hold_is_no_secret() {
        assert_eq!(Secret::new(" \n"), None);
        assert_eq!(Secret::new("a\nb"), None);
        assert_eq!(Secret::new("schlüssel"), None);
    }
}
