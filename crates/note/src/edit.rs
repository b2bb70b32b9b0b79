//! An edit: the one change that turns a note into another.

use crate::Span;

/// A stretch of a note and the text that takes its place.
///
/// ```
/// use notekin_note::{Edit, Span};
///
/// let edit = Edit { span: Span { start: 1, end: 1 }, text: "b".to_owned() };
/// assert_eq!(edit.apply("ac").as_deref(), Some("abc"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes of the raw file that go; empty where text is only added.
    pub span: Span,
    /// What comes in their place.
    pub text: String,
}

impl Edit {
    /// Returns the edited text, or `None` when the span doesn't lie on characters of `raw`.
    pub fn apply(&self, raw: &str) -> Option<String> {
        let (before, after) = (raw.get(..self.span.start)?, raw.get(self.span.end..)?);
        (self.span.start <= self.span.end).then(|| [before, &self.text, after].concat())
    }
}
