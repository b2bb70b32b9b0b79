//! Who may write an assistant's answers.
//!
//! It is the user who says so, in settings that this crate doesn't know, and may say otherwise at any time. The list of
//! tools is fixed when a server starts; who writes is asked for at each call, so that what is taken back holds at once.

use std::fmt;

use notekin_engine::ask::Writer;

/// Says which model may write answers for assistants now, asked at each question; none where sentences of the notes are to
/// be quoted. What it can't tell refuses the question.
pub type WriterSource = Box<dyn Fn() -> Result<Option<Writer>, String> + Send + Sync>;

/// What assistants may have made of a question. It belongs to a service, not to a vault: one model writes from all of
/// them.
pub(crate) struct Answers {
    /// Whether `ask_notes` is listed; tools of a profile that answer are there without it.
    pub(crate) listed: bool,
    /// Who writes, asked at each question.
    pub(crate) writer: WriterSource,
}

impl Default for Answers {
    /// Nothing is listed, and nobody writes.
    fn default() -> Self {
        Self { listed: false, writer: Box::new(|| Ok(None)) }
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Answers").field("listed", &self.listed).finish_non_exhaustive()
    }
}
