//! `notekin hubs`: the notes under which others belong.

use notekin_engine::{Audience, HubsRequest};
use notekin_wire as wire;

use crate::args::{Global, HubsArgs};
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
    let opened = opened::one(&config, global, !args.no_update)?;
    let filter = args.filter.filter(std::slice::from_ref(&opened))?;
    let request = HubsRequest { filter, update: !args.no_update };
    let reply = opened.engine.hubs(&request, Audience::Owner)?;
    output.reply(&wire::HubsReply::from(&reply), |out| {
        print::hubs::reply(&opened.vault, &reply, out)
    })?;
    if !output.is_json() {
        if reply.hubs.is_empty() {
            talk::tell(&match reply.scope {
                Some(scope) if scope.passing == 0 => talk::none_passes(scope),
                _ => format!(
                    "no hub was found: none of these notes links to {} others and is linked from {}",
                    reply.least_links, reply.least_backlinks
                ),
            });
        }
        talk::notices(&reply.notices);
    }
    Ok(Outcome::found(!reply.hubs.is_empty()))
}
