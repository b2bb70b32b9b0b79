//! What a request to a server that speaks like OpenAI's may ask for, as far as the server takes it.

/// Something that a request may ask for, and that some server or model refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// The most tokens, as `max_tokens`.
    Limit,
    /// The same as `max_completion_tokens`.
    NewerLimit,
    /// A temperature.
    Temperature,
    /// A count of tokens at the end of the stream.
    Usage,
    /// A role for what is told before a conversation.
    System,
}

/// The wishes that a server grants, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manners {
    wishes: Vec<Wish>,
    /// What is asked for where a limit is refused.
    spare: Option<Wish>,
}

impl Wish {
    /// Returns words, one of which stands in a refusal of it.
    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Limit => &["max_tokens"],
            Self::NewerLimit => &["max_completion_tokens"],
            Self::Temperature => &["temperature"],
            Self::Usage => &["stream_options", "include_usage"],
            Self::System => {
                &["system role", "role 'system'", "role \"system\"", "user and assistant roles"]
            }
        }
    }
}

impl Manners {
    /// Returns those of OpenAI itself, whose models that think choose their words by themselves.
    pub(super) fn of_openai(thinks: bool) -> Self {
        let mut wishes = vec![Wish::NewerLimit, Wish::Usage, Wish::System];
        wishes.extend((!thinks).then_some(Wish::Temperature));
        Self { wishes, spare: Some(Wish::Limit) }
    }

    /// Returns those of the many servers that speak like it.
    pub(super) fn usual() -> Self {
        let wishes = vec![Wish::Limit, Wish::Temperature, Wish::Usage, Wish::System];
        Self { wishes, spare: Some(Wish::NewerLimit) }
    }

    /// Returns whether a request may ask for it.
    pub(super) fn have(&self, wish: Wish) -> bool {
        self.wishes.contains(&wish)
    }

    /// Returns other manners, that may please a server which refuses these; `None` where the refusal is not about them.
    pub(super) fn mended(&self, said: &str) -> Option<Self> {
        let said = said.to_lowercase();
        let is_refused = |wish: &Wish| wish.words().iter().any(|word| said.contains(word));
        let place = self.wishes.iter().position(is_refused)?;
        let mut mended = self.clone();
        let refused = mended.wishes.remove(place);
        if matches!(refused, Wish::Limit | Wish::NewerLimit) {
            mended.wishes.extend(mended.spare.take());
        }
        Some(mended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_has_two_names() {
        let said = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
        let mended = Manners::usual().mended(said).unwrap();
        assert!(mended.have(Wish::NewerLimit) && !mended.have(Wish::Limit));
        let bare = mended.mended(said).unwrap();
        assert!(!bare.have(Wish::NewerLimit) && !bare.have(Wish::Limit));
        assert_eq!(bare.mended(said), None);
        let own = Manners::of_openai(true);
        assert!(own.have(Wish::NewerLimit) && !own.have(Wish::Temperature));
        assert!(own.mended("unknown: max_completion_tokens").unwrap().have(Wish::Limit));
    }

    #[test]
    fn other_wishes_are_given_up() {
        let mended = |said: &str| Manners::usual().mended(said).unwrap();
        let said = "Unsupported value: 'temperature' does not support 0.1 with this model.";
        assert!(!mended(said).have(Wish::Temperature) && mended(said).have(Wish::Limit));
        assert!(!mended("unknown field `stream_options`").have(Wish::Usage));
        assert!(!mended("System role not supported").have(Wish::System));
        assert_eq!(Manners::usual().mended("invalid character in request"), None);
    }
}
