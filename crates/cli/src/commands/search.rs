//! `notekin search`: passages that answer.

use notekin_config::{Settings, Vault};
use notekin_engine::{Audience, Mode, SearchReply, SearchRequest, Several};
use notekin_wire as wire;

use crate::args::{Global, SearchArgs};
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
    let request = request(args, &config.settings);
    if let Some(file) = &args.queries {
        let opened = [opened::one(&config, global, request.update)?];
        let request =
            SearchRequest { filter: args.filter.filter(&opened)?, lenient: true, ..request };
        return batch::run(file, &opened[0], request, args.limit, output);
    }
    if request.query.trim().is_empty() && args.filter.is_empty() {
        return Err(Failure::invalid("the query is empty", None));
    }
    let searched = opened::all(&config, global, request.update)?;
    let request = SearchRequest { filter: args.filter.filter(&searched)?, ..request };
    let engines = searched.iter().map(|opened| &opened.engine);
    let reply = Several::new(engines).search(&request, Audience::Owner)?;
    let vaults: Vec<&Vault> = searched.iter().map(|opened| &opened.vault).collect();
    show(args, &vaults, &reply, output)?;
    if let Some(number) = args.open {
        open(number, &vaults, &reply, config.settings.opener())?;
    }
    Ok(Outcome::found(!reply.hits.is_empty()))
}

fn request(args: &SearchArgs, settings: &Settings) -> SearchRequest {
    SearchRequest {
        mode: args.mode.map_or_else(|| usual_mode(settings), Mode::from),
        limit: args.limit.unwrap_or(settings.search_limit()),
        cursor: args.cursor.clone(),
        everything: args.all,
        update: !args.no_update,
        typing: args.typing,
        ..SearchRequest::new(args.query.join(" "))
    }
}

fn usual_mode(settings: &Settings) -> Mode {
    let modes = [Mode::Hybrid, Mode::Semantic, Mode::Keyword, Mode::Regex];
    modes.into_iter().find(|mode| mode.name() == settings.search_mode()).unwrap_or_default()
}

fn show(
    args: &SearchArgs,
    vaults: &[&Vault],
    reply: &SearchReply,
    output: &mut Output,
) -> Result<(), Failure> {
    output.reply(&wire::SearchReply::from(reply), |out| {
        print::search::hits(vaults, reply, args.explain, out)
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
    vault.map_or(Ok(()), |vault| opener::open(vault, hit.path.as_str(), heading, program))
}
