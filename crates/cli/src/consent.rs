//! Questions to the user.

use std::io::{self, BufRead, IsTerminal};

use anstream::eprint;
use notekin_engine::Cost;

use crate::report::Failure;
use crate::{print, talk};

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

/// Makes sure that the user agrees to read passages by meaning, after saying what that takes; `what` says more of them.
pub(crate) fn to_read(what: &str, cost: &Cost, yes: bool) -> Result<(), Failure> {
    let told = print::cost::told(cost, what);
    let (present, reading) =
        if cost.elsewhere { ("sends", "sending") } else { ("reads", "reading") };
    if yes {
        talk::tell(&format!("{reading} {told}"));
        return Ok(());
    }
    match ask(&format!("This {present} {told}. Go on?")) {
        Answer::Yes => Ok(()),
        Answer::No => Err(notekin_engine::Error::Cancelled.into()),
        Answer::Unasked => Err(Failure::invalid(
            format!("{reading} {told} needs your consent"),
            Some("add `--yes` to go on without asking"),
        )),
    }
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
