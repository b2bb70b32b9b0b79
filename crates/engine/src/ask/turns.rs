//! What was said before, as far as it may be told again.

use notekin_answer::NOT_IN_NOTES;

use super::request::Turn;
use crate::Audience;

/// Earlier turns, for one audience.
pub(super) struct Seen {
    pub(super) said: Vec<notekin_answer::Turn>,
    /// Whether any of them was made from private notes.
    pub(super) are_private: bool,
}

/// Returns the turns that an audience may see. One that private notes went into is left out whole where these may not be
/// seen: its question tells of them too.
pub(super) fn seen(turns: &[Turn], audience: Audience) -> Seen {
    let seen = turns.iter().filter(|turn| audience.sees_private() || !turn.is_private);
    let said = seen.clone().map(|turn| {
        // As the model itself would have said it: no protocol takes an empty answer.
        let answer = if turn.answer.is_empty() { NOT_IN_NOTES } else { &turn.answer };
        notekin_answer::Turn { question: turn.question.clone(), answer: answer.to_owned() }
    });
    Seen { said: said.collect(), are_private: seen.clone().any(|turn| turn.is_private) }
}
