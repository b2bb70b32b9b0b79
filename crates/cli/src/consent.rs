//! Questions to the user.

use std::io::{self, BufRead, IsTerminal};

use anstream::eprint;
use notekin_engine::{Cost, Kind};

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
    agree(&[(cost.elsewhere, print::cost::told(cost, what))], yes)
}

/// Makes sure of the same for several models, each of which is named; nothing is asked where none has anything to read.
pub(crate) fn to_read_by_each(what: &str, costs: &[&Cost], yes: bool) -> Result<(), Failure> {
    let told = |cost: &Cost| {
        // Of a model on this machine only the time is told otherwise.
        let by = cost.seconds.map(|_| format!(", by `{}`,", cost.model)).unwrap_or_default();
        (cost.elsewhere, print::cost::told(cost, &format!("{what}{by}")))
    };
    let all = costs.iter().filter(|cost| cost.passages > 0);
    agree(&all.map(|cost| told(cost)).collect::<Vec<_>>(), yes)
}

/// Makes sure that the user agrees to what is told: whether it is sent elsewhere, and what it takes.
fn agree(all: &[(bool, String)], yes: bool) -> Result<(), Failure> {
    let join = |verbs: [&str; 2]| {
        let each = all.iter().map(|(sent, told)| format!("{} {told}", verbs[usize::from(*sent)]));
        each.collect::<Vec<_>>().join("; ")
    };
    let reading = join(["reading", "sending"]);
    if yes || all.is_empty() {
        if !all.is_empty() {
            talk::tell(&reading);
        }
        return Ok(());
    }
    match ask(&format!("This {}. Go on?", join(["reads", "sends"]))) {
        Answer::Yes => Ok(()),
        Answer::No => Err(declined()),
        Answer::Unasked => Err(Failure::invalid(
            format!("{reading} needs your consent"),
            Some("add `--yes` to go on without asking"),
        )),
    }
}

/// Returns the failure of what the user said no to.
fn declined() -> Failure {
    Failure::Problem {
        kind: Kind::Cancelled,
        chain: vec!["not agreed, so nothing was read by the model or sent to it".to_owned()],
        hint: Some("`--words-only` reads by words alone".to_owned()),
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
