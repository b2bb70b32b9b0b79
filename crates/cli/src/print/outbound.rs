//! How calls to servers look.

use std::io::{self, Write};

use notekin_wire as wire;

use super::style::{DIM, plain};
use crate::talk::{count, size};

/// Writes calls, a line each, and how many there are.
pub(crate) fn calls(reply: &wire::Outbound, out: &mut dyn Write) -> io::Result<()> {
    for call in &reply.calls {
        let outcome = match (&call.status, &call.error) {
            (Some(status), _) => status.to_string(),
            (None, Some(error)) => error.clone(),
            (None, None) => String::new(),
        };
        let place = if call.local { "this machine" } else { "elsewhere" };
        writeln!(
            out,
            "{DIM}{}{DIM:#}  {} ({place})  {}: {} out, {} in, {outcome}",
            call.time,
            plain(&call.host),
            plain(&call.purpose),
            size(call.bytes_out),
            size(call.bytes_in),
        )?;
    }
    match reply.total {
        0 => writeln!(out, "nothing was ever sent"),
        total => writeln!(out, "{}; `{}` has them all", count(total, "call"), reply.record),
    }
}
