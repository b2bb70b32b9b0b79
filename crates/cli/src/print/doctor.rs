//! How findings look.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use notekin_wire::{Doctor, Level};

use super::style::{DIM, plain};

/// Writes a line for each finding, problems first, and under those that can be mended how.
pub(crate) fn findings(reply: &Doctor, out: &mut dyn Write) -> io::Result<()> {
    for finding in &reply.findings {
        let (mark, colour) = match finding.level {
            Level::Problem => ("problem", AnsiColor::Red),
            Level::Note => ("note", AnsiColor::Yellow),
            Level::Ok => ("ok", AnsiColor::Green),
        };
        let style = Style::new().fg_color(Some(colour.into()));
        let what = format!("{:<9}", finding.what);
        writeln!(out, "{style}{mark:<7}{style:#}  {what} {}", plain(&finding.message))?;
        if let Some(fix) = &finding.fix {
            writeln!(out, "                   {DIM}{}{DIM:#}", plain(fix))?;
        }
    }
    Ok(())
}
