//! How related notes look.

use std::io::{self, Write};

use notekin_config::Vault;
use notekin_engine::{NearCopy, Related, RelatedReply};

use super::style::{BOLD, DIM, linked, plain};

/// Writes what the note belongs under, what is related, and what says the same.
pub(crate) fn reply(vault: &Vault, reply: &RelatedReply, out: &mut dyn Write) -> io::Result<()> {
    if let Some(hub) = &reply.belongs_under {
        writeln!(out, "{BOLD}Belongs under{BOLD:#}")?;
        writeln!(out, "{:.2}  {}", hub.score, name(vault, &hub.title, hub.path.as_str()))?;
    }
    if !reply.related.is_empty() {
        writeln!(out, "{BOLD}Related{BOLD:#}")?;
        reply.related.iter().try_for_each(|note| related(vault, note, out))?;
    }
    if !reply.near_copies.is_empty() {
        writeln!(out, "{BOLD}Near-copies{BOLD:#}")?;
        reply.near_copies.iter().try_for_each(|note| near_copy(vault, note, out))?;
    }
    Ok(())
}

fn related(vault: &Vault, note: &Related, out: &mut dyn Write) -> io::Result<()> {
    let mark = if note.linked { "  (linked)" } else { "" };
    writeln!(out, "{:.2}  {}{mark}", note.score, name(vault, &note.title, note.path.as_str()))?;
    if note.from.is_empty() && note.to.is_empty() {
        return writeln!(out, "      ↳ by links alone");
    }
    writeln!(out, "      ↳ {} → {}", plain(&note.from), plain(&note.to))
}

fn near_copy(vault: &Vault, note: &NearCopy, out: &mut dyn Write) -> io::Result<()> {
    let percent = (note.coverage * 100.0).round();
    writeln!(out, "{percent:3} %  {}", name(vault, &note.title, note.path.as_str()))
}

fn name(vault: &Vault, title: &str, path: &str) -> String {
    let title = linked(&plain(title), &vault.link(path, None));
    format!("{title}  {DIM}{}{DIM:#}", plain(path))
}
