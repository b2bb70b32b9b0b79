//! `notekin open`: the page in the browser.

use notekin_config::{Environment, Places};
use notekin_http::Client;
use notekin_wire as wire;
use serde_json::json;

use crate::args::OpenArgs;
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::{background, opener, talk};

pub(crate) fn run(args: &OpenArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let places = Places::find(&Environment::of_process())?;
    background::start(&places, &["--until-unused".to_owned()])?;
    let client = Client::connect(&places.data)
        .map_err(|error| Failure::io("the running engine doesn't answer", &error))?;
    let mut client = client.ok_or_else(|| Failure::invalid("the engine ended just now", None))?;
    let wire::PageKey { key } = client.post("/session/key", &json!({}))?;
    let address = format!("http://{}/#k={key}", client.running().address);
    if args.print || output.is_json() {
        output.reply(&wire::PageAddress { address: address.clone() }, |out| {
            writeln!(out, "{address}")
        })?;
    } else {
        opener::browse(&address)?;
        talk::tell("the page opens in your browser; `notekin open --print` prints its address");
    }
    Ok(Outcome::Found)
}
