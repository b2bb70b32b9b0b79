//! How near-copies look.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use notekin_config::Vault;
use notekin_engine::{Copied, CopiesReply, CopyGroup, Difference};

use super::style::{BOLD, DIM, linked, plain};
use crate::talk;

/// Lines shown of each note that only it has.
const LINES: usize = 3;
/// Characters shown of a line.
const WIDTH: usize = 100;

/// Writes the groups, and under each copy how it differs.
pub(crate) fn reply(vault: &Vault, reply: &CopiesReply, out: &mut dyn Write) -> io::Result<()> {
    for (at, group) in reply.groups.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        write_group(vault, group, out)?;
    }
    Ok(())
}

/// Returns what was found in a few words.
pub(crate) fn summary(reply: &CopiesReply) -> String {
    let compared = talk::count(reply.compared, "note");
    if reply.groups.is_empty() {
        return format!("no near-copies among {compared}");
    }
    let copies = reply.groups.iter().map(|group| group.notes.len()).sum();
    let groups = talk::count(reply.groups.len(), "group");
    format!("{} of {compared} in {groups} of near-copies", talk::grouped(copies))
}

fn write_group(vault: &Vault, group: &CopyGroup, out: &mut dyn Write) -> io::Result<()> {
    let Some((first, copies)) = group.notes.split_first() else { return Ok(()) };
    writeln!(out, "{BOLD}{}{BOLD:#}", name(vault, first))?;
    for (copy, difference) in copies.iter().zip(&group.differs) {
        let percent = (copy.coverage * 100.0).round();
        writeln!(out, "{percent:3} %  {}", name(vault, copy))?;
        write_difference(difference, out)?;
    }
    Ok(())
}

fn write_difference(difference: &Difference, out: &mut dyn Write) -> io::Result<()> {
    let signs =
        [('-', AnsiColor::Red, &difference.removed), ('+', AnsiColor::Green, &difference.added)];
    let mut more = difference.more;
    for (sign, colour, lines) in signs {
        let style = Style::new().fg_color(Some(colour.into()));
        for line in lines.iter().take(LINES) {
            writeln!(out, "       {style}{sign} {}{style:#}", shown(line))?;
        }
        more += lines.len().saturating_sub(LINES);
    }
    if more > 0 {
        let lines = if more == 1 { "line differs" } else { "lines differ" };
        writeln!(out, "       {DIM}{more} more {lines}{DIM:#}")?;
    }
    Ok(())
}

fn shown(line: &str) -> String {
    let start: String = line.chars().take(WIDTH).collect();
    let dots = if start.len() < line.len() { " …" } else { "" };
    format!("{}{dots}", plain(&start))
}

fn name(vault: &Vault, note: &Copied) -> String {
    let path = note.path.as_str();
    format!("{}  {DIM}{}{DIM:#}", linked(&plain(&note.title), &vault.link(path, None)), plain(path))
}
