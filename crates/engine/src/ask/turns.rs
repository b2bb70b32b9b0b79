//! What was said before, as far as it may be told again.

use notekin_answer::NOT_IN_NOTES;

use super::indexes::Indexes;
use super::request::{AskRequest, Turn};
use crate::notice::Notice;
use crate::{Audience, Error, Several};

/// Earlier turns, for one audience.
pub(super) struct Seen {
    pub(super) said: Vec<notekin_answer::Turn>,
    /// Whether any of them was made from private notes.
    pub(super) are_private: bool,
    /// What was met when it was looked which notes may still be seen.
    pub(super) notices: Vec<Notice>,
}

impl Several<'_> {
    /// Returns the earlier turns of a request that an audience may see. Where that depends on what became of notes, changes
    /// are taken in first.
    ///
    /// One that private notes went into is left out whole where these may not be seen: its question tells of them too. So
    /// is one of which a note became private since, is left out of the vault or is gone, and all that followed from it.
    pub(super) fn turns(&self, request: &AskRequest, audience: Audience) -> Result<Seen, Error> {
        let turns = &request.turns;
        if audience.sees_private() || turns.is_empty() {
            return Ok(seen(turns, Vec::new()));
        }
        let mut notices = Vec::new();
        if request.update {
            for engine in self.engines() {
                notices.extend(engine.take_in_changes()?);
            }
        }
        // What the search then says of changes is newer; what was mended is told but once.
        notices.retain(|notice| matches!(notice, Notice::Recovered { .. }));
        let indexes = Indexes::of(self);
        let mut told = Vec::new();
        for turn in turns.iter().filter(|turn| !turn.is_private) {
            if !indexes.show(&turn.notes)? {
                break;
            }
            told.push(turn.clone());
        }
        Ok(seen(&told, notices))
    }
}

/// Returns all turns.
fn seen(turns: &[Turn], notices: Vec<Notice>) -> Seen {
    let said = turns.iter().map(|turn| {
        // As the model itself would have said it: no protocol takes an empty answer.
        let answer = if turn.answer.is_empty() { NOT_IN_NOTES } else { &turn.answer };
        notekin_answer::Turn { question: turn.question.clone(), answer: answer.to_owned() }
    });
    let are_private = turns.iter().any(|turn| turn.is_private);
    Seen { said: said.collect(), are_private, notices }
}
