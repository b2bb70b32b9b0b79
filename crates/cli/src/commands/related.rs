//! `notekin related`: which notes belong with a note.

use std::io::Read;

use notekin_engine::{Audience, RelatedRequest, Subject};
use notekin_wire as wire;

use crate::args::{Global, RelatedArgs};
use crate::opened::{self, Opened};
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};
use crate::talk;

/// The argument that stands for standard input.
const STDIN: &str = "-";

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
            let of = reply.path.map_or_else(|| "the text".to_owned(), |path| format!("`{path}`"));
            talk::tell(&format!("nothing related to {of} was found"));
        }
        talk::notices(&reply.notices);
    }
    Ok(Outcome::found(found))
}

/// Returns what was typed: a note, a part of one, or a text on standard input. Where a note's own name holds `#`, it is the
/// note.
fn subject(typed: &str, opened: &Opened) -> Result<Subject, Failure> {
    if typed == STDIN {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(Subject::Text(String::from_utf8_lossy(&bytes).into_owned()));
    }
    match typed.rsplit_once('#') {
        Some((note, heading))
            if !note.is_empty()
                && !heading.is_empty()
                && opened.engine.path_of(&opened.within(typed), Audience::Owner).is_err() =>
        {
            Ok(Subject::Section { note: opened.within(note), heading: heading.to_owned() })
        }
        _ => Ok(Subject::Note(opened.within(typed))),
    }
}
