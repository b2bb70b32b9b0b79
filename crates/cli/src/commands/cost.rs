//! What reading by meaning would send to a server, told before it is sent.

use notekin_engine::{Quiet, SyncRequest};
use notekin_wire as wire;

use crate::opened::Opened;
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{consent, interrupt, print};

/// Reads by words, and tells what the rest would take.
pub(crate) fn dry_run(
    opened: &Opened,
    request: SyncRequest,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    words(opened, request)?;
    let cost = opened.engine.cost()?;
    output.reply(&wire::Cost::from(&cost), |out| print::cost::dry_run(&cost, out))?;
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
    words(opened, request)?;
    let rest = SyncRequest { rebuild: false, ..request };
    // The server may be back for the run: without an answer nothing is sent.
    let Ok(cost) = opened.engine.cost() else { return Ok(SyncRequest { unasked: true, ..rest }) };
    if cost.agreed || !cost.elsewhere {
        return Ok(rest);
    }
    consent::to_read("", &cost, false)?;
    Ok(rest)
}

/// Asks before all vectors are made anew, by whichever model. Returns what is left to do: words are read by then.
pub(crate) fn agree_anew(
    opened: &Opened,
    request: SyncRequest,
    yes: bool,
) -> Result<SyncRequest, Failure> {
    words(opened, request)?;
    consent::to_read("", &opened.engine.cost_anew()?, yes)?;
    Ok(SyncRequest { rebuild: false, ..request })
}

/// Reads by words.
fn words(opened: &Opened, request: SyncRequest) -> Result<(), Failure> {
    let request = SyncRequest { words_only: true, reembed: false, ..request };
    opened.engine.sync(request, &Quiet, &interrupt::flag())?;
    Ok(())
}
