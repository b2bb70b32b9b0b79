//! A measurement as a page of its own: nothing in it is fetched, and it follows the reader's light or dark.

use std::fmt::Write as _;

use notekin_engine::{Interval, Measurement, Relation};

use super::plot::{Line, Plot};
use super::{columns, figure, group, left_out, pairs, read, threshold};
use crate::talk;

const STYLE: &str = include_str!("page.css");

/// Bins of the plot of scores.
const BINS: usize = 25;

/// Wrong hubs shown.
const WRONG: usize = 20;

/// Returns the page.
pub(crate) fn page(vault: &str, measured: &Measurement) -> String {
    let vault = escaped(vault);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{vault}, measured</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{vault}, measured</h1>\n"
    );
    paragraph(&mut page, &read(measured));
    paragraph(&mut page, &threshold(measured));
    links(&mut page, measured);
    hubs(&mut page, measured);
    searches(&mut page, measured);
    vectors(&mut page, measured);
    how(&mut page, measured);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Returns a text that stands for itself in HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

fn links(page: &mut String, measured: &Measurement) {
    heading(page, "Linked notes told from others");
    if measured.links.pairs.is_empty() {
        return paragraph(
            page,
            "No links between notes with enough text, so nothing could be judged.",
        );
    }
    paragraph(page, &format!("{}.", pairs(measured)));
    page.push_str(&scores(measured).svg());
    page.push_str(&ranks_of_links(measured).svg());
    let mut of = "";
    for row in measured.links.parts.iter().chain(&measured.variants) {
        if row.of != of {
            if !of.is_empty() {
                page.push_str("</tbody></table></div>\n");
            }
            of = row.of;
            let head = ["against chance", "against the same folder"].map(|name| cell("th", name));
            put(
                page,
                format_args!(
                    "<div class=\"wide\"><table><thead><tr><th>{}</th>{}</tr></thead><tbody>\n",
                    escaped(&group(row)),
                    head.concat()
                ),
            );
        }
        let class = if row.usual { " class=\"usual\"" } else { "" };
        put(
            page,
            format_args!(
                "<tr{class}><td>{}</td>{}{}</tr>\n",
                escaped(&row.name),
                interval(row.random),
                interval(row.same_folder)
            ),
        );
    }
    page.push_str("</tbody></table></div>\n");
    paragraph(
        page,
        "The chance that a linked pair scores above another (AUC): .5 is guessing, 1 is always. In bold what Notekin does.",
    );
}

/// The shares of linked and other pairs at each score.
fn scores(measured: &Measurement) -> Plot<'static> {
    let kinds = [
        ("linked", Relation::Linked),
        ("drawn by chance", Relation::Random),
        ("of one folder", Relation::SameFolder),
    ];
    let shares: Vec<(&str, Vec<f32>)> =
        kinds.iter().map(|(name, relation)| (*name, shares(measured, *relation))).collect();
    let most =
        shares.iter().flat_map(|(_, shares)| shares).fold(0.01_f32, |most, share| most.max(*share));
    let point = |(bin, share): (usize, &f32)| ((bin as f32 + 0.5) / BINS as f32, share / most);
    let lines = shares.iter().filter(|(_, shares)| shares.iter().any(|share| *share > 0.0));
    let lines = lines.map(|(name, shares)| Line {
        name: (*name).to_owned(),
        points: shares.iter().enumerate().map(point).collect(),
        filled: true,
    });
    Plot {
        label: "How many linked and other pairs have which score",
        across: "related score",
        ticks: fifths(),
        heights: [0.0, 0.5, 1.0].map(|at| (at, format!("{:.0} %", at * most * 100.0))).into(),
        lines: lines.collect(),
        bar: Some((
            measured.threshold.least,
            format!("related from {:.2}", measured.threshold.least),
        )),
    }
}

/// Returns the share of pairs of a kind in each bin of the score.
fn shares(measured: &Measurement, relation: Relation) -> Vec<f32> {
    let scores: Vec<f32> = of(measured, relation);
    let mut shares = vec![0.0; BINS];
    for score in &scores {
        let bin = ((score * BINS as f32) as usize).min(BINS - 1);
        shares[bin] += 1.0 / scores.len() as f32;
    }
    shares
}

fn of(measured: &Measurement, relation: Relation) -> Vec<f32> {
    let pairs = measured.links.pairs.iter().filter(|pair| pair.relation == relation);
    pairs.map(|pair| pair.score).collect()
}

/// How many linked pairs are found among how many others, going down the scores.
fn ranks_of_links(measured: &Measurement) -> Plot<'static> {
    let linked = of(measured, Relation::Linked);
    let line = |(name, relation): (&str, Relation)| {
        let others = of(measured, relation);
        if others.is_empty() {
            return None;
        }
        let mut all: Vec<f32> = linked.iter().chain(&others).copied().collect();
        all.sort_by(|a, b| b.total_cmp(a));
        all.dedup();
        let share = |scores: &[f32], least: f32| {
            scores.iter().filter(|score| **score >= least).count() as f32
                / scores.len().max(1) as f32
        };
        let points = all.into_iter().map(|least| (share(&others, least), share(&linked, least)));
        let points = std::iter::once((0.0, 0.0)).chain(points).collect();
        Some(Line { name: format!("against pairs {name}"), points, filled: false })
    };
    let kinds = [("drawn by chance", Relation::Random), ("of one folder", Relation::SameFolder)];
    Plot {
        label: "Which share of linked pairs is found among which share of others",
        across: "share of others that score as high",
        ticks: fifths().into_iter().map(|(at, _)| (at, format!("{:.0} %", at * 100.0))).collect(),
        heights: [0.0, 0.5, 1.0].map(|at| (at, format!("{:.0} %", at * 100.0))).into(),
        lines: kinds.into_iter().filter_map(line).collect(),
        bar: None,
    }
}

fn fifths() -> Vec<(f32, String)> {
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].map(|at| (at, format!("{at:.1}"))).into()
}

fn hubs(page: &mut String, measured: &Measurement) {
    heading(page, "Hubs");
    let hubs = &measured.hubs;
    let Some(share) = hubs.share else {
        return paragraph(page, "No note links to a hub, so none could be looked for.");
    };
    paragraph(
        page,
        &format!(
            "{} hubs. For each of {} notes that link to one, its links to hubs were taken away and a hub was picked: it was one of its own with a share of {}, by text alone {}.",
            hubs.hubs,
            hubs.picks.len(),
            figure(Some(share)),
            figure(hubs.text_share)
        ),
    );
    let wrong: Vec<_> = hubs.picks.iter().filter(|pick| !pick.right).take(WRONG).collect();
    if wrong.is_empty() {
        return;
    }
    page.push_str("<details><summary>Notes for which another hub was picked</summary><div class=\"wide\"><table><thead><tr><th>note</th><th>hub picked</th></tr></thead><tbody>\n");
    for pick in wrong {
        let (note, hub) = (escaped(pick.note.as_str()), escaped(pick.hub.as_str()));
        put(page, format_args!("<tr><td>{note}</td><td>{hub}</td></tr>\n"));
    }
    page.push_str("</tbody></table></div></details>\n");
}

fn searches(page: &mut String, measured: &Measurement) {
    heading(page, "Questions answered");
    let Some(first) = measured.search.first() else {
        return paragraph(
            page,
            "No questions were asked. `notekin measure --init questions.jsonl` writes examples to start from, `--queries questions.jsonl` asks them.",
        );
    };
    paragraph(
        page,
        &format!("{}{}.", talk::count(first.ranks.len(), "question"), left_out(measured)),
    );
    page.push_str(&ranks_of_answers(measured).svg());
    let head = columns().map(|(name, _)| cell("th", name)).concat();
    put(
        page,
        format_args!(
            "<div class=\"wide\"><table><thead><tr><th>mode</th>{head}</tr></thead><tbody>\n"
        ),
    );
    for search in &measured.search {
        let cells = columns().map(|(_, of)| interval(Some(of(search)))).concat();
        put(page, format_args!("<tr><td>{}</td>{cells}</tr>\n", search.mode.name()));
    }
    page.push_str("</tbody></table></div>\n");
}

/// The share of questions answered by the first notes.
fn ranks_of_answers(measured: &Measurement) -> Plot<'static> {
    let line = |search: &notekin_engine::SearchMeasure| {
        let share = |depth: usize| {
            let hits = search.ranks.iter().filter(|rank| rank.is_some_and(|rank| rank <= depth));
            hits.count() as f32 / search.ranks.len().max(1) as f32
        };
        let points = (1..=10).map(|depth| ((depth - 1) as f32 / 9.0, share(depth))).collect();
        Line { name: search.mode.name().to_owned(), points, filled: false }
    };
    Plot {
        label: "Which share of questions is answered by the first notes",
        across: "first notes looked at",
        ticks: (1..=10).map(|depth| ((depth - 1) as f32 / 9.0, depth.to_string())).collect(),
        heights: [0.0, 0.5, 1.0].map(|at| (at, format!("{:.0} %", at * 100.0))).into(),
        lines: measured.search.iter().map(line).collect(),
        bar: None,
    }
}

fn vectors(page: &mut String, measured: &Measurement) {
    let Some(spread) = &measured.vectors else { return };
    heading(page, "Vectors");
    let rows = [
        ("length of their mean", spread.mean_length, spread.centred_mean_length),
        ("cosine of two drawn by chance", spread.random_cosine, spread.centred_random_cosine),
    ];
    put(
        page,
        format_args!(
            "<div class=\"wide\"><table><thead><tr><th>{} vectors</th><th>as given</th><th>less the model's mean</th></tr></thead><tbody>\n",
            spread.vectors
        ),
    );
    for (name, given, centred) in rows {
        put(
            page,
            format_args!(
                "<tr><td>{name}</td><td class=\"number\">{given:.2}</td><td class=\"number\">{centred:.2}</td></tr>\n"
            ),
        );
    }
    page.push_str("</tbody></table></div>\n");
}

fn how(page: &mut String, measured: &Measurement) {
    heading(page, "How it was measured");
    paragraph(
        page,
        &format!(
            "Notes were read once more without the text of their links, as that names where they lead. What other links say of a pair leaves the link between the two out. Pairs without a link need not be unrelated: nobody links everything that belongs together, so that figures are too low rather than too high. Intervals hold 95 percent of {} samples drawn again from this one.",
            measured.rounds
        ),
    );
}

fn heading(page: &mut String, words: &str) {
    put(page, format_args!("<h2>{}</h2>\n", escaped(words)));
}

fn paragraph(page: &mut String, words: &str) {
    put(page, format_args!("<p>{}</p>\n", code(&escaped(words))));
}

/// Returns words in which what stands between backticks is code.
fn code(escaped: &str) -> String {
    let parts = escaped.split('`').enumerate();
    parts
        .map(
            |(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() },
        )
        .collect()
}

fn cell(tag: &str, words: &str) -> String {
    format!("<{tag}>{}</{tag}>", escaped(words))
}

/// Returns a cell with a figure, and a bar that shows where it lies between 0 and 1 and how sure it is.
fn interval(interval: Option<Interval>) -> String {
    let Some(it) = interval else { return "<td class=\"number\">-</td>".to_owned() };
    let width = |share: f32| share.clamp(0.0, 1.0) * 100.0;
    format!(
        "<td class=\"number\">{}<svg class=\"range\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100\" height=\"8\"/><rect class=\"span\" x=\"{:.1}\" width=\"{:.1}\" height=\"8\"/>\
         <rect class=\"point\" x=\"{:.1}\" width=\"1.5\" height=\"8\"/></svg></td>",
        figure(Some(it)),
        width(it.low),
        (width(it.high) - width(it.low)).max(0.5),
        width(it.value) - 0.75
    )
}

fn put(page: &mut String, what: std::fmt::Arguments<'_>) {
    // Writing to a text can't fail.
    let _ = page.write_fmt(what);
}

#[cfg(test)]
mod tests {
    use super::{code, escaped};

    #[test]
    fn a_name_stands_for_itself() {
        assert_eq!(escaped("<b>\"R&D's\"</b>"), "&lt;b&gt;&quot;R&amp;D&#39;s&quot;&lt;/b&gt;");
        assert_eq!(code("run `a` or `b`"), "run <code>a</code> or <code>b</code>");
    }
}
