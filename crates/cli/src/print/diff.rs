//! How a change of a file looks: the lines that go and those that come.

use anstyle::{AnsiColor, Style};

use super::style::plain;

/// Lines shown before and after a change, to tell where it is.
const AROUND: usize = 2;
/// Characters shown of a line; a settings file that a program wrote may be one line of many thousand.
const WIDTH: usize = 160;

/// Returns what differs between two texts that differ in one place; nothing when they are the same.
pub(crate) fn between(before: &str, after: &str) -> String {
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let same = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
    let left = before.len().min(after.len()) - same;
    let pairs = before.iter().rev().zip(after.iter().rev()).take(left);
    let tail = pairs.take_while(|(before, after)| before == after).count();
    let (gone, come) = (&before[same..before.len() - tail], &after[same..after.len() - tail]);
    if gone.is_empty() && come.is_empty() {
        return String::new();
    }
    let end = after.len() - tail;
    let above = &after[same.saturating_sub(AROUND)..same];
    let below = &after[end..after.len().min(end + AROUND)];
    let (red, green) = (colour(AnsiColor::Red), colour(AnsiColor::Green));
    let groups = [
        (' ', Style::new(), above),
        ('-', red, gone),
        ('+', green, come),
        (' ', Style::new(), below),
    ];
    let lines = groups.iter().flat_map(|&(sign, style, lines)| {
        lines.iter().map(move |line| format!("{style}{sign} {}{style:#}\n", shown(line)))
    });
    lines.collect()
}

fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(colour.into()))
}

fn shown(line: &str) -> String {
    let start: String = line.chars().take(WIDTH).collect();
    let dots = if start.len() < line.len() { " …" } else { "" };
    format!("{}{dots}", plain(&start))
}

#[cfg(test)]
mod tests {
    use super::between;

    fn check(before: &str, after: &str) -> String {
        anstream::adapter::strip_str(&between(before, after)).to_string()
    }

    #[test]
    fn what_goes_and_comes_is_shown_with_its_place() {
        insta::assert_snapshot!(check("a\nb\nc\nd\ne\n", "a\nb\nc\nx\ny\ne\n"), @"
          b
          c
        - d
        + x
        + y
          e
        ");
        insta::assert_snapshot!(check("", "a\n"), @"+ a");
        insta::assert_snapshot!(check("a\nb\n", ""), @"
        - a
        - b
        ");
        insta::assert_snapshot!(check("a\na\n", "a\na\na\n"), @"
          a
          a
        + a
        ");
        assert_eq!(check("a\nb", "a\nb"), "");
    }

    #[test]
    fn long_and_mean_lines_are_tamed() {
        let shown = check("", &format!("\u{1b}[2J{}\n", "x".repeat(10_000)));
        assert!(shown.len() < 200 && shown.ends_with("x …\n"), "{shown}");
    }
}
