//! How measurements look: tables on the terminal, and a page.

mod html;
mod page;
mod plot;

use std::io::{self, Write};

use notekin_engine::{Interval, Measurement, Relation, SearchMeasure, Variant};
pub(crate) use page::{PAGE_START, page};

use super::style::{BOLD, DIM, plain};
use crate::talk;

/// The group of variants that are the parts of the score.
const PARTS: &str = "parts";

/// Writes the tables.
pub(crate) fn text(measured: &Measurement, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", read(measured))?;
    links(measured, out)?;
    hubs(measured, out)?;
    searches(measured, out)?;
    vectors(measured, out)?;
    writeln!(out, "\n{}", threshold(measured))
}

/// Returns what was read, in a sentence.
fn read(measured: &Measurement) -> String {
    let (notes, passages) =
        (talk::count(measured.notes, "note"), talk::count(measured.passages, "passage"));
    let model = measured.model.as_ref().map_or_else(
        || "by words only".to_owned(),
        |model| format!("by words and by {}", plain(model)),
    );
    format!("{notes} of {passages}, read {model}; seed {}", measured.seed)
}

/// Returns what pairs were judged, in a sentence.
pub(super) fn pairs(measured: &Measurement) -> String {
    let count = |relation| {
        let pairs = measured.links.pairs.iter();
        pairs.filter(|pair| pair.relation == relation).count()
    };
    let linked = talk::count(count(Relation::Linked), "linked pair");
    let of = if measured.links.given {
        "given".to_owned()
    } else {
        format!("of {}", talk::grouped(measured.links.linked_in_vault))
    };
    let missing = match measured.links.missing {
        0 => String::new(),
        missing => format!("; {} left out, as a note is missing", talk::count(missing, "pair")),
    };
    let unlinked = if measured.links.given { "without a link" } else { "drawn by chance" };
    format!(
        "{linked} {of}, {} {unlinked}, {} of one folder{missing}",
        talk::grouped(count(Relation::Random)),
        talk::grouped(count(Relation::SameFolder))
    )
}

fn links(measured: &Measurement, out: &mut dyn Write) -> io::Result<()> {
    let pairs = pairs(measured);
    writeln!(out, "\n{BOLD}Linked notes told from others{BOLD:#}  {DIM}{pairs}{DIM:#}")?;
    if measured.links.pairs.is_empty() {
        return writeln!(out, "no links between notes with enough text");
    }
    writeln!(out, "{DIM}{:<54}  {:<15}  of one folder{DIM:#}", "", "by chance")?;
    for rows in groups(measured) {
        if let Some(first) = rows.first().filter(|first| first.group != PARTS) {
            writeln!(out, "{DIM}by meaning alone, {}:{DIM:#}", first.group)?;
        }
        for row in rows {
            let name = format!("{}{}", row.name, if row.is_default { " *" } else { "" });
            writeln!(out, "{name:<54}  {:<15}  {}", figure(row.random), figure(row.same_folder))?;
        }
    }
    writeln!(
        out,
        "{DIM}the chance that a linked pair scores above an unlinked one, with 95 % intervals; * as used{DIM:#}"
    )
}

/// Returns all ways in which pairs were told apart, by groups.
fn groups(measured: &Measurement) -> impl Iterator<Item = &[Variant]> {
    let of_vectors = measured.variants.chunk_by(|a, b| a.group == b.group);
    std::iter::once(measured.links.parts.as_slice()).chain(of_vectors)
}

fn hubs(measured: &Measurement, out: &mut dyn Write) -> io::Result<()> {
    let hubs = &measured.hubs;
    writeln!(
        out,
        "\n{BOLD}Hubs{BOLD:#}  {DIM}{}, {} below one{DIM:#}",
        talk::count(hubs.hubs, "hub"),
        talk::count(hubs.picks.len(), "note")
    )?;
    match hubs.accuracy {
        None => writeln!(out, "no note to look for a hub for"),
        accuracy => writeln!(
            out,
            "right hub picked {}, by text alone {}",
            figure(accuracy),
            figure(hubs.text_accuracy)
        ),
    }
}

fn searches(measured: &Measurement, out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = measured.search.first() else {
        return match measured.unanswerable {
            0 => Ok(()),
            _ => writeln!(
                out,
                "\n{BOLD}Questions answered{BOLD:#}  none of them asked{}",
                left_out(measured)
            ),
        };
    };
    let questions = talk::count(first.ranks.len(), "question");
    let left_out = left_out(measured);
    writeln!(out, "\n{BOLD}Questions answered{BOLD:#}  {DIM}{questions}{left_out}{DIM:#}")?;
    let header = columns().map(|(name, _)| format!("{name:<15}")).join("  ");
    writeln!(out, "{DIM}{:<9}  {}{DIM:#}", "", header.trim_end())?;
    for search in &measured.search {
        let figures =
            columns().map(|(_, of)| format!("{:<15}", figure(Some(of(search))))).join("  ");
        writeln!(out, "{:<9}  {}", search.mode.name(), figures.trim_end())?;
    }
    Ok(())
}

/// Returns how many questions couldn't be asked, as the end of a sentence.
fn left_out(measured: &Measurement) -> String {
    match measured.unanswerable {
        0 => String::new(),
        count => format!("; {} left out, as no note here answers", talk::count(count, "question")),
    }
}

/// A figure of a search.
type Column = (&'static str, fn(&SearchMeasure) -> Interval);

/// Returns what is told of each mode.
fn columns() -> [Column; 5] {
    [
        ("hit@1", |search| search.hit_at_1),
        ("hit@5", |search| search.hit_at_5),
        ("hit@10", |search| search.hit_at_10),
        ("MRR@10", |search| search.mrr),
        ("nDCG@10", |search| search.ndcg),
    ]
}

fn vectors(measured: &Measurement, out: &mut dyn Write) -> io::Result<()> {
    let Some(spread) = &measured.vectors else { return Ok(()) };
    writeln!(
        out,
        "\n{BOLD}Vectors{BOLD:#}  {DIM}{}{DIM:#}",
        talk::count(spread.vectors, "vector")
    )?;
    writeln!(out, "{DIM}{:<26}  as given  less the model's mean{DIM:#}", "")?;
    let mut row = |name: &str, given: f32, centred: f32| {
        writeln!(out, "{name:<26}  {:>8}  {:>21}", two(given), two(centred))
    };
    row("length of their mean", spread.mean_length, spread.centred_mean_length)?;
    row("cosine of two by chance", spread.random_cosine, spread.centred_random_cosine)
}

/// Returns from which score notes are related, in a sentence.
fn threshold(measured: &Measurement) -> String {
    let threshold = &measured.threshold;
    let (least, pairs) = (threshold.least, talk::count(threshold.pairs, "linked pair"));
    let sentence = match (threshold.own, threshold.kept) {
        (true, true) => format!(
            "Notes are related from {least:.2} on, which three of four of {pairs} reach without the text of their links; `notekin measure --reset` goes back"
        ),
        (true, false) => format!("Three of four of {pairs} reach {least:.2}; it was not kept"),
        (false, _) => format!(
            "Notes are related from {least:.2} on, as before: no score can be told from {pairs}"
        ),
    };
    match threshold.set {
        None => sentence,
        Some(set) => format!(
            "{sentence}. But `related.least` is set to {set:.2}, and comes first; `notekin config unset related.least` ends that"
        ),
    }
}

/// Returns a figure to two places; nought has no sign.
fn two(figure: f32) -> String {
    format!("{:.2}", (figure * 100.0).round() / 100.0 + 0.0)
}

/// Returns a figure with its interval, if it has one: `.91 (.89-.93)`.
pub(super) fn figure(interval: Option<Interval>) -> String {
    let short = |value: f32| {
        let text = format!("{value:.2}");
        text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
    };
    interval.map_or_else(
        || "-".to_owned(),
        |it| match it.range {
            Some((low, high)) => format!("{} ({}-{})", short(it.value), short(low), short(high)),
            None => short(it.value),
        },
    )
}

/// Returns the heading of the group a variant is in.
fn heading(variant: &Variant) -> String {
    match variant.group {
        PARTS => "Parts of the score".to_owned(),
        group => format!("By meaning alone, {group}"),
    }
}
