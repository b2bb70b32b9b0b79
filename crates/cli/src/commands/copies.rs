//! `notekin copies`: notes that say the same.

use notekin_engine::{Audience, CopiesRequest};
use notekin_wire as wire;

use crate::args::{CopiesArgs, Global};
use crate::output::Output;
use crate::print::{self, progress};
use crate::report::{Failure, Outcome};
use crate::{interrupt, opened, talk};

pub(crate) fn run(
    args: &CopiesArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let opened = opened::one(&config, global, !args.no_update)?;
    let filter = args.filter.filter(std::slice::from_ref(&opened))?;
    let request = CopiesRequest { filter, update: !args.no_update };
    let bar = progress::Bar::new();
    let reply = opened.engine.copies(&request, Audience::Owner, &bar, &interrupt::flag());
    bar.finish();
    let reply = reply?;
    output.reply(&wire::CopiesReply::from(&reply), |out| {
        print::copies::reply(&opened.vault, &reply, out)
    })?;
    if !output.is_json() {
        output.finish()?;
        talk::tell(&print::copies::summary(&reply));
        talk::notices(&reply.notices);
    }
    Ok(Outcome::found(!reply.groups.is_empty()))
}
