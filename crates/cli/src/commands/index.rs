//! `notekin index`: reads a vault.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use notekin_config::{Config, Vault, Watched, folder_of};
use notekin_engine::{Kind, Status, SyncRequest, models};
use notekin_wire as wire;

use crate::args::{Global, IndexArgs};
use crate::commands::{cost, fetch};
use crate::consent::{self, Answer};
use crate::opened::{self, Opened};
use crate::output::Output;
use crate::print::{self, progress};
use crate::report::{Failure, Outcome};
use crate::{current, interrupt, moved, priority, talk};

/// How often it is asked whether to stop watching.
const BEAT: Duration = Duration::from_millis(200);

const WORDS_ONLY: &str = "no model is installed, so notes are read by words only; `notekin model install` adds reading by meaning";

pub(crate) fn run(
    args: &IndexArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if args.watch {
        priority::lower();
    }
    let config = opened::config()?;
    let vault = vault(args, global, &config)?;
    let mut opened = Opened::new(&config, vault)?;
    let is_paused = opened.engine.paused().is_some();
    if is_paused && args.reembed {
        return Err(paused());
    }
    let mut request = SyncRequest {
        words_only: args.words_only || is_paused || !has_model(args, &config, &opened)?,
        accept_removals: args.accept_removals,
        rebuild: args.rebuild,
        retry: false,
        reembed: args.reembed,
        unasked: false,
    };
    if args.dry_run {
        return cost::dry_run(&opened, request, output);
    }
    if request.reembed && request.words_only {
        return Err(no_model());
    }
    if request.reembed {
        request = cost::agree_anew(&opened, request, args.yes)?;
    } else if !request.words_only && models::is_served(config.settings.model()) {
        request = agreed(args, &opened, request)?;
    }
    let interrupted = interrupt::flag();
    let outcome = loop {
        let watched = current::watched(&opened);
        let sync = |stop: &AtomicBool| sync(&opened, request, stop, output);
        let (done, renewed) = current::work_with(&watched, &interrupted, sync);
        match (done, renewed) {
            (Err(Failure::Problem { kind: Kind::Cancelled, .. }), Some(renewed)) => {
                opened = renewed.open();
                request = again(request, args, &opened);
            }
            (done, _) => break done?,
        }
    };
    if args.watch {
        watch(opened, &interrupted, output)?;
    }
    Ok(outcome)
}

/// Returns what is left to do after the user agreed to what is sent elsewhere.
///
/// A watch reads by words and begins: no edit is to wait for a server that may hang.
fn agreed(args: &IndexArgs, opened: &Opened, request: SyncRequest) -> Result<SyncRequest, Failure> {
    if !args.watch {
        return cost::agree(opened, request, args.yes);
    }
    let request = if opened.engine.is_elsewhere() {
        let request = cost::agree(opened, request, args.yes)?;
        if !request.unasked {
            opened.engine.agree()?;
        }
        request
    } else {
        request
    };
    Ok(SyncRequest { words_only: true, ..request })
}

/// Returns what is left to do of a run that the user set something else in. Nobody is asked a second time, so that it is
/// not the first to send anything to where the new settings lead.
fn again(request: SyncRequest, args: &IndexArgs, opened: &Opened) -> SyncRequest {
    let engine = &opened.engine;
    let words_only = args.words_only || engine.paused().is_some() || !engine.has_model();
    SyncRequest { words_only, rebuild: false, reembed: false, unasked: true, ..request }
}

/// Makes the index true to the vault and shows what came of it; a model that failed is told.
pub(crate) fn sync(
    opened: &Opened,
    request: SyncRequest,
    interrupted: &AtomicBool,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let bar = progress::Bar::new();
    let status = opened.engine.sync(request, &bar, interrupted);
    bar.finish();
    let status = status?;
    output.reply(&wire::Status::from(&status), |out| {
        print::status::run(opened, &status, out)?;
        print::status::next(opened, &status, out)
    })?;
    Ok(if status.trouble.is_some() { Outcome::Told } else { Outcome::Found })
}

/// Takes in changes as they happen, and prints how things stand after each time.
fn watch(mut opened: Opened, interrupted: &AtomicBool, output: &mut Output) -> Result<(), Failure> {
    output.finish()?;
    talk::tell("watching for changes; Ctrl-C ends");
    loop {
        let watched = current::watched(&opened);
        let follow = |stop: &AtomicBool| follow((&opened, &watched), stop, output);
        let (done, renewed) = current::work_with(&watched, interrupted, follow);
        done?;
        match renewed {
            Some(renewed) => opened = renewed.open(),
            None => return Ok(()),
        }
    }
}

/// Takes in changes with the settings there are, until it is stopped.
fn follow(
    (opened, watched): (&Opened, &Watched),
    interrupted: &AtomicBool,
    output: &mut Output,
) -> Result<(), Failure> {
    let (sender, taken_in) = mpsc::channel();
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let told = move |status: &Status| {
            // Nobody listens any more when the output is gone.
            drop(sender.send(status.clone()));
        };
        let stop = &ended;
        // What can't be read now is told of elsewhere.
        let is_current = || !matches!(watched.changed(), Ok(Some(_)));
        scope.spawn(move || opened.engine.follow_while(&is_current, &told, stop));
        let printed = print_changes(&taken_in, interrupted, output);
        ended.store(true, Ordering::Relaxed);
        printed
    })
}

fn print_changes(
    taken_in: &mpsc::Receiver<Status>,
    interrupted: &AtomicBool,
    output: &mut Output,
) -> Result<(), Failure> {
    while !interrupted.load(Ordering::Relaxed) {
        match taken_in.recv_timeout(BEAT) {
            Ok(status) => {
                let reply = wire::Status::from(&status);
                output.reply(&reply, |out| print::status::change(&status, out))?;
                output.finish()?;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(())
}

/// Returns the vault to read, which is remembered from now on; one named by `--vault` is not registered.
fn vault(args: &IndexArgs, global: &Global, config: &Config) -> Result<Vault, Failure> {
    let folder = match &args.path {
        Some(path) => folder_of(&config.register, path)?,
        None => opened::one(config, global, false)?.vault.path,
    };
    admit(config, &folder, args.yes)?;
    moved::offer(config, &folder, args.yes)?;
    Ok(config.register.keep(&folder, global.vault.is_empty())?)
}

/// Refuses a folder that can't be a vault before anything is written, and tells what it shares with others.
pub(crate) fn admit(config: &Config, folder: &Path, yes: bool) -> Result<(), Failure> {
    check_width(config, folder, yes)?;
    config.engine(&config.register.at(folder)?)?;
    tell_overlap(config, folder)
}

/// Makes sure that the user means it when the folder is the home folder or the whole disk.
fn check_width(config: &Config, folder: &Path, yes: bool) -> Result<(), Failure> {
    if yes || !config.places.is_too_wide(folder) {
        return Ok(());
    }
    let question =
        format!("`{}` is more than a folder of notes. Read all of it?", folder.display());
    match consent::ask(&question) {
        Answer::Yes => Ok(()),
        Answer::No | Answer::Unasked => {
            let message = format!("`{}` is more than a folder of notes", folder.display());
            Err(Failure::invalid(
                message,
                Some("name the folder your notes are in, or add `--yes`"),
            ))
        }
    }
}

/// Tells which vaults share notes with `folder`, because one lies in the other.
fn tell_overlap(config: &Config, folder: &Path) -> Result<(), Failure> {
    for vault in config.register.registered()?.iter().filter(|vault| vault.path != folder) {
        let relation = match (folder.starts_with(&vault.path), vault.path.starts_with(folder)) {
            (false, false) => continue,
            (true, _) => "lies in",
            (false, true) => "holds",
        };
        talk::tell(&format!(
            "this folder {relation} the vault `{}`; shared notes are read for both",
            vault.name
        ));
    }
    Ok(())
}

/// Returns whether meaning can be read, after offering to fetch the model where that has not been declined.
fn has_model(args: &IndexArgs, config: &Config, opened: &Opened) -> Result<bool, Failure> {
    if opened.engine.has_model() {
        return Ok(true);
    }
    // A model that can't be fetched is the engine's to judge.
    let Some(model) = fetch::entry(config) else { return Ok(true) };
    let answer = if config.settings.offline() {
        Answer::Unasked
    } else if args.yes {
        Answer::Yes
    } else if opened.vault.declined_model {
        Answer::Unasked
    } else {
        fetch::ask(&model)
    };
    if answer == Answer::Yes && fetched(config) {
        return Ok(true);
    }
    if answer == Answer::No {
        config.register.change(&opened.vault.path, |vault| vault.declined_model = true)?;
    }
    talk::tell(WORDS_ONLY);
    Ok(false)
}

/// Fetches the model; a failure is told and leaves the words.
fn fetched(config: &Config) -> bool {
    match fetch::install(config, None) {
        Ok(()) => true,
        Err(failure) => {
            if !talk::is_silent() {
                failure.print(false);
            }
            false
        }
    }
}

/// What is asked for can't be done while reading by meaning rests.
pub(crate) fn paused() -> Failure {
    Failure::Problem {
        kind: notekin_engine::Kind::Unconfigured,
        chain: vec!["you paused reading by meaning".to_owned()],
        hint: Some("`notekin resume` goes on".to_owned()),
    }
}

fn no_model() -> Failure {
    Failure::Problem {
        kind: notekin_engine::Kind::Unconfigured,
        chain: vec!["no model is installed to read by meaning with".to_owned()],
        hint: Some("`notekin model install` installs it".to_owned()),
    }
}
