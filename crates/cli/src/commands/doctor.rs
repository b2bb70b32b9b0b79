//! `notekin doctor`: whether all is well on this machine, and what mends what isn't.

use notekin_config::Environment;
use notekin_http::doctor::{Look, examine};

use crate::args::DoctorArgs;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};

pub(crate) fn run(args: &DoctorArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let look = Look { online: args.online, own: None };
    let reply = examine(&Environment::of_process(), look);
    output.reply(&reply, |out| print::doctor::findings(&reply, out))?;
    // 2 is for what couldn't be looked at all; here it was, and a problem was found.
    Ok(Outcome::found(reply.healthy))
}
