//! Questions to the user.

use std::io::{self, BufRead, IsTerminal};

use anstream::eprint;

use crate::talk;

/// What the user says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Go on.
    Yes,
    /// Don't.
    No,
    /// Nobody is there to be asked.
    Unasked,
}

/// Asks a question that can be answered by yes or no; only a plain yes counts as one.
pub(crate) fn ask(question: &str) -> Answer {
    if talk::is_silent() || !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Answer::Unasked;
    }
    eprint!("{question} [y/N] ");
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(_) if matches!(line.trim().to_lowercase().as_str(), "y" | "yes") => Answer::Yes,
        _ => Answer::No,
    }
}
