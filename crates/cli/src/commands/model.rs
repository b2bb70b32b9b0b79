//! `notekin model`: the model that reads by meaning.

use std::path::Path;

use notekin_config::{Config, Key, SettingsFile, Value};
use notekin_engine::{self as engine, models};
use notekin_wire as wire;

use crate::args::{ModelAction, ModelArgs};
use crate::commands::fetch;
use crate::consent::Answer;
use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};
use crate::talk;

pub(crate) fn run(args: &ModelArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    match &args.action {
        ModelAction::Install { yes, from } => install(&config, *yes, from.as_deref(), output),
        ModelAction::Use { id } => take(&config, id, output),
        ModelAction::List => list(&config, output),
        ModelAction::Remove => remove(&config, output),
    }
}

fn install(
    config: &Config,
    yes: bool,
    from: Option<&Path>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let model = fetch::entry(config).ok_or_else(|| fetch::unknown(config.settings.model()))?;
    if from.is_none() && fetch::installed(config, model.id)?.is_some() {
        talk::tell(&format!("the model `{}` is already installed", model.id));
        return list(config, output);
    }
    match if yes || from.is_some() { Answer::Yes } else { fetch::ask(&model) } {
        Answer::Yes => fetch::install(config, from)?,
        Answer::No => return Ok(Outcome::Nothing),
        Answer::Unasked => return Err(unasked(&model)),
    }
    list(config, output)
}

/// Tries a model and puts it into the settings.
fn take(config: &Config, id: &str, output: &mut Output) -> Result<Outcome, Failure> {
    if !models::is_served(id) && models::list().iter().all(|model| model.id != id) {
        return Err(fetch::unknown(id));
    }
    config.places.create_data()?;
    let tried = models::try_out(id, &config.places.models, &config.servers(id)?)?;
    let key = Key::named("model").ok_or_else(|| fetch::unknown(id))?;
    let mut file = SettingsFile::open(&config.places.config)?;
    file.set(key, &Value::Text(id.to_owned()))?;
    let reply = wire::Tried {
        model: tried.id,
        dims: tried.dims,
        token_limit: tried.token_limit,
        elsewhere: tried.elsewhere,
    };
    output.reply(&reply, |out| {
        let place = if reply.elsewhere { "elsewhere" } else { "on this machine" };
        let (dims, limit) = (reply.dims, reply.token_limit);
        writeln!(
            out,
            "`{}` works: {dims} dimensions, {limit} tokens at once, {place}",
            reply.model
        )?;
        writeln!(out, "\nnext: notekin index reads the notes by it")
    })?;
    Ok(Outcome::Found)
}

fn unasked(model: &models::ModelEntry) -> Failure {
    let message = format!("fetching {} needs your consent", talk::size(model.download));
    Failure::invalid(message, Some("`notekin model install --yes` fetches without asking"))
}

fn list(config: &Config, output: &mut Output) -> Result<Outcome, Failure> {
    let models =
        models::list().iter().map(|model| twin(config, model)).collect::<Result<_, _>>()?;
    let reply = wire::Models { models };
    output.reply(&reply, |out| print::inventory::models(&reply, out))?;
    Ok(Outcome::Found)
}

fn twin(config: &Config, model: &models::ModelEntry) -> Result<wire::Model, Failure> {
    let installed = fetch::installed(config, model.id)?;
    Ok(wire::Model::new(model, installed.as_ref().map(|installed| installed.path.as_path())))
}

fn remove(config: &Config, output: &mut Output) -> Result<Outcome, Failure> {
    let id = config.settings.model();
    let Some(removed) = models::remove(id, &config.places.models).map_err(engine::Error::from)?
    else {
        talk::tell(&format!("the model `{id}` is not installed"));
        return Ok(Outcome::Nothing);
    };
    let reply =
        wire::Removed { removed: id.to_owned(), deleted: Some(removed.path.display().to_string()) };
    output.reply(&reply, |out| writeln!(out, "removed the model `{id}`"))?;
    Ok(Outcome::Found)
}
