//! The report of a run: its machine, its bars, and all that was measured.

use std::fmt::Write as _;

use crate::machine;
use crate::row::Row;

/// A load under which times are those of the work alone.
const QUIET: f64 = 0.5;

/// What was measured so far.
pub(crate) struct Report {
    quick: bool,
    load: Option<f64>,
    rows: Vec<Row>,
    missed: Vec<String>,
}

impl Report {
    /// Returns a report that was begun under a load; one of a quick run has no bars, as they are for other sizes.
    pub(crate) fn new(quick: bool, load: Option<f64>) -> Self {
        Self { quick, load, rows: Vec::new(), missed: Vec::new() }
    }

    /// Adds the rows of a subject; one without any was not measured.
    pub(crate) fn add(&mut self, subject: &str, rows: Vec<Row>) {
        if rows.is_empty() {
            self.miss(subject, "it gave no rows");
        }
        let without_bars = |row| if self.quick { Row { bar: None, ..row } } else { row };
        self.rows.extend(rows.into_iter().map(without_bars));
    }

    /// Tells that a subject was not measured.
    pub(crate) fn miss(&mut self, subject: &str, why: &str) {
        self.missed.push(format!("NOT RUN: {subject}: {why}"));
    }

    /// Returns whether every subject was measured.
    pub(crate) fn is_whole(&self) -> bool {
        self.missed.is_empty()
    }

    /// Returns the whole as Markdown.
    pub(crate) fn finished(&self, load: Option<f64>) -> String {
        let mut text = format!(
            "# Speed, {}\n\nMade by `cargo xtask bench speed`. Machine: {}, {} threads, largest cache {} MiB. {}\n",
            machine::today(),
            machine::processor(),
            machine::cores(),
            machine::largest_cache() >> 20,
            self.busy(load)
        );
        if self.quick {
            text += "\n**A quick run only shows that everything works: its times are of small sizes.**\n";
        }
        text += "\nA rival's number in brackets says how many times better we are; below 1 it is better.\n\n";
        text += "| work | ours | p95 | rivals | bar | met | |\n|---|---|---|---|---|---|---|\n";
        self.rows.iter().for_each(|row| text += &line(row));
        for missed in &self.missed {
            // Writing to a string can't fail.
            let _always_written = write!(text, "\n{missed}\n");
        }
        text
    }

    fn busy(&self, after: Option<f64>) -> String {
        let (Some(before), Some(after)) = (self.load, after) else {
            return "This system doesn't tell how busy it is.".to_owned();
        };
        let warning = if before > QUIET {
            " **The machine was busy at the start: worth nothing beside other runs.**"
        } else {
            ""
        };
        format!(
            "Programs that wanted a core: {before:.1} at the start, {after:.1} at the end.{warning}"
        )
    }
}

fn line(row: &Row) -> String {
    let rivals = row
        .rivals
        .iter()
        .map(|rival| format!("{} {} ({:.2})", rival.name, shown(rival.measure), row.lead(rival)));
    let bar = row.bar.map_or_else(String::new, |bar| {
        let sign = if row.more_is_better { ">=" } else { "<=" };
        let which = if bar.on_p95 { " p95" } else { "" };
        format!("{sign} {}{which}", bar.limit)
    });
    let met = row.is_met().map_or("", |is_met| if is_met { "yes" } else { "**no**" });
    format!(
        "| {} | {} {} | {} | {} | {bar} | {met} | {} |\n",
        row.work,
        shown(row.ours),
        row.unit,
        row.p95.map_or_else(String::new, shown),
        rivals.collect::<Vec<_>>().join("<br>"),
        row.note
    )
}

/// Three digits, as no run gives more.
fn shown(measure: f64) -> String {
    match measure.abs() {
        size if size >= 100.0 => format!("{measure:.0}"),
        size if size >= 10.0 => format!("{measure:.1}"),
        size if size >= 1.0 => format!("{measure:.2}"),
        _ => format!("{measure:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Rival;

    #[test]
    fn a_line_tells_the_lead_and_whether_the_bar_is_met() {
        let rival = Rival { name: "FTS5".to_owned(), measure: 9.0 };
        let row = Row::new("words", 3.0, "ms").with_p95(4.5).beside([rival]).bar(2.0).note("x");
        assert_eq!(
            line(&row),
            "| words | 3.00 ms | 4.50 | FTS5 9.00 (3.00) | <= 2 | **no** | x |\n"
        );
    }

    #[test]
    fn a_quick_run_meets_no_bars() {
        let mut report = Report::new(true, None);
        report.add("words", vec![Row::new("words", 3.0, "ms").bar(2.0)]);
        let text = report.finished(None);
        assert!(text.contains("| words | 3.00 ms |") && !text.contains("<= 2"), "{text}");
    }

    #[test]
    fn what_was_not_measured_is_told() {
        let mut report = Report::new(false, Some(3.0));
        report.add("words", Vec::new());
        let text = report.finished(Some(0.0));
        assert!(text.contains("NOT RUN: words: it gave no rows") && !report.is_whole());
        assert!(text.contains("busy at the start"));
    }
}
