//! How hubs look.

use std::io::{self, Write};

use notekin_config::Vault;
use notekin_wire::HubsReply;

use super::style::{DIM, linked, plain};

/// Writes a line for each hub: links out, links in, name.
pub(crate) fn reply(vault: &Vault, reply: &HubsReply, out: &mut dyn Write) -> io::Result<()> {
    if !reply.hubs.is_empty() {
        writeln!(out, "{DIM}out   in{DIM:#}")?;
    }
    for hub in &reply.hubs {
        let path = hub.path.as_str();
        let title = linked(&plain(&hub.title), &vault.link(path, None));
        writeln!(
            out,
            "{:3}  {:3}  {title}  {DIM}{}{DIM:#}",
            hub.links,
            hub.backlinks,
            plain(path)
        )?;
    }
    Ok(())
}
