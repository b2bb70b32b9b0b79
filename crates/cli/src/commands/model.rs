//! `notekin model`: the model that reads by meaning.

use std::path::Path;

use notekin_config::{Config, Key, SettingsFile, Value};
use notekin_engine::models;
use notekin_wire as wire;

use crate::args::{ModelAction, ModelArgs, SetupServer};
use crate::commands::fetch;
use crate::consent::{self, Answer};
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
        ModelAction::Setup { server: SetupServer::Ollama, model } => {
            recipe(&config, model.as_deref(), output)
        }
        &ModelAction::Remove { ref id, dry_run, in_use, yes } => {
            remove(&config, id, Wish { dry_run, in_use, yes }, output)
        }
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
    check_name(id)?;
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

/// Fails where a name is none of a model.
pub(super) fn check_name(id: &str) -> Result<(), Failure> {
    let is_known = models::is_served(id) || models::list().iter().any(|model| model.id == id);
    if is_known { Ok(()) } else { Err(unnamed(id)) }
}

/// Returns the failure of a name that is none of a model, and how the one that may be meant is written.
fn unnamed(id: &str) -> Failure {
    let hint = match models::services().iter().find(|service| **service == id) {
        Some(service) => format!("name the model too: `{service}/NAME`"),
        None if is_of_service(id) => {
            let whole = models::services().map(|service| format!("`{service}/NAME`")).join(", ");
            format!(
                "a model at a server is named {whole}; a length of vectors, `@256`, is from 1 to 8192"
            )
        }
        None => format!(
            "a model at a server is named with its protocol first: `ollama/{id}`, `openai/{id}` (LM Studio, \
             llama.cpp, vLLM, OpenAI) or `gemini/{id}`; `notekin model list` shows those that are known"
        ),
    };
    Failure::invalid(format!("no model is called `{id}`"), Some(&hint))
}

/// Returns whether a name begins with a protocol, so that what follows is what is wrong with it.
fn is_of_service(id: &str) -> bool {
    let word = id.split_once('/').map(|(word, _)| word);
    models::services().iter().any(|service| word == Some(*service))
}

fn unasked(model: &models::ModelEntry) -> Failure {
    let message = format!("fetching {} needs your consent", talk::size(model.download));
    Failure::invalid(message, Some("`notekin model install --yes` fetches without asking"))
}

fn list(config: &Config, output: &mut Output) -> Result<Outcome, Failure> {
    let models = config.models()?.models()?;
    let reply = wire::Models { models: models.iter().map(wire::Model::from).collect() };
    let own = models.iter().filter(|model| model.is_own()).count();
    output.reply(&reply, |out| print::model::list(&reply, own, out))?;
    Ok(Outcome::Found)
}

/// Prints how a model is set up at Ollama.
fn recipe(config: &Config, model: Option<&str>, output: &mut Output) -> Result<Outcome, Failure> {
    let recipe = models::recipe(model, &config.servers("")?).ok_or_else(|| {
        let hint = "a model that Ollama has is named as `ollama list` shows it";
        Failure::invalid(
            format!("`{}` is no model of Ollama's", model.unwrap_or_default()),
            Some(hint),
        )
    })?;
    let reply = wire::Recipe::from(&recipe);
    output.reply(&reply, |out| print::model::recipe(&reply, out))?;
    Ok(Outcome::Found)
}

/// What a user said of deleting a model.
#[derive(Clone, Copy)]
struct Wish {
    dry_run: bool,
    in_use: bool,
    yes: bool,
}

fn remove(config: &Config, id: &str, wish: Wish, output: &mut Output) -> Result<Outcome, Failure> {
    let kept = config.models()?;
    let Some(model) = kept.model(id)?.filter(models::KeptModel::is_kept) else {
        talk::tell(&format!("nothing is kept of `{id}`; `notekin model list` shows what is kept"));
        return Ok(Outcome::Nothing);
    };
    let mut reply = wire::RemovedModel { model: wire::Model::from(&model), removed: false };
    if !wish.dry_run {
        if !agreed(&reply.model, wish)? {
            return Ok(Outcome::Nothing);
        }
        kept.remove(&model)?;
        reply.removed = true;
    }
    output.reply(&reply, |out| print::model::removed(&reply, out))?;
    Ok(Outcome::Found)
}

/// Returns whether the user agrees that a model goes.
fn agreed(model: &wire::Model, wish: Wish) -> Result<bool, Failure> {
    if !model.used_by.is_empty() && !wish.in_use {
        let message = format!("{} read by `{}`", print::model::users(model), model.id);
        let hint = "`notekin model use` chooses another model, and `notekin index` reads by it; `--in-use` deletes this one all the same";
        return Err(Failure::invalid(message, Some(hint)));
    }
    let what = print::model::goods(model);
    let question = format!(
        "This deletes {what}. Reading by it again takes its time, and what it costs. Go on?"
    );
    match if wish.yes { Answer::Yes } else { consent::ask(&question) } {
        Answer::Yes => Ok(true),
        Answer::No => Ok(false),
        Answer::Unasked => Err(Failure::invalid(
            format!("deleting {what} needs your consent"),
            Some("add `--yes` to delete without asking; `--dry-run` only tells what would go"),
        )),
    }
}
