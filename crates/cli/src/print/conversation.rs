//! How conversations look.

use std::io::{self, Write};

use notekin_wire as wire;

use super::ask::{harmless, range};
use super::style::{BOLD, DIM, plain};
use crate::talk;

/// Writes what is kept, a line a conversation.
pub(crate) fn list(kept: &wire::Conversations, out: &mut dyn Write) -> io::Result<()> {
    for entry in &kept.conversations {
        let turns = talk::count(entry.turns, "question");
        writeln!(out, "{}. {}  {DIM}{turns}{DIM:#}", entry.id, plain(&entry.question))?;
    }
    Ok(())
}

/// Writes all that was asked and answered.
pub(crate) fn whole(conversation: &wire::Conversation, out: &mut dyn Write) -> io::Result<()> {
    for (at, turn) in conversation.turns.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", plain(&turn.question))?;
        match turn.answer.as_str() {
            "" => writeln!(out, "not in your notes")?,
            answer => writeln!(out, "{}", harmless(answer))?,
        }
        for source in &turn.sources {
            let lines = range(source.lines.start, source.lines.end);
            writeln!(out, "{DIM}from {}, {lines}{DIM:#}", plain(&source.path))?;
        }
    }
    Ok(())
}
