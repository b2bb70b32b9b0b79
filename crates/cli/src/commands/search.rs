//! `notekin search`: passages that answer.

use notekin_config::{Settings, Vault};
use notekin_wire::{Mode, SearchReply, SearchRequest};

use crate::args::{Global, SearchArgs};
use crate::asked::Asked;
use crate::commands::batch;
use crate::opened;
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{opener, print, talk};

pub(crate) fn run(
    args: &SearchArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    if args.query.join(" ").trim().is_empty() && args.filter.is_empty() && args.queries.is_none() {
        return Err(Failure::invalid("the query is empty", None));
    }
    let keep = !args.no_update;
    if let Some(file) = &args.queries {
        let asked = Asked::of_one(&config, global, keep)?;
        let request = SearchRequest { lenient: true, ..request(args, &config.settings, &asked)? };
        return batch::run(file, &asked, request, args.limit, output);
    }
    let asked = Asked::of(&config, global, keep)?;
    let reply = asked.search(&request(args, &config.settings, &asked)?)?;
    show(args, &asked.vaults(), &reply, output)?;
    if let Some(number) = args.open {
        open(number, &asked.vaults(), &reply, config.settings.opener())?;
    }
    Ok(Outcome::found(!reply.hits.is_empty()))
}

fn request(
    args: &SearchArgs,
    settings: &Settings,
    asked: &Asked<'_>,
) -> Result<SearchRequest, Failure> {
    Ok(SearchRequest {
        query: args.query.join(" "),
        mode: Some(args.mode.map_or_else(|| usual_mode(settings), Mode::from)),
        limit: Some(args.limit.unwrap_or(settings.search_limit())),
        cursor: args.cursor.clone(),
        everything: args.all,
        no_update: args.no_update,
        typing: args.typing,
        folders: args.filter.folders(&asked.vaults()),
        tags: args.filter.tag.clone(),
        filter: args.filter.conditions()?,
        ..SearchRequest::default()
    })
}

fn usual_mode(settings: &Settings) -> Mode {
    let name = serde_json::Value::from(settings.search_mode());
    // The settings take no other name than these.
    serde_json::from_value(name).unwrap_or(Mode::Hybrid)
}

fn show(
    args: &SearchArgs,
    vaults: &[&Vault],
    reply: &SearchReply,
    output: &mut Output,
) -> Result<(), Failure> {
    output.reply(reply, |out| print::search::hits(vaults, reply, args.explain, out))?;
    if !output.is_json() {
        output.finish()?;
        talk::tell(&print::search::summary(reply));
        talk::notices(&reply.notices);
    }
    Ok(())
}

fn open(
    number: usize,
    vaults: &[&Vault],
    reply: &SearchReply,
    program: Option<&str>,
) -> Result<(), Failure> {
    let hit = reply.hits.get(number - 1).ok_or_else(|| {
        Failure::invalid(
            format!("there is no passage {number} to open; {} found", reply.hits.len()),
            None,
        )
    })?;
    let vault = vaults.iter().find(|vault| vault.name == hit.vault);
    let heading = hit.heading.last().map(String::as_str);
    vault.map_or(Ok(()), |vault| opener::open(vault, &hit.path, heading, program))
}
