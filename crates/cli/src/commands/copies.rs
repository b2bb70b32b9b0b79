//! `notekin copies`: notes that say the same.

use crate::args::{CopiesArgs, Global};
use crate::asked::Asked;
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{opened, print, talk};

pub(crate) fn run(
    args: &CopiesArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let asked = Asked::of_one(&config, global, !args.no_update)?;
    let request = args.filter.notes(&asked.vaults(), args.no_update)?;
    let reply = asked.copies(&request)?;
    output.reply(&reply, |out| print::copies::reply(asked.vault(), &reply, out))?;
    if !output.is_json() {
        output.finish()?;
        talk::tell(&print::copies::summary(&reply));
        talk::notices(&reply.notices);
    }
    Ok(Outcome::found(!reply.groups.is_empty()))
}
