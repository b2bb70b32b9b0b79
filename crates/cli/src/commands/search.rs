//! `notekin search`: passages that answer.

use notekin_config::Settings;
use notekin_engine::{Audience, Filter, Mode, SearchReply, SearchRequest};
use notekin_wire as wire;

use crate::args::{Global, SearchArgs};
use crate::commands::batch;
use crate::link::Place;
use crate::opened::{self, Opened};
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{opener, print, talk};

/// Several vaults are searched one after the other, each with a reply of its own.
pub(crate) fn run(
    args: &SearchArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let request = request(args, &config.settings);
    if let Some(file) = &args.queries {
        return batch::run(file, &opened::one(&config, global, request.update)?, request, output);
    }
    let searched = match args.open {
        Some(_) => vec![opened::one(&config, global, request.update)?],
        None => opened::all(&config, global, request.update)?,
    };
    let mut found = false;
    for opened in &searched {
        let reply = opened.engine.search(&request, Audience::Owner)?;
        if searched.len() > 1 && !output.is_json() {
            output.text(|out| writeln!(out, "{}", print::style::plain(&opened.vault.name)))?;
        }
        show(args, opened, &reply, output)?;
        if let Some(number) = args.open {
            open(number, opened, &reply, config.settings.opener())?;
        }
        found |= !reply.hits.is_empty();
    }
    Ok(Outcome::found(found))
}

fn request(args: &SearchArgs, settings: &Settings) -> SearchRequest {
    SearchRequest {
        mode: args.mode.map_or_else(|| usual_mode(settings), Mode::from),
        filter: Filter { folders: args.folder.clone(), tags: args.tag.clone() },
        limit: args.limit.unwrap_or(settings.search_limit()),
        cursor: args.cursor.clone(),
        update: !args.no_update,
        ..SearchRequest::new(args.query.join(" "))
    }
}

fn usual_mode(settings: &Settings) -> Mode {
    let modes = [Mode::Hybrid, Mode::Semantic, Mode::Keyword, Mode::Regex];
    modes.into_iter().find(|mode| mode.name() == settings.search_mode()).unwrap_or_default()
}

fn show(
    args: &SearchArgs,
    opened: &Opened,
    reply: &SearchReply,
    output: &mut Output,
) -> Result<(), Failure> {
    output.reply(&wire::SearchReply::from(reply), |out| {
        print::search::hits(&opened.vault, reply, args.explain, out)
    })?;
    if !output.is_json() {
        output.finish()?;
        talk::tell(&print::search::summary(reply));
        talk::notices(&reply.notices);
    }
    Ok(())
}

fn open(
    number: usize,
    opened: &Opened,
    reply: &SearchReply,
    program: Option<&str>,
) -> Result<(), Failure> {
    let hit = reply.hits.get(number - 1).ok_or_else(|| {
        Failure::invalid(
            format!("there is no passage {number} to open; {} found", reply.hits.len()),
            None,
        )
    })?;
    opener::open(&Place::of(&opened.vault, hit), program)
}
