//! Data on stdout: JSON or text, never both.

use std::io::{self, BufWriter, Stdout, Write};

use anstream::AutoStream;
use serde::Serialize;

use crate::report::Failure;

/// Where a command's data goes. Colours and links are taken out unless stdout is a terminal that shows them.
pub(crate) struct Output {
    json: bool,
    stream: BufWriter<AutoStream<Stdout>>,
}

impl Output {
    /// Returns the standard output, for JSON or for text.
    pub(crate) fn new(json: bool) -> Self {
        Self { json, stream: BufWriter::new(AutoStream::auto(io::stdout())) }
    }

    /// Returns whether the output is JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Prints a reply: as one line of JSON, or the way `text` writes it.
    pub(crate) fn reply(
        &mut self,
        reply: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if self.json { self.line(reply) } else { self.text(text) }
    }

    /// Prints what `text` writes, whatever was asked for.
    pub(crate) fn text(
        &mut self,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        Ok(text(&mut self.stream)?)
    }

    /// Prints one line of JSON, whatever was asked for.
    pub(crate) fn line(&mut self, reply: &impl Serialize) -> Result<(), Failure> {
        let json = serde_json::to_string(reply)
            .map_err(|error| Failure::io("cannot write JSON", &error.into()))?;
        Ok(writeln!(self.stream, "{json}")?)
    }

    /// Sends what was printed so far.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        Ok(self.stream.flush()?)
    }
}
