//! How answers look.

use std::io::{self, Write};

use notekin_config::Vault;
use notekin_engine::ask::{AskReply, Source, SupportLevel};

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
    for (at, source) in reply.sources.iter().enumerate() {
        writeln!(out, "[{}] {}", at + 1, place(vaults, reply, at, source))?;
    }
    for sentence in &reply.sentences {
        let said = match sentence.support {
            SupportLevel::Supported => continue,
            SupportLevel::Weak => "only partly in your notes",
            SupportLevel::Unsupported => "not in your notes",
        };
        let text = reply.answer.get(sentence.span.start..sentence.span.end).unwrap_or_default();
        writeln!(out, "{BOLD}{said}:{BOLD:#} {}", plain(text))?;
    }
    Ok(())
}

/// Returns lines as they are read.
pub(super) fn range(start: u32, end: u32) -> String {
    if start == end { format!("line {start}") } else { format!("lines {start}-{end}") }
}

/// Returns the note, the section and the lines that a source is cited for.
fn place(vaults: &[&Vault], reply: &AskReply, at: usize, source: &Source) -> String {
    let lines = reply.cited_lines(at);
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
