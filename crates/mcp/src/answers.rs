//! Who may write an assistant's answers.

use std::fmt;

use notekin_engine::ask::Writer;

/// Says which model may write answers for assistants now, asked at each question; none where sentences of the notes are to
/// be quoted. What it can't tell refuses the question.
pub type WriterSource = Box<dyn Fn() -> Result<Option<Writer>, String> + Send + Sync>;

/// What assistants may have made of a question.
pub(crate) struct Answers {
    /// Whether `ask_notes` is listed.
    pub(crate) listed: bool,
    /// Who writes.
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
