//! Lists of sources that models add to an answer, though they were not asked for one.

use std::ops::Range;

use super::scan;

/// What such a list is headed by, in lower case.
const HEADS: [&str; 18] = [
    "sources",
    "source",
    "references",
    "citations",
    "notes",
    "quellen",
    "quelle",
    "nachweise",
    "références",
    "sources citées",
    "fuentes",
    "referencias",
    "fonti",
    "fontes",
    "bronnen",
    "источники",
    "出典",
    "来源",
];

/// Returns the lines of an answer that only list sources, in order: definitions such as `[1]: note.md` wherever they
/// stand, and a headed list at the end.
pub(super) fn lines(answer: &str, solid: &[Range<usize>]) -> Vec<Range<usize>> {
    let all = line_ranges(answer);
    let tail = headed(answer, &all);
    let is_free = |line: &Range<usize>| !solid.iter().any(|hard| hard.contains(&line.start));
    let definitions = all[..tail]
        .iter()
        .filter(|line| is_definition(&answer[(*line).clone()]) && is_free(line))
        .cloned();
    // The blank lines before a list go with it.
    let list = all.get(tail).map(|line| answer[..line.start].trim_end().len()..answer.len());
    let start = list.as_ref().map_or(answer.len(), |list| list.start);
    let mut lines: Vec<_> = definitions.filter(|line| line.end <= start).collect();
    lines.extend(list);
    lines
}

/// Returns the lines with their breaks.
fn line_ranges(answer: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let range = |line: &str| {
        at += line.len();
        at - line.len()..at
    };
    answer.split_inclusive('\n').map(range).collect()
}

/// Returns at which line a headed list starts that goes on to the end; the number of lines if there is none.
fn headed(answer: &str, lines: &[Range<usize>]) -> usize {
    let mut entries = 0;
    for (at, line) in lines.iter().enumerate().rev() {
        let line = answer[line.clone()].trim();
        if is_head(line) && entries > 0 {
            return at;
        }
        if !line.is_empty() && !is_entry(line) {
            break;
        }
        entries += usize::from(!line.is_empty());
    }
    lines.len()
}

fn is_head(line: &str) -> bool {
    let bare =
        line.trim_matches(|c: char| c.is_whitespace() || "#*_:：".contains(c)).to_lowercase();
    HEADS.contains(&bare.as_str())
}

fn is_entry(line: &str) -> bool {
    let bare = line.trim_start_matches(['-', '*', '+', ' ']);
    scan::next(bare, 0).is_some_and(|found| found.mark.start == 0)
}

fn is_definition(line: &str) -> bool {
    let line = line.trim_start();
    scan::next(line, 0)
        .is_some_and(|found| found.mark.start == 0 && line[found.mark.end..].starts_with(':'))
}
