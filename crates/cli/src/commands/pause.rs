//! `notekin pause` and `notekin resume`: let reading by meaning rest, and go on.

use notekin_wire as wire;

use crate::args::{Global, PauseArgs};
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{opened, print};

pub(crate) fn pause(
    args: &PauseArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    for opened in opened::all(&config, global, true)? {
        let pause = opened.engine.pause(args.time)?;
        let reply = wire::Paused::new(&opened.vault.name, Some(pause));
        output.reply(&reply, |out| print::status::paused(&opened, pause, out))?;
    }
    Ok(Outcome::Found)
}

pub(crate) fn resume(global: &Global, output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    for opened in opened::all(&config, global, false)? {
        let was_paused = opened.engine.resume()?;
        let reply = wire::Paused::new(&opened.vault.name, None);
        output.reply(&reply, |out| print::status::resumed(&opened, was_paused, out))?;
    }
    Ok(Outcome::Found)
}
