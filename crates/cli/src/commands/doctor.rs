//! `notekin doctor`: whether all is well on this machine, and what mends what isn't.
//!
//! It looks and changes nothing. No finding holds the text of a note, a key or a token.

mod disk;
mod running;
mod vaults;

use notekin_config::{Change, Client, Config, Entry, Environment, Folders, Places, Standing};
use notekin_engine::models;
use notekin_wire::{Doctor, Finding};

use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};

pub(crate) fn run(output: &mut Output) -> Result<Outcome, Failure> {
    let environment = Environment::of_process();
    let mut findings = vec![program()];
    match Places::find(&environment) {
        Ok(places) => findings.extend(of_places(&places, &environment)),
        Err(error) => findings.push(of_error("data", error)),
    }
    let reply = Doctor::new(findings);
    output.reply(&reply, |out| print::doctor::findings(&reply, out))?;
    Ok(Outcome::found(reply.healthy))
}

/// Returns which program this is.
fn program() -> Finding {
    let version = env!("CARGO_PKG_VERSION");
    let path = std::env::current_exe().map(|path| format!(", `{}`", path.display()));
    Finding::ok("program", format!("version {version}{}", path.unwrap_or_default()))
}

fn of_places(places: &Places, environment: &Environment) -> Vec<Finding> {
    let mut findings = disk::findings(places);
    findings.extend(running::findings(&places.data));
    match Config::load(environment) {
        Ok(config) => {
            let file = places.config.display();
            findings.push(Finding::ok("settings", format!("`{file}` can be read")));
            findings.extend(of_config(&config, environment));
        }
        Err(error) => findings.push(of_error("settings", error)),
    }
    findings
}

fn of_config(config: &Config, environment: &Environment) -> Vec<Finding> {
    let mut findings = vec![keys(config), model(config)];
    findings.extend(vaults::findings(config));
    let folders = Folders::find(environment);
    let program = std::env::current_exe().ok();
    let entry = program.and_then(|program| Entry::new(&program, &[], environment).ok());
    if let Some(entry) = entry {
        findings
            .extend(Client::ALL.iter().filter_map(|client| assistant(*client, &folders, &entry)));
    }
    findings
}

/// Returns what is wrong with something that can't be used.
fn of_error(what: &str, error: notekin_config::Error) -> Finding {
    let failure = Failure::from(error);
    let hint = match &failure {
        Failure::Problem { hint: Some(hint), .. } => hint.clone(),
        _ => "see the message".to_owned(),
    };
    Finding::problem(what, failure.message(), hint)
}

fn keys(config: &Config) -> Finding {
    match config.keys.list() {
        Ok(keys) if keys.is_empty() => Finding::ok("keys", "no key of a server is kept"),
        Ok(keys) => {
            let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
            Finding::ok("keys", format!("kept for {}", names.join(", ")))
        }
        Err(error) => of_error("keys", error),
    }
}

/// Returns whether the model is there. One at a server isn't asked: that would be a call nobody wanted.
fn model(config: &Config) -> Finding {
    let id = config.settings.model();
    if models::is_served(id) {
        return Finding::ok(
            "model",
            format!("`{id}`, at a server; `notekin model use {id}` tries it"),
        );
    }
    if models::list().iter().all(|entry| entry.id != id) {
        return Finding::ok("model", format!("`{id}`"));
    }
    match models::installed(id, &config.places.models) {
        Ok(Some(installed)) => {
            Finding::ok("model", format!("`{id}` in `{}`", installed.path.display()))
        }
        Ok(None) => {
            let fix = "`notekin model install` adds finding by meaning";
            Finding::note("model", "none is installed, so that notes are found by words only", fix)
        }
        Err(error) => {
            let fix = "`notekin model install` installs it anew";
            Finding::problem("model", format!("`{id}` can't be used: {error}"), fix)
        }
    }
}

/// Returns whether an assistant's entry starts this program; nothing where there is none.
fn assistant(client: Client, folders: &Folders, entry: &Entry) -> Option<Finding> {
    let change = match Change::add(client, folders, entry) {
        Ok(change) => change,
        // Of a program that isn't used here nothing is to be said.
        Err(_) if !client.is_installed(folders) => return None,
        Err(error) => return Some(of_error("assistant", error)),
    };
    let Standing::Ours(ours) = change.standing() else { return None };
    let name = client.name();
    if ours.command == entry.command {
        return Some(Finding::ok("assistant", format!("{name} may search")));
    }
    let is_there = std::path::Path::new(&ours.command).exists();
    let message = format!("{name} starts `{}`, not this program", ours.command);
    let fix = format!("`notekin setup {}` changes that", client.id());
    Some(if is_there {
        Finding::note("assistant", message, fix)
    } else {
        Finding::problem("assistant", format!("{message}; and it isn't there"), fix)
    })
}
