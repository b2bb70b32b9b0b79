//! `notekin measure --compare`: the same measurement with several models.

use notekin_config::Config;
use notekin_engine::MeasureRequest;
use notekin_wire as wire;

use crate::args::MeasureArgs;
use crate::commands::model;
use crate::opened::Opened;
use crate::output::Output;
use crate::print::{self, progress};
use crate::report::{Failure, Outcome};
use crate::{consent, interrupt, talk};

/// Measures the vault with the chosen model and with those that are named.
pub(super) fn run(
    args: &MeasureArgs,
    (config, opened): (&Config, &Opened),
    request: MeasureRequest,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let others = args.compare.iter().map(|id| {
        model::check_name(id)?;
        Ok((id.clone(), config.servers(id)?))
    });
    let others = others.collect::<Result<Vec<_>, Failure>>()?;
    let (bar, interrupted) = (progress::Bar::new(), interrupt::flag());
    let comparing = opened.engine.comparing(request, others, &bar, &interrupted);
    bar.finish();
    let comparing = comparing?;
    if comparing.costs().len() == 1 {
        let message = format!("`{}` is the chosen model itself", args.compare.join("`, `"));
        return Err(Failure::invalid(message, Some("name another one to compare it with")));
    }
    consent::to_read_by_each(" without their links", &comparing.costs(), args.yes)?;
    let bar = progress::Bar::new();
    let compared = comparing.run(&bar, &interrupted);
    bar.finish();
    let compared = compared?;
    let reply = wire::Comparison::from(compared.as_slice());
    output.reply(&reply, |out| print::comparison::text(&compared, out))?;
    output.finish()?;
    for compared in &compared {
        let notices = compared.measurement.notices.iter().map(wire::Notice::from);
        talk::notices(&notices.collect::<Vec<_>>());
    }
    Ok(Outcome::Found)
}
