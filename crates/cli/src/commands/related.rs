//! `notekin related`: which notes belong with a note.

use std::io::Read;

use notekin_engine::{Audience, RelatedReply, RelatedRequest, Subject};
use notekin_wire as wire;

use crate::args::{Global, RelatedArgs, Show};
use crate::opened::{self, Opened};
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
    let opened = opened::one(&config, global, !args.no_update)?;
    let request = RelatedRequest {
        show: args.show.into(),
        filter: args.filter.filter(std::slice::from_ref(&opened))?,
        elsewhere: args.elsewhere,
        everything: args.all,
        limit: args.limit.unwrap_or(config.settings.related_limit()),
        update: !args.no_update,
        ..RelatedRequest::new(subject(&args.note, &opened)?)
    };
    let reply = opened.engine.related(&request, Audience::Owner)?;
    let found =
        reply.belongs_under.is_some() || !reply.related.is_empty() || !reply.near_copies.is_empty();
    output.reply(&wire::RelatedReply::from(&reply), |out| {
        print::related::reply(&opened.vault, &reply, args.explain, out)
    })?;
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
    match reply.scope {
        None => format!("nothing related to {of} was found{linked}"),
        Some(scope) if scope.passing == 0 => talk::none_passes(scope),
        Some(scope) => format!(
            "nothing related to {of} was found in the {} of {} that the filter lets through{linked}",
            talk::grouped(scope.passing),
            talk::count(scope.total, "note")
        ),
    }
}

/// Returns what was typed: a note or a part of one, or a text on standard input.
fn subject(typed: &str, opened: &Opened) -> Result<Subject, Failure> {
    if typed != STDIN {
        return Ok(Subject::Note(opened.within(typed)));
    }
    let mut bytes = Vec::new();
    std::io::stdin().take(MOST_TEXT).read_to_end(&mut bytes)?;
    Ok(Subject::Text(String::from_utf8_lossy(&bytes).into_owned()))
}
