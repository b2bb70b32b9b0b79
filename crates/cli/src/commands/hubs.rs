//! `notekin hubs`: the notes under which others belong.

use notekin_wire::HubsReply;

use crate::args::{Global, HubsArgs};
use crate::asked::Asked;
use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};
use crate::talk;

pub(crate) fn run(
    args: &HubsArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let asked = Asked::of_one(&config, global, !args.no_update)?;
    let request = args.filter.notes(&asked.vaults(), args.no_update)?;
    let reply = asked.hubs(&request)?;
    output.reply(&reply, |out| print::hubs::reply(asked.vault(), &reply, out))?;
    if !output.is_json() {
        talk::tell(&summary(&reply));
        talk::notices(&reply.notices);
    }
    Ok(Outcome::found(!reply.hubs.is_empty()))
}

/// Returns what was found, and what makes a hub here.
fn summary(reply: &HubsReply) -> String {
    let (links, backlinks) = (talk::count(reply.least_links, "other"), reply.least_backlinks);
    match (reply.hubs.len(), reply.crowd, reply.scope) {
        (0, _, Some(0)) => talk::none_passes(reply.notes),
        (0, Some(crowd), _) => format!(
            "no hub was found: {} of {} link to at least {links} and are linked from {backlinks}, so that none stands out",
            talk::grouped(crowd),
            talk::count(reply.notes, "note")
        ),
        (0, None, _) => format!(
            "no hub was found: none of these notes links to at least {links} and is linked from {backlinks}"
        ),
        (found, ..) => format!(
            "{}: what links to at least {links} and is linked from {backlinks}",
            talk::count(found, "hub")
        ),
    }
}
