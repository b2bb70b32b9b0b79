//! `notekin outbound`: what was sent to servers.

use notekin_engine::outbound::CallRecord;
use notekin_engine::{self as engine};
use notekin_wire as wire;

use crate::args::OutboundArgs;
use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};

pub(crate) fn run(args: &OutboundArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let record = CallRecord::at(&config.places.outbound());
    let entries = record.entries().map_err(engine::outbound::failed)?;
    let wanted = entries.iter().filter(|entry| !(args.elsewhere && entry.local));
    let mut calls: Vec<_> = wanted.map(wire::Call::from).collect();
    let total = calls.len();
    let shown = calls.split_off(total.saturating_sub(args.limit));
    let reply = wire::Outbound { record: record.path().display().to_string(), calls: shown, total };
    output.reply(&reply, |out| print::outbound::calls(&reply, out))?;
    Ok(Outcome::found(total > 0))
}
