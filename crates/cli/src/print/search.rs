//! How found passages look.

use std::io::{self, Write};

use notekin_config::Vault;
use notekin_wire::{Also, Coverage, Hit, Part, SearchReply, Snippet, Why};

use super::style::{BOLD, DIM, linked, plain};
use crate::talk::{count, grouped};

/// Writes every hit: where it stands, how sure we are, and what it says.
///
/// With several vaults, every hit is told whose it is.
pub(crate) fn hits(
    vaults: &[&Vault],
    reply: &SearchReply,
    explain: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (number, hit) in (1..).zip(&reply.hits) {
        if number > 1 {
            writeln!(out)?;
        }
        let path = hit.path.as_str();
        let vault = vaults.iter().find(|vault| vault.name == hit.vault);
        let link = vault.map(|vault| vault.link(path, hit.heading.last().map(String::as_str)));
        let title = linked(&headline(hit), &link.unwrap_or_default());
        let owner =
            vault.filter(|_| vaults.len() > 1).map(|vault| format!("{}: ", plain(&vault.name)));
        writeln!(out, "{number}. {BOLD}{title}{BOLD:#}  {:.2}", hit.score)?;
        writeln!(
            out,
            "   {DIM}{}{}:{}{DIM:#}",
            owner.unwrap_or_default(),
            plain(path),
            hit.lines.start
        )?;
        if explain {
            writeln!(out, "   {DIM}{}{DIM:#}", reasons(&hit.why))?;
        }
        writeln!(out, "   {}", marked(&hit.snippet))?;
        if let Some(also) = &hit.also {
            writeln!(out, "   {DIM}{}{DIM:#}", left_out(also))?;
        }
    }
    Ok(())
}

/// Returns the title and the headings below it.
fn headline(hit: &Hit) -> String {
    let below = hit
        .heading
        .iter()
        .enumerate()
        .filter(|(level, heading)| *level > 0 || **heading != hit.title);
    let parts: Vec<_> = std::iter::once(&hit.title)
        .chain(below.map(|(_, heading)| heading))
        .map(|part| plain(part))
        .collect();
    parts.join(" › ")
}

/// Returns the snippet on one line with the matching words in bold.
fn marked(snippet: &Snippet) -> String {
    let mut parts = Vec::new();
    let mut end = 0;
    for &[from, to] in &snippet.highlights {
        let (Some(before), Some(word)) = (snippet.text.get(end..from), snippet.text.get(from..to))
        else {
            continue;
        };
        parts.extend([plain(before), format!("{BOLD}{}{BOLD:#}", plain(word))]);
        end = to;
    }
    parts.push(plain(snippet.text.get(end..).unwrap_or_default()));
    parts.concat()
}

/// Returns where else the same is said.
fn left_out(also: &Also) -> String {
    let paths: Vec<_> = also.paths.iter().map(|path| plain(path)).collect();
    match also.passages.saturating_sub(paths.len()) {
        0 => format!("the same in {}", paths.join(", ")),
        more if paths.is_empty() => format!("the same in {}", count(more, "more passage")),
        more => format!("the same in {} and {}", paths.join(", "), count(more, "more passage")),
    }
}

fn reasons(why: &Why) -> String {
    let parts = [
        ("words", why.words),
        ("meaning", why.meaning),
        ("title", why.title),
        ("links", why.links),
    ];
    let told = parts.iter().filter_map(|(name, part)| part.as_ref().map(|part| reason(name, part)));
    told.collect::<Vec<_>>().join(", ")
}

fn reason(name: &str, part: &Part) -> String {
    format!("{name}: rank {}, {:.4}", part.rank, part.score)
}

/// Returns what was found, in a sentence that claims nothing of notes that weren't searched.
pub(crate) fn summary(reply: &SearchReply) -> String {
    let coverage = &reply.coverage;
    if coverage.total == 0 {
        return "there are no notes in this vault yet".to_owned();
    }
    let unreadable = match coverage.errored {
        0 => String::new(),
        errored => format!("; {} couldn't be read", count(errored, "note")),
    };
    if reply.hits.is_empty() {
        return format!("{}{unreadable}", nothing(coverage));
    }
    let more = reply.next_cursor.as_ref().map(|cursor| format!("; more with `--cursor {cursor}`"));
    let passages = count(reply.hits.len(), "passage");
    format!("{passages} shown; {}{unreadable}{}", matching(reply), more.unwrap_or_default())
}

/// Returns where nothing was found: of the vault, or of what the filter left of it.
fn nothing(coverage: &Coverage) -> String {
    match coverage.scope.map(grouped) {
        None => format!("nothing found in {}", searched(coverage)),
        Some(_) if coverage.scope == Some(0) => {
            format!("the filter lets none of {} through", searched(coverage))
        }
        Some(scope) if is_partial(coverage) => {
            let whole = searched(coverage);
            format!("nothing found in the {scope} that the filter lets through of {whole}")
        }
        Some(scope) => {
            let whole = searched(coverage);
            format!("nothing found in the {scope} of {whole} that the filter lets through")
        }
    }
}

fn matching(reply: &SearchReply) -> String {
    let verb = if reply.total == 1 { "matches" } else { "match" };
    if is_partial(&reply.coverage) {
        format!("{} {verb} in {}", count(reply.total, "note"), searched(&reply.coverage))
    } else {
        format!("{} of {} {verb}", grouped(reply.total), searched(&reply.coverage))
    }
}

fn searched(coverage: &Coverage) -> String {
    let total = count(readable(coverage), "note");
    if is_partial(coverage) {
        format!("the {} of {total} read so far", grouped(coverage.searched))
    } else {
        total
    }
}

fn is_partial(coverage: &Coverage) -> bool {
    coverage.searched < readable(coverage)
}

fn readable(coverage: &Coverage) -> usize {
    coverage.total.saturating_sub(coverage.errored)
}

#[cfg(test)]
mod tests;
