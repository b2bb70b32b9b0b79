//! `notekin related`: which notes belong with a note.

use std::io::Read;

use notekin_config::Vault;
use notekin_wire::{RelatedReply, RelatedRequest};

use crate::args::{Global, RelatedArgs, Show};
use crate::asked::Asked;
use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};
use crate::talk;

/// The argument that stands for standard input.
const STDIN: &str = "-";

/// More bytes than this aren't read of it.
const MOST_TEXT: u64 = 8 << 20;

pub(crate) fn run(
    args: &RelatedArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let asked = Asked::of_one(&config, global, !args.no_update)?;
    let request = RelatedRequest {
        show: args.show.into(),
        elsewhere: args.elsewhere,
        everything: args.all,
        limit: args.limit,
        no_update: args.no_update,
        folders: args.filter.folders(&asked.vaults()),
        tags: args.filter.tag.clone(),
        filter: args.filter.conditions()?,
        ..subject(&args.note, asked.vault())?
    };
    let reply = asked.related(&request)?;
    let found =
        reply.belongs_under.is_some() || !reply.related.is_empty() || !reply.near_copies.is_empty();
    output.reply(&reply, |out| print::related::reply(asked.vault(), &reply, args.explain, out))?;
    if !output.is_json() {
        if !found {
            talk::tell(&nothing(args, &reply));
        }
        talk::notices(&reply.notices);
    }
    Ok(Outcome::found(found))
}

/// Returns where nothing was found: in the vault, or in what the filter left of it.
fn nothing(args: &RelatedArgs, reply: &RelatedReply) -> String {
    let of = reply.path.as_ref().map_or_else(|| "the text".to_owned(), |path| format!("`{path}`"));
    let linked = match (&reply.path, args.show, args.all) {
        (Some(_), Show::Unlinked, false) => {
            "; `--show all` looks at linked notes too, `--all` at what is hardly related"
        }
        (Some(_), Show::Unlinked, true) => "; `--show all` looks at linked notes too",
        (_, _, false) => "; `--all` shows what is hardly related",
        (_, _, true) => "",
    };
    match (reply.scope, reply.notes) {
        (None, _) | (_, None) => format!("nothing related to {of} was found{linked}"),
        (Some(0), Some(notes)) => talk::none_passes(notes),
        (Some(passing), Some(notes)) => format!(
            "nothing related to {of} was found in the {} of {} that the filter lets through{linked}",
            talk::grouped(passing),
            talk::count(notes, "note")
        ),
    }
}

/// Returns what was typed: a note or a part of one, or a text on standard input.
fn subject(typed: &str, vault: &Vault) -> Result<RelatedRequest, Failure> {
    if typed != STDIN {
        let note = Some(opened::within(vault, typed));
        return Ok(RelatedRequest { note, ..RelatedRequest::default() });
    }
    let mut bytes = Vec::new();
    std::io::stdin().take(MOST_TEXT).read_to_end(&mut bytes)?;
    let text = Some(String::from_utf8_lossy(&bytes).into_owned());
    Ok(RelatedRequest { text, ..RelatedRequest::default() })
}
