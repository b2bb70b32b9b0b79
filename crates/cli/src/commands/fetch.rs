//! Getting the model, with the user's consent.

use std::path::Path;

use notekin_config::Config;
use notekin_engine::outbound::CallRecord;
use notekin_engine::{self as engine, models};

use crate::consent::{self, Answer};
use crate::print::progress;
use crate::report::Failure;
use crate::talk;

/// Returns the model that the settings name, if it is one that can be installed.
pub(crate) fn entry(config: &Config) -> Option<models::ModelEntry> {
    models::list().into_iter().find(|model| model.id == config.settings.model())
}

/// Returns where a model lies, if it is on this machine.
pub(crate) fn installed(config: &Config, id: &str) -> Result<Option<models::Installed>, Failure> {
    Ok(models::installed(id, &config.places.models).map_err(engine::Error::from)?)
}

/// Asks whether the model may be fetched.
pub(crate) fn ask(model: &models::ModelEntry) -> Answer {
    consent::ask(&format!(
        "To find passages by meaning, the model `{}` is needed: {} to fetch, {} on disk, {} licence. Fetch it now?",
        model.id,
        talk::size(model.download),
        talk::size(model.size),
        model.licence
    ))
}

/// Installs the model, from the file the user has or from the network.
pub(crate) fn install(config: &Config, from: Option<&Path>) -> Result<(), Failure> {
    let source = match from {
        Some(file) => models::Source::File(file.to_owned()),
        None if config.settings.offline() => return Err(offline()),
        None => models::Source::Pip,
    };
    config.places.create_data()?;
    let steps = progress::Steps::start();
    let tell = &mut |phase| steps.tell(phase);
    let installed = models::install(config.settings.model(), &config.places.models, &source, tell);
    steps.finish();
    if source == models::Source::Pip {
        write_down(config, installed.is_ok())?;
    }
    let installed = installed.map_err(engine::Error::from)?;
    talk::tell(&format!("the model lies in `{}`", installed.path.display()));
    Ok(())
}

/// Writes down that pip was asked for the model; which host it went to, pip alone knows.
fn write_down(config: &Config, is_fetched: bool) -> Result<(), Failure> {
    let bytes = entry(config).map_or(0, |model| model.download);
    let (bytes, error) = if is_fetched { (bytes, None) } else { (0, Some("failed")) };
    let record = CallRecord::at(&config.places.outbound());
    let added = record.add("pip's package index", "fetch the built-in model", bytes, error);
    Ok(added.map_err(engine::outbound::failed)?)
}

/// Returns the failure of settings that name a model there isn't.
pub(crate) fn unknown(id: &str) -> Failure {
    Failure::invalid(
        format!("there is no model `{id}` to install"),
        Some("`notekin model list` shows those there are"),
    )
}

fn offline() -> Failure {
    Failure::Problem {
        kind: engine::Kind::Denied,
        chain: vec!["`offline` is set, so nothing is fetched".to_owned()],
        hint: Some("`notekin model install --from FILE` installs from a file you have".to_owned()),
    }
}
