//! Whether all is well on this machine, and what mends what isn't.
//!
//! It looks and changes nothing: rights are asked of the system instead of tried. An index is opened as every reader opens
//! it: the journal that a killed writer left is taken in, and damage is marked for the next writer. No finding holds the text
//! of a note, a key or a token.
//!
//! - A *problem* keeps something from working: a folder that can't be written, settings that can't be read, a vault that is
//!   gone or whose index is damaged, an engine that hangs, a model that is broken, keys that others may read.
//! - A *note* could be better or may surprise: no model, a vault that isn't read yet, an engine of another version, an
//!   assistant that starts another program.
//! - All else is well, and said too, so that whoever is shown the findings knows what was looked at.
//!
//! It stands here because the command line and the API ask it alike, and only this room knows an engine that runs.

mod assistants;
mod disk;
mod engine;
mod log;
mod model;
mod vaults;

use std::path::Path;

use notekin_config::{Autostart, Config, Entry, Environment, Folders, Places};
use notekin_wire::{Doctor, Finding};

use crate::problem::Problem;
use crate::running::Running;

/// How it is looked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    /// Whether a model at a server is asked for a vector; otherwise nothing leaves this process but for the running engine.
    pub online: bool,
    /// The engine of this process, if it is one.
    pub own: Option<&'a Running>,
}

/// Looks at all that a user's Notekin stands on: places, disk, settings, engine, model, keys, assistants and vaults. It
/// takes as long as reading the indexes, and a few seconds more where an engine doesn't answer.
///
/// ```
/// use notekin_config::Environment;
/// use notekin_http::doctor::{Look, examine};
///
/// let folder = tempfile::tempdir()?;
/// let environment = Environment::new([
///     ("NOTEKIN_DATA_DIR", folder.path().join("data")),
///     ("NOTEKIN_CONFIG", folder.path().join("config.toml")),
/// ]);
/// let found = examine(&environment, Look::default());
/// assert!(found.findings.iter().any(|it| it.what == "data" && it.message.ends_with("isn't there yet")));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn examine(environment: &Environment, look: Look<'_>) -> Doctor {
    let mut findings = vec![program()];
    match Places::find(environment) {
        Ok(places) => findings.extend(of_places(&places, environment, look)),
        Err(error) => findings.push(of_error("data", error)),
    }
    Doctor::new(findings)
}

/// Returns which program this is.
fn program() -> Finding {
    let version = env!("CARGO_PKG_VERSION");
    let path = std::env::current_exe().map(|path| format!(", `{}`", path.display()));
    Finding::ok("program", format!("version {version}{}", path.unwrap_or_default()))
}

fn of_places(places: &Places, environment: &Environment, look: Look<'_>) -> Vec<Finding> {
    let mut findings = disk::findings(places);
    findings.extend(engine::findings(&places.data, look.own, environment));
    findings.extend(log::finding(&places.data));
    match Config::load(environment) {
        Ok(config) => {
            let file = places.config.display();
            let message = if places.config.exists() {
                format!("`{file}` can be read")
            } else {
                format!("none are made; `{file}` would hold them")
            };
            findings.push(Finding::ok("settings", message));
            findings.extend(of_config(&config, environment, look));
        }
        Err(error) => findings.push(of_error("settings", error)),
    }
    findings
}

fn of_config(config: &Config, environment: &Environment, look: Look<'_>) -> Vec<Finding> {
    let mut findings = vec![keys(config), model::finding(config, look.online)];
    findings.extend(vaults::findings(config));
    let Ok(program) = std::env::current_exe() else { return findings };
    let folders = Folders::find(environment);
    if let Ok(entry) = Entry::new(&program, &[], environment) {
        findings.extend(assistants::findings(&folders, &entry));
    }
    findings.extend(autostart(&folders, &program, environment));
    findings
}

/// Returns what is wrong with something that can't be used.
fn of_error(what: &str, error: impl Into<Problem>) -> Finding {
    let problem: Problem = error.into();
    let fix = problem.hint.clone();
    Finding::problem(what, problem.to_string(), fix.unwrap_or_else(|| "see the message".to_owned()))
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

/// Returns whether the engine that starts at login is this program's; nothing where none does.
fn autostart(folders: &Folders, program: &Path, environment: &Environment) -> Option<Finding> {
    let start = Autostart::of(folders, program, environment).ok()?;
    if !start.is_on() {
        return None;
    }
    let file = start.file().display();
    Some(if start.is_current() {
        Finding::ok("autostart", format!("the engine starts when you log in, by `{file}`"))
    } else {
        let message = format!("`{file}` starts another program, or by other settings");
        Finding::note("autostart", message, "`notekin serve --autostart on` writes it anew")
    })
}
