//! `notekin retry`: tries again what the model couldn't embed.

use notekin_engine::SyncRequest;

use crate::args::Global;
use crate::commands::index;
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{interrupt, opened};

pub(crate) fn run(global: &Global, output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let opened = opened::one(&config, global, true)?;
    if opened.engine.paused().is_some() {
        return Err(index::paused());
    }
    index::sync(
        &opened,
        SyncRequest { retry: true, unasked: true, ..SyncRequest::default() },
        &interrupt::flag(),
        output,
    )
}
