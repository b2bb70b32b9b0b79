//! `notekin data`: what lies where, and how big it is.

use std::fs;
use std::path::Path;

use notekin_config::Config;
use notekin_http::{LogFile, Running};
use notekin_wire as wire;

use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};

pub(crate) fn run(output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let places = places(&config)?;
    let bytes = places.iter().map(|place| place.bytes).sum();
    let reply = wire::Places { places, bytes };
    output.reply(&reply, |out| print::inventory::places(&reply, out))?;
    Ok(Outcome::Found)
}

fn places(config: &Config) -> Result<Vec<wire::Place>, Failure> {
    let mut places = vec![
        place("settings", &config.places.config),
        place("vaults known", &config.register.path()),
        place("models", &config.places.models),
        place("readings by meaning", &config.places.vectors()),
        place("the running engine", &Running::path(&config.places.data)),
    ];
    let data = &config.places.data;
    for log in [LogFile::path(data), LogFile::former(data)].iter().filter(|log| log.exists()) {
        places.push(place("log of the engine", log));
    }
    for vault in config.register.vaults()? {
        places.push(place(&format!("vault `{}`", vault.name), &config.places.home(&vault)));
    }
    Ok(places)
}

fn place(what: &str, path: &Path) -> wire::Place {
    wire::Place { what: what.to_owned(), path: path.display().to_string(), bytes: size(path) }
}

/// Returns the bytes of a file, or of everything in a folder; what can't be looked at counts nothing.
fn size(path: &Path) -> u64 {
    let Ok(data) = path.symlink_metadata() else { return 0 };
    if !data.is_dir() {
        return data.len();
    }
    fs::read_dir(path).into_iter().flatten().flatten().map(|entry| size(&entry.path())).sum()
}
