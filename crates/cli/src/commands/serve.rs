//! `notekin serve`: the engine that runs on.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use notekin_config::{Environment, Places};
use notekin_http::{
    Client, Failed, Hello, Joined, Lock, LogFile, Options, Problem, Running, Server, Unanswered,
};
use notekin_mcp::{Service, over_http};
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::args::{Global, Profile, ServeArgs};
use crate::background;
use crate::commands::{autostart, mcp};
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{interrupt, logger, talk};

/// How long an engine may take to end.
const ENDING: Duration = Duration::from_secs(30);

/// How often it is looked whether it has.
const BEAT: Duration = Duration::from_millis(50);

pub(crate) fn run(
    args: &ServeArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if let Some(switch) = args.autostart {
        return autostart::run(switch, args.yes, output);
    }
    if !global.vault.is_empty() {
        let hint =
            "it serves all vaults that are registered; `notekin vault add PATH` registers one";
        return Err(Failure::invalid("`serve` takes no `--vault`", Some(hint)));
    }
    let places = Places::find(&Environment::of_process())?;
    let data = &places.data;
    if args.stop {
        stop(data, output)
    } else if args.status {
        status(data, output)
    } else if args.background {
        if is_particular(args) && Lock::is_held(data) {
            return Err(Failed::Running.into());
        }
        let running = background::start(&places, &further(args))?;
        show(&running, output)
    } else {
        log_of(&places)?;
        serve(args, output).inspect_err(|failure| {
            let kind = failure.kind().map_or("closed", |kind| wire::Kind(kind).name());
            log::error!("the engine can't go on: {kind}");
        })
    }
}

/// Returns whether it was said how the engine is to run, so that one that runs already may not be what is meant.
fn is_particular(args: &ServeArgs) -> bool {
    args.port != 0 || !args.address.is_loopback() || args.beyond_this_machine || args.until_unused
}

/// Returns what else was typed, for the process in the background.
fn further(args: &ServeArgs) -> Vec<String> {
    let mut words = vec![format!("--port={}", args.port), format!("--address={}", args.address)];
    words.extend(args.beyond_this_machine.then(|| "--beyond-this-machine".to_owned()));
    words.extend(args.until_unused.then(|| "--until-unused".to_owned()));
    words
}

/// Keeps the log of what this engine does; where another runs, the log is that one's.
fn log_of(places: &Places) -> Result<(), Failure> {
    places.create_data()?;
    if Lock::is_held(&places.data) {
        return Ok(());
    }
    let file = LogFile::open(&places.data)
        .map_err(|error| Failure::io("cannot write `engine.log`", &error))?;
    logger::keep(file);
    Ok(())
}

fn serve(args: &ServeArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let server = Server::start(&Options {
        environment: Environment::of_process(),
        address: SocketAddr::new(args.address, args.port),
        beyond_this_machine: args.beyond_this_machine,
        until_unused: args.until_unused,
    })?;
    let assistants = mcp::service(server.shelf(), &[])?.of_registered();
    let shelf = server.shelf();
    let server = server.mount("/mcp", over_http(assistants)).host(move |joined| {
        attend(mcp::service(Arc::clone(&shelf), &profiles(&joined.hello)), joined)
    });
    let running = server.running().clone();
    show(&running, output)?;
    output.finish()?;
    if io::stderr().is_terminal() {
        talk::tell("`notekin open` opens the page; Ctrl-C ends");
    }
    let count = talk::count(running.vaults.len(), "vault");
    log::info!("version {} serves {count} at {}", running.version, running.address);
    server.run(&interrupt::flag())?;
    Ok(Outcome::Found)
}

/// Serves an assistant that joined.
async fn attend(service: Result<Service, Failure>, joined: Joined) {
    let service = match (service, joined.only) {
        (Ok(service), Some(ids)) => service.only(ids),
        (Ok(service), None) => service.of_registered(),
        (Err(failure), _) => {
            let kind = failure.kind().map_or("closed", |kind| wire::Kind(kind).name());
            return log::warn!("an assistant can't be served: {kind}");
        }
    };
    // What it said last may be in the error.
    if notekin_mcp::serve_stream(service, joined.stream).await.is_err() {
        log::info!("an assistant went away in the middle");
    }
}

fn profiles(hello: &Hello) -> Vec<notekin_mcp::Profile> {
    let known = |name: &String| Profile::named(name).map(notekin_mcp::Profile::from);
    hello.profiles.iter().filter_map(known).collect()
}

fn status(data: &Path, output: &mut Output) -> Result<Outcome, Failure> {
    if let Some(running) = Running::find(data).map_err(|error| unreadable(&error))? {
        return show(&running, output);
    }
    let autostart = autostart::file();
    let reply = wire::RunningEngine { running: false, autostart, engine: None };
    output.reply(&reply, |out| {
        writeln!(out, "no engine runs")?;
        starts(&reply, out)
    })?;
    Ok(Outcome::Nothing)
}

fn show(running: &Running, output: &mut Output) -> Result<Outcome, Failure> {
    let (autostart, engine) = (autostart::file(), Some(running.place()));
    let reply = wire::RunningEngine { running: true, autostart, engine };
    output.reply(&reply, |out| {
        writeln!(out, "Notekin {} runs at http://{}", running.version, running.address)?;
        running
            .vaults
            .iter()
            .try_for_each(|it| writeln!(out, "  {}  {}", it.name, it.path.display()))?;
        starts(&reply, out)
    })?;
    Ok(Outcome::Found)
}

/// Says whether one starts when the user logs in.
fn starts(reply: &wire::RunningEngine, out: &mut dyn Write) -> io::Result<()> {
    match &reply.autostart {
        Some(file) => writeln!(out, "one starts when you log in, by `{}`", file.display()),
        None => Ok(()),
    }
}

/// Ends the engine that runs, of whichever version.
fn stop(data: &Path, output: &mut Output) -> Result<Outcome, Failure> {
    let Some(mut client) = Client::connect(data).map_err(|error| unreadable(&error))? else {
        output.reply(&wire::Stopped { stopped: false }, |out| writeln!(out, "no engine runs"))?;
        return Ok(Outcome::Nothing);
    };
    let pid = client.running().pid;
    let is_silent = || Failure::Problem {
        kind: notekin_engine::Kind::Unreachable,
        chain: vec![format!("the engine doesn't answer; its process number is {pid}")],
        hint: Some(format!(
            "if it was suspended, `fg` or `kill -CONT {pid}` wakes it; `kill {pid}` ends it"
        )),
    };
    client.greet().map_err(|_| is_silent())?;
    client.post::<Value>("/stop", &json!({}))?;
    let until = Instant::now() + ENDING;
    while Lock::is_held(data) {
        if Instant::now() > until {
            let message = format!("the engine with the process number {pid} doesn't end");
            return Err(Failure::Problem {
                kind: notekin_engine::Kind::Busy,
                chain: vec![message],
                hint: None,
            });
        }
        std::thread::sleep(BEAT);
    }
    output.reply(&wire::Stopped { stopped: true }, |out| writeln!(out, "the engine has ended"))?;
    Ok(Outcome::Found)
}

fn unreadable(error: &std::io::Error) -> Failure {
    Failure::io("cannot tell whether an engine runs", error)
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        let chain =
            std::iter::successors(Some(&failed as &dyn std::error::Error), |it| it.source());
        let chain = chain.map(ToString::to_string).collect();
        Self::Problem { kind: failed.kind(), chain, hint: failed.hint() }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let Problem { kind, chain, hint, .. } = problem;
        Self::Problem { kind, chain, hint }
    }
}

impl From<Unanswered> for Failure {
    fn from(failed: Unanswered) -> Self {
        match failed {
            Unanswered::Problem(problem) => problem.into(),
            Unanswered::Gone(_) => Self::Problem {
                kind: notekin_engine::Kind::Unreachable,
                chain: vec![failed.to_string()],
                hint: Some("`notekin serve --status` shows whether it still runs".to_owned()),
            },
        }
    }
}
