//! How near-copies look.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use notekin_config::Vault;
use notekin_wire::{Copied, CopiesReply, CopyGroup, Difference};

use super::style::{BOLD, DIM, linked, plain};
use crate::talk;

/// Lines shown of each note that only it has.
const LINES: usize = 3;
/// Characters shown of a line.
const WIDTH: usize = 100;
/// Characters shown before the place where a line begins to differ.
const BEFORE: usize = 30;

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
    let (removed, added) = (&difference.removed, &difference.added);
    let mut more = difference.more;
    for (sign, colour, lines, others) in
        [('-', AnsiColor::Red, removed, added), ('+', AnsiColor::Green, added, removed)]
    {
        let style = Style::new().fg_color(Some(colour.into()));
        for line in lines.iter().take(LINES) {
            writeln!(out, "       {style}{sign} {}{style:#}", shown(line, others))?;
        }
        more += lines.len().saturating_sub(LINES);
    }
    if more > 0 {
        let lines = if more == 1 { "line differs" } else { "lines differ" };
        writeln!(out, "       {DIM}{more} more {lines}{DIM:#}")?;
    }
    Ok(())
}

/// Returns the part of a line around the place from which it differs from the likest of the other note's lines: prose has a
/// paragraph on a line, and would look the same in both.
fn shown(line: &str, others: &[String]) -> String {
    let same = |other: &String| line.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let same = others.iter().map(same).max().unwrap_or_default();
    let length = line.chars().count();
    let start = if same < WIDTH - BEFORE { 0 } else { same.saturating_sub(BEFORE) };
    let part: String = line.chars().skip(start).take(WIDTH).collect();
    let (before, after) =
        (if start > 0 { "… " } else { "" }, if start + WIDTH < length { " …" } else { "" });
    format!("{before}{}{after}", plain(&part))
}

fn name(vault: &Vault, note: &Copied) -> String {
    let path = note.path.as_str();
    format!("{}  {DIM}{}{DIM:#}", linked(&plain(&note.title), &vault.link(path, None)), plain(path))
}

#[cfg(test)]
mod tests {
    use super::shown;

    fn check(one: &str, other: &str) -> [String; 2] {
        [shown(one, &[other.to_owned()]), shown(other, &[one.to_owned()])]
    }

    #[test]
    fn lines_that_differ_look_different_wherever_they_do() {
        let filler = "a word and one more ".repeat(20);
        for at in [0, 50, 69, 70, 71, 99, 100, 101, 150, 300, 399, 400] {
            let (start, rest) = filler.split_at(at);
            for other in ["other", ""] {
                let (one, other) = (format!("{start}one{rest}"), format!("{start}{other}{rest}"));
                let [one, other] = check(&one, &other);
                assert_ne!(one, other, "at {at}");
                assert!(one.contains("one"), "at {at}: {one}");
            }
        }
    }

    #[test]
    fn what_is_left_out_of_a_line_is_marked() {
        let long = "word ".repeat(100);
        assert_eq!(check("short", "shorter"), ["short", "shorter"]);
        let [start, end] = check(&format!("x{long}"), &format!("y{long}"));
        assert!(start.starts_with('x') && end.starts_with('y'));
        assert!(start.ends_with(" …") && !start.starts_with('…'));
        let [middle, _] = check(&format!("{long}x{long}"), &format!("{long}y{long}"));
        assert!(middle.starts_with("… ") && middle.ends_with(" …"), "{middle}");
        let [end, _] = check(&format!("{long}x"), &long);
        assert!(end.starts_with("… ") && end.ends_with('x'), "{end}");
    }

    #[test]
    fn letters_of_several_bytes_are_not_cut() {
        let long = "äöü€ ".repeat(60);
        let [one, _] = check(&format!("{long}ß{long}"), &format!("{long}ä{long}"));
        assert!(one.contains('ß'));
    }
}
