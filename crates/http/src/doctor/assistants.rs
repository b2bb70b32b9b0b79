//! Our entries in the settings of assistants.

use std::path::Path;

use notekin_config::{Change, Client, Entry, Folders, Standing};
use notekin_wire::Finding;

/// Returns a finding for each assistant that has an entry of ours, or settings that can't be read.
pub(super) fn findings(folders: &Folders, entry: &Entry) -> Vec<Finding> {
    Client::ALL.iter().filter_map(|client| of_one(*client, folders, entry)).collect()
}

/// Returns whether an assistant's entry starts this program; nothing where there is none.
fn of_one(client: Client, folders: &Folders, entry: &Entry) -> Option<Finding> {
    let change = match Change::add(client, folders, entry) {
        Ok(change) => change,
        // Of a program that isn't used here nothing is to be said.
        Err(_) if !client.is_installed(folders) => return None,
        Err(error) => return Some(super::of_error("assistant", error)),
    };
    let Standing::Ours(ours) = change.standing() else { return None };
    let name = client.name();
    if ours.command == entry.command {
        return Some(Finding::ok("assistant", format!("{name} may search")));
    }
    let message = format!("{name} starts `{}`, not this program", ours.command);
    let fix = format!("`notekin setup {}` changes that", client.id());
    Some(if Path::new(&ours.command).exists() {
        Finding::note("assistant", message, fix)
    } else {
        Finding::problem("assistant", format!("{message}; and it isn't there"), fix)
    })
}
