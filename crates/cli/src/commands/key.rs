//! `notekin key`: the keys that servers ask for.

use std::io::{self, IsTerminal, Read};

use anstream::eprint;
use console::Term;
use notekin_config::Config;
use notekin_engine::models::Secret;

use crate::args::{KeyAction, KeyArgs};
use crate::opened;
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::talk;

/// The most bytes of a key.
const MOST: u64 = 16 * 1024;

pub(crate) fn run(args: &KeyArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    match &args.action {
        KeyAction::Set { name } => {
            config.keys.get(name)?;
            config.keys.set(name, &typed(name)?)?;
            list(&config, output)
        }
        KeyAction::List => list(&config, output),
        KeyAction::Remove { name } => {
            if !config.keys.remove(name)? {
                talk::tell(&format!("there is no key `{name}` in the file of keys"));
                return Ok(Outcome::Nothing);
            }
            list(&config, output)
        }
    }
}

/// Reads a key from standard input: from a person one line, which isn't shown, else all of it.
fn typed(name: &str) -> Result<Secret, Failure> {
    let read = if io::stdin().is_terminal() { unseen(name) } else { piped() };
    let text = read.map_err(|error| Failure::io("cannot read the key", &error))?;
    Secret::new(&text).ok_or_else(|| {
        Failure::invalid(
            "standard input holds no key",
            Some("a key is one line of letters, digits and signs: `notekin key set openai < FILE`"),
        )
    })
}

/// Reads what a person types, without showing it.
fn unseen(name: &str) -> io::Result<String> {
    let term = Term::stderr();
    if !term.is_term() {
        // The terminal can't be told from here what not to show.
        return Err(io::Error::other(
            "standard error must be a terminal too, to hide what is typed",
        ));
    }
    eprint!("the key for `{name}` (it isn't shown), then Enter: ");
    term.read_secure_line()
}

fn piped() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().lock().take(MOST).read_to_string(&mut text)?;
    Ok(text)
}

fn list(config: &Config, output: &mut Output) -> Result<Outcome, Failure> {
    let reply = notekin_http::keys(config.keys.list()?);
    output.reply(&reply, |out| {
        if reply.keys.is_empty() {
            writeln!(out, "no keys")?;
        }
        reply.keys.iter().try_for_each(|key| writeln!(out, "{} ({})", key.name, key.source))
    })?;
    Ok(Outcome::Found)
}
