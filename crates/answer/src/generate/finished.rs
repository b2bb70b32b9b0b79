//! A finished text.

/// What a model has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The text, without hidden thoughts. It is what was handed on, but for thoughts that only their end gives away.
    pub text: String,
    /// Why it ends there.
    pub finish: Finish,
    /// The tokens that were read, where the server says so.
    pub tokens_in: Option<u64>,
    /// The tokens that were written, hidden thoughts included, where the server says so.
    pub tokens_out: Option<u64>,
    /// The model, by the name that its server gives it.
    pub model: String,
}

/// Why a text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All was said.
    Stop,
    /// The most tokens were reached.
    Length,
    /// The server held it back, or the model wouldn't answer.
    Filtered,
    /// The caller asked to stop.
    Cancelled,
}
