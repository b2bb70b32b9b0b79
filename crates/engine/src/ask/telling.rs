//! Telling an answer while a model still writes it, as far as its sentences are complete and checked.

use notekin_answer::{Checks, Grounded, Outcome, Passage, complete, ground};

/// An answer that is being written.
pub(super) struct Telling<'a> {
    passages: &'a [Passage],
    checks: Checks<'a>,
    hear: &'a mut dyn FnMut(&str),
    /// What the model has written.
    written: String,
    /// How much of that was checked.
    checked: usize,
    /// What was told of it.
    told: String,
}

impl<'a> Telling<'a> {
    pub(super) fn new(
        passages: &'a [Passage],
        checks: Checks<'a>,
        hear: &'a mut dyn FnMut(&str),
    ) -> Self {
        Self { passages, checks, hear, written: String::new(), checked: 0, told: String::new() }
    }

    /// Takes what the model writes next, and tells the sentences that are complete with it. Nothing is told before one of
    /// them is tied to a passage: what a model says from memory alone is no answer.
    pub(super) fn push(&mut self, text: &str) {
        self.written.push_str(text);
        let complete = complete(&self.written);
        if complete > self.checked {
            self.checked = complete;
            let part = ground(&self.written[..complete], self.passages, &self.checks);
            self.tell(&part);
        }
    }

    /// Tells the rest of the checked answer. What came out otherwise in the end is told once more as a whole.
    pub(super) fn end(mut self, answer: &Grounded) {
        if !self.told.is_empty() && !answer.marked().starts_with(&self.told) {
            (self.hear)("\n\n");
            self.told.clear();
        }
        self.tell(answer);
    }

    /// Tells what is new of an answer of which anything comes from the notes.
    fn tell(&mut self, answer: &Grounded) {
        if answer.outcome != Outcome::Answered {
            return;
        }
        let marked = answer.marked();
        if let Some(new) = marked.strip_prefix(self.told.as_str()).filter(|new| !new.is_empty()) {
            (self.hear)(new);
            self.told = marked;
        }
    }
}
