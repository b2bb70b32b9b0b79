//! How findings look.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use notekin_wire::{Doctor, Level};

use super::style::{DIM, plain};
use crate::talk;

/// Writes a line for each finding, problems first, under those that can be mended how, and at the end how all is.
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
    let of = |level| reply.findings.iter().filter(|finding| finding.level == level).count();
    let parts = [count(of(Level::Problem), "problem"), count(of(Level::Note), "note")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        writeln!(out, "all is well")
    } else {
        writeln!(out, "{}", parts.join(", "))
    }
}

/// Returns how many there are; nothing where there are none.
fn count(count: usize, what: &str) -> Option<String> {
    (count > 0).then(|| talk::count(count, what))
}
