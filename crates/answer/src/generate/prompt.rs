//! A prompt: what a model is told before it writes.
use notekin_net::served::tokens;

/// A conversation that a model is to go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// What the model is told before the conversation; nothing when empty.
    pub system: String,
    /// What was said, oldest first; the last thing is the user's.
    pub turns: Vec<Turn>,
    /// The most tokens it writes. Models that think before they write get more, as their thoughts count too.
    pub max_tokens: usize,
}

/// One thing that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who said it.
    pub speaker: Speaker,
    /// What was said.
    pub text: String,
}

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// Whoever asks.
    User,
    /// The model.
    Model,
}

impl Prompt {
    /// Returns a prompt of one question.
    pub fn asking(system: &str, question: &str, max_tokens: usize) -> Self {
        let turn = Turn { speaker: Speaker::User, text: question.to_owned() };
        Self { system: system.to_owned(), turns: vec![turn], max_tokens }
    }

    /// Returns how many tokens it has at most, with those that a template writes around each turn.
    pub fn tokens_at_most(&self) -> usize {
        self.texts().map(|text| tokens::at_most(text) + AROUND).sum()
    }

    /// Returns how many tokens it has at least.
    pub fn tokens_at_least(&self) -> usize {
        self.texts().map(tokens::at_least).sum()
    }

    /// Returns the turns, with what the model is told before them as part of the first.
    pub(super) fn folded(&self) -> Vec<Turn> {
        let mut turns = self.turns.clone();
        if let Some(first) = turns.first_mut().filter(|_| !self.system.is_empty()) {
            first.text = format!("{}\n\n{}", self.system, first.text);
        }
        turns
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.system.as_str())
            .chain(self.turns.iter().map(|turn| turn.text.as_str()))
    }
}

/// The tokens that a template writes around a turn, generously.
const AROUND: usize = 8;

impl Speaker {
    /// Returns the word for the speaker in all protocols but Gemini's.
    pub(super) fn role(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Model => "assistant",
        }
    }
}
