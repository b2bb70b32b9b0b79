//! `notekin copies`: notes that say the same.

use notekin_wire::NotesRequest;

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
    let request = NotesRequest {
        no_update: args.no_update,
        folders: args.filter.folders(&asked.vaults()),
        tags: args.filter.tag.clone(),
        filter: args.filter.conditions()?,
        ..NotesRequest::default()
    };
    let reply = asked.copies(&request)?;
    output.reply(&reply, |out| print::copies::reply(asked.vault(), &reply, out))?;
    if !output.is_json() {
        output.finish()?;
        talk::tell(&print::copies::summary(&reply));
        talk::notices(&reply.notices);
    }
    Ok(Outcome::found(!reply.groups.is_empty()))
}
