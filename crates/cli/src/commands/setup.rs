//! `notekin setup`: our entry in the settings of a program with an assistant.

use std::path::Path;

use anstream::eprint;
use notekin_config::{Change, Client, Config, Entry, Environment, Folders, Standing, folder_of};
use notekin_wire as wire;

use crate::args::{Global, SetupArgs};
use crate::consent::{self, Answer};
use crate::opened;
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};
use crate::talk;

pub(crate) fn run(
    args: &SetupArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let environment = Environment::of_process();
    let setup = Setup { client: args.client.into(), folders: Folders::find(&environment) };
    if args.undo {
        return setup.undo(args.yes, output);
    }
    let config = opened::config()?;
    let entry = entry(&config, global, &environment)?;
    if args.print {
        return setup.sample(&entry, output);
    }
    if !output.is_json() {
        tell_vaults(&config, global)?;
    }
    setup.add(&entry, args.yes, output)
}

/// A client on this machine.
struct Setup {
    client: Client,
    folders: Folders,
}

impl Setup {
    fn add(&self, entry: &Entry, yes: bool, output: &mut Output) -> Result<Outcome, Failure> {
        let name = self.client.name();
        let change = Change::add(self.client, &self.folders, entry)?;
        let mut reply = self.reply(change.file(), Some(entry));
        if !reply.installed {
            tell(output, &format!("{name} doesn't seem to be installed here"));
        }
        if !change.is_needed() {
            tell(output, &format!("nothing to do: {name} has this entry already"));
            return finish(&reply, output);
        }
        if *change.standing() == Standing::Foreign {
            tell(output, "an entry `notekin` that starts something else is replaced by this");
        }
        if let Some(advice) = before(self.client).filter(|_| reply.installed) {
            tell(output, advice);
        }
        let otherwise = ", or `--print` to get the entry and paste it yourself";
        if !agreed(&change, yes, otherwise, output)? {
            return Ok(Outcome::Nothing);
        }
        make(&change, &mut reply)?;
        finish(&reply, output)?;
        tell(output, &format!("\nnext: {}", next(self.client)));
        Ok(Outcome::Found)
    }

    fn undo(&self, yes: bool, output: &mut Output) -> Result<Outcome, Failure> {
        let change = Change::remove(self.client, &self.folders)?;
        let mut reply = self.reply(change.file(), None);
        if !change.is_needed() {
            tell(output, &kept(&change));
            finish(&reply, output)?;
            return Ok(Outcome::Nothing);
        }
        if !agreed(&change, yes, "", output)? {
            return Ok(Outcome::Nothing);
        }
        make(&change, &mut reply)?;
        finish(&reply, output)
    }

    /// Prints what is to be pasted by hand.
    fn sample(&self, entry: &Entry, output: &mut Output) -> Result<Outcome, Failure> {
        let file = self.client.file(&self.folders)?;
        output.reply(&self.reply(&file, Some(entry)), |out| {
            write!(out, "{}", self.client.sample(entry))
        })?;
        // Before any talk, so that both come in their order.
        output.finish()?;
        tell(output, &format!("this goes into `{}`", file.display()));
        Ok(Outcome::Found)
    }

    fn reply(&self, file: &Path, entry: Option<&Entry>) -> wire::Setup {
        wire::Setup {
            client: self.client.id().to_owned(),
            file: file.display().to_string(),
            changed: false,
            backup: None,
            entry: entry.map(twin),
            installed: self.client.is_installed(&self.folders),
        }
    }
}

/// Returns what starts this very program for the vaults that were named.
fn entry(config: &Config, global: &Global, environment: &Environment) -> Result<Entry, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::io("cannot tell where this program lies", &error))?;
    let vaults = global.vault.iter().map(|vault| folder_of(&config.register, vault));
    let vaults = vaults.collect::<Result<Vec<_>, _>>()?;
    Ok(Entry::new(&program, &vaults, environment)?)
}

fn tell_vaults(config: &Config, global: &Global) -> Result<(), Failure> {
    if !global.vault.is_empty() {
        return Ok(());
    }
    talk::tell(if config.register.registered()?.is_empty() {
        "no vault is known yet, so there is nothing to find; `notekin index PATH` reads a folder of notes"
    } else {
        "no vault is named, so the assistant may search every vault that Notekin knows, now and later"
    });
    Ok(())
}

/// Tells a person what a program doesn't ask for.
fn tell(output: &Output, text: &str) {
    if !output.is_json() {
        talk::tell(text);
    }
}

/// Returns why nothing is taken out.
fn kept(change: &Change) -> String {
    let file = change.file().display();
    match change.standing() {
        Standing::Foreign => {
            format!("the entry `notekin` in `{file}` starts something else, so it stays")
        }
        _ => format!("nothing to undo: there is no entry `notekin` in `{file}`"),
    }
}

/// Shows a change and returns whether it may be made; a program that wants JSON is shown and asked nothing.
///
/// `otherwise` is what else could be done where nobody can be asked.
fn agreed(change: &Change, yes: bool, otherwise: &str, output: &Output) -> Result<bool, Failure> {
    let file = change.file().display();
    if !output.is_json() {
        eprint!("{file}\n{}", print::diff::between(change.before(), change.after()));
    }
    let answer = match (yes, output.is_json()) {
        (true, _) => Answer::Yes,
        (false, true) => Answer::Unasked,
        (false, false) => consent::ask("Write this?"),
    };
    match answer {
        Answer::Yes => Ok(true),
        Answer::No => Ok(false),
        Answer::Unasked => Err(Failure::invalid(
            format!("changing `{file}` needs your consent"),
            Some(&format!("add `--yes` to change it without asking{otherwise}")),
        )),
    }
}

fn make(change: &Change, reply: &mut wire::Setup) -> Result<(), Failure> {
    let backup = change.apply()?;
    reply.backup = backup.map(|backup| backup.display().to_string());
    reply.changed = true;
    Ok(())
}

fn finish(reply: &wire::Setup, output: &mut Output) -> Result<Outcome, Failure> {
    output.reply(reply, |out| print::setup::outcome(reply, out))?;
    // Before any more talk, so that both come in their order.
    output.finish()?;
    Ok(Outcome::Found)
}

/// Returns what keeps the change from being lost; both Claudes write their whole file anew while they run.
fn before(client: Client) -> Option<&'static str> {
    match client {
        Client::ClaudeDesktop => Some(
            "quit Claude Desktop first: while it runs, it may write its own settings over this",
        ),
        Client::ClaudeCode => Some(
            "end running sessions of Claude Code first: they may write their own settings over this",
        ),
        Client::Cursor | Client::VsCode | Client::Codex => None,
    }
}

/// Returns what makes the client see its new server, and how to tell that it does.
fn next(client: Client) -> &'static str {
    match client {
        Client::ClaudeDesktop => {
            "start Claude Desktop again, after quitting it fully and not only its window; `notekin` is listed there \
             in Settings > Developer"
        }
        Client::ClaudeCode => "start a new session of Claude Code; `/mcp` in it lists `notekin`",
        Client::Cursor => {
            "start Cursor again; its list of MCP servers has `notekin`, to be switched on there if it is off"
        }
        Client::VsCode => {
            "run `MCP: List Servers` in VS Code and start `notekin`; it may ask whether you trust it"
        }
        Client::Codex => "start Codex again; `/mcp` in it lists `notekin`",
    }
}

fn twin(entry: &Entry) -> wire::Server {
    wire::Server {
        command: entry.command.clone(),
        args: entry.args.clone(),
        env: entry.env.iter().cloned().collect(),
    }
}
