//! `notekin data`: what lies where, and how big it is.

use std::fs;
use std::path::{Path, PathBuf};

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
        ("settings".to_owned(), config.places.config.clone()),
        ("vaults known".to_owned(), config.register.path()),
        ("models".to_owned(), config.places.models.clone()),
        ("readings by meaning".to_owned(), config.places.vectors()),
        ("the running engine".to_owned(), Running::path(&config.places.data)),
    ];
    let data = &config.places.data;
    let (log, former) = (LogFile::path(data), LogFile::former(data));
    let (keys, calls) = (config.places.keys(), config.places.outbound());
    let some = [
        ("keys of servers", keys),
        ("record of calls", calls),
        ("log of the engine", log),
        ("log of the engine", former),
    ];
    let there = some.into_iter().filter(|(_, path)| path.exists());
    places.extend(there.map(|(what, path)| (what.to_owned(), path)));
    for vault in config.register.vaults()? {
        places.push((format!("vault `{}`", vault.name), config.places.home(&vault)));
    }
    let listed: Vec<_> = places.iter().map(|(_, path)| path.clone()).collect();
    places.extend(others(data, &listed).into_iter().map(|path| ("other".to_owned(), path)));
    Ok(places.iter().map(|(what, path)| place(what, path)).collect())
}

/// Returns what else lies in a folder, so that nothing of ours stays behind when all that is listed is deleted: locks, what
/// was told once, and what is left of vaults that are known no more.
fn others(folder: &Path, listed: &[PathBuf]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut others = Vec::new();
    for path in entries.map(|entry| entry.path()) {
        if listed.contains(&path) {
            continue;
        }
        if listed.iter().any(|listed| listed.starts_with(&path)) {
            others.extend(self::others(&path, listed));
        } else {
            others.push(path);
        }
    }
    others.sort();
    others
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
