//! What reading by meaning would send to a server, told before it is sent.

use std::io::Write;

use notekin_engine::{Cost, Quiet, SyncRequest};
use notekin_wire as wire;

use crate::consent::{self, Answer};
use crate::interrupt;
use crate::opened::Opened;
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::talk::count;

/// Reads by words, and tells what the rest would take.
pub(crate) fn dry_run(
    opened: &Opened,
    request: SyncRequest,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    words(opened, request)?;
    let cost = opened.engine.cost()?;
    let reply = wire::Cost {
        notes: cost.notes,
        passages: cost.passages,
        tokens: cost.tokens,
        elsewhere: cost.elsewhere,
        model: opened.engine.settings().model.clone(),
    };
    output.reply(&reply, |out: &mut dyn Write| {
        writeln!(out, "{} by `{}`{}", told(&cost), reply.model, place(&cost))
    })?;
    Ok(Outcome::Found)
}

/// Asks before a model elsewhere is sent anything for the first time; one that failed is told of by the run itself.
///
/// Returns what is left to do: words are read by then.
pub(crate) fn agree(
    opened: &Opened,
    request: SyncRequest,
    yes: bool,
) -> Result<SyncRequest, Failure> {
    if yes {
        return Ok(request);
    }
    let before = words(opened, request)?;
    let rest = SyncRequest { rebuild: false, ..request };
    let Ok(cost) = opened.engine.cost() else { return Ok(rest) };
    let named = &opened.engine.settings().model;
    let is_used = before.is_some_and(|model| model.split('@').next() == named.split('@').next());
    if is_used || !cost.elsewhere || cost.passages == 0 {
        return Ok(rest);
    }
    let told = format!("{} to `{}`, which isn't on this machine", told(&cost), named);
    match consent::ask(&format!("This sends {told}. Go on?")) {
        Answer::Yes => Ok(rest),
        Answer::No => Err(notekin_engine::Error::Cancelled.into()),
        Answer::Unasked => Err(Failure::invalid(
            format!("sending {told} needs your consent"),
            Some("add `--yes` to go on without asking; `--dry-run` tells the cost"),
        )),
    }
}

/// Reads by words; returns the model whose vectors there are.
fn words(opened: &Opened, request: SyncRequest) -> Result<Option<String>, Failure> {
    let request = SyncRequest { words_only: true, reembed: false, ..request };
    Ok(opened.engine.sync(request, &Quiet, &interrupt::flag())?.model)
}

fn told(cost: &Cost) -> String {
    let (notes, passages) = (count(cost.notes, "note"), count(cost.passages, "passage"));
    format!("{passages} of {notes}, about {} at most,", count(cost.tokens, "token"))
}

fn place(cost: &Cost) -> &'static str {
    if cost.elsewhere { ", which isn't on this machine" } else { ", on this machine" }
}
