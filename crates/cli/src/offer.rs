//! Telling once that a model on this machine could write answers.

use std::io::{self, IsTerminal};

use notekin_config::Config;
use notekin_engine::ask::offered;

use crate::print::style::plain;
use crate::{interrupt, talk};

/// What is remembered of having told it.
const NAME: &str = "model-that-writes";

/// Tells, the first time a person sees an answer that is only quoted, which model of a running Ollama could write it.
/// Nothing is used or set. An Ollama elsewhere isn't even asked, nor is one offered that hands its work on.
pub(crate) fn model(config: &Config) {
    let is_seen = io::stderr().is_terminal() && io::stdout().is_terminal();
    if !is_seen || talk::is_silent() || config.places.was_told(NAME) {
        return;
    }
    let Ok(servers) = config.writers() else { return };
    if !servers.ollama.is_here() {
        return;
    }
    let models = offered(&servers, &interrupt::flag());
    let Some(model) = models.iter().find(|model| !model.elsewhere) else { return };
    if config.places.is_first_time(NAME) {
        let id = plain(&model.id);
        talk::tell(&format!(
            "an Ollama runs on this machine: `notekin ask --model {id}` has it write the answer, and \
             `notekin config set answer.model {id}` from now on"
        ));
    }
}
