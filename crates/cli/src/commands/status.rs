//! `notekin status`: how much of a vault is read.

use notekin_engine::Audience;
use notekin_wire as wire;

use crate::args::Global;
use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};

pub(crate) fn run(global: &Global, output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    for opened in opened::all(&config, global, false)? {
        let status = opened.engine.status(Audience::Owner)?;
        let reply = wire::Status::from(&status);
        output.reply(&reply, |out| print::status::whole(&opened, &status, out))?;
    }
    Ok(Outcome::Found)
}
