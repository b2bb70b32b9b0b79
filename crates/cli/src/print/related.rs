//! How related notes look.

use std::io::{self, Write};

use notekin_config::Vault;
use notekin_wire::{NearCopy, Related, RelatedReply, Why};

use super::style::{BOLD, DIM, linked, plain};

/// Characters shown of a title; the first line of a note without a heading may be a paragraph.
const TITLE: usize = 100;

/// Writes what the note belongs under, what is related, and what says the same.
pub(crate) fn reply(
    vault: &Vault,
    reply: &RelatedReply,
    explain: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(hub) = &reply.belongs_under {
        writeln!(out, "{BOLD}Belongs under{BOLD:#}")?;
        writeln!(out, "{:.2}  {}", hub.score, name(vault, &hub.title, hub.path.as_str()))?;
    }
    if !reply.related.is_empty() {
        writeln!(out, "{BOLD}Related{BOLD:#}")?;
        for note in &reply.related {
            related(vault, note, note.score < reply.least, out)?;
            if explain {
                why(&note.why, out)?;
            }
        }
    }
    if !reply.near_copies.is_empty() {
        writeln!(out, "{BOLD}Near-copies{BOLD:#}")?;
        reply.near_copies.iter().try_for_each(|note| near_copy(vault, note, out))?;
    }
    Ok(())
}

fn related(vault: &Vault, note: &Related, is_far: bool, out: &mut dyn Write) -> io::Result<()> {
    let mark = if note.linked { "  (linked)" } else { "" };
    let far = if is_far && !note.linked { "  (hardly related)" } else { "" };
    let name = name(vault, &note.title, note.path.as_str());
    writeln!(out, "{:.2}  {name}{mark}{far}", note.score)?;
    match (note.from.is_empty(), note.to.is_empty()) {
        (true, true) => writeln!(out, "      ↳ not by meaning"),
        (true, false) => writeln!(out, "      ↳ {}", plain(&note.to)),
        _ => writeln!(out, "      ↳ {} → {}", plain(&note.from), plain(&note.to)),
    }
}

/// Writes how much of the score comes from where, and which place each part alone gives.
fn why(why: &Why, out: &mut dyn Write) -> io::Result<()> {
    let parts = [
        ("meaning", why.meaning),
        ("words", why.words),
        ("names", why.title),
        ("links", why.links),
    ];
    let told = parts.iter().filter_map(|(name, part)| {
        part.map(|part| format!("{name} {:.2} (place {})", part.score, part.rank))
    });
    writeln!(out, "      {DIM}{}{DIM:#}", told.collect::<Vec<_>>().join(" · "))
}

fn near_copy(vault: &Vault, note: &NearCopy, out: &mut dyn Write) -> io::Result<()> {
    let percent = (note.coverage * 100.0).round();
    writeln!(out, "{percent:3} %  {}", name(vault, &note.title, note.path.as_str()))
}

fn name(vault: &Vault, title: &str, path: &str) -> String {
    let mut short: String = title.chars().take(TITLE).collect();
    if short.len() < title.len() {
        short.push('…');
    }
    let title = linked(&plain(&short), &vault.link(path, None));
    format!("{title}  {DIM}{}{DIM:#}", plain(path))
}
