//! A measurement as a page of its own: nothing in it is fetched, and it follows the reader's light or dark.

use notekin_engine::{Interval, Measurement, NotePath, Relation, ScoreSpread, Variant};

use super::html::{escaped, head, put, with_code};
use super::plot::{Line, Plot};
use super::{columns, figure, groups, left_out, pairs, read, threshold, two};
use crate::talk;

/// How every page begins.
pub(crate) const PAGE_START: &str = "<!doctype html>\n<!-- made by notekin measure -->\n";

const STYLE: &str = include_str!("page.css");

/// Wrong hubs shown.
const WRONG: usize = 20;

/// Returns the page.
pub(crate) fn page(vault: &str, measured: &Measurement) -> String {
    let vault = escaped(vault);
    let mut page = format!(
        "{PAGE_START}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
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

fn links(page: &mut String, measured: &Measurement) {
    heading(page, "Linked notes told from others");
    if measured.links.pairs.is_empty() {
        return paragraph(
            page,
            "No links between notes with enough text (about 200 characters), so nothing could be judged.",
        );
    }
    paragraph(page, &format!("{}.", pairs(measured)));
    page.push_str(&histogram(measured).svg());
    page.push_str(&curves(measured).svg());
    paragraph(
        page,
        "How to read it: go down the scores from the top, and each step to the right lets in more unlinked pairs, each step up more linked ones. The nearer a curve comes to the upper left corner, the better; guessing would follow the dashed line.",
    );
    for rows in groups(measured) {
        table(page, rows);
    }
    paragraph(
        page,
        "The chance that a linked pair scores above an unlinked one (AUC): .5 is guessing, where the mark stands in each bar, 1 is always. In bold what Notekin does.",
    );
    if !measured.variants.is_empty() {
        paragraph(
            page,
            "“meaning alone” leaves out passages that many notes share; the rows about vectors compare all passages, so that the bold one among them differs a little from it.",
        );
    }
}

/// Writes the rows of one group of variants.
fn table(page: &mut String, rows: &[Variant]) {
    let Some(first) = rows.first() else { return };
    let names =
        [super::heading(first), "against chance".to_owned(), "against the same folder".to_owned()];
    let names = names.map(|name| head(&name)).concat();
    put(page, format_args!("<div class=\"wide\"><table><thead><tr>{names}</tr></thead><tbody>\n"));
    for row in rows {
        let class = if row.is_default { " class=\"default\"" } else { "" };
        let name = escaped(&row.name);
        let (random, same_folder) = (interval(row.random), interval(row.same_folder));
        put(page, format_args!("<tr{class}><td>{name}</td>{random}{same_folder}</tr>\n"));
    }
    page.push_str("</tbody></table></div>\n");
}

fn named(relation: Relation) -> &'static str {
    match relation {
        Relation::Linked => "linked",
        Relation::Random => "drawn by chance",
        Relation::SameFolder => "of one folder",
    }
}

/// How many linked and other pairs have which score.
fn histogram(measured: &Measurement) -> Plot<'static> {
    let scores = &measured.links.scores;
    let shares = scores.iter().flat_map(|spread| &spread.histogram);
    let (most, step) = scale(shares.fold(0.01_f32, |most, share| most.max(*share)));
    let line = |spread: &ScoreSpread| {
        let bins = spread.histogram.len() as f32;
        let point = |(bin, share): (usize, &f32)| ((bin as f32 + 0.5) / bins, share / most);
        let points = spread.histogram.iter().enumerate().map(point).collect();
        let (name, colour) = (named(spread.relation).to_owned(), colour(spread.relation));
        Line { name, points, filled: true, colour }
    };
    let (threshold, least) = (measured.threshold, measured.threshold.least);
    let is_used = threshold.set.is_none() && (threshold.kept || !threshold.own);
    let told = format!("{} {least:.2}", if is_used { "related from" } else { "a quarter below" });
    Plot {
        label: "How many linked and other pairs have which score",
        across: "related score",
        up: "share of pairs",
        ticks: fifths(),
        heights: steps(most, step),
        lines: scores.iter().map(line).collect(),
        bar: Some((least, told)),
        diagonal: None,
    }
}

/// How many linked pairs are found among how many others, going down the scores.
fn curves(measured: &Measurement) -> Plot<'static> {
    let line = |spread: &ScoreSpread| {
        let name = format!("against pairs {}", named(spread.relation));
        let (points, colour) = (spread.curve.clone(), colour(spread.relation));
        (!points.is_empty()).then_some(Line { name, points, filled: false, colour })
    };
    Plot {
        label: "Which share of linked pairs is found among which share of others",
        across: "share of unlinked pairs that score as high",
        up: "share of linked pairs",
        ticks: percents(),
        heights: percents(),
        lines: measured.links.scores.iter().filter_map(line).collect(),
        bar: None,
        diagonal: Some("guessing"),
    }
}

/// Returns the colour of a kind of pairs.
fn colour(relation: Relation) -> usize {
    match relation {
        Relation::Linked => 0,
        Relation::Random => 1,
        Relation::SameFolder => 2,
    }
}

/// Returns the end of an axis that shows shares up to one, and how far its marks are apart: both are round.
fn scale(most: f32) -> (f32, f32) {
    let steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2];
    let step = steps.into_iter().find(|step| most <= 5.0 * step).unwrap_or(0.2);
    ((most / step - 1e-3).ceil().max(1.0) * step, step)
}

/// Returns the marks of an axis of shares.
fn steps(most: f32, step: f32) -> Vec<(f32, String)> {
    let count = (most / step).round() as usize;
    let places = usize::from(step < 0.01);
    let mark = |at: usize| {
        let share = at as f32 * step;
        (share / most, format!("{:.places$} %", share * 100.0))
    };
    (0..=count).map(mark).collect()
}

fn percents() -> Vec<(f32, String)> {
    steps(1.0, 0.2)
}

fn fifths() -> Vec<(f32, String)> {
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].map(|at| (at, format!("{at:.1}"))).into()
}

fn hubs(page: &mut String, measured: &Measurement) {
    heading(page, "Hubs");
    let hubs = &measured.hubs;
    let Some(accuracy) = hubs.accuracy else {
        return paragraph(page, "No note links to a hub, so none could be looked for.");
    };
    paragraph(
        page,
        &format!(
            "{}. For each of {} that link to one, its links to hubs were taken away and a hub was picked: it was one of its own with a share of {}, by text alone {}.",
            talk::count(hubs.hubs, "hub"),
            talk::count(hubs.picks.len(), "note"),
            figure(Some(accuracy)),
            figure(hubs.text_accuracy)
        ),
    );
    let wrong: Vec<_> = hubs.picks.iter().filter(|pick| !pick.right).take(WRONG).collect();
    if wrong.is_empty() {
        return;
    }
    page.push_str("<details><summary>Notes for which another hub was picked</summary><div class=\"wide\"><table><thead><tr><th>note</th><th>hub picked</th><th>would be right</th></tr></thead><tbody>\n");
    for pick in wrong {
        let (note, hub) = (
            escaped(pick.note.as_str()),
            escaped(pick.hub.as_ref().map_or("none", NotePath::as_str)),
        );
        let own: Vec<String> = pick.own.iter().map(|hub| escaped(hub.as_str())).collect();
        let own = own.join("<br>");
        put(page, format_args!("<tr><td>{note}</td><td>{hub}</td><td>{own}</td></tr>\n"));
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
    let head = columns().map(|(name, _)| head(name)).concat();
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
    let line = |(colour, search): (usize, &notekin_engine::SearchMeasure)| {
        let share = |depth: usize| {
            let hits = search.ranks.iter().filter(|rank| rank.is_some_and(|rank| rank <= depth));
            hits.count() as f32 / search.ranks.len().max(1) as f32
        };
        let points = (1..=10).map(|depth| ((depth - 1) as f32 / 9.0, share(depth))).collect();
        Line { name: search.mode.name().to_owned(), points, filled: false, colour }
    };
    Plot {
        label: "Which share of questions is answered by the first notes",
        across: "first notes looked at",
        up: "share of questions",
        ticks: (1..=10).map(|depth| ((depth - 1) as f32 / 9.0, depth.to_string())).collect(),
        heights: percents(),
        lines: measured.search.iter().enumerate().map(line).collect(),
        bar: None,
        diagonal: None,
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
                "<tr><td>{name}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
                two(given),
                two(centred)
            ),
        );
    }
    page.push_str("</tbody></table></div>\n");
}

fn how(page: &mut String, measured: &Measurement) {
    heading(page, "How it was measured");
    if measured.links.pairs.is_empty() && measured.hubs.picks.is_empty() {
        return paragraph(
            page,
            "No notes were judged. It takes notes with about 200 characters of text or more that are linked with one another: ten such pairs for figures, fifty to set a score.",
        );
    }
    paragraph(
        page,
        &format!(
            "Notes were read once more without the text of their links, as that names where they lead. What other links say of a pair leaves the link between the two out. Pairs without a link need not be unrelated: nobody links everything that belongs together, so that figures are too low rather than too high. Intervals hold 95 percent of {} samples drawn again from this one; a figure of few samples, or one that came out the same in all of them, has none.",
            measured.rounds
        ),
    );
}

fn heading(page: &mut String, words: &str) {
    put(page, format_args!("<h2>{}</h2>\n", escaped(words)));
}

fn paragraph(page: &mut String, words: &str) {
    put(page, format_args!("<p>{}</p>\n", with_code(words)));
}

/// Returns a cell with a figure, and a bar that shows where it lies between 0 and 1 and how sure it is, with a mark at .5.
fn interval(interval: Option<Interval>) -> String {
    let Some(it) = interval else { return "<td class=\"number\">-</td>".to_owned() };
    let width = |share: f32| share.clamp(0.0, 1.0) * 100.0;
    let span = it.range.map_or_else(String::new, |(low, high)| {
        let span = (width(high) - width(low)).max(0.5);
        format!("<rect class=\"span\" x=\"{:.1}\" width=\"{span:.1}\" height=\"8\"/>", width(low))
    });
    format!(
        "<td class=\"number\">{}<svg class=\"range\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100\" height=\"8\"/>{span}<rect class=\"half\" x=\"49.75\" width=\".5\" height=\"8\"/>\
         <rect class=\"point\" x=\"{:.1}\" width=\"1.5\" height=\"8\"/></svg></td>",
        figure(Some(it)),
        width(it.value) - 0.75
    )
}

#[cfg(test)]
mod tests {
    use super::{scale, steps};

    #[test]
    fn marks_of_an_axis_are_round_and_hold_all() {
        for share in (1..=1000).map(|share| share as f32 / 1000.0) {
            let (most, step) = scale(share);
            let marks = steps(most, step);
            assert!(most >= share - 1e-4 && most <= (share + step) * 1.01, "{share}: {most}");
            assert!((2..=6).contains(&marks.len()), "{share}: {marks:?}");
            let last = marks.last().unwrap();
            assert!((last.0 - 1.0).abs() < 1e-4, "{share}: {marks:?}");
        }
        let words = |share| {
            let (most, step) = scale(share);
            steps(most, step).into_iter().map(|(_, words)| words).collect::<Vec<_>>()
        };
        assert_eq!(words(0.33), ["0 %", "10 %", "20 %", "30 %", "40 %"]);
        assert_eq!(words(1.0), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
        assert_eq!(words(0.02), ["0.0 %", "0.5 %", "1.0 %", "1.5 %", "2.0 %"]);
    }
}
