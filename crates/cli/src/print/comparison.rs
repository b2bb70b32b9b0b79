//! How measurements with several models look: a row for each.

use std::io::{self, Write};

use notekin_engine::{Compared, Interval, Measurement};

use super::measure::{figure, pairs};
use super::style::{BOLD, DIM, plain};
use crate::talk;

/// A heading, and what stands below it for a model.
type Column = (&'static str, fn(&Compared) -> String);

/// How well linked notes are told from others.
const LINKS: [Column; 4] = [
    ("all parts", |compared| told(compared, "all parts", false)),
    ("text alone", |compared| told(compared, "text alone", false)),
    ("in one folder", |compared| told(compared, "all parts", true)),
    ("by text alone", |compared| told(compared, "text alone", true)),
];

/// How well hubs are picked, how the vectors lie and from which score notes would be related.
const OTHERS: [Column; 5] = [
    ("right hub", |compared| figure(compared.measurement.hubs.accuracy)),
    ("by text alone", |compared| figure(compared.measurement.hubs.text_accuracy)),
    ("mean's length", |compared| spread(&compared.measurement)),
    ("score", |compared| score(&compared.measurement)),
    ("read", read),
];

/// Writes the tables.
pub(crate) fn text(compared: &[Compared], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = compared.first().map(|compared| &compared.measurement) else { return Ok(()) };
    let (notes, passages) =
        (talk::count(first.notes, "note"), talk::count(first.passages, "passage"));
    writeln!(out, "{notes} of {passages}; seed {}; * is the chosen model", first.seed)?;
    writeln!(out, "\n{BOLD}Linked notes told from others{BOLD:#}  {DIM}{}{DIM:#}", pairs(first))?;
    table(compared, &LINKS, out)?;
    writeln!(
        out,
        "\n{BOLD}Hubs, vectors, scores{BOLD:#}  {DIM}{}, {} below one{DIM:#}",
        talk::count(first.hubs.hubs, "hub"),
        talk::count(first.hubs.picks.len(), "note")
    )?;
    table(compared, &OTHERS, out)?;
    writeln!(
        out,
        "\n{DIM}with 95 % intervals. Score: what three of four linked pairs reach. Read: passages that were read for this, and \
         the time that took{DIM:#}"
    )
}

fn table(compared: &[Compared], columns: &[Column], out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> =
        compared.iter().enumerate().map(|(at, compared)| name(compared, at == 0)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let headings = columns.iter().map(|(heading, _)| format!("{heading:<15}"));
    let headings = headings.collect::<Vec<_>>().join("  ");
    writeln!(out, "{DIM}{:width$}  {}{DIM:#}", "", headings.trim_end())?;
    for (name, compared) in names.iter().zip(compared) {
        let cells = columns.iter().map(|(_, cell)| format!("{:<15}", cell(compared)));
        let cells = cells.collect::<Vec<_>>().join("  ");
        writeln!(out, "{name:width$}  {}", cells.trim_end())?;
    }
    Ok(())
}

fn name(compared: &Compared, is_chosen: bool) -> String {
    let model = compared.measurement.model.as_deref().unwrap_or("by words only");
    format!("{}{}", plain(model), if is_chosen { " *" } else { "" })
}

/// Returns how well linked pairs are told by a part of the score, from all pairs or from those of one folder.
fn told(compared: &Compared, part: &str, same_folder: bool) -> String {
    let parts = &compared.measurement.links.parts;
    let part = parts.iter().find(|variant| variant.name == part);
    let of = |interval: Option<Option<Interval>>| figure(interval.flatten());
    of(part.map(|part| if same_folder { part.same_folder } else { part.random }))
}

fn spread(measured: &Measurement) -> String {
    measured.vectors.as_ref().map_or_else(
        || "-".to_owned(),
        |spread| format!("{:.2}, {:.2} less", spread.mean_length, spread.centred_mean_length),
    )
}

fn score(measured: &Measurement) -> String {
    let threshold = &measured.threshold;
    if threshold.own { format!("{:.2}", threshold.least) } else { "-".to_owned() }
}

fn read(compared: &Compared) -> String {
    match compared.cost.passages {
        0 => "nothing".to_owned(),
        count => format!("{} in {}", talk::grouped(count), talk::duration(compared.seconds)),
    }
}
