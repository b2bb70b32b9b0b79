//! `notekin open`: the page in the browser.

use std::path::Path;

use notekin_config::{Environment, Places};
use notekin_engine::Kind;
use notekin_http::{Client, Running};
use notekin_wire as wire;
use serde_json::json;

use crate::args::OpenArgs;
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{background, opener, talk};

pub(crate) fn run(args: &OpenArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let places = Places::find(&Environment::of_process())?;
    let data = &places.data;
    check_version(data)?;
    background::start(&places, &["--until-unused".to_owned()])?;
    let client = Client::connect(data)
        .map_err(|error| Failure::io("the running engine doesn't answer", &error))?;
    let mut client = client.ok_or_else(|| Failure::invalid("the engine ended just now", None))?;
    let wire::PageKey { key } = client.post("/session/key", &json!({}))?;
    let address = format!("http://{}/#k={key}", client.running().address);
    if args.print || output.is_json() {
        output.reply(&wire::PageAddress { address: address.clone() }, |out| {
            writeln!(out, "{address}")
        })?;
    } else if let Err(failure) = opener::browse(&address) {
        let why = failure.message();
        talk::tell(&format!(
            "{why}; open this address yourself, it is good once, for two minutes:"
        ));
        output.text(|out| writeln!(out, "{address}"))?;
    } else {
        talk::tell("the page opens in your browser; `notekin open --print` prints its address");
    }
    Ok(Outcome::Found)
}

/// Fails where an engine of another version runs: its page and what it is asked may be others.
fn check_version(data: &Path) -> Result<(), Failure> {
    let running = Running::find(data);
    let running = running.map_err(|error| Failure::Problem {
        kind: Kind::Unsupported,
        chain: vec!["the running engine can't be understood".to_owned(), error.to_string()],
        hint: Some("`notekin doctor` says what can be done".to_owned()),
    })?;
    match running {
        Some(running) if !running.is_same_version() => Err(Failure::Problem {
            kind: Kind::Unsupported,
            chain: vec![format!(
                "the running engine is of version {}, this program of version {}",
                running.version,
                env!("CARGO_PKG_VERSION")
            )],
            hint: Some("`notekin serve --stop` ends it; `notekin open` starts another".to_owned()),
        }),
        _ => Ok(()),
    }
}
