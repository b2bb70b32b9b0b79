//! `notekin related`: which notes belong with a note.

use notekin_engine::{Audience, RelatedRequest};
use notekin_wire as wire;

use crate::args::{Global, RelatedArgs};
use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};
use crate::talk;

pub(crate) fn run(
    args: &RelatedArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let opened = opened::one(&config, global, !args.no_update)?;
    let request = RelatedRequest {
        note: opened.within(&args.note),
        show: args.show.into(),
        limit: args.limit.unwrap_or(config.settings.related_limit()),
        update: !args.no_update,
    };
    let reply = opened.engine.related(&request, Audience::Owner)?;
    let found =
        reply.belongs_under.is_some() || !reply.related.is_empty() || !reply.near_copies.is_empty();
    output.reply(&wire::RelatedReply::from(&reply), |out| {
        print::related::reply(&opened.vault, &reply, out)
    })?;
    if !output.is_json() {
        if !found {
            talk::tell(&format!("nothing related to `{}` was found", reply.path));
        }
        talk::notices(&reply.notices);
    }
    Ok(Outcome::found(found))
}
