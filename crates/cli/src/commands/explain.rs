//! `notekin explain`: whether a file is read, and why.

use notekin_engine::Audience;
use notekin_wire as wire;

use crate::args::{ExplainArgs, Global};
use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};

pub(crate) fn run(
    args: &ExplainArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let opened = opened::one(&config, global, false)?;
    let path = opened::within(&opened.vault, &args.path.to_string_lossy());
    let explanation = opened.engine.explain(&path, Audience::Owner)?;
    let reply = wire::Explanation::from(&explanation);
    output.reply(&reply, |out| print::status::explanation(&explanation, out))?;
    Ok(Outcome::found(explanation.verdict != "missing"))
}
