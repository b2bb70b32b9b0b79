//! The model that reads by meaning.

use notekin_config::Config;
use notekin_engine::models;
use notekin_wire::Finding;

use crate::problem::Problem;

/// Returns whether the model is there and works. One at a server is asked only when that is wished: it is a call.
pub(super) fn finding(config: &Config, online: bool) -> Finding {
    let id = config.settings.model();
    if models::is_served(id) {
        return if online {
            tried(config, id)
        } else {
            let message = format!("`{id}`, at a server that wasn't asked; `--online` asks it");
            Finding::ok("model", message)
        };
    }
    if models::list().iter().all(|entry| entry.id != id) {
        return Finding::ok("model", format!("`{id}`"));
    }
    match models::installed(id, &config.places.models) {
        Ok(Some(_)) => tried(config, id),
        Ok(None) => Finding::note(
            "model",
            "none is installed, so that notes are found by words only",
            "`notekin model install` adds finding by meaning",
        ),
        Err(error) => broken(id, &notekin_engine::Error::from(error).into()),
    }
}

/// Has the model read one word.
fn tried(config: &Config, id: &str) -> Finding {
    let checked = config
        .servers(id)
        .map_err(Problem::from)
        .and_then(|servers| Ok(models::check(id, &config.places.models, &servers)?));
    match checked {
        Ok(()) => Finding::ok("model", format!("`{id}` works")),
        Err(problem) => broken(id, &problem),
    }
}

/// Returns that the model can't be used, and what mends that.
fn broken(id: &str, problem: &Problem) -> Finding {
    let fix = match &problem.hint {
        Some(hint) => hint.clone(),
        None if models::is_served(id) => format!("`notekin model use {id}` tries it anew"),
        None => "`notekin model remove` and `notekin model install` fetch it anew".to_owned(),
    };
    Finding::problem("model", format!("`{id}` can't be used: {problem}"), fix)
}
