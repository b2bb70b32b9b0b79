//! How answers look.

use std::io::{self, Write};

use notekin_config::Vault;
use notekin_wire::{AskReply, GroundingChunk, Lines};

use super::style::{BOLD, DIM, linked, plain};

/// Tells an answer while it comes.
pub(crate) struct Telling {
    is_silent: bool,
    has_told: bool,
    failed: io::Result<()>,
}

impl Telling {
    /// Returns what tells an answer on standard output, or keeps silent.
    pub(crate) fn new(is_silent: bool) -> Self {
        Self { is_silent, has_told: false, failed: Ok(()) }
    }

    /// Tells what came.
    pub(crate) fn tell(&mut self, text: &str) {
        if self.is_silent || self.failed.is_err() || text.is_empty() {
            return;
        }
        self.has_told = true;
        let mut out = io::stdout().lock();
        self.failed = out.write_all(harmless(text).as_bytes()).and_then(|()| out.flush());
    }

    /// Ends the answer.
    pub(crate) fn end(self) -> io::Result<()> {
        self.failed?;
        if self.has_told { writeln!(io::stdout(), "\n") } else { Ok(()) }
    }
}

/// Returns Markdown without what a terminal would obey; lines stay.
pub(super) fn harmless(text: &str) -> String {
    text.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}

/// Writes where an answer comes from, and what of it doesn't come from the notes. With several vaults, every source is told
/// whose it is.
pub(crate) fn sources(vaults: &[&Vault], reply: &AskReply, out: &mut dyn Write) -> io::Result<()> {
    for (at, source) in reply.grounding_chunks.iter().enumerate() {
        writeln!(out, "[{}] {}", at + 1, place(vaults, reply, at, source))?;
    }
    for sentence in &reply.sentences {
        let said = match sentence.support.as_str() {
            "supported" => continue,
            "weak" => "only partly in your notes",
            _ => "not in your notes",
        };
        let text = reply.answer.get(sentence.start..sentence.end).unwrap_or_default();
        writeln!(out, "{BOLD}{said}:{BOLD:#} {}", plain(text))?;
    }
    Ok(())
}

/// Returns lines as they are read.
pub(super) fn range(start: u32, end: u32) -> String {
    if start == end { format!("line {start}") } else { format!("lines {start}-{end}") }
}

/// Returns the lines of a source from the first that is cited to the last.
fn cited_lines(reply: &AskReply, at: usize, source: &GroundingChunk) -> Lines {
    let cited = reply.grounding_supports.iter().flat_map(|support| {
        let indices = support.grounding_chunk_indices.iter().zip(&support.places);
        indices.filter(|(index, _)| **index == at).map(|(_, place)| place.lines)
    });
    let all = cited.reduce(|all, lines| Lines {
        start: all.start.min(lines.start),
        end: all.end.max(lines.end),
    });
    all.unwrap_or(source.lines)
}

/// Returns the note, the section and the lines that a source is cited for.
fn place(vaults: &[&Vault], reply: &AskReply, at: usize, source: &GroundingChunk) -> String {
    let lines = cited_lines(reply, at, source);
    let lines = range(lines.start, lines.end);
    let heading = source.heading.last().map(String::as_str);
    let path = source.path.as_str();
    let vault = vaults.iter().find(|vault| vault.name == source.vault);
    let link = vault.map(|vault| vault.link(path, heading)).unwrap_or_default();
    let path = linked(&plain(path), &link);
    let owner = vault.filter(|_| vaults.len() > 1).map(|vault| format!("{}: ", plain(&vault.name)));
    let owner = owner.unwrap_or_default();
    let heading = match source.heading.as_slice() {
        [] => String::new(),
        titles => format!(" > {}", plain(&titles.join(" > "))),
    };
    format!("{owner}{path}{heading}{DIM}, {lines}{DIM:#}")
}
